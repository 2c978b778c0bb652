import type { AddProtocolAction } from 'maplibre-gl';
import { FetchSource, PMTiles, Protocol, type RangeResponse, type Source } from 'pmtiles';
import { HEAD_BYTES, takeHead } from './archive-heads.ts';

/** Places of two numbers in the header of an archive, in bytes: 64 bits each, low bytes first. */
const ROOT_OFFSET_AT = 8;
const ROOT_LENGTH_AT = 16;

const SCHEME = 'pmtiles://';

const protocol = new Protocol();

/** Reads archives of tiles for MapLibre, which names them `pmtiles://` and their address. */
export const readArchive: AddProtocolAction = (request, abort) => {
  if (request.type === 'json') {
    const address = request.url.slice(SCHEME.length);
    if (!protocol.get(address)) protocol.add(new PMTiles(new ArchiveSource(address)));
  }
  return protocol.tile(request, abort);
};

/**
 * Reads an archive by ranges. PMTiles asks for the first 16 kB, in which it expects the whole root
 * directory; most are smaller.
 */
class ArchiveSource implements Source {
  private readonly ranges: FetchSource;

  constructor(address: string) {
    this.ranges = new FetchSource(address);
  }

  getKey(): string {
    return this.ranges.getKey();
  }

  async getBytes(
    offset: number,
    length: number,
    signal?: AbortSignal,
    etag?: string,
  ): Promise<RangeResponse> {
    if (offset === 0 && length > HEAD_BYTES) {
      const head =
        (await takeHead(this.getKey())) ??
        (await this.ranges.getBytes(0, HEAD_BYTES, signal, etag));
      if (holdsRoot(head.data)) return head;
    }
    return this.ranges.getBytes(offset, length, signal, etag);
  }
}

/** Returns whether the first bytes of an archive contain its whole root directory. */
function holdsRoot(data: ArrayBuffer): boolean {
  if (data.byteLength < ROOT_LENGTH_AT + 8) return false;
  const header = new DataView(data);
  const end = header.getBigUint64(ROOT_OFFSET_AT, true) + header.getBigUint64(ROOT_LENGTH_AT, true);
  return end <= BigInt(data.byteLength);
}
