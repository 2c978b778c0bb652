/**
 * Sends analyses of a small area with many vertices over a number of connections until this process is
 * ended. A request that has no answer after half a second is given up, and the next one is sent. Prints
 * a line before the first one, and the numbers of answers by status when it is asked to end.
 */
import { Agent, request } from 'node:http';

/** Milliseconds that a request waits for its answer. */
const PATIENCE = 500;

/** Just below the maximum of a query. */
const VERTICES = 19_000;

const [url = '', atOnce = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(atOnce) });
const body = JSON.stringify({ geometry: star(), feature: 'import' });
const answers = new Map<number | string, number>();

function star(): object {
  const ring = Array.from({ length: VERTICES }, (_, i) => {
    const angle = (2 * Math.PI * i) / VERTICES;
    const far = i % 2 === 0 ? 0.05 : 0.0505;
    return [20 + far * Math.cos(angle), far * Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

function ask(): void {
  const note = (answer: number | string): void => {
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  };
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const sent = request(`${url}/api/geodata/analysis/`, {
    method: 'POST',
    agent,
    headers,
    timeout: PATIENCE,
  });
  let isOver = false;
  const again = (): void => {
    if (!isOver) setImmediate(ask);
    isOver = true;
  };
  sent.on('response', (answer) => {
    note(answer.statusCode ?? 0);
    answer.resume();
    answer.once('close', again);
  });
  sent.on('timeout', () => sent.destroy(new Error('given up')));
  sent.on('error', ({ message }) => {
    if (!isOver) note(message);
    again();
  });
  sent.end(body);
}

for (let n = 0; n < Number(atOnce); n += 1) ask();
process.stdout.write('started\n');
process.once('SIGTERM', () => {
  process.stdout.write(`${[...answers].map(([of, count]) => `${count} × ${of}`).join(', ')}\n`);
  process.exit(0);
});
