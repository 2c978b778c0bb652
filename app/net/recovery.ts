import { scatter } from './scatter.ts';

/** Something that failed and can be requested again. */
export interface Attempt {
  readonly key: string;
  /**
   * Requests it again. A `quiet` attempt shows nothing until it succeeds. Returns whether the server
   * has answered.
   */
  run(options: { readonly quiet: boolean }): Promise<boolean>;
}

/** Delay before the first attempt, and the longest delay, in milliseconds. */
const FIRST_MS = 5_000;
const LONGEST_MS = 300_000;

/** Number of attempts at once, and the delay between two such batches, in milliseconds. */
const AT_ONCE = 4;
const PAUSE_MS = 400;

/**
 * Requests failed things again, as long as there are any. Each round requests one of them, in turn;
 * only when the server answers, the others follow in small batches. The delay doubles with each
 * round. All delays are random by a quarter, so that the pages of many visitors do not send their
 * requests at the same time.
 */
export class Recovery {
  private readonly attempts: () => readonly Attempt[];
  private readonly isAsleep: () => boolean;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running = false;
  private round = 0;
  private last = '';

  /** `isAsleep` returns whether no requests may be sent, for example by a hidden page. */
  constructor(attempts: () => readonly Attempt[], isAsleep: () => boolean) {
    this.attempts = attempts;
    this.isAsleep = isAsleep;
  }

  /** Starts the rounds, unless they have started. */
  wake(): void {
    if (this.timer !== undefined || this.running) return;
    if (this.attempts().length === 0) this.round = 0;
    else this.wait(Math.min(FIRST_MS * 2 ** this.round, LONGEST_MS));
  }

  /** Starts again with the first round, for example when the connection or the visitor is back. */
  hurry(): void {
    this.round = 0;
    this.stop();
    this.wait(PAUSE_MS);
  }

  /** Requests everything that failed, at the visitor's request. */
  async retryAll(): Promise<void> {
    this.stop();
    await this.runBatches(this.attempts(), false);
    this.wake();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private wait(milliseconds: number): void {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (!this.isAsleep()) void this.nextRound();
    }, scatter(milliseconds));
  }

  private async nextRound(): Promise<void> {
    const all = this.attempts();
    const next = all[(all.findIndex(({ key }) => key === this.last) + 1) % all.length];
    if (this.running || !next) return this.wake();
    this.running = true;
    this.round += 1;
    this.last = next.key;
    if (await next.run({ quiet: true })) {
      const others = this.attempts().filter(({ key }) => key !== next.key);
      await this.runBatches(others, true);
    }
    this.running = false;
    this.wake();
  }

  private async runBatches(attempts: readonly Attempt[], quiet: boolean): Promise<void> {
    for (let from = 0; from < attempts.length; from += AT_ONCE) {
      if (from > 0) await pause(PAUSE_MS);
      await Promise.all(attempts.slice(from, from + AT_ONCE).map((one) => one.run({ quiet })));
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, scatter(milliseconds)));
}
