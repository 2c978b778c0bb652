import type { SourceStatus } from '../stores/map-store.ts';

/** A source that says nothing for so long, in milliseconds, while it loads has failed. */
const STALL_MS = 25_000;

export interface WatchOptions {
  /** Milliseconds without a word until a source that loads has failed. */
  readonly stall?: number;
  /** Told of a source that is lost. */
  readonly lose?: (source: string) => void;
}

/** Tiles that fail one after the other until a source is given up. */
const MISSES = 3;

/**
 * Turns what the map says about its sources into one state each. A source that failed stays failed
 * until it is asked for again, as the map does not repeat failed tiles by itself. It is lost when
 * it failed as a whole, when several tiles failed in a row, or when no tile of it came.
 */
export class SourceWatch {
  private readonly states = new Map<string, SourceStatus>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly report: (source: string, status: SourceStatus | null) => void;
  private readonly lose: (source: string) => void;
  private readonly stall: number;
  /** Tiles that failed since one came. */
  private readonly misses = new Map<string, number>();
  /** Sources of which tiles were asked for, and of which one came. */
  private readonly asked = new Set<string>();
  private readonly came = new Set<string>();
  private readonly given = new Set<string>();

  constructor(
    report: (source: string, status: SourceStatus | null) => void,
    { stall = STALL_MS, lose = () => undefined }: WatchOptions = {},
  ) {
    this.report = report;
    this.stall = stall;
    this.lose = lose;
  }

  /** Something of the source is on its way, or a part of it has come. */
  progress(source: string): void {
    if (this.states.get(source) === 'failed') return;
    this.set(source, 'loading');
    this.wait(source);
  }

  /** All that the view needs of the source is here. */
  settled(source: string): void {
    if (this.states.get(source) === 'failed') return;
    this.stop(source);
    this.set(source, 'ready');
  }

  /** A tile of the source is asked for. */
  asks(source: string): void {
    this.asked.add(source);
  }

  /** A tile of the source is here. */
  arrived(source: string): void {
    this.came.add(source);
    this.misses.delete(source);
  }

  /** A tile of the source did not come. */
  missed(source: string): void {
    const misses = (this.misses.get(source) ?? 0) + 1;
    this.misses.set(source, misses);
    this.stop(source);
    this.set(source, 'failed');
    if (misses >= MISSES) this.give(source);
  }

  /** The source did not come. */
  failed(source: string): void {
    this.stop(source);
    this.set(source, 'failed');
    this.give(source);
  }

  /**
   * The map waits for nothing any more: what loads is here. Of what is lost no tile came; a server
   * that has none (404) is passed over by the map in silence.
   */
  idle(): void {
    for (const [source, state] of [...this.states]) {
      if (state === 'loading') this.settled(source);
      if (this.asked.has(source) && !this.came.has(source)) this.give(source);
    }
  }

  /** The source is asked for anew. */
  again(source: string): void {
    this.forget(source);
    this.progress(source);
  }

  /** Forgets the sources that are not on the map any more. */
  keep(sources: ReadonlySet<string>): void {
    for (const source of [...this.states.keys()]) {
      if (sources.has(source)) continue;
      this.stop(source);
      this.forget(source);
      this.report(source, null);
    }
  }

  /** Ends all waiting. */
  close(): void {
    for (const source of [...this.timers.keys()]) this.stop(source);
  }

  private forget(source: string): void {
    this.states.delete(source);
    this.misses.delete(source);
    for (const known of [this.asked, this.came, this.given]) known.delete(source);
  }

  private give(source: string): void {
    if (this.given.has(source)) return;
    this.given.add(source);
    this.lose(source);
  }

  private set(source: string, state: SourceStatus): void {
    if (this.states.get(source) === state) return;
    this.states.set(source, state);
    this.report(source, state);
  }

  private wait(source: string): void {
    this.stop(source);
    this.timers.set(
      source,
      setTimeout(() => this.failed(source), this.stall),
    );
  }

  private stop(source: string): void {
    clearTimeout(this.timers.get(source));
    this.timers.delete(source);
  }
}
