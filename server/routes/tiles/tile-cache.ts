/** Made tiles in memory, bounded by bytes; a tile that many ask for at once is made once. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { BoundedCache, type CacheFigures } from '../../http/bounded-cache.ts';
import { contentHash } from '../../http/encoded.ts';

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
export interface FreshTile {
  readonly bytes: Uint8Array | null;
  readonly current: boolean;
}

export class TileCache {
  readonly #cache: BoundedCache<MadeTile>;

  /** `maxBytes` bounds what is kept, keys included. */
  constructor({ maxBytes = 64 * 1024 * 1024 }: { maxBytes?: number } = {}) {
    this.#cache = new BoundedCache({ maxBytes, bytesOf: (tile) => tile.gzip?.length ?? 0 });
  }

  figures(): CacheFigures {
    return this.#cache.figures();
  }

  /**
   * The tile under a key, made when it is not kept. The key must name the versions of the datasets
   * and the rank of the cut. A failure reaches all who wait and is not kept.
   */
  get(key: string, make: () => Promise<FreshTile>): Promise<MadeTile> {
    return this.#cache.get(key, async () => {
      const { bytes, current } = await make();
      return bytes
        ? { gzip: await gzipAsync(bytes), hash: contentHash(bytes), current }
        : { gzip: null, hash: '', current };
    });
  }
}
