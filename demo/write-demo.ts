/** `npm run demo`: writes the demonstration data of the shipped atlas as files. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generators } from './generators/index.ts';
import { writeDemo } from './demo-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

process.stderr.write('Making the demonstration data …\n');
await writeDemo(generators, {
  root: ROOT,
  configDir: join(ROOT, 'atlas.config'),
  print: (line) => process.stderr.write(`${line}\n`),
});
