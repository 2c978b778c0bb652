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
    this.within(0);
  }

  /** Reports how much is done of the part that is under way. */
  within(weight: number): void {
    const done = this.#done + weight;
    const now = this.#now();
    if (done <= 0 || done >= this.#total || now - this.#reported < PAUSE * 1_000) return;
    this.#reported = now;
    const share = done / this.#total;
    const secondsLeft = Math.ceil(((now - this.#began) * (1 / share - 1)) / 1_000);
    this.#report({ percent: Math.round(100 * share), secondsLeft });
  }
}

/** Returns the progress of work in parts of different sizes, as lines of text. */
export function progressOf<T>(
  what: string,
  parts: readonly T[],
  by: { readonly sizeOf: (part: T) => number; readonly print: (line: string) => void },
): {
  readonly add: (part: T) => void;
  /** Reports a share of the part that is under way, 0 to 1, with a sentence about it. */
  readonly within: (part: T, share: number, about: string) => void;
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
      progress.within(share * by.sizeOf(part));
    },
  };
}

/** What a load does at a time. */
export interface LoadStep {
  readonly doing: 'reading' | 'thinning' | 'writing';
  /** The share of the step that is done, 0 to 1; 0 if it is not known. */
  readonly share: number;
  /** Number of features that are read or written. */
  readonly features: number;
}

/** The part of a load that is done before a step, and after it, as measured with a million points. */
const STEPS: Readonly<Record<LoadStep['doing'], readonly [from: number, to: number]>> = {
  reading: [0, 0.4],
  thinning: [0.4, 0.5],
  writing: [0.5, 1],
};
const DONE = { reading: 'read', thinning: 'read', writing: 'written' } as const;

/** Returns the share of a load that is done, and a sentence about its step. */
export function describeStep(
  dataset: string,
  { doing, share, features }: LoadStep,
): { readonly share: number; readonly about: string } {
  const [from, to] = STEPS[doing];
  const about = `${dataset}: ${features} features ${DONE[doing]}${doing === 'thinning' ? ', now the tiles' : ''}.`;
  return { share: from + (to - from) * share, about };
}

/** Returns the line `Loading the data: 40 % done, about 12 s left.` */
function progressLine(what: string, { percent, secondsLeft }: Advance): string {
  const minutes = Math.round(secondsLeft / 60);
  const left = secondsLeft < 90 ? `${secondsLeft} s` : `${minutes} min`;
  return `${what}: ${percent} % done, about ${left} left.`;
}
