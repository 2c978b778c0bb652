/** Runs a task in a process of its own, so that the server stays fast and can end it at any time. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { memoryDefaults, memoryOfProcess } from '../../config/memory.ts';
import type { RunTask, TaskEnd } from './task.ts';

/** What the process sends. */
export type FromChild =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'end'; readonly end: TaskEnd }
  | { readonly kind: 'error'; readonly name: string; readonly message: string };

/** Memory limit for JavaScript objects, in megabytes. */
const MEGABYTES = memoryDefaults(memoryOfProcess()).download;

/** Thrown when the process fails. The message may name files, so it is for the log. */
class PreparingFailed extends Error {
  override readonly name = 'PreparingFailed';
}

/** Rejects with the reason of the signal when it is aborted; the process is then killed. */
export const runInChild: RunTask = (task, { signal, progress }) =>
  new Promise<TaskEnd>((resolve, reject) => {
    signal.throwIfAborted();
    const child = start();
    const kill = (): void => {
      child.kill('SIGKILL');
    };
    signal.addEventListener('abort', kill, { once: true });
    child.on('error', (error) => reject(error));
    child.on('message', (message: FromChild) => {
      if (message.kind === 'progress') progress(message.share);
      else if (message.kind === 'end') resolve(message.end);
      else reject(new PreparingFailed(`${message.name}: ${message.message}`));
    });
    child.once('close', (code) => {
      signal.removeEventListener('abort', kill);
      reject(
        signal.aborted
          ? (signal.reason as Error)
          : new PreparingFailed(`the process ended with ${code}`),
      );
    });
    child.send(task, () => undefined);
  });

function start(): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const script = new URL(isSource ? './typescript-child.mjs' : './child.js', import.meta.url);
  return fork(fileURLToPath(script), [], {
    execArgv: [
      `--max-old-space-size=${MEGABYTES}`,
      ...(isSource ? ['--conditions=atlas-source'] : []),
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
