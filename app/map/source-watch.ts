import { DATA_TIMEOUT_MS } from '../net/deadline.ts';
import type { SourceStatus } from '../stores/map/map-store.ts';

export interface WatchOptions {
  /** A loading source has failed if there are no events for this many milliseconds. */
  readonly stall?: number;
  /** Called with the id of a lost source. */
  readonly lose?: (source: string) => void;
}

/** Number of consecutive failed tiles after which a source is lost. */
const MISSES = 3;

/**
 * Derives one status per source from the events of the map. A failed source stays failed until it
 * is requested again, because the map does not repeat failed tiles. A source that failed because it
 * was silent recovers when a tile arrives: the connection may be slow. A source is lost when it
 * failed as a whole, when several consecutive tiles failed, or when none of its tiles loaded.
 */
export class SourceWatch {
  private readonly states = new Map<string, SourceStatus>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly report: (source: string, status: SourceStatus | null) => void;
  private readonly lose: (source: string) => void;
  private readonly stall: number;
  /** Number of failed tiles since the last loaded one. */
  private readonly misses = new Map<string, number>();
  /** Number of requested tiles, without those that the map no longer needs. */
  private readonly asked = new Map<string, number>();
  /** The sources for which a tile was loaded. */
  private readonly came = new Set<string>();
  private readonly given = new Set<string>();
  /** The sources that failed because there were no events. */
  private readonly silent = new Set<string>();
  /** Failed sources that are requested again, and are not reported as loading meanwhile. */
  private readonly quiet = new Set<string>();

  constructor(
    report: (source: string, status: SourceStatus | null) => void,
    { stall = DATA_TIMEOUT_MS, lose = () => undefined }: WatchOptions = {},
  ) {
    this.report = report;
    this.stall = stall;
    this.lose = lose;
  }

  /** Records that a request of the source has started, or that a part of the source has arrived. */
  progress(source: string): void {
    if (this.states.get(source) === 'failed') return;
    this.set(source, 'loading');
    this.wait(source);
  }

  /** Records that all data of the source for the current view are loaded. */
  settled(source: string): void {
    if (this.states.get(source) === 'failed') return;
    this.stop(source);
    this.set(source, 'ready');
  }

  /** Records that a tile of the source was requested. */
  asks(source: string): void {
    this.asked.set(source, (this.asked.get(source) ?? 0) + 1);
  }

  /** Records that a requested tile is no longer needed. */
  aborted(source: string): void {
    this.asked.set(source, Math.max(0, (this.asked.get(source) ?? 0) - 1));
  }

  /** Records that a tile of the source was loaded. */
  arrived(source: string): void {
    this.came.add(source);
    this.misses.delete(source);
    if (this.silent.delete(source)) this.progressAgain(source);
  }

  /** Records that a tile of the source failed. */
  missed(source: string): void {
    const misses = (this.misses.get(source) ?? 0) + 1;
    this.misses.set(source, misses);
    this.stop(source);
    this.set(source, 'failed');
    if (misses >= MISSES) this.give(source);
  }

  /** Records that the whole source failed, not only a tile. */
  failed(source: string): void {
    this.stop(source);
    this.set(source, 'failed');
    this.give(source);
  }

  /**
   * Records that the map has no pending requests, so that every loading source is ready. A source
   * has failed when none of its requested tiles loaded: MapLibre reports no error for a 404.
   */
  idle(): void {
    for (const [source, state] of Array.from(this.states)) {
      if (this.asked.get(source) && !this.came.has(source)) this.failed(source);
      else if (state === 'loading') this.settled(source);
    }
  }

  /** Records that the source is requested again. A `quiet` attempt reports only its end. */
  again(source: string, { quiet = false } = {}): void {
    this.forget(source);
    if (quiet) this.quiet.add(source);
    this.progress(source);
  }

  /** Forgets the sources that are no longer on the map. */
  keep(sources: ReadonlySet<string>): void {
    for (const source of Array.from(this.states.keys())) {
      if (sources.has(source)) continue;
      this.stop(source);
      this.forget(source);
      this.report(source, null);
    }
  }

  /** Stops all timers. */
  close(): void {
    for (const source of Array.from(this.timers.keys())) this.stop(source);
  }

  private forget(source: string): void {
    this.states.delete(source);
    this.misses.delete(source);
    for (const known of [this.asked, this.came, this.given, this.silent, this.quiet])
      known.delete(source);
  }

  private progressAgain(source: string): void {
    this.states.delete(source);
    this.progress(source);
  }

  private give(source: string): void {
    if (this.given.has(source)) return;
    this.given.add(source);
    this.lose(source);
  }

  private set(source: string, state: SourceStatus): void {
    if (this.states.get(source) === state) return;
    this.states.set(source, state);
    if (state !== 'loading') this.quiet.delete(source);
    if (!this.quiet.has(source)) this.report(source, state);
  }

  private wait(source: string): void {
    this.stop(source);
    this.timers.set(
      source,
      setTimeout(() => {
        this.silent.add(source);
        this.failed(source);
      }, this.stall),
    );
  }

  private stop(source: string): void {
    clearTimeout(this.timers.get(source));
    this.timers.delete(source);
  }
}
