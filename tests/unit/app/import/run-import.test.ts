import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runImport } from '../../../../app/tools/import/read/run-import.ts';
import { IMPORT_LIMITS } from '../../../../app/tools/import/limits.ts';
import type { ImportMessage } from '../../../../app/stores/bundle/import-types.ts';
import { LIMITS } from './files.ts';

const REQUEST = { name: 'a.csv', bytes: new Uint8Array(3), convert: false, limits: LIMITS };

/** A worker that answers when the test says so. */
class SilentWorker extends EventTarget {
  static last: SilentWorker;
  ended = false;

  constructor() {
    super();
    SilentWorker.last = this;
  }

  postMessage(): void {
    // It does not answer.
  }

  terminate(): void {
    this.ended = true;
  }

  send(data: ImportMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', SilentWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the worker of an import', () => {
  it('ends after 10 s without an answer, and gives that cause', async () => {
    const answer = runImport(REQUEST, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(IMPORT_LIMITS.time - 1);
    expect(SilentWorker.last.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual({ ok: false, problem: { code: 'timeout' } });
    expect(SilentWorker.last.ended).toBe(true);
  });

  it('has more time for a large file, and four times as much for a compressed one', async () => {
    const bytes = new Uint8Array(5 * 2 ** 20);
    bytes.set([0x50, 0x4b]);
    const answer = runImport({ ...REQUEST, bytes }, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(4 * IMPORT_LIMITS.time - 1);
    expect(SilentWorker.last.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual({ ok: false, problem: { code: 'timeout' } });
  });

  it('ends when the visitor cancels, and when its code cannot be loaded', async () => {
    const cancel = new AbortController();
    const cancelled = runImport(REQUEST, cancel.signal);
    cancel.abort();
    expect(await cancelled).toEqual({ ok: false, problem: { code: 'not-read' } });
    expect(SilentWorker.last.ended).toBe(true);

    const failed = runImport(REQUEST, new AbortController().signal);
    SilentWorker.last.dispatchEvent(new Event('error'));
    expect(await failed).toEqual({ ok: false, problem: { code: 'not-loaded' } });
    expect(SilentWorker.last.ended).toBe(true);
  });

  it('sends the features in parts, which are joined in their order', async () => {
    const [first, second] = [0, 1].map((x) => ({
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates: [x, 0] },
      properties: {},
    }));
    const answer = runImport(REQUEST, new AbortController().signal);
    SilentWorker.last.send({ features: [first!] });
    SilentWorker.last.send({ features: [second!] });
    const rest = {
      name: 'a',
      fields: [],
      bounds: [0, 0, 1, 0],
      skipped: 0,
      shifts: [],
      kinds: [],
    } as const;
    SilentWorker.last.send({ answer: { ok: true, imported: { ...rest, features: [] } } });
    expect(await answer).toEqual({ ok: true, imported: { ...rest, features: [first, second] } });
  });
});
