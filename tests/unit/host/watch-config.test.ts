import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchConfig, type Load, type WatchOptions } from '../../../host/serve/watch-config.ts';
import { statFolder } from '../../../server/config/stat-folder.ts';

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
  const stamp = async () => (await statFolder(dir)).all.stamp;
  const texts = async () => (await statFolder(dir)).texts.stamp;
  const watch = async (
    takeOver: (load: Load) => Promise<string>,
    { taken, ...more }: Partial<WatchOptions> = {},
  ): Promise<void> => {
    stop = watchConfig(dir, {
      taken: taken ?? (await stamp()),
      texts: await texts(),
      check: async () => ({ texts: await texts(), isValid: true }),
      takeOver: async (load) => ({
        stamp: await takeOver(load),
        texts: await texts(),
        hasErrors: false,
      }),
      onState: (state) => states.push(state),
      failed: (error) => faults.push(String(error)),
      every: EVERY,
      ...more,
    });
  };

  it('is read when it was written before the watch began', async () => {
    const before = await stamp();
    write();
    let calls = 0;
    await watch(() => (calls++, stamp()), { taken: before });
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
    // The waits double, from `EVERY` on. A call amid the write is followed by a change.
    const [last, before] = [calls.at(-1)!, calls.at(-2)!];
    expect(last - before).toBeGreaterThanOrEqual(2 * EVERY - 1);
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

  describe('whose load takes long', () => {
    /** A load that ends when `finish` is called, or when it is aborted. */
    const loads: { readonly load: Load; readonly finish: () => void }[] = [];
    const checks: boolean[] = [];
    let isValid: boolean;
    let isOver: boolean;
    let duringCheck: () => Promise<void>;
    const begin = (more: Partial<WatchOptions> = {}) => {
      duringCheck = () => Promise.resolve();
      loads.length = checks.length = 0;
      isValid = true;
      isOver = false;
      const takeOver = async (load: Load): Promise<string> => {
        const before = await stamp();
        await new Promise<void>((resolve, reject) => {
          loads.push({ load, finish: resolve });
          if (isOver) resolve();
          load.signal.addEventListener('abort', () => reject(new Error('ended')));
        });
        return before;
      };
      const check: WatchOptions['check'] = async ({ anyway }) => {
        checks.push(anyway);
        await duringCheck();
        return { texts: await texts(), isValid };
      };
      return watch(takeOver, { check, ...more });
    };
    afterEach(() => {
      isOver = true;
      loads.at(-1)?.finish();
    });

    it('has its newer texts checked at once, and is loaded anew', async () => {
      await begin();
      for (let saves = 1; saves <= 5; saves++) {
        write();
        // A file that was written just now may count as changed once more.
        await expect.poll(() => loads.length).toBeGreaterThanOrEqual(saves);
        expect(checks.length).toBeGreaterThanOrEqual(loads.length);
      }
      await sleep(5 * EVERY);
      const aborted = loads.map(({ load }) => load.signal.aborted);
      expect(aborted).toEqual([...aborted.slice(1).map(() => true), false]);
      loads.at(-1)!.finish();
      await expect.poll(() => states.at(-1)).toBe(null);
      expect([states, faults]).toEqual([['loading', null], []]);
    });

    it('is loaded to the end when only data change, or when the newer texts have errors', async () => {
      await begin();
      write();
      await expect.poll(() => loads.length).toBe(1);
      await sleep(5 * EVERY);
      writeFileSync(join(dir, 'data.csv'), 'a');
      isValid = false;
      write();
      await expect.poll(() => states.at(-1)).toBe('errors');
      await sleep(5 * EVERY);
      expect(loads.at(-1)!.load.isOutdated).toBe(false);
    });

    it('is loaded to the end, and served, although its texts are saved permanently', async () => {
      await begin({ patience: 200 });
      const saving = setInterval(write, 3 * EVERY);
      try {
        const isKept = () => {
          const last = loads.at(-1)?.load;
          return last?.isOutdated === true && !last.signal.aborted;
        };
        await expect.poll(isKept, { timeout: 5_000 }).toBe(true);
        expect(checks).not.toContain(true);
        const before = checks.length;
        await expect.poll(() => checks.length).toBeGreaterThan(before + 1);
        loads.at(-1)!.finish();
        await expect.poll(() => checks).toContain(true);
      } finally {
        clearInterval(saving);
      }
    });

    it('has texts checked that only a load with errors has read', async () => {
      let loaded = 0;
      const checked: string[] = [];
      await watch(() => stamp(), {
        // The load ends before the next comparison.
        every: 10 * EVERY,
        check: async () => {
          checked.push(await texts());
          return { texts: await texts(), isValid: true };
        },
        takeOver: async () => {
          // The texts change after the folder was compared, and before the load reads them.
          if (loaded++ === 0) write();
          await sleep(2 * EVERY);
          return { stamp: await stamp(), texts: await texts(), hasErrors: true };
        },
      });
      writeFileSync(join(dir, 'data.csv'), 'a');
      await expect.poll(() => loaded).toBeGreaterThan(0);
      await expect.poll(async () => checked.at(-1) === (await texts())).toBe(true);
      await sleep(30 * EVERY);
      expect([loaded, checked.length, states.at(-1)]).toEqual([2, 1, null]);
    });

    it('is served although it ends during a check of newer texts', async () => {
      await begin({ patience: 0 });
      write();
      await expect.poll(() => loads.length).toBe(1);
      duringCheck = async () => {
        if (!loads[0]!.load.isOutdated) return;
        loads[0]!.finish();
        await sleep(EVERY);
      };
      const saving = setInterval(write, 3 * EVERY);
      try {
        await expect.poll(() => loads.length).toBe(2);
        expect(checks).toContain(true);
      } finally {
        clearInterval(saving);
      }
    });
  });
});
