import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const TSC = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));

/** Runs the TypeScript compiler over a project file; throws when it finds an error. */
export function compileTypeScript(project: string): void {
  execFileSync(process.execPath, [TSC, '-p', project], { stdio: 'inherit' });
}
