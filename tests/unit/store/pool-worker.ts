/** The thread of the pool's test: echoes, fails, sleeps, ends. */
import { getPriority } from 'node:os';
import { serveRequests } from '../../../server/store/serve-requests.ts';

let noticed: unknown = null;

serveRequests(
  (request) => {
    const { task, value } = request as { task: string; value?: unknown };
    if (task === 'fail') throw new RangeError(String(value));
    if (task === 'crash') process.exit(3);
    if (task === 'spin') for (const end = Date.now() + Number(value); Date.now() < end;);
    if (task === 'niceness') return { value: getPriority() };
    return { value: task === 'noticed' ? noticed : value };
  },
  (message) => (noticed = message),
);
