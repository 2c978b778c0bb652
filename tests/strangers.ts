/** Programs of others that read our answers as any client would; a test that needs one says so. */
import { execFileSync, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

export interface Stranger {
  readonly present: boolean;
  /** The title of a test that needs it; where it is absent the title says what to install. */
  title(of: string): string;
}

/** Debian's, which has Debian's modules; another Python may come first in the path. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

export const GDAL = find('gdal-bin', 'ogrinfo', ['--version']);
// Finding a module is quick, importing it is not.
export const OWSLIB = find('python3-owslib', PYTHON, [
  '-c',
  'import importlib.util as u, sys; sys.exit(u.find_spec("owslib") is None)',
]);

function find(debian: string, command: string, options: readonly string[]): Stranger {
  const present = answers(command, options);
  return {
    present,
    title: (of) => (present ? of : `${of} (skipped: needs Debian's ${debian})`),
  };
}

function answers(command: string, options: readonly string[]): boolean {
  try {
    execFileSync(command, options, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const run = promisify(execFile);

/** Runs a command that asks this machine only, and returns what it prints. */
export async function ask(command: string, options: readonly string[]): Promise<string> {
  const env = { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };
  return (await run(command, options, { env })).stdout;
}

/** Runs lines of Python, which print JSON, and reads that. */
export async function askPython(lines: readonly string[]): Promise<unknown> {
  return JSON.parse(await ask(PYTHON, ['-c', ['import json', ...lines].join('\n')]));
}
