/** `npm run demo`: makes the demonstration data of the shipped atlas, as ordinary files. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDemo } from './demo-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

process.stderr.write('Making the demonstration data …\n');
await writeDemo(ROOT, join(ROOT, 'atlas.config'));
