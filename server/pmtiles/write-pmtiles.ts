import type { Bounds } from 'atlas-engine';
import { createHash } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Compression, TileType, zxyToTileId } from 'pmtiles';
import { layOutDirectories, type DirectoryEntry } from './directory.ts';

/** A tile in the XYZ scheme (y grows to the south) with its uncompressed bytes. */
export interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

/** The content of an archive and its description. */
export interface PmtilesOptions {
  /** Tiles in any order; the same address twice is an error. */
  readonly tiles: Iterable<Tile>;
  readonly tileType: 'mvt' | 'png' | 'jpeg' | 'webp';
  /** `gzip` compresses each tile here (the default for `mvt`); pictures are stored unchanged. */
  readonly compression?: 'gzip' | 'none';
  /** Any JSON: name, attribution, `vector_layers` for vector tiles. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The bounds `[west, south, east, north]` in degrees. */
  readonly bounds: Bounds;
  /** Initial longitude, latitude and zoom. The default is the middle of `bounds` at `minzoom`. */
  readonly center?: readonly [number, number, number];
  /** Lowest zoom; default: that of the tiles. */
  readonly minzoom?: number;
  /** Highest zoom; default: that of the tiles. */
  readonly maxzoom?: number;
  /**
   * Maximum compressed size of the root directory in bytes. Only tests set it below the limit of
   * the format.
   */
  readonly maxRootBytes?: number;
}

/** Sizes and counts of a written archive. */
export interface PmtilesSummary {
  readonly bytes: number;
  /** Number of tile addresses that have a tile. */
  readonly addressed: number;
  /** Number of distinct tile contents. */
  readonly contents: number;
  readonly entries: number;
  readonly leaves: number;
}

/**
 * Writes a clustered PMTiles v3 archive: tiles in Hilbert order, each content once, runs of equal
 * neighbours as one entry, leaf directories if the root would be too large. The file is written
 * atomically; the same tiles give the same bytes.
 */
export function writePmtiles(path: string, options: PmtilesOptions): PmtilesSummary {
  const { archive, summary } = buildPmtiles(options);
  const aside = `${path}.part`;
  writeFileSync(aside, archive);
  renameSync(aside, path);
  return summary;
}

/**
 * Builds the bytes for `writePmtiles`. Throws for an archive without tiles and for two tiles with
 * one address.
 */
export function buildPmtiles(options: PmtilesOptions): {
  readonly archive: Uint8Array;
  readonly summary: PmtilesSummary;
} {
  const compression = options.compression ?? (options.tileType === 'mvt' ? 'gzip' : 'none');
  const sorted = sortTiles(options.tiles);
  const { entries, chunks, dataBytes } = cluster(sorted, compression);
  const directories = layOutDirectories(entries, gzip, options.maxRootBytes);
  const metadata = gzip(Buffer.from(JSON.stringify(options.metadata)));
  const zooms = sorted.map((tile) => tile.z);
  const minzoom = options.minzoom ?? Math.min(...new Set(zooms));
  const maxzoom = options.maxzoom ?? Math.max(...new Set(zooms));
  const [west, south, east, north] = options.bounds;
  const header = writeHeader({
    sections: [directories.root.length, metadata.length, directories.leaves.length, dataBytes],
    counts: [sorted.length, entries.length, chunks.length],
    compression: compression === 'gzip' ? Compression.Gzip : Compression.None,
    tileType: TILE_TYPES[options.tileType],
    zooms: [minzoom, maxzoom],
    bounds: options.bounds,
    center: options.center ?? [(west + east) / 2, (south + north) / 2, minzoom],
  });
  const archive = Buffer.concat([
    header,
    directories.root,
    metadata,
    directories.leaves,
    ...chunks,
  ]);
  return {
    archive,
    summary: {
      bytes: archive.length,
      addressed: sorted.length,
      contents: chunks.length,
      entries: entries.length,
      leaves: directories.leafCount,
    },
  };
}

