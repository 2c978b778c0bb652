/** Builds what the package ships: the browser application and the compiled engine, server and command. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from './build-app.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NODE_DIR = join(ROOT, 'dist/node');

await buildApp();
rmSync(NODE_DIR, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', join(ROOT, 'scripts/tsconfig.build.json')],
  { stdio: 'inherit' },
);
cpSync(join(ROOT, 'scripts/stale.mjs'), join(NODE_DIR, 'scripts/stale.mjs'));
// The schemas are read as they are.
cpSync(join(ROOT, 'schemas'), join(NODE_DIR, 'schemas'), {
  recursive: true,
  filter: (path) => !path.endsWith('.ts') && !path.endsWith('.md'),
});
