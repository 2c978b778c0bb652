import { getPriority } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PoolTimeout, RemoteError, WorkerCrashed, WorkerPool } from '../../../server/store/pool.ts';

let pool: WorkerPool;

beforeEach(() => {
  pool = new WorkerPool({ script: new URL('./pool-worker.ts', import.meta.url), size: 2 });
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

  it('ends a thread that takes too long, and answers the next', async () => {
    const slow = pool.call({ task: 'spin', value: 60_000 }, { timeout: 1500 });
    await expect(slow).rejects.toBeInstanceOf(PoolTimeout);
    expect(await pool.call({ task: 'echo', value: 1 })).toBe(1);
  });

  it('lets heavy requests run after all others, and only them', async () => {
    const niceness = (heavy: boolean) => pool.call({ task: 'niceness' }, { heavy });
    const light = await niceness(false);
    const heavy = await niceness(true);
    expect([light, heavy]).toEqual([
      getPriority(),
      process.platform === 'linux' ? getPriority() + 5 : getPriority(),
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

  it('fails calls under way and later ones when it is closed', async () => {
    const running = pool.call({ task: 'spin', value: 5_000 });
    const failed = expect(running).rejects.toBeInstanceOf(WorkerCrashed);
    await pool.close();
    await failed;
    await expect(pool.call({ task: 'echo' })).rejects.toBeInstanceOf(WorkerCrashed);
  });
});
