import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SourceWatch } from '../../../app/map/source-watch.ts';

describe('the state of a source', () => {
  const told: [string, string | null][] = [];
  let watch: SourceWatch;

  beforeEach(() => {
    vi.useFakeTimers();
    told.length = 0;
    watch = new SourceWatch((id, state) => told.push([id, state]), { stall: 1000 });
  });

  afterEach(() => {
    watch.close();
    vi.useRealTimers();
  });

  it('is loading, then ready, each told once', () => {
    watch.progress('a');
    watch.progress('a');
    watch.settled('a');
    watch.settled('a');
    expect(told).toEqual([
      ['a', 'loading'],
      ['a', 'ready'],
    ]);
  });

  it('stays failed until it is asked for again', () => {
    watch.progress('a');
    watch.failed('a');
    watch.progress('a');
    watch.settled('a');
    expect(told.at(-1)).toEqual(['a', 'failed']);
    watch.again('a');
    watch.settled('a');
    expect(told.at(-1)).toEqual(['a', 'ready']);
  });

  it('is failed when nothing comes for too long, and only then', () => {
    watch.progress('a');
    vi.advanceTimersByTime(900);
    watch.progress('a');
    vi.advanceTimersByTime(900);
    expect(told).toEqual([['a', 'loading']]);
    vi.advanceTimersByTime(200);
    expect(told.at(-1)).toEqual(['a', 'failed']);
  });

  it('does not touch the others', () => {
    watch.progress('a');
    watch.progress('b');
    watch.failed('a');
    watch.settled('b');
    expect(told.at(-1)).toEqual(['b', 'ready']);
    expect(watch.pending).toEqual([]);
  });

  it('is forgotten with the source, its timer too', () => {
    watch.progress('a');
    watch.progress('b');
    watch.keep(new Set(['b']));
    expect(told.at(-1)).toEqual(['a', null]);
    vi.advanceTimersByTime(5000);
    expect(told.filter(([id]) => id === 'a').map(([, state]) => state)).toEqual(['loading', null]);
  });
});
