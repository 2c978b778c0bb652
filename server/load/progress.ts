/** Seconds before the first line, and between two lines at least. */
const PAUSE = 5;

/** The part of the time so far that passes between two lines, so that a long load fills no log. */
const PAUSE_SHARE = 0.1;

/** What a line of progress says: the share that is done, and the time left. */
export interface Advance {
  /** 0 to 100, rounded. */
  readonly percent: number;
  /** Estimated from the time so far, in whole seconds. */
  readonly secondsLeft: number;
}

/**
 * Reports the progress of work in several parts, every five seconds, and less often in work of
 * minutes. Nothing is reported about work that takes less.
 */
export class Progress {
  readonly #total: number;
  readonly #report: (advance: Advance) => void;
  readonly #now: () => number;
  readonly #began: number;
  #reported: number;
  #done = 0;

  /** `total` is the sum of the weights of all parts. `now` returns milliseconds. */
  constructor(
    total: number,
    report: (advance: Advance) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#total = total;
    this.#report = report;
    this.#now = now;
    this.#began = this.#reported = now();
  }

  /** Adds a part that is done. */
  add(weight: number): void {
    this.#done += weight;
    this.within(0);
  }

  /** Reports how much is done of the part that is under way. Returns the share of the whole work. */
  within(weight: number): number {
    const done = this.#done + weight;
    const now = this.#now();
    const share = this.#total > 0 ? done / this.#total : 0;
    const pause = Math.max(PAUSE * 1_000, PAUSE_SHARE * (this.#reported - this.#began));
    if (done <= 0 || done >= this.#total || now - this.#reported < pause) return share;
    this.#reported = now;
    const secondsLeft = Math.ceil(((now - this.#began) * (1 / share - 1)) / 1_000);
    this.#report({ percent: Math.round(100 * share), secondsLeft });
    return share;
  }
}

/** Returns the progress of work in parts of different sizes, as lines of text. */
export function progressOf<T>(
  what: string,
  parts: readonly T[],
  by: { readonly sizeOf: (part: T) => number; readonly print: (line: string) => void },
): {
  readonly add: (part: T) => void;
  /**
   * Reports a share of the part that is under way, 0 to 1, with a sentence about it. Returns the share
   * of the whole work.
   */
  readonly within: (part: T, share: number, about: string) => number;
} {
  const total = parts.reduce((sum, part) => sum + by.sizeOf(part), 0);
  let about = '';
  const progress = new Progress(total, (advance) =>
    by.print([progressLine(what, advance), about].filter(Boolean).join(' ')),
  );
  return {
    add: (part) => {
      about = '';
      progress.add(by.sizeOf(part));
    },
    within: (part, share, sentence) => {
      about = sentence;
      return progress.within(share * by.sizeOf(part));
    },
  };
}

/** What a load does at a time. */
export interface LoadStep {
  readonly doing: 'reading' | 'thinning' | 'writing' | 'publishing';
  /** The share of the step that is done, 0 to 1; 0 if it is not known. */
  readonly share: number;
  /** Number of features that are read or written. */
  readonly features: number;
}

/** The part of a load that is done before a step, and after it, as measured with a million points. */
const STEPS: Readonly<Record<LoadStep['doing'], readonly [from: number, to: number]>> = {
  reading: [0, 0.4],
  thinning: [0.4, 0.5],
  writing: [0.5, 0.95],
  publishing: [0.95, 1],
};
const DONE = {
  reading: 'read',
  thinning: 'read',
  writing: 'written',
  publishing: 'written',
} as const;
const NOW = { thinning: ', now the tiles', publishing: ', now to the disk' } as const;

/** Returns the share of a load that is done, and a sentence about its step. */
export function describeStep(
  dataset: string,
  { doing, share, features }: LoadStep,
): { readonly share: number; readonly about: string } {
  const [from, to] = STEPS[doing];
  const now = doing === 'thinning' || doing === 'publishing' ? NOW[doing] : '';
  const about = `${dataset}: ${features} features ${DONE[doing]}${now}.`;
  return { share: from + (to - from) * share, about };
}

/** Returns the line `Loading the data: 40 % done, about 12 s left.` */
function progressLine(what: string, { percent, secondsLeft }: Advance): string {
  return `${what}: ${percent} % done, about ${durationOf(secondsLeft)} left.`;
}

/** Returns whole seconds as `12 s` or `2 min`. */
export function durationOf(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
