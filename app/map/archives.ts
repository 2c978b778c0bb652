import type { AddProtocolAction } from 'maplibre-gl';
import { PMTiles, Protocol } from 'pmtiles';
import { ArchiveSource } from './archive-source.ts';

/** The protocol of archives of tiles in the addresses of a style. */
export const ARCHIVE_SCHEME = 'pmtiles';

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
