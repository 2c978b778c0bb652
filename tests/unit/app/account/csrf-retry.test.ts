import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadRepeating, requestJson } from '../../../../app/net/http-client.ts';

/** Answers the calls of tools with these statuses in order; the route of the cookie sets the token. */
function serve(statuses: number[], cookie = 'csrftoken=old'): { calls: string[] } {
  const calls: string[] = [];
  const page = { cookie };
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', (address: string, { method = 'GET', headers }: RequestInit) => {
    const token = new Headers(headers).get('x-csrftoken');
    calls.push([method, address, ...(token === null ? [] : [token])].join(' '));
    if (address === '/api/users/profile') {
      page.cookie = 'csrftoken=new';
      return Promise.resolve(new Response('{}', { status: 401 }));
    }
    return Promise.resolve(new Response('{"a":1}', { status: statuses.shift()! }));
  });
  return { calls };
}

describe('a call of a tool with a body', () => {
  // With the clock of a test, it would arrive too late.
  beforeAll(loadRepeating);
  afterEach(() => vi.unstubAllGlobals());

  it('is sent once more with a new CSRF token after a 403', async () => {
    const { calls } = serve([403, 200]);
    expect(await requestJson('/api/x/', { body: {} })).toEqual({ ok: true, value: { a: 1 } });
    expect(calls).toEqual(['POST /api/x/ old', 'GET /api/users/profile', 'POST /api/x/ new']);
  });

  it('is not sent before the page has a token', async () => {
    const { calls } = serve([200, 200], '');
    await requestJson('/api/x/', { body: {} });
    await requestJson('/api/x/', { body: {} });
    const sent = 'POST /api/x/ new';
    expect(calls).toEqual(['GET /api/users/profile', sent, sent]);
  });

  it('ends at one deadline, which includes the request of the cookie', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { cookie: '' });
    const silent = vi.fn(
      (_address: string, { signal }: { signal: AbortSignal }) =>
        new Promise<Response>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    vi.stubGlobal('fetch', silent);
    const outcome = requestJson('/api/x/', { body: {}, timeout: 5_000 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await outcome).toEqual({ ok: false, failure: { kind: 'timeout' } });
    expect(silent.mock.calls.map(([address]) => address)).toEqual(['/api/users/profile']);
    vi.useRealTimers();
  });

  it('is not sent a third time, and a request without changes is not repeated', async () => {
    const posted = serve([403, 403, 200]);
    expect(await requestJson('/api/x/', { body: {} })).toEqual({
      ok: false,
      failure: { kind: 'forbidden' },
    });
    expect(posted.calls).toHaveLength(3);
    const read = serve([403, 200]);
    expect(await requestJson('/api/x/')).toEqual({ ok: false, failure: { kind: 'forbidden' } });
    expect(read.calls).toEqual(['GET /api/x/ old']);
  });
});
