/**
 * Made tiles, in memory and, those that everyone may see, on the disk; a tile that many ask for at
 * once is looked for and made once.
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
import { decideName, type AllowedCut } from '../../access/policies.ts';
import type { TileFiles } from './tile-files.ts';
import { tileLayer } from './tile-layer.ts';

const gzipAsync = promisify(gzip);

/** A tile as it goes over the wire. */
export interface MadeTile {
  /** Compressed MVT; null when nothing is in the tile. */
  readonly gzip: Buffer | null;
  readonly hash: string;
  /** False: the store had moved on to other versions than the key names; not to be kept. */
  readonly current: boolean;
}

/** What making a tile gives: the bytes of the store, null when nothing is in the tile. */
type FreshTile = Made<Uint8Array | null>;

/** All that a tile depends on. */
export interface TileKey {
  /** Of `tileGroup`. */
  readonly group: string;
  readonly z: number;
  readonly x: number;
  readonly y: number;
  /** True when everyone may see it: others never touch the disk. */
  readonly open: boolean;
}

/**
 * What all tiles of a layer have in common, as one word: datasets with their fields and the rank
 * they needed, and the version that stands in addresses.
 */
export function tileGroup(layer: string, cuts: readonly AllowedCut[], version: string): string {
  const parts = cuts.map(({ dataset, cut, fields }) => [dataset, cut, fields]);
  const text = JSON.stringify([layer, parts, version]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** The groups of all tiles that everyone may see. */
function openGroups(snapshot: AtlasSnapshot): ReadonlySet<string> {
  const groups = [...snapshot.access.tiles.keys()].flatMap((name) => {
    const open = decideName(snapshot.access, ANONYMOUS, { feed: 'tiles', name });
    const version = open.allow ? versionOfCuts(snapshot, open.cuts) : null;
    if (!open.allow || version === null) return [];
    return [tileGroup(tileLayer(snapshot, name, open.cuts).layer, open.cuts, version)];
  });
  return new Set(groups);
}

export class TileCache {
  readonly #cache: BoundedCache<MadeTile>;
  readonly #files: TileFiles | null;

  /** `maxBytes` bounds what is kept in memory, keys included. */
  constructor({
    maxBytes,
    files,
  }: {
    readonly maxBytes: number;
    readonly files: TileFiles | null;
  }) {
    this.#cache = new BoundedCache({ maxBytes, bytesOf: (tile) => tile.gzip?.length ?? 0 });
    this.#files = files;
  }

  /** By place; misses in memory are looked for on the disk. */
  figures(): Readonly<Record<string, CacheFigures>> {
    return present({
      memory: this.#cache.figures(),
      disk: this.#files?.figures(),
    });
  }

  /** The tile under a key, made when it is not kept. A failure reaches all who wait and is not kept. */
  get({ group, z, x, y, open }: TileKey, make: () => Promise<FreshTile>): Promise<MadeTile> {
    const tile = `${z}-${x}-${y}`;
    const files = open ? this.#files : null;
    return this.#cache.get(`${group}/${tile}`, async () => {
      const kept = await files?.read({ group, tile });
      if (kept) return { ...kept, current: true };
      const { made: bytes, current } = await make();
      if (!bytes) return { gzip: null, hash: '', current };
      const made = { gzip: await gzipAsync(bytes), hash: contentHash(bytes) };
      if (current) files?.write({ group, tile }, made);
      return { ...made, current };
    });
  }

  /** Removes from the disk what another snapshot no longer gives to everyone. */
  changeOver(snapshot: AtlasSnapshot): void {
    this.#files?.keepOnly(openGroups(snapshot));
  }
}