const HEADER_BYTES = 127;
const TILE_TYPES = {
  mvt: TileType.Mvt,
  png: TileType.Png,
  jpeg: TileType.Jpeg,
  webp: TileType.Webp,
} as const;

const gzip = (bytes: Uint8Array): Uint8Array => gzipSync(bytes, { level: 9 });

type AddressedTile = Tile & { readonly tileId: number };

function sortTiles(tiles: Iterable<Tile>): AddressedTile[] {
  const sorted = Array.from(tiles, (tile) => ({
    ...tile,
    tileId: zxyToTileId(tile.z, tile.x, tile.y),
  })).sort((a, b) => a.tileId - b.tileId);
  if (sorted.length === 0) throw new Error('An archive needs at least one tile.');
  sorted.forEach((tile, i) => {
    if (tile.tileId === sorted[i - 1]?.tileId) {
      throw new Error(`The tile ${tile.z}/${tile.x}/${tile.y} was given twice.`);
    }
  });
  return sorted;
}

function cluster(tiles: readonly AddressedTile[], compression: 'gzip' | 'none') {
  const entries: DirectoryEntry[] = [];
  const chunks: Uint8Array[] = [];
  const seen = new Map<string, { offset: number; length: number }>();
  let dataBytes = 0;
  for (const { tileId, data } of tiles) {
    const hash = createHash('sha256').update(data).digest('base64');
    let place = seen.get(hash);
    if (!place) {
      const stored = compression === 'gzip' ? gzip(data) : data;
      place = { offset: dataBytes, length: stored.length };
      seen.set(hash, place);
      chunks.push(stored);
      dataBytes += stored.length;
    }
    const last = entries.at(-1);
    if (last?.offset === place.offset && last.tileId + last.runLength === tileId) {
      entries[entries.length - 1] = { ...last, runLength: last.runLength + 1 };
    } else {
      entries.push({ tileId, ...place, runLength: 1 });
    }
  }
  return { entries, chunks, dataBytes };
}

interface HeaderFields {
  /**
   * Lengths in bytes of root directory, metadata, leaf directories and tile data, in the order of
   * the file.
   */
  readonly sections: readonly [number, number, number, number];
  /** Numbers of addressed tiles, entries and distinct contents. */
  readonly counts: readonly [number, number, number];
  readonly compression: Compression;
  readonly tileType: TileType;
  readonly zooms: readonly [number, number];
  readonly bounds: Bounds;
  readonly center: readonly [number, number, number];
}

/**
 * Returns the header, as in the PMTiles specification, version 3, section 3 (all numbers
 * little-endian).
 */
function writeHeader(fields: HeaderFields): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(Buffer.from('PMTiles'));
  view.setUint8(7, 3);
  let at = HEADER_BYTES;
  fields.sections.forEach((length, i) => {
    view.setBigUint64(8 + i * 16, BigInt(at), true);
    view.setBigUint64(16 + i * 16, BigInt(length), true);
    at += length;
  });
  fields.counts.forEach((count, i) => view.setBigUint64(72 + i * 8, BigInt(count), true));
  const small = [1, Compression.Gzip, fields.compression, fields.tileType, ...fields.zooms];
  small.forEach((value, i) => view.setUint8(96 + i, value));
  withExtent(fields.bounds).forEach((degrees, i) =>
    view.setInt32(102 + i * 4, toE7(degrees), true),
  );
  view.setUint8(118, fields.center[2]);
  view.setInt32(119, toE7(fields.center[0]), true);
  view.setInt32(123, toE7(fields.center[1]), true);
  return bytes;
}

const toE7 = (degrees: number): number => Math.round(degrees * 1e7);

/** Half the extent of the bounds of a single place, in degrees. */
const LEAST_EXTENT = 1e-6;

/** Returns bounds that have an extent: readers do not accept those of a single place. */
function withExtent([west, south, east, north]: Bounds): Bounds {
  const [x, y] = [east > west ? 0 : LEAST_EXTENT, north > south ? 0 : LEAST_EXTENT];
  return [west - x, south - y, east + x, north + y];
}
