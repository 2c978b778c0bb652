import { FetchSource, type RangeResponse } from 'pmtiles';
import { DATA_TIMEOUT_MS, deadline } from '../net/deadline.ts';
import { HEAD_BYTES, requestRange, takeHead } from './archive-heads.ts';
import { readOfSite } from './site-archive.ts';
import { SharedReads } from './shared-reads.ts';

/** Places of two numbers in the header of an archive, in bytes: 64 bits each, low bytes first. */
const ROOT_OFFSET_AT = 8;
const ROOT_LENGTH_AT = 16;

interface Range {
  readonly offset: number;
  readonly bytes: number;
  readonly etag: string | undefined;
}

/**
 * Reads an archive by ranges. PMTiles asks for the first 16 kB, in which it expects the whole root
 * directory; most are smaller. Requests without a response end with an error.
 */
export class ArchiveSource extends FetchSource {
  private readonly reads = new SharedReads<RangeResponse>();

  override async getBytes(
    offset: number,
    length: number,
    signal?: AbortSignal,
    etag?: string,
  ): Promise<RangeResponse> {
    const read = (bytes: number): Promise<RangeResponse> =>
      this.reads.get(
        `${offset} ${bytes} ${etag}`,
        (shared) => this.readRange({ offset, bytes, etag }, deadline(DATA_TIMEOUT_MS, shared)),
        signal,
      );
    if (offset === 0 && length > HEAD_BYTES) {
      const head = (await takeHead(this.getKey())) ?? (await read(HEAD_BYTES));
      if (holdsRoot(head.data)) return head;
    }
    return read(length);
  }

  /**
   * Reads a range. After a request was aborted, Chromium answers a later one from its cache with the
   * part that has arrived, as if that were all. Such a range is read again, without the cache.
   */
  private async readRange(
    { offset, bytes, etag }: Range,
    signal: AbortSignal,
  ): Promise<RangeResponse> {
    const ofSite = readOfSite(this.getKey(), { offset, bytes, signal });
    if (ofSite) return ofSite;
    const read = await super.getBytes(offset, bytes, signal, etag);
    if (read.data.byteLength >= bytes) return read;
    // The end of a small archive is shorter too; it is the same then.
    const again = await requestRange(this.getKey(), { offset, bytes, signal, cache: 'reload' });
    return again && again.data.byteLength > read.data.byteLength ? again : read;
  }
}

/** Returns whether the first bytes of an archive contain its whole root directory. */
function holdsRoot(data: ArrayBuffer): boolean {
  if (data.byteLength < ROOT_LENGTH_AT + 8) return false;
  const header = new DataView(data);
  const end = header.getBigUint64(ROOT_OFFSET_AT, true) + header.getBigUint64(ROOT_LENGTH_AT, true);
  return end <= BigInt(data.byteLength);
}
