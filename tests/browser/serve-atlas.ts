import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The built command, which starts in half of the time of its sources. `set-up.ts` builds it. */
const COMMAND = 'dist/node/cli/atlas.js';

export interface ServedAtlas {
  readonly url: string;
  /** Returns the output so far, of both streams. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
  /** The process of the server, for tests that send signals. */
  readonly process: ChildProcess;
}

/** Starts `atlas start` on a free port. Throws its output when it exits early. */
export async function serveAtlas(options: {
  readonly config: string;
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A program in JavaScript to run instead of `atlas`, with the same arguments. */
  readonly script?: string;
  /** Default: `start`. */
  readonly verb?: 'start' | 'dev';
  /** More arguments, such as `--level`. */
  readonly args?: readonly string[];
}): Promise<ServedAtlas> {
  const child = spawn(
    process.execPath,
    [COMMAND, options.verb ?? 'start', '--config', options.config, ...(options.args ?? [])],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        PORT: '0',
        ATLAS_DATA_DIR: options.dataDir,
        NO_COLOR: '1',
        ...options.env,
      },
    },
  );
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      printed += String(chunk);
      const match = /Atlas ready at (\S+)/.exec(printed);
      if (match) resolve(match[1]!);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)));
  });
  return {
    url,
    output: () => printed,
    process: child,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
}
