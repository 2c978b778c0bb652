import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchConfig, type ConfigWatch } from '../../../scripts/commands/watch-config.ts';

describe('a watched folder', () => {
  let dir: string;
  let watching: ConfigWatch;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'atlas-watch-'));
    watching = watchConfig(dir);
  });
  afterEach(async () => {
    await watching.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const write = (): void => writeFileSync(join(dir, 'a.yaml'), `a: ${performance.now()}`);
  const never = (error: unknown): void => expect.unreachable(String(error));

  it('tells of what was written before anyone listened', async () => {
    write();
    await sleep(500);
    let calls = 0;
    watching.tell(async () => void calls++, never);
    await sleep(20);
    expect(calls).toBe(1);
  });

  it('tells nothing when nothing was written, and nothing after its end', async () => {
    let calls = 0;
    watching.tell(async () => void calls++, never);
    await sleep(400);
    write();
    await watching.stop();
    await sleep(400);
    expect(calls).toBe(0);
  });

  it('tells of a burst of writes once, and of those during a call once more', async () => {
    const begun: number[] = [];
    let busy = 0;
    watching.tell(async () => {
      begun.push(performance.now());
      expect(++busy).toBe(1);
      await sleep(600);
      busy--;
    }, never);
    for (let k = 0; k < 5; k++) {
      write();
      await sleep(50);
    }
    await expect.poll(() => begun.length, { timeout: 3_000 }).toBe(1);
    write();
    await expect.poll(() => begun.length, { timeout: 3_000 }).toBe(2);
    await sleep(1_000);
    expect(begun).toHaveLength(2);
  });

  it('goes on after a call that failed, and says when there is nothing to watch', async () => {
    const faults: unknown[] = [];
    let calls = 0;
    watching.tell(
      async () => {
        calls++;
        throw new Error('no');
      },
      (error) => faults.push(error),
    );
    write();
    await expect.poll(() => faults.length, { timeout: 3_000 }).toBe(1);
    write();
    await expect.poll(() => calls, { timeout: 3_000 }).toBe(2);
    const absent = watchConfig(join(dir, 'absent'));
    absent.tell(
      async () => undefined,
      (error) => faults.push(error),
    );
    expect(String(faults.at(-1))).toContain('ENOENT');
    await absent.stop();
  });
});
