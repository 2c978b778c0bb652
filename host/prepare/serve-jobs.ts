/** Runs the jobs that the parent of this process requests, one at a time. */
import { inspect } from 'node:util';
import type { KnownPhotos } from '../../server/snapshot/find-photos.ts';
import { sendError } from './crossing-errors.ts';
import type { Job, Message, Request } from './jobs.ts';
import { keepOutcome } from './kept-outcome.ts';
import { prepareAtlas } from './prepare-atlas.ts';

function send(message: Message): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send!(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

/** Names this process after its job, for `ps` and `top`. */
function nameAfter(job: Job['kind'] | 'idle'): void {
  process.title = `atlas prepare ${job}`;
}

/** Starts to accept requests. */
export function serveJobs(): void {
  nameAfter('idle');
  const photos: KnownPhotos = new Map();
  process.on('message', ({ job, unreadable }: Request) => {
    const report = (text: string): void => void send({ kind: 'line', text });
    const at = (step: Extract<Message, { kind: 'step' }>['step']) => send({ kind: 'step', step });
    nameAfter(job.kind);
    prepareAtlas(job, { report, at, unreadable, photos })
      .then(
        async (outcome) => {
          await send({ kind: 'done', outcome });
          await keepOutcome(job, outcome);
          nameAfter('idle');
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
