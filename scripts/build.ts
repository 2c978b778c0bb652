/** Builds the packages: the engine, the browser application, the server and its command. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from './build-app.ts';
import { buildEngine } from './build-engine.ts';
import { compileTypeScript } from './compile-typescript.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NODE_DIR = join(ROOT, 'dist/node');

buildEngine();
await buildApp();
rmSync(NODE_DIR, { recursive: true, force: true });
compileTypeScript(join(ROOT, 'scripts/tsconfig.build.json'));
