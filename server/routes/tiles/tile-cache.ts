/** Made tiles in memory, bounded by bytes; a tile that many ask for at once is made once. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { contentHash } from '../../http/encoded.ts';

const gzipAsync = promisify(gzip);

/** Bytes that an entry costs beside its content and its key. */
const ENTRY_OVERHEAD_BYTES = 200;

/** A tile as it goes over the wire. */
export interface MadeTile {
  /** Compressed MVT; null when nothing is in the tile. */
  readonly gzip: Buffer | null;
  readonly hash: string;
  /** False: the store had moved on to other versions than the key names; not to be kept. */
  readonly current: boolean;
}

/** What making a tile gives: the bytes of the store, null when nothing is in the tile. */
export interface FreshTile {
  readonly bytes: Uint8Array | null;
  readonly current: boolean;
}

export class TileCache {
  readonly #kept: LRUCache<string, MadeTile>;
  readonly #underway = new Map<string, Promise<MadeTile>>();

  /** `maxBytes` bounds what is kept, keys included. */
  constructor({ maxBytes = 64 * 1024 * 1024 }: { maxBytes?: number } = {}) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ gzip: bytes }, key) =>
        (bytes?.length ?? 0) + key.length + ENTRY_OVERHEAD_BYTES,
    });
  }

  /**
   * The tile under a key, made when it is not kept. The key must name the versions of the datasets
   * and the rank of the cut. A failure reaches all who wait and is not kept.
   */
  async get(key: string, make: () => Promise<FreshTile>): Promise<MadeTile> {
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const underway = this.#underway.get(key);
    if (underway) return underway;
    const making = this.#make(key, make).finally(() => this.#underway.delete(key));
    this.#underway.set(key, making);
    return making;
  }

  async #make(key: string, make: () => Promise<FreshTile>): Promise<MadeTile> {
    const { bytes, current } = await make();
    const tile = bytes
      ? { gzip: await gzipAsync(bytes), hash: contentHash(bytes), current }
      : { gzip: null, hash: '', current };
    if (current) this.#kept.set(key, tile);
    return tile;
  }
}
