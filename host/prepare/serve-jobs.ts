/** Runs the jobs that the parent of this process requests, one at a time. */
import { inspect } from 'node:util';
import { sendError } from './crossing-errors.ts';
import type { Message, Request } from './jobs.ts';
import { keepOutcome } from './kept-outcome.ts';
import { prepareAtlas } from './prepare-atlas.ts';

function send(message: Message): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send!(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

/** Starts to accept requests. */
export function serveJobs(): void {
  process.on('message', ({ job, unreadable }: Request) => {
    const report = (text: string): void => void send({ kind: 'line', text });
    const at = (step: Extract<Message, { kind: 'step' }>['step']) => send({ kind: 'step', step });
    prepareAtlas(job, { report, at, unreadable })
      .then(
        async (outcome) => {
          await send({ kind: 'done', outcome });
          await keepOutcome(job, outcome);
        },
        (error: unknown) => send({ kind: 'failed', error: sendError(error) }),
      )
      .catch((error: unknown) => {
        // The parent reports what the process wrote.
        process.stderr.write(`${inspect(error)}\n`);
        process.exit(1);
      });
  });
}
