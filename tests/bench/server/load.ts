/** A load of a fixed pace: requests go out when their time has come, whether others came back or not. */
import { Agent, get } from 'node:http';

/** Connections that are kept open, as those of a proxy. */
const CONNECTIONS = 50;

export interface Load {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly perSecond: number;
  readonly seconds: number;
}

/**
 * Runs a load; gives the milliseconds of each request, counted from the moment it was due, so that
 * waiting in a queue counts. Throws when an answer is not 200.
 */
export async function runLoad({ url, headers, perSecond, seconds }: Load): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const total = perSecond * seconds;
  const start = performance.now();
  const times: number[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      let sent = 0;
      const send = (due: number): void => {
        get(url, { agent, headers }, (response) => {
          response.resume();
          if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
          response.on('end', () => {
            times.push(performance.now() - due);
            if (times.length === total) resolve();
          });
        }).on('error', reject);
      };
      // Timers are too coarse for a pace of 2 ms: each turn sends all that are due.
      const turn = (): void => {
        for (; sent < total; sent += 1) {
          const due = start + (sent * 1_000) / perSecond;
          if (performance.now() < due) break;
          send(due);
        }
        if (sent < total) setImmediate(turn);
      };
      turn();
    });
  } finally {
    agent.destroy();
  }
  return times;
}
