/**
 * Caches tiles in memory and, if everyone may keep them, on disk. Simultaneous requests for a tile
 * share one lookup and one computation.
 */
import { present } from 'atlas-engine/runtime';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { versionOfCuts, type AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { ANONYMOUS } from '../../access/asker.ts';
import type { Made } from '../../access/answer-cuts.ts';
import { BoundedCache, type CacheFigures } from '../../http/bounded-cache.ts';
import { contentHash } from '../../http/encoded.ts';
import { decideName, mayBeKept, type AllowedCut } from '../../access/policies.ts';
import type { TileFiles } from './tile-files.ts';
import { tileLayer } from './tile-layer.ts';

const gzipAsync = promisify(gzip);

/** A tile in the form in which it is sent. */
export interface MadeTile {
  /** Compressed MVT; null for an empty tile. */
  readonly gzip: Buffer | null;
  /** The same in Brotli; null until `compressNext` has made it. */
  readonly br: Buffer | null;
  readonly hash: string;
  /** False if the store has newer versions than the key. The tile must then not be cached. */
  readonly current: boolean;
}

/** A computed tile: the bytes from the store, null for an empty tile. */
type FreshTile = Made<Uint8Array | null>;

/** The key of a tile: everything that the tile depends on. */
export interface TileKey {
  /** A result of `tileGroup`. */
  readonly group: string;
  readonly z: number;
  readonly x: number;
  readonly y: number;
  /** True if everyone may keep the tile (`mayBeKept`). Other tiles are never written to disk. */
  readonly open: boolean;
}

/**
 * Returns a key for all tiles of a layer: datasets with their fields and the rank they needed, and
 * the version in addresses.
 */
export function tileGroup(layer: string, cuts: readonly AllowedCut[], version: string): string {
  const parts = cuts.map(({ dataset, rank, fields }) => [dataset, rank, fields]);
  const text = JSON.stringify([layer, parts, version]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Returns the groups of all tiles that may be kept on disk. */
function openGroups(snapshot: AtlasSnapshot): ReadonlySet<string> {
  const groups = [...snapshot.access.tiles.keys()].flatMap((name) => {
    const open = decideName(snapshot.access, ANONYMOUS, { feed: 'tiles', name });
    const version = open.allow ? versionOfCuts(snapshot, open.cuts) : null;
    if (!open.allow || version === null || !mayBeKept(snapshot.access, open.cuts)) return [];
    return [tileGroup(tileLayer(snapshot, name, open.cuts).layer, open.cuts, version)];
  });
  return new Set(groups);
}

export class TileCache {
  readonly #cache: BoundedCache<MadeTile>;
  readonly #files: TileFiles | null;

  /** `maxBytes` limits the content and keys in memory. */
  constructor({
    maxBytes,
    files,
  }: {
    readonly maxBytes: number;
    readonly files: TileFiles | null;
  }) {
    this.#cache = new BoundedCache({
      maxBytes,
      bytesOf: ({ gzip, br }) => (gzip?.length ?? 0) + (br?.length ?? 0),
    });
    this.#files = files;
  }

  /** Figures for memory and disk; the disk is searched after a miss in memory. */
  figures(): Readonly<Record<string, CacheFigures>> {
    return present({
      memory: this.#cache.figures(),
      disk: this.#files?.figures(),
    });
  }

  /** Returns the tile for a key, and makes it when it is not cached. Failures are not cached. */
  get({ group, z, x, y, open }: TileKey, make: () => Promise<FreshTile>): Promise<MadeTile> {
    const tile = `${z}-${x}-${y}`;
    const files = open ? this.#files : null;
    return this.#cache.get(`${group}/${tile}`, async () => {
      const kept = await files?.read({ group, tile });
      if (kept) return { ...kept, current: true };
      const { made: bytes, current } = await make();
      if (!bytes) return { gzip: null, br: null, hash: '', current };
      const made = { gzip: await gzipAsync(bytes), br: null, hash: contentHash(bytes) };
      if (current) files?.write({ group, tile }, made);
      return { ...made, current };
    });
  }

  /** Adds Brotli to a tile on disk that does not have it. Returns false if there was nothing to do. */
  async compressNext(): Promise<boolean> {
    const made = await this.#files?.compressNext();
    if (!made) return false;
    this.#cache.replace(made.key, { ...made.content, current: true });
    return true;
  }

  /** Removes tiles from the disk that may not be kept in the new snapshot. */
  changeOver(snapshot: AtlasSnapshot): void {
    this.#files?.keepOnly(openGroups(snapshot));
  }
}
