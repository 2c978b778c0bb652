/** The thread that the test of the pool uses: it echoes requests, fails, sleeps or ends. */
import { getPriority } from 'node:os';
import { checkTime, tick } from '../../../../server/geometry/deadline.ts';
import { isHeavyThread, serveRequests } from '../../../../server/store/serve-requests.ts';

let noticed: unknown = null;

serveRequests({
  answer: (request) => {
    const { task, value } = request as { task: string; value?: unknown };
    if (task === 'fail') throw new RangeError(String(value));
    if (task === 'crash') process.exit(3);
    if (task === 'spin') spin(Number(value), checkTime);
    if (task === 'count') tick(Number(value));
    if (task === 'ignore') spin(Number(value), () => undefined);
    if (task === 'looked') checkTime();
    if (task === 'count') return { value: isHeavyThread() };
    if (task === 'niceness') return { value: getPriority() };
    return { value: task === 'noticed' ? noticed : value };
  },
  notice: (message) => (noticed = message),
});

function spin(milliseconds: number, look: () => void): void {
  for (const end = Date.now() + milliseconds; Date.now() < end;) look();
}
