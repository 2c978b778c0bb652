import { describe, expect, it } from 'vitest';
import { createClientGate } from '../../../server/http/client-gate.ts';

/** A gate with jobs that the test ends. */
function makeGate(waiting = 10) {
  const gate = createClientGate({ atOnce: 2, waiting });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, signal?: AbortSignal): Promise<string> =>
    gate(
      name[0]!,
      () =>
        new Promise((resolve) => {
          started.push(name);
          ends.set(name, () => resolve(name));
        }),
      signal,
    );
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, end, started };
}

describe('a gate of clients', () => {
  it('runs one job of a client, and lets clients take turns', async () => {
    const { ask, end, started } = makeGate();
    const jobs = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name));
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'c1']);
    await end('c1');
    await end('b1');
    await end('a2');
    await end('a3');
    await end('b2');
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(await Promise.all(jobs)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
  });

  it('refuses a job when too many wait, and forgets a client that has gone', async () => {
    const { ask, end, started } = makeGate(1);
    const gone = new AbortController();
    const first = ask('a1');
    const waits = ask('a2', gone.signal);
    await expect(ask('a3')).rejects.toMatchObject({ id: 'busy' });
    gone.abort(new Error('gone'));
    await expect(waits).rejects.toThrow('gone');
    const next = ask('a4');
    await end('a1');
    await end('a4');
    expect(await Promise.all([first, next])).toEqual(['a1', 'a4']);
    expect(started).toEqual(['a1', 'a4']);
  });

  it('frees the place of a job that fails', async () => {
    const gate = createClientGate({ atOnce: 1, waiting: 1 });
    await expect(gate('a', () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(await gate('b', async () => 1)).toBe(1);
  });
});
