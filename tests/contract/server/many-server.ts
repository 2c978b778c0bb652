/** A server of many features in a separate process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ManyAtlas } from './many-atlas.ts';

const SCRIPT = fileURLToPath(new URL('./serve-many.ts', import.meta.url));

const started = new Set<ChildProcess>();

/** Kills servers that are still running, such as after a failed test. */
export function endServers(): void {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
}

export interface ManyServer {
  readonly url: string;
  readonly process: ChildProcess;
  /** The exit code, or the signal that ended the process. */
  readonly ended: Promise<number | string | null>;
}

export interface ManyOptions {
  /** Deadline of the store in milliseconds; default: that of the store. */
  readonly timeout?: number;
  /** Bytes of tiles in memory; default: none. */
  readonly tileCacheBytes?: number;
}

/** Starts the server. */
export async function startManyServer(
  { configDir, dataDir }: ManyAtlas,
  options: ManyOptions = {},
): Promise<ManyServer> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=atlas-source',
      '--import',
      'tsx',
      SCRIPT,
      configDir,
      dataDir,
      JSON.stringify(options),
    ],
    { env: { ...process.env, NODE_ENV: 'test' }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  started.add(child);
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  const url = await Promise.race([
    new Promise<string>((resolve) => {
      child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk).trim()));
    }),
    ended.then((code) => Promise.reject(new Error(`The server ended with ${code}.`))),
  ]);
  return { url, process: child, ended };
}

/** An answer: its status and whole body, or `cut off` if it was interrupted. */
export interface Reply {
  readonly status: number | 'cut off';
  readonly retryAfter: string | null;
  readonly body: Buffer;
}

/** Requests an address by GET, or by POST with a body of text. */
export async function ask(url: string, body?: string): Promise<Reply> {
  try {
    const answer = await fetch(url, {
      redirect: 'manual',
      ...(body !== undefined && {
        method: 'POST',
        body,
        headers: { 'content-type': 'text/plain' },
      }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: bytes };
  } catch {
    return { status: 'cut off', retryAfter: null, body: Buffer.alloc(0) };
  }
}
