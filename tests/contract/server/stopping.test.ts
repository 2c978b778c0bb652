import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveAtlas, type ServedAtlas } from '../../browser/serve-atlas.ts';
import { makeHarbours, type Harbours } from '../services/harbours.ts';

/** Each test ends a separate process; they start together. */
const STOP_SECONDS = { finishes: '30', gives: '1', hurries: '600', silent: '600' };

let harbours: Record<keyof typeof STOP_SECONDS, Harbours>;
let atlases: Record<keyof typeof STOP_SECONDS, ServedAtlas>;

beforeAll(async () => {
  const names = Object.keys(STOP_SECONDS) as (keyof typeof STOP_SECONDS)[];
  const made = names.map((name) => [name, makeHarbours()] as const);
  harbours = Object.fromEntries(made) as typeof harbours;
  const started: [string, ServedAtlas][] = [];
  for (const [name, one] of made)
    started.push([name, await serveAtlas({ ...one, env: { STOP_SECONDS: STOP_SECONDS[name] } })]);
  atlases = Object.fromEntries(started) as typeof atlases;
});
afterAll(() => {
  for (const { process: child } of Object.values(atlases)) child.kill('SIGKILL');
  for (const one of Object.values(harbours)) one.remove();
});

const BODY = 'POLYGON((-40 -10,-20 -10,-20 10,-40 10,-40 -10))';

/** A search with half its body: it is in progress until `finish` sends the rest. */
async function searchHalf(atlas: ServedAtlas) {
  const socket = await open(atlas);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(
    `POST /api/geodata/reserves/ HTTP/1.1\r\nHost: atlas\r\nContent-Type: text/plain\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 9)}`,
  );
  await pause(300);
  return {
    finish: async () => {
      socket.write(BODY.slice(9));
      await closed;
      return text;
    },
  };
}

async function open(atlas: ServedAtlas): Promise<Socket> {
  const socket = connect(Number(new URL(atlas.url).port), '127.0.0.1');
  socket.on('error', () => undefined); // some tests wait for the disconnection
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns the exit code, and the milliseconds from now until the exit. */
async function ended({ process: child }: ServedAtlas) {
  const start = performance.now();
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return { code, took: performance.now() - start };
}

describe('a server that receives a signal to stop', () => {
  it('finishes requests in progress, ends event streams, accepts nothing new, and exits with 0', async () => {
    const atlas = atlases.finishes;
    const search = await searchHalf(atlas);
    const events = await fetch(`${atlas.url}/atlas/events`);
    const stream = events.text();
    const end = ended(atlas);
    atlas.process.kill('SIGTERM');
    expect(await stream).toContain('revision');
    await expect(fetch(`${atlas.url}/health`)).rejects.toThrow();
    const answer = await search.finish();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('Built-in reserve');
    const { code, took } = await end;
    expect(code).toBe(0);
    // Before the time is over, because the connection ends with its answer.
    expect(took).toBeLessThan(15_000);
  });

  it('interrupts requests that exceed their time', async () => {
    const atlas = atlases.gives;
    await searchHalf(atlas);
    const end = ended(atlas);
    atlas.process.kill('SIGINT');
    const { code, took } = await end;
    expect(code).toBe(0);
    expect(took).toBeGreaterThan(900);
    expect(took).toBeLessThan(10_000);
  });

  it('ends immediately at the second signal', async () => {
    const atlas = atlases.hurries;
    await searchHalf(atlas);
    const end = ended(atlas);
    atlas.process.kill('SIGINT');
    // Both a terminal and npm send the signal of one Ctrl-C.
    atlas.process.kill('SIGINT');
    await pause(600);
    expect(atlas.process.exitCode).toBeNull();
    atlas.process.kill('SIGTERM');
    expect((await end).code).toBe(143);
  });

  it('does not wait for connections without a request', async () => {
    const atlas = atlases.silent;
    const silent = await open(atlas);
    const used = await fetch(`${atlas.url}/health`);
    await used.text();
    const end = ended(atlas);
    atlas.process.kill('SIGTERM');
    expect((await end).code).toBe(0);
    silent.destroy();
  });
});
