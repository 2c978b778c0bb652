import { FetchSource, PMTiles, Protocol, type RangeResponse } from 'pmtiles';
import type { AddProtocolAction } from 'maplibre-gl';
import { DATA_TIMEOUT_MS, deadline } from '../net/deadline.ts';

/** The protocol of archives of tiles in the addresses of a style. */
export const ARCHIVE_SCHEME = 'pmtiles';

/** Reads an archive by byte ranges. Requests without a response end with an error. */
class ArchiveSource extends FetchSource {
  override getBytes(
    offset: number,
    length: number,
    signal?: AbortSignal,
    etag?: string,
  ): Promise<RangeResponse> {
    return super.getBytes(offset, length, deadline(DATA_TIMEOUT_MS, signal), etag);
  }
}

const protocol = new Protocol();

/** Answers the requests of the map for the header and the tiles of archives. */
export const readArchive: AddProtocolAction = (request, controller) => {
  const address = addressOf(request.type === 'json' ? request.url : withoutTile(request.url));
  if (!protocol.get(address)) protocol.add(new PMTiles(new ArchiveSource(address)));
  return protocol.tile(request, controller);
};

/**
 * Forgets what was read of an archive. The library also keeps failed reads, which would fail again
 * without a request.
 */
export function forgetArchive(url: string): void {
  protocol.tiles.delete(addressOf(url));
}

function withoutTile(url: string): string {
  return url.replace(/\/\d+\/\d+\/\d+$/, '');
}

function addressOf(url: string): string {
  return url.replace(`${ARCHIVE_SCHEME}://`, '');
}
