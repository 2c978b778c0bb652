import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Recovery, type Attempt } from '../../../app/net/recovery.ts';

const MINUTE = 60_000;

/** Things that fail until the server is up, with the times of their requests in milliseconds. */
class Failing {
  up = false;
  asleep = false;
  readonly asked: { readonly key: string; readonly at: number; readonly quiet: boolean }[] = [];
  most = 0;
  private waiting = 0;
  private readonly keys: Set<string>;

  constructor(count: number) {
    this.keys = new Set(Array.from({ length: count }, (_, n) => `layer ${n}`));
  }

  get left(): number {
    return this.keys.size;
  }

  attempts = (): readonly Attempt[] =>
    [...this.keys].map((key) => ({
      key,
      run: async ({ quiet }) => {
        this.asked.push({ key, at: Date.now(), quiet });
        this.most = Math.max(this.most, (this.waiting += 1));
        await new Promise((resolve) => setTimeout(resolve, 100));
        this.waiting -= 1;
        if (this.up) this.keys.delete(key);
        return this.up;
      },
    }));
}

describe('the recovery from failures', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const start = (count: number): { failing: Failing; recovery: Recovery } => {
    const failing = new Failing(count);
    const recovery = new Recovery(failing.attempts, () => failing.asleep);
    recovery.wake();
    return { failing, recovery };
  };

  it('requests one of 50 failed layers at a time, in turn and less and less often', async () => {
    const { failing } = start(50);
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    const times = failing.asked.map(({ at }) => at);
    const delays = times.slice(1).map((at, n) => at - times[n]!);
    expect(failing.most).toBe(1);
    expect(new Set(failing.asked.map(({ key }) => key)).size).toBe(failing.asked.length);
    expect(failing.asked.length).toBeLessThan(25);
    expect(failing.asked.length).toBeGreaterThan(12);
    expect(delays[0]).toBeLessThan(15_000);
    expect(delays.at(-1)).toBeGreaterThan(200_000);
    expect(Math.max(...delays)).toBeLessThan(6.5 * MINUTE);
  });

  it('requests the others, four at a time, when one succeeds', async () => {
    const { failing, recovery } = start(50);
    await vi.advanceTimersByTimeAsync(30 * MINUTE);
    failing.up = true;
    recovery.hurry();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(failing.left).toBe(0);
    expect(failing.most).toBe(4);
    const before = failing.asked.length;
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(failing.asked.length).toBe(before);
  });

  it('sends its requests at other times on each page', async () => {
    const times = [];
    for (let page = 0; page < 20; page += 1) {
      const { failing, recovery } = start(1);
      const began = Date.now();
      await vi.advanceTimersByTimeAsync(8_000);
      recovery.stop();
      times.push(Math.round((failing.asked[0]!.at - began) / 100));
    }
    expect(new Set(times).size).toBeGreaterThan(8);
  });

  it('sends nothing while the page is hidden', async () => {
    const { failing, recovery } = start(3);
    failing.asleep = true;
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(failing.asked).toEqual([]);
    failing.asleep = false;
    recovery.hurry();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(failing.asked.length).toBe(1);
  });

  it('requests everything at once when the visitor asks, and shows it', async () => {
    const { failing, recovery } = start(10);
    void recovery.retryAll();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(failing.asked.map(({ quiet }) => quiet)).toEqual(Array(10).fill(false));
    expect(failing.most).toBe(4);
  });
});
