/** A line of a terminal that shows how far a load is, and is redrawn in place. */
import { durationOf, type LoadStep } from '../../server/load/progress.ts';
import type { Screen } from '../common/command.ts';

/** How far the loads of a command are. */
export interface LoadState {
  readonly dataset: string;
  /** Number of the dataset among those to load, from 1. */
  readonly number: number;
  readonly of: number;
  readonly step: LoadStep;
  /** Share of all loads that is done, 0 to 1; null if it is not known. */
  readonly share: number | null;
}

/** What the line shows. */
export interface Shown extends LoadState {
  /** Features per second, if known. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
}

/** Milliseconds between two drawings at least. */
const PAUSE = 100;
/** Milliseconds before the line is drawn, so that a short load shows none. */
const DELAY = 300;
/** Milliseconds after which the line is redrawn though nothing was reported. */
const REST = 1_000;
/** Milliseconds of which the rate is the mean. */
const RATE_SPAN = 5_000;
/** Milliseconds from the first report to the first estimate of the time left. */
const SETTLED = 1_000;

/** Draws the line of a load. Everything else must be printed by `print`. */
export class LoadBar {
  readonly #screen: Screen;
  readonly #began = performance.now();
  readonly #timer: NodeJS.Timeout;
  #drawn: string | null = null;
  #drawnAt = this.#began + DELAY;
  #state: LoadState | null = null;
  #counts: { readonly at: number; readonly features: number }[] = [];
  #estimate: { readonly at: number; readonly seconds: number } | null = null;
  #ended = false;

  constructor(screen: Screen) {
    this.#screen = screen;
    this.#timer = setInterval(() => this.#draw(), REST).unref();
  }

  show(state: LoadState): void {
    const now = performance.now();
    const { dataset, step, share } = state;
    if (dataset !== this.#state?.dataset || step.doing !== this.#state.step.doing)
      this.#counts = [{ at: now, features: step.features }];
    this.#state = state;
    const passed = now - this.#began;
    const known = share !== null && share > 0 && passed >= SETTLED;
    this.#estimate = known ? { at: now, seconds: (passed * (1 / share - 1)) / 1_000 } : null;
    if (now - this.#drawnAt >= PAUSE) this.#draw();
  }

  /** Clears the line, and prints. The line returns when it is next drawn. */
  print(print: () => void): void {
    this.#clear();
    print();
  }

  /** Clears the line for good. */
  end(): void {
    this.#ended = true;
    clearInterval(this.#timer);
    this.#clear();
  }

  #draw(): void {
    if (this.#ended || this.#state === null) return;
    const now = performance.now();
    this.#counts.push({ at: now, features: this.#state.step.features });
    while (this.#counts.length > 2 && now - this.#counts[1]!.at > RATE_SPAN) this.#counts.shift();
    const { text, painted } = lineOf(
      { ...this.#state, rate: this.#rate(), secondsLeft: this.#secondsLeft(now) },
      // The last column stays empty: some terminals begin a new line after it.
      this.#screen.columns() - 1,
      this.#screen,
    );
    this.#screen.write(this.#clearing() + painted);
    this.#drawn = text;
    this.#drawnAt = now;
  }

  #clear(): void {
    if (this.#drawn !== null) this.#screen.write(this.#clearing());
    this.#drawn = null;
    this.#drawnAt = performance.now();
  }

  /** Returns what clears the drawn line, which has several rows when the terminal became narrower. */
  #clearing(): string {
    if (this.#drawn === null) return '';
    const rows = Math.ceil(this.#drawn.length / Math.max(1, this.#screen.columns()));
    return `\r${rows > 1 ? `\x1b[${rows - 1}A` : ''}\x1b[J`;
  }

  #rate(): number | null {
    const [first] = this.#counts;
    const last = this.#counts.at(-1);
    if (!first || !last || last.at - first.at < SETTLED / 2) return null;
    const rate = Math.round((1_000 * (last.features - first.features)) / (last.at - first.at));
    return rate > 0 ? rate : null;
  }

  #secondsLeft(now: number): number | null {
    if (this.#estimate === null) return null;
    const { at, seconds } = this.#estimate;
    return Math.max(1, Math.ceil(seconds - (now - at) / 1_000));
  }
}

const DONE = { reading: 'read', thinning: 'read', writing: 'written', publishing: 'written' };
const NOW = { thinning: ['choosing what tiles show'], publishing: ['writing to the disk'] };

/** Columns of the bar itself. */
const BAR = { least: 8, most: 20 };

/**
 * Returns the line `villages ████░░░░ 62 %, about 12 s left, 612 400 features read, 48 000/s`.
 * What is last is left out where the terminal is narrow.
 */
export function lineOf(
  shown: Shown,
  columns: number,
  look: Pick<Screen, 'color' | 'unicode'>,
): { readonly text: string; readonly painted: string } {
  const { dataset, number, of, share, step, rate, secondsLeft } = shown;
  const head = of > 1 ? `${number} of ${of}: ${dataset}` : dataset;
  // A file of features must not show 100 % before it is on the disk.
  const percent = share === null ? null : `${Math.min(99, Math.floor(100 * share))} %`;
  const left = secondsLeft === null ? [] : [`about ${durationOf(secondsLeft)} left`];
  const { count, shortCount } = countsOf(step);
  const perSecond = rate === null ? [] : [`${grouped(rate)}/s`];
  const tails = [
    [...left, ...count, ...perSecond],
    [...left, ...count],
    [...left, ...shortCount],
    left,
    [],
  ].map((parts) => [...(percent === null ? [] : [percent]), ...parts].join(', '));
  for (const tail of tails) {
    const room = columns - head.length - tail.length - 2;
    if (share === null && room >= -1) return plain(`${head} ${tail}`.trimEnd());
    if (share !== null && room >= BAR.least)
      return withBar({ head, tail, share, width: Math.min(BAR.most, room) }, look);
  }
  return plain(`${percent ?? ''} ${head}`.trimStart().slice(0, Math.max(0, columns)));
}

/** Returns what a step has done, in many words and in few. */
function countsOf({
  doing,
  features,
}: LoadStep): Readonly<Record<'count' | 'shortCount', string[]>> {
  if (features === 0) return { count: [], shortCount: [] };
  const now = doing === 'thinning' || doing === 'publishing' ? NOW[doing] : [];
  return {
    count: [`${grouped(features)} features ${DONE[doing]}`, ...now],
    shortCount: [`${grouped(features)} ${DONE[doing]}`],
  };
}

function plain(text: string): { readonly text: string; readonly painted: string } {
  return { text, painted: text };
}

interface Parts {
  readonly head: string;
  readonly tail: string;
  readonly share: number;
  readonly width: number;
}

function withBar(
  { head, tail, share, width }: Parts,
  { color, unicode }: Pick<Screen, 'color' | 'unicode'>,
): { readonly text: string; readonly painted: string } {
  const [full, empty] = unicode ? ['█', '░'] : ['#', '.'];
  const cells = Math.min(width, Math.floor(share * width));
  const done = full.repeat(cells);
  const open = empty.repeat(width - cells);
  const bar = color ? `\x1b[32m${done}\x1b[0m\x1b[2m${open}\x1b[0m` : done + open;
  return { text: `${head} ${done}${open} ${tail}`, painted: `${head} ${bar} ${tail}` };
}

/** Returns a number as `612 400`. */
function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ' ');
}
