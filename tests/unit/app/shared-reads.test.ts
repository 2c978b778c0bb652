import { describe, expect, it } from 'vitest';
import { SharedReads } from '../../../app/map/shared-reads.ts';

/** Reads that the test answers, in the order in which they began. */
function setUp() {
  const reads = new SharedReads<{ readonly data: ArrayBuffer }>();
  const begun: {
    readonly signal: AbortSignal;
    readonly answer: () => void;
    readonly fail: () => void;
  }[] = [];
  const read = (signal?: AbortSignal) =>
    reads.get(
      'a',
      (own) =>
        new Promise((resolve, reject) => {
          const answer = (): void => resolve({ data: new Uint8Array([1, 2]).buffer });
          begun.push({ signal: own, answer, fail: () => reject(new Error('no')) });
          own.addEventListener('abort', () => reject(own.reason as Error));
        }),
      signal,
    );
  return { read, begun };
}

describe('reads of the same range', () => {
  it('at the same time are one request, with bytes for each', async () => {
    const { read, begun } = setUp();
    const both = Promise.all([read(), read()]);
    expect(begun).toHaveLength(1);
    begun[0]!.answer();
    const [a, b] = await both;
    expect([...new Uint8Array(a.data)]).toEqual([1, 2]);
    expect(a.data).not.toBe(b.data);
  });

  it('one after the other are two, also after a failure', async () => {
    const { read, begun } = setUp();
    const first = read();
    begun[0]!.fail();
    await expect(first).rejects.toThrow('no');
    const second = read();
    begun[1]!.answer();
    expect((await second).data.byteLength).toBe(2);
  });

  it('are aborted when all callers have aborted, and not before', async () => {
    const { read, begun } = setUp();
    const [one, two] = [new AbortController(), new AbortController()];
    const reads = [read(one.signal), read(two.signal)];
    one.abort();
    await expect(reads[0]).rejects.toThrow();
    expect(begun[0]!.signal.aborted).toBe(false);
    two.abort();
    await expect(reads[1]).rejects.toThrow();
    expect(begun[0]!.signal.aborted).toBe(true);
    const third = read();
    expect(begun).toHaveLength(2);
    begun[1]!.answer();
    expect((await third).data.byteLength).toBe(2);
  });

  it('of a caller that had aborted before are not made for it', async () => {
    const { read } = setUp();
    await expect(read(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });
});
