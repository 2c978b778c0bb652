/** Sends requests at a fixed rate, without waiting for the responses to earlier requests. */
import { Agent, get } from 'node:http';

/** Number of connections that are kept open, as by a proxy. */
const CONNECTIONS = 50;

export interface Load {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly perSecond: number;
  readonly seconds: number;
}

/**
 * Sends the requests, and returns the milliseconds of each, counted from the time at which it was
 * due, so that time in a queue is included. Throws if a response is not 200.
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
      // Timers are too imprecise for an interval of 2 ms, so each turn sends all requests that are
      // due.
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
