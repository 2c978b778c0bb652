/**
 * Sends a number of parallel requests to a server until this process is ended. It requests only
 * addresses that exceed the deadline even without other requests.
 */
import { Agent, get } from 'node:http';
import { LONG } from '../../contract/server/overload.ts';

const [url = '', atOnce = ''] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(atOnce) });
const late: string[] = [];
for (const path of LONG) {
  const statuses = [await fetch(url + path), await fetch(url + path)].map(({ status }) => status);
  if (statuses.every((status) => status === 503)) late.push(path);
}
let next = 0;

function ask(): void {
  get(`${url}${late[next++ % late.length]!}`, { agent }, (answer) => {
    answer.resume();
    answer.once('close', ask);
  }).once('error', () => setTimeout(ask, 100));
}

for (let n = 0; n < Number(atOnce); n += 1) ask();
process.stdout.write(`${late.length} addresses\n`);
