import type { SourceStatus } from '../stores/map-store.ts';

/** A source that says nothing for so long, in milliseconds, while it loads has failed. */
export const STALL_MS = 25_000;

/**
 * Turns what the map says about its sources into one state each. A source that failed stays failed
 * until it is asked for again, as the map does not repeat failed tiles by itself.
 */
export class SourceWatch {
  private readonly states = new Map<string, SourceStatus>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly report: (source: string, status: SourceStatus | null) => void;
  private readonly stall: number;

  constructor(
    report: (source: string, status: SourceStatus | null) => void,
    { stall = STALL_MS } = {},
  ) {
    this.report = report;
    this.stall = stall;
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

  failed(source: string): void {
    this.stop(source);
    this.set(source, 'failed');
  }

  /** The source is asked for anew. */
  again(source: string): void {
    this.states.delete(source);
    this.progress(source);
  }

  /** Forgets the sources that are not on the map any more. */
  keep(sources: ReadonlySet<string>): void {
    for (const source of [...this.states.keys()]) {
      if (sources.has(source)) continue;
      this.stop(source);
      this.states.delete(source);
      this.report(source, null);
    }
  }

  /** Ends all waiting. */
  close(): void {
    for (const source of [...this.timers.keys()]) this.stop(source);
  }

  /** The sources that are still loading. */
  get pending(): readonly string[] {
    return [...this.states].flatMap(([source, state]) => (state === 'loading' ? [source] : []));
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
