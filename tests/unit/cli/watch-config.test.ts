import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchConfig, type WatchOptions } from '../../../cli/serve/watch-config.ts';
import { lookAtFolder } from '../../../server/config/look-at-folder.ts';

const EVERY = 20;

describe('a watched folder', () => {
  let dir: string;
  let stop: () => Promise<void>;
  let states: (string | null)[];
  let faults: string[];
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'atlas-watch-'));
    write();
    await sleep(50);
    [states, faults] = [[], []];
  });
  afterEach(async () => {
    await stop();
    rmSync(dir, { recursive: true, force: true });
  });

  /** Replaces the file in one step: a watch never sees it empty, which is another state. */
  const write = (): void => {
    writeFileSync(`${dir}.yaml`, `a: ${performance.now()}`);
    renameSync(`${dir}.yaml`, join(dir, 'a.yaml'));
  };
  const stamp = async () => (await lookAtFolder(dir)).all.stamp;
  const watch = async (takeOver: WatchOptions['takeOver'], taken?: string): Promise<void> => {
    stop = watchConfig(dir, {
      taken: taken ?? (await stamp()),
      takeOver,
      onState: (state) => states.push(state),
      failed: (error) => faults.push(String(error)),
      every: EVERY,
    });
  };

  it('is read when it was written before the watch began', async () => {
    const before = await stamp();
    write();
    let calls = 0;
    await watch(() => (calls++, stamp()), before);
    await expect.poll(() => states.at(-1)).toBe(null);
    expect([calls, states]).toEqual([1, ['loading', null]]);
  });

  it('is not read when nothing was written, nor after the end', async () => {
    let calls = 0;
    await watch(() => (calls++, stamp()));
    await sleep(5 * EVERY);
    await stop();
    write();
    await sleep(5 * EVERY);
    expect([calls, states]).toEqual([0, []]);
  });

  it('is read again when it is written during a read, and never twice at the same time', async () => {
    let calls = 0;
    let busy = 0;
    await watch(async () => {
      calls++;
      expect(++busy).toBe(1);
      const before = await stamp();
      if (calls === 1) write();
      await sleep(3 * EVERY);
      busy--;
      return before;
    });
    write();
    await sleep(30);
    await expect.poll(() => calls).toBe(2);
    await sleep(10 * EVERY);
    expect([calls, states.at(-1), faults]).toEqual([2, null, []]);
  });

  it('is tried again after a failure without a change, less often each time', async () => {
    const calls: number[] = [];
    await watch(async () => {
      calls.push(performance.now());
      if (calls.length < 4) throw new Error('no');
      return stamp();
    });
    write();
    await expect.poll(() => states.at(-1), { timeout: 5_000 }).toBe(null);
    expect(faults).toEqual(['Error: no']);
    expect(states).toEqual(['loading', 'failed', null]);
    // The waits double: 20, 40 and 80 ms at least.
    expect(calls.at(-1)! - calls[0]!).toBeGreaterThan(140);
  });

  it('is read again when it is restored after a failed change', async () => {
    let read: 'not' | 'failed' | 'taken' = 'not';
    const [aside, other] = [`${dir}-aside`, `${dir}-other`];
    await watch(async () => {
      read = existsSync(join(dir, 'a.yaml')) ? 'taken' : 'failed';
      if (read === 'failed') throw new Error('half of it was loaded');
      return stamp();
    });
    mkdirSync(other);
    renameSync(dir, aside);
    renameSync(other, dir);
    await expect.poll(() => read).toBe('failed');
    rmSync(dir, { recursive: true });
    renameSync(aside, dir);
    await expect.poll(() => read).toBe('taken');
    await expect.poll(() => states.at(-1)).toBe(null);
  });

  it('that is missing is reported once, and is not read again when it is restored unchanged', async () => {
    let calls = 0;
    await watch(() => (calls++, stamp()));
    renameSync(dir, `${dir}-away`);
    await sleep(10 * EVERY);
    renameSync(`${dir}-away`, dir);
    await expect.poll(() => states.at(-1)).toBe(null);
    expect([calls, states]).toEqual([0, ['gone', null]]);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/The configuration folder .* does not exist/);
  });
});
