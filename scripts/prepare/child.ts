/** The preparing process: does what its parent requests, one job at a time, until it is let go. */
import { Worker } from 'node:worker_threads';
import { sendError } from './crossing-errors.ts';
import type { Message, Request } from './jobs.ts';
import { prepareAtlas } from './prepare-atlas.ts';

/** Ends the process once its parent is gone, whatever its own thread is busy with. */
const WITH_PARENT = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
  }, 250);
`;
new Worker(WITH_PARENT, { eval: true, execArgv: [], workerData: process.ppid }).unref();

function send(message: Message): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send!(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

process.on('message', ({ job, unreadable }: Request) => {
  const tell = (text: string): void => void send({ kind: 'line', text });
  const at = (step: Extract<Message, { kind: 'step' }>['step']) => send({ kind: 'step', step });
  prepareAtlas(job, { tell, at, unreadable })
    .then(
      (outcome) => send({ kind: 'done', outcome }),
      (error: unknown) => send({ kind: 'failed', error: sendError(error) }),
    )
    .catch(() => process.exit(1));
});
process.once('disconnect', () => process.exit(0));
