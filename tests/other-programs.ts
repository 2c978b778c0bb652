/** Other programs that read our answers as clients do; tests that need one have it in their title. */
import { execFileSync, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

export interface OtherProgram {
  readonly present: boolean;
  /** Returns the title of a test that needs it, with what to install if it is missing. */
  title(of: string): string;
}

/** Debian's Python has Debian's modules; another Python may come first in the path. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

export const GDAL = find('gdal-bin', 'ogrinfo', ['--version']);
// Searching for a module is fast, importing it is slow.
export const OWSLIB = find('python3-owslib', PYTHON, [
  '-c',
  'import importlib.util as u, sys; sys.exit(u.find_spec("owslib") is None)',
]);

function find(debian: string, command: string, options: readonly string[]): OtherProgram {
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

/** Runs a command without proxies, and returns its output. */
export async function ask(command: string, options: readonly string[]): Promise<string> {
  const env = { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };
  return (await run(command, options, { env })).stdout;
}

/** Runs lines of Python that print JSON, and returns the parsed output. */
export async function askPython(lines: readonly string[]): Promise<unknown> {
  return JSON.parse(await ask(PYTHON, ['-c', ['import json', ...lines].join('\n')]));
}
