import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SourceWatch } from '../../../app/map/source-watch.ts';

describe('the state of a source', () => {
  const reported: [string, string | null][] = [];
  const lost: string[] = [];
  let watch: SourceWatch;

  beforeEach(() => {
    vi.useFakeTimers();
    reported.length = 0;
    lost.length = 0;
    watch = new SourceWatch((id, state) => reported.push([id, state]), {
      stall: 1000,
      lose: (id) => lost.push(id),
    });
  });

  afterEach(() => {
    watch.close();
    vi.useRealTimers();
  });

  it('reports loading, then ready, once each', () => {
    watch.progress('a');
    watch.progress('a');
    watch.settled('a');
    watch.settled('a');
    expect(reported).toEqual([
      ['a', 'loading'],
      ['a', 'ready'],
    ]);
  });

  it('stays failed until it is requested again', () => {
    watch.progress('a');
    watch.failed('a');
    watch.progress('a');
    watch.settled('a');
    expect(reported.at(-1)).toEqual(['a', 'failed']);
    watch.again('a');
    watch.settled('a');
    expect(reported.at(-1)).toEqual(['a', 'ready']);
  });

  it('is not reported as loading while it is requested again without a sign', () => {
    watch.failed('a');
    watch.again('a', { quiet: true });
    watch.progress('a');
    expect(reported).toEqual([['a', 'failed']]);
    vi.advanceTimersByTime(1000);
    expect(reported.slice(1)).toEqual([['a', 'failed']]);
    watch.again('a', { quiet: true });
    watch.settled('a');
    expect(reported.at(-1)).toEqual(['a', 'ready']);
  });

  it('is failed after a timeout without events', () => {
    watch.progress('a');
    vi.advanceTimersByTime(900);
    watch.progress('a');
    vi.advanceTimersByTime(900);
    expect(reported).toEqual([['a', 'loading']]);
    vi.advanceTimersByTime(200);
    expect(reported.at(-1)).toEqual(['a', 'failed']);
  });

  it('recovers from a timeout when a tile arrives, but not from an error', () => {
    watch.progress('a');
    vi.advanceTimersByTime(1000);
    expect(reported.at(-1)).toEqual(['a', 'failed']);
    watch.arrived('a');
    watch.settled('a');
    expect(reported.at(-1)).toEqual(['a', 'ready']);
    watch.missed('a');
    watch.arrived('a');
    watch.settled('a');
    expect(reported.at(-1)).toEqual(['a', 'failed']);
  });

  it('has not failed when the map no longer needs its tiles', () => {
    watch.asks('a');
    watch.progress('a');
    watch.aborted('a');
    watch.idle();
    expect(reported.at(-1)).toEqual(['a', 'ready']);
    expect(lost).toEqual([]);
  });

  it('is independent of other sources', () => {
    watch.progress('a');
    watch.progress('b');
    watch.failed('a');
    watch.settled('b');
    expect(reported.at(-1)).toEqual(['b', 'ready']);
  });

  it('is forgotten with the source, and its timer stops', () => {
    watch.progress('a');
    watch.progress('b');
    watch.keep(new Set(['b']));
    expect(reported.at(-1)).toEqual(['a', null]);
    vi.advanceTimersByTime(5000);
    expect(reported.filter(([id]) => id === 'a').map(([, state]) => state)).toEqual([
      'loading',
      null,
    ]);
  });

  it('is ready when the map has no pending requests', () => {
    watch.progress('a');
    watch.idle();
    expect(reported.at(-1)).toEqual(['a', 'ready']);
  });

  it('is lost when it fails as a whole or times out', () => {
    watch.failed('a');
    watch.progress('b');
    vi.advanceTimersByTime(1000);
    expect(lost).toEqual(['a', 'b']);
  });

  it('is lost after three consecutive failed tiles, but not after two', () => {
    watch.asks('a');
    watch.missed('a');
    watch.missed('a');
    watch.arrived('a');
    watch.missed('a');
    watch.missed('a');
    watch.idle();
    expect(lost).toEqual([]);
    watch.missed('a');
    watch.missed('a');
    expect(lost).toEqual(['a']);
  });

  it('has failed and is lost when none of its tiles loaded', () => {
    for (const source of ['a', 'b', 'c']) {
      watch.asks(source);
      watch.progress(source);
    }
    watch.missed('a');
    watch.arrived('c');
    expect(lost).toEqual([]);
    watch.idle();
    watch.idle();
    expect(lost).toEqual(['a', 'b']);
    expect(reported.slice(-2)).toEqual([
      ['b', 'failed'],
      ['c', 'ready'],
    ]);
  });

  it('can be lost again after another request', () => {
    watch.failed('a');
    watch.failed('a');
    watch.again('a');
    watch.failed('a');
    watch.keep(new Set());
    watch.failed('a');
    expect(lost).toEqual(['a', 'a', 'a']);
  });
});
