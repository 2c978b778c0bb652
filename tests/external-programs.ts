/**
 * External programs that read the server's responses. The title of a test that needs one names it.
 */
import { execFileSync, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

export interface ExternalProgram {
  readonly present: boolean;
  /** Returns the title of a test; where the program is missing, the title says what to install. */
  title(of: string): string;
}

/** Debian's Python, because it has Debian's modules; the path may contain another. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

export const GDAL = find('gdal-bin', 'ogrinfo', ['--version']);
export const MAPSERVER = find('cgi-mapserver', '/usr/lib/cgi-bin/mapserv', ['-v']);
// Finding the module is faster than importing it.
export const OWSLIB = find('python3-owslib', PYTHON, [
  '-c',
  'import importlib.util as u, sys; sys.exit(u.find_spec("owslib") is None)',
]);

function find(debian: string, command: string, options: readonly string[]): ExternalProgram {
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

/** Runs a command that connects to this machine only, and returns its output. */
export async function ask(command: string, options: readonly string[]): Promise<string> {
  const env = { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };
  return (await run(command, options, { env })).stdout;
}

/** Runs lines of Python that print JSON, and parses the output. */
export async function askPython(lines: readonly string[]): Promise<unknown> {
  return JSON.parse(await ask(PYTHON, ['-c', ['import json', ...lines].join('\n')]));
}
