/** Asks a server the longest of its addresses, so many at once, until it is ended. */
import { Agent, get } from 'node:http';
import { LONG } from '../../contract/server/storm.ts';

const [url = '', atOnce = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(atOnce) });
let next = 0;

function ask(): void {
  get(`${url}${LONG[next++ % LONG.length]!}`, { agent }, (answer) => {
    answer.resume();
    answer.once('close', ask);
  }).once('error', () => setTimeout(ask, 100));
}

for (let n = 0; n < Number(atOnce); n += 1) ask();
process.stdout.write('asking\n');
