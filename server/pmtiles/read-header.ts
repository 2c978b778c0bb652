import type { FileHandle } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { bytesToHeader, Compression, TileType } from 'pmtiles';
import type { FileFacts } from 'atlas-engine';

type ArchiveFacts = Extract<FileFacts, { kind: 'archive' }>;

/** Length of the header in bytes (PMTiles specification, version 3, section 3). */
export const HEADER_BYTES = 127;

/** Maximum size of metadata in bytes. Larger metadata is not read. */
const MAX_METADATA_BYTES = 20_000_000;

const TILES: Readonly<Record<number, ArchiveFacts['tiles']>> = {
  [TileType.Mvt]: 'vector',
  [TileType.Png]: 'png',
  [TileType.Jpeg]: 'jpeg',
  [TileType.Webp]: 'webp',
  [TileType.Avif]: 'avif',
};

/** Returns whether a file that begins with these bytes is a PMTiles archive of version 3. */
export function isArchive(beginning: Buffer): boolean {
  return beginning.toString('latin1', 0, 7) === 'PMTiles' && beginning[7] === 3;
}

/**
 * Reads the header of a PMTiles archive, and the layers from its metadata. `beginning` has the first
 * `HEADER_BYTES` bytes of the file. Throws when the archive is truncated or damaged.
 */
export async function readArchive(file: FileHandle, beginning: Uint8Array): Promise<ArchiveFacts> {
  const header = bytesToHeader(new Uint8Array(beginning).buffer);
  const { size } = await file.stat();
  if (header.tileDataOffset + (header.tileDataLength ?? 0) > size)
    throw new RangeError('the archive is truncated');
  const tiles = TILES[header.tileType] ?? 'unknown';
  const { minLon, minLat, maxLon, maxLat } = header;
  return {
    kind: 'archive',
    tiles,
    minzoom: header.minZoom,
    maxzoom: header.maxZoom,
    bounds: minLon < maxLon && minLat < maxLat ? [minLon, minLat, maxLon, maxLat] : null,
    layers: tiles === 'vector' ? layersOf(await readMetadata(file, header)) : null,
  };
}

async function readMetadata(
  file: FileHandle,
  header: ReturnType<typeof bytesToHeader>,
): Promise<unknown> {
  const { jsonMetadataOffset: offset, jsonMetadataLength: length } = header;
  if (length === 0 || length > MAX_METADATA_BYTES) return null;
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, offset);
  const limits = { maxOutputLength: MAX_METADATA_BYTES };
  switch (header.internalCompression) {
    case Compression.None:
      return JSON.parse(bytes.toString('utf8'));
    case Compression.Gzip:
      return JSON.parse(gunzipSync(bytes, limits).toString('utf8'));
    case Compression.Brotli:
      return JSON.parse(brotliDecompressSync(bytes, limits).toString('utf8'));
    default:
      return null;
  }
}

function layersOf(metadata: unknown): ArchiveFacts['layers'] {
  const layers = (metadata as { vector_layers?: unknown } | null)?.vector_layers;
  if (!Array.isArray(layers)) return null;
  return Object.fromEntries(
    (layers as { id?: unknown; fields?: unknown }[]).map(({ id, fields }) => [
      String(id),
      Object.keys(Object(fields) as object),
    ]),
  );
}
