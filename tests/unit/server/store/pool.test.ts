import { getPriority } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeadlineExceeded } from '../../../../server/geometry/deadline.ts';
import { onStuckThreads } from '../../../../server/store/busy-threads.ts';
import { RemoteError, WorkerCrashed, WorkerPool } from '../../../../server/store/pool.ts';

const SCRIPT = new URL('./pool-worker.ts', import.meta.url);

let pool: WorkerPool;

beforeEach(() => {
  pool = new WorkerPool({ script: SCRIPT, size: 2 });
});

afterEach(() => pool.close());

describe('the pool of threads', () => {
  it('answers many requests, each with its own answer', async () => {
    const calls = Array.from({ length: 50 }, (_, value) => pool.call({ task: 'echo', value }));
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 50 }, (_, value) => value));
  });

  it('passes the name and the message of an error on', async () => {
    const error = await pool.call({ task: 'fail', value: 'too far' }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ name: 'RangeError', message: 'too far' });
  });

  it('fails the call of a thread that ends, and answers the next', async () => {
    await expect(pool.call({ task: 'crash' })).rejects.toBeInstanceOf(WorkerCrashed);
    expect(await pool.call({ task: 'echo', value: 1 })).toBe(1);
  });

  it('cancels a call whose time is over, in the same thread, and answers the next', async () => {
    const call = pool.call({ task: 'spin', value: 60_000 }, { timeout: 300, heavy: true });
    await expect(call).rejects.toBeInstanceOf(DeadlineExceeded);
    expect(pool.activity(true)).toEqual({ waiting: 0, busy: 0 });
    expect(await pool.call({ task: 'looked', value: 1 }, { heavy: true })).toBe(1);
  });

  it('counts the wait for a thread', async () => {
    await pool.call({ task: 'echo' }, { heavy: true });
    const long = pool.call({ task: 'spin', value: 1_500 }, { heavy: true });
    const began = performance.now();
    const waiting = pool.call({ task: 'echo' }, { heavy: true, timeout: 50 });
    await expect(waiting).rejects.toBeInstanceOf(DeadlineExceeded);
    expect(performance.now() - began).toBeLessThan(1_200);
    await long;
  });

  it('runs a request that is too heavy for a light thread in a heavy one', async () => {
    const isHeavy = (steps: number) => pool.call({ task: 'count', value: steps });
    expect(await isHeavy(40_000)).toBe(false);
    expect(await isHeavy(1_000_000)).toBe(true);
    expect(await pool.call({ task: 'spin', value: 500 })).toBe(500);
    expect(pool.activity(true)).toEqual({ waiting: 0, busy: 0 });
  });

  it('replaces a thread that ignores its flag, and asks for a restart when there are two', async () => {
    pool = new WorkerPool({ script: SCRIPT, size: 3, grace: 100 });
    let asked = 0;
    onStuckThreads(() => (asked += 1));
    const heavy = (task: string, value: number, timeout = 30_000) =>
      pool.call({ task, value }, { heavy: true, timeout });
    await Promise.all([heavy('spin', 100), heavy('spin', 100)]);
    const began = performance.now();
    const deaf = async () => {
      await expect(heavy('ignore', 15_000, 100)).rejects.toBeInstanceOf(DeadlineExceeded);
      return asked;
    };
    expect(await deaf()).toBe(0);
    // Three at once: the other thread, and a replacement of the stuck one.
    expect(await Promise.all([1, 2, 3].map((n) => heavy('echo', n)))).toEqual([1, 2, 3]);
    expect(await deaf()).toBe(1);
    expect(await heavy('echo', 4)).toBe(4);
    // The pool did not wait for a thread.
    expect(performance.now() - began).toBeLessThan(15_000);
  }, 30_000);

  it('lowers the priority of heavy requests only', async () => {
    const niceness = (heavy: boolean) => pool.call({ task: 'niceness' }, { heavy });
    const light = await niceness(false);
    const heavy = await niceness(true);
    expect([light, heavy]).toEqual([
      getPriority(),
      process.platform === 'linux' ? getPriority() + 10 : getPriority(),
    ]);
    expect(await niceness(false)).toBe(light);
  });

  it('leaves threads free while heavy requests wait', async () => {
    await Promise.all([1, 2].map((value) => pool.call({ task: 'spin', value: 50 * value })));
    const done: string[] = [];
    const heavy = [1, 2, 3].map((n) =>
      pool
        .call({ task: 'spin', value: n === 1 ? 1_500 : 10 }, { heavy: true })
        .then(() => done.push(`heavy ${n}`)),
    );
    const light = pool.call({ task: 'echo' }).then(() => done.push('light'));
    await Promise.all([...heavy, light]);
    expect(done).toEqual(['light', 'heavy 1', 'heavy 2', 'heavy 3']);
  });

  it('sends a notice to the threads that run', async () => {
    await pool.call({ task: 'echo' });
    pool.broadcast('hello');
    expect(await pool.call({ task: 'noticed' })).toBe('hello');
  });

  it('fails current and later calls when it is closed', async () => {
    const running = pool.call({ task: 'spin', value: 5_000 });
    const failed = expect(running).rejects.toBeInstanceOf(WorkerCrashed);
    await pool.close();
    await failed;
    await expect(pool.call({ task: 'echo' })).rejects.toBeInstanceOf(WorkerCrashed);
  });
});
