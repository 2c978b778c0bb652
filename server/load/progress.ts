/** Seconds before the first line, and between two lines. */
const PAUSE = 5;

/** What a line of progress says: the share that is done, and the time left. */
export interface Advance {
  /** 0 to 100, rounded. */
  readonly percent: number;
  /** Estimated from the time so far, in whole seconds. */
  readonly secondsLeft: number;
}

/**
 * Reports the progress of work in several parts, every five seconds. Nothing is reported about work
 * that takes less.
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
    const now = this.#now();
    if (this.#done >= this.#total || now - this.#reported < PAUSE * 1_000) return;
    this.#reported = now;
    const share = this.#done / this.#total;
    const secondsLeft = Math.ceil(((now - this.#began) * (1 / share - 1)) / 1_000);
    this.#report({ percent: Math.round(100 * share), secondsLeft });
  }
}

/** Returns the progress of work in parts of different sizes, as lines of text. */
export function progressOf<T>(
  what: string,
  parts: readonly T[],
  by: { readonly sizeOf: (part: T) => number; readonly print: (line: string) => void },
): { readonly add: (part: T) => void } {
  const total = parts.reduce((sum, part) => sum + by.sizeOf(part), 0);
  const progress = new Progress(total, (advance) => by.print(progressLine(what, advance)));
  return { add: (part) => progress.add(by.sizeOf(part)) };
}

/** Returns the line `Loading the data: 40 % done, about 12 s left.` */
function progressLine(what: string, { percent, secondsLeft }: Advance): string {
  const minutes = Math.round(secondsLeft / 60);
  const left = secondsLeft < 90 ? `${secondsLeft} s` : `${minutes} min`;
  return `${what}: ${percent} % done, about ${left} left.`;
}
