/** Builds the package `create-atlas` as JavaScript, with its data, into `cli/create-atlas/dist`. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileTypeScript } from './compile-typescript.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = join(ROOT, 'cli/create-atlas');

const DIST = join(PACKAGE, 'dist');

rmSync(DIST, { recursive: true, force: true });
compileTypeScript(join(ROOT, 'scripts/tsconfig.create-atlas.json'));
cpSync(join(PACKAGE, 'world'), join(DIST, 'create-atlas/world'), { recursive: true });
cpSync(join(ROOT, 'LICENSE'), join(DIST, 'LICENSE'));
