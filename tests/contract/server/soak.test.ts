import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../server/http/log.ts';
import { addressesOf, crawl, gatherTargets } from './crawl.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';
import { LEVELS } from './secrets.ts';
import { NIGHTLY } from '../../size.ts';

/** Seconds of load, after the seconds for warming up. */
const SECONDS = 3_600;
const WARM_SECONDS = 300;
const PER_SECOND = 200;
/** Allowed growth of memory, as a fraction. */
const DRIFT = 0.05;
/** Milliseconds between two bursts; single requests would measure the timers. */
const BURST = 50;

let server: GuardedServer | undefined;
let port: number;
let addresses: string[];
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

beforeAll(async () => {
  if (!NIGHTLY) return;
  // Without its own logger, the guarded server would keep every line.
  const logger = createLogger('error');
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 }, { logger });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
  const all = addressesOf(server.routes, await gatherTargets([server]));
  // Every existing answer, good or refused; slow ones are spread among the others.
  const answers = await crawl(server.app, all, { level: 'elder' });
  addresses = all
    .filter((url) => answers.get(`GET ${url}`)!.status < 500)
    .map((url) => url.replaceAll(/[^!-~]/gu, encodeURIComponent));
}, 120_000);

afterAll(async () => {
  agent.destroy();
  await server?.close();
});

interface Load {
  readonly asked: number;
  /** Answers of 500 and above, and requests without an answer. */
  readonly failed: readonly string[];
}

/**
 * Sends requests at a fixed rate for a number of seconds, without waiting for the responses to earlier requests. `times` receives the milliseconds of each request.
 */
async function load(seconds: number, times: Float64Array): Promise<Load> {
  const failed: string[] = [];
  const underWay: Promise<void>[] = [];
  const began = performance.now();
  let asked = 0;
  while (performance.now() - began < seconds * 1_000) {
    const due = Math.floor(((performance.now() - began) / 1_000) * PER_SECOND);
    for (; asked < Math.min(due, times.length); asked += 1) {
      const at = asked;
      // A step without a common factor with the length visits all of them in turn.
      const url = addresses[(asked * 7_919) % addresses.length]!;
      const level = LEVELS[asked % LEVELS.length]!;
      underWay.push(
        ask(url, level).then(([ms, fault]) => {
          times[at] = ms;
          if (fault !== null) failed.push(`${fault} ${level} ${url}`);
        }),
      );
    }
    if (underWay.length > 10_000) await Promise.all(underWay.splice(0));
    await new Promise((resolve) => setTimeout(resolve, BURST));
  }
  await Promise.all(underWay);
  return { asked, failed };
}

function ask(path: string, level: string): Promise<[ms: number, fault: string | null]> {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (fault: string | null) => resolve([performance.now() - began, fault]);
    const request = get(
      { port, host: '127.0.0.1', path, agent, headers: { 'x-atlas-level': level } },
      (answer) => {
        const { statusCode = 0 } = answer;
        answer.resume();
        answer.once('end', () => end(statusCode >= 500 ? String(statusCode) : null));
        answer.once('error', (error) => end(error.message));
      },
    );
    request.once('error', (error) => end(error.message));
  });
}

/** Returns bytes of memory, buffers included, after garbage collection. */
async function memory(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 3; turn += 1) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe(`${PER_SECOND} requests a second of every kind, for ${SECONDS} seconds`, () => {
  it.runIf(NIGHTLY)(
    NIGHTLY
      ? 'never fail and leak no memory'
      : 'never fail and leak no memory (skipped: nightly only, because it takes an hour)',
    { timeout: (SECONDS + WARM_SECONDS) * 2_000 + 60_000 },
    async () => {
      await load(WARM_SECONDS, new Float64Array(WARM_SECONDS * PER_SECOND));
      // Allocated beforehand, so that the memory of the test does not count as growth.
      const times = new Float64Array(SECONDS * PER_SECOND);
      const before = await memory();
      const { asked, failed } = await load(SECONDS, times);
      const after = await memory();
      const p99 = times.subarray(0, asked).sort()[Math.floor(asked * 0.99)]!;
      const drift = after / before - 1;
      process.stdout.write(
        `soak: ${asked} requests, p99 ${p99.toFixed(1)} ms, memory ${(before / 1e6).toFixed(1)} MB, drift ${(drift * 100).toFixed(1)} %\n`,
      );
      expect(asked).toBeGreaterThan(SECONDS * PER_SECOND * 0.8);
      expect(failed).toEqual([]);
      expect(drift).toBeLessThan(DRIFT);
    },
  );
});
