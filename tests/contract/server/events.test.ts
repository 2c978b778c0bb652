import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revisionsFor } from '../../../server/routes/events/listeners.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';

let server: GuardedServer;
let other: GuardedServer;
let url: string;

beforeAll(async () => {
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
  // The same atlas, except for data of elders.
  other = await startGuardedServer({ member: 1, warden: 1, elder: 2 });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
}, 60_000);
afterAll(async () => {
  await server.close();
  await other.close();
});

/** Listens as a visitor; `next` waits for the next event. */
async function listen(level?: string) {
  const abort = new AbortController();
  const response = await fetch(`${url}/atlas/events`, {
    headers: level === undefined ? {} : { 'x-atlas-level': level },
    signal: abort.signal,
  });
  const events: string[] = [];
  let wake: () => void = () => undefined;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      for (const [, data] of decoder.decode(chunk).matchAll(/^data: (.*)$/gm)) events.push(data!);
      wake();
    }
  })().catch(() => undefined);
  return {
    response,
    events,
    next: async () => {
      while (events.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return JSON.parse(events.shift()!) as { revision: string; own: string | null };
    },
    close: async () => {
      abort.abort();
      await reading;
    },
  };
}

describe('the events of the server', () => {
  it('begin with the current revisions, and are not cached', async () => {
    const visitor = await listen();
    expect(visitor.response.headers.get('content-type')).toContain('text/event-stream');
    expect(visitor.response.headers.get('cache-control')).toBe('private, no-store');
    expect(await visitor.next()).toEqual({ revision: server.snapshot.revision, own: null });
    await visitor.close();
  });

  it('report a change only to visitors whose bundle has it', async () => {
    const anonymous = await listen();
    const elder = await listen('elder');
    const first = await anonymous.next();
    const before = await elder.next();
    server.app.replaceSnapshot(other.snapshot);
    const after = await elder.next();
    expect(after.revision).toBe(first.revision);
    expect(after.own).not.toBe(before.own);
    expect(anonymous.events).toEqual([]);
    server.app.replaceSnapshot({ ...other.snapshot, revision: 'another' });
    expect(await anonymous.next()).toEqual({ revision: 'another', own: null });
    server.app.replaceSnapshot(server.snapshot);
    await anonymous.close();
    await elder.close();
  });

  it('send only the public revision to anonymous visitors', () => {
    // Who holds a level in a place receives a session part, though the level everywhere is the lowest.
    expect(
      revisionsFor(server.snapshot, { rank: 0, scopes: 'a-place', account: true }).own,
    ).toMatch(/./);
    expect(revisionsFor(server.snapshot, { rank: 0, scopes: '', account: false })).toEqual(
      revisionsFor(other.snapshot, { rank: 0, scopes: '', account: false }),
    );
  });
});
