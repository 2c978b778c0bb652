import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { deadline } from '../../../app/net/deadline.ts';
import { loadRepeating, requestJson } from '../../../app/net/http-client.ts';

const answering = (body: string, status = 200): void => {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
};
/** Answers with half of a document, after which the connection is silent or breaks. */
const answeringHalf = (breaks: boolean): void => {
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      controller.enqueue(new TextEncoder().encode('{"format":1,'));
      if (breaks) controller.error(new TypeError('network error'));
      signal.addEventListener('abort', () => controller.error(signal.reason));
    };
    return new Response(new ReadableStream({ start }));
  });
};
const ask = () => requestJson<{ groups: object }>('/part.json', { keys: ['format', 'groups'] });

describe('a request for a document', () => {
  // With the clock of a test, it would arrive too late.
  beforeAll(loadRepeating);
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('returns a document with the required keys', async () => {
    answering('{"format":1,"groups":{}}');
    expect(await ask()).toEqual({ ok: true, value: { format: 1, groups: {} } });
  });

  it('returns a document whose answer names no type', async () => {
    const bytes = new TextEncoder().encode('{"format":1,"groups":{}}');
    vi.stubGlobal('fetch', async () => new Response(bytes));
    expect(await ask()).toEqual({ ok: true, value: { format: 1, groups: {} } });
  });

  it.each(['', 'null', '[]', '3', '"groups"', '{"error":"busy"}', '<p>Log in</p>', '{"format":'])(
    'fails when the answer is %j',
    async (body) => {
      answering(body);
      expect(await ask()).toEqual({ ok: false, failure: { kind: 'format' } });
    },
  );

  it.each([
    [400, { kind: 'invalid', fields: [] }],
    [401, { kind: 'unauthorized' }],
    [403, { kind: 'forbidden' }],
    [404, { kind: 'missing' }],
    [409, { kind: 'invalid', fields: [] }],
    [410, { kind: 'missing' }],
    [413, { kind: 'invalid', fields: [] }],
    [422, { kind: 'invalid', fields: [] }],
    [429, { kind: 'limited', minutes: 1 }],
    [500, { kind: 'server' }],
    [502, { kind: 'server' }],
    [503, { kind: 'busy' }],
  ])('fails for the status %d', async (status, failure) => {
    answering('{"format":1,"groups":{}}', status);
    expect(await ask()).toEqual({ ok: false, failure });
  });

  it('waits after a 429 as long as the server says, and sends a patient request again', async () => {
    vi.useFakeTimers();
    const statuses = [429, 429, 200];
    const sent: number[] = [];
    const start = performance.now();
    vi.stubGlobal('fetch', async () => {
      sent.push(performance.now() - start);
      const status = statuses.shift()!;
      const headers = status === 429 ? { 'retry-after': '5' } : {};
      return new Response('{"format":1}', { status, headers });
    });
    const outcome = requestJson('/part.json', { patient: true });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await outcome).toEqual({ ok: true, value: { format: 1 } });
    expect(sent).toEqual([0, 5_000, 10_000]);
  });

  it('fails at once when the server says to wait beyond the timeout', async () => {
    const fetch = vi.fn(
      async () => new Response('', { status: 429, headers: { 'retry-after': '60' } }),
    );
    vi.stubGlobal('fetch', fetch);
    const outcome = await requestJson('/part.json', { patient: true });
    expect(outcome).toEqual({ ok: false, failure: { kind: 'limited', minutes: 1 } });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('fails when the connection breaks, and when there is no answer within 20 s', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await ask()).toEqual({ ok: false, failure: { kind: 'offline' } });
    vi.useFakeTimers();
    vi.stubGlobal(
      'fetch',
      (_address: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const outcome = ask();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await outcome).toEqual({ ok: false, failure: { kind: 'timeout' } });
  });

  it('fails when the connection breaks in the answer, and when it is silent for 20 s', async () => {
    answeringHalf(true);
    expect(await ask()).toEqual({ ok: false, failure: { kind: 'offline' } });
    vi.useFakeTimers();
    answeringHalf(false);
    const outcome = ask();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await outcome).toEqual({ ok: false, failure: { kind: 'timeout' } });
  });
});

describe('a deadline', () => {
  it('aborts with another signal, before and after it was created', () => {
    const other = new AbortController();
    const signal = deadline(1_000, other.signal);
    expect(signal.aborted).toBe(false);
    other.abort();
    expect(signal.aborted).toBe(true);
    expect(deadline(1_000, other.signal).aborted).toBe(true);
  });
});
