/**
 * Caches tiles on disk, so that they survive a restart. Only tiles that everyone may see are stored,
 * because files on disk outlive the permissions under which they were written.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { CacheFigures } from '../../http/bounded-cache.ts';
import { compressBrotli } from '../../http/encoded.ts';
import { hashOfTileCode } from './tile-code.ts';

/** The location of a tile; tiles of one layer, version and level form a group. */
export interface TilePlace {
  /** Name of the group of tiles, safe as a folder name. */
  readonly group: string;
  /** Name of the tile, such as `6-34-31`, safe as a file name. */
  readonly tile: string;
}

/** The stored content of a tile that is not empty. */
export interface TileContent {
  readonly gzip: Buffer;
  /** Null until `compressNext` has made it. */
  readonly br: Buffer | null;
  /** Hash of the content, 22 characters. */
  readonly hash: string;
}

/** Size of a disk block; smaller tiles take as much space. */
const BLOCK = 4_096;

const DIGEST_LENGTH = 32;
const HASH_LENGTH = 22;
/** Bytes of the number that says how long the gzip is. */
const SIZE_LENGTH = 4;

const gunzipAsync = promisify(gunzip);

/**
 * Maximum size for the best Brotli level in bytes, which takes about a second for each megabyte. The
 * level below takes a tenth.
 */
const MAX_BEST_BROTLI_BYTES = 2 * 1_048_576;

/** Maximum number of writes in progress. Further tiles are not stored. */
const MAX_WRITES = 32;

export class TileFiles {
  readonly #folder: string;
  readonly #failed: (error: unknown) => void;
  /** Sizes in bytes by `group/tile`, least recently used first. */
  readonly #known: LRUCache<string, number>;
  /** A hash of the code that makes tiles. Tiles of different code are in different folders. */
  readonly #code = hashOfTileCode();
  readonly #work = new Set<Promise<void>>();
  /** The tiles that may have no Brotli yet, oldest first. */
  readonly #plain = new Set<string>();
  #groups: ReadonlySet<string> = new Set();
  #isFailing = false;
  #hits = 0;
  #misses = 0;

  /**
   * Creates a cache in a folder, which need not exist, of up to `maxBytes`. `failed` is called at
   * the first operation that fails, and again only after a write has succeeded.
   */
  constructor(options: {
    readonly folder: string;
    readonly maxBytes: number;
    readonly failed: (error: unknown) => void;
  }) {
    this.#folder = options.folder;
    this.#failed = options.failed;
    this.#known = new LRUCache({
      maxSize: Math.max(options.maxBytes, BLOCK),
      sizeCalculation: (bytes) => Math.ceil(bytes / BLOCK) * BLOCK,
      dispose: (_bytes, key, reason) => {
        if (reason !== 'set') this.#plain.delete(key);
        if (reason === 'evict') this.#inBackground(() => rm(this.#path(key), { force: true }));
      },
    });
  }

  /** Reads a tile; null when it does not exist or was changed. */
  async read({ group, tile }: TilePlace): Promise<TileContent | null> {
    const key = `${group}/${tile}`;
    const content = this.#groups.has(group) ? await this.#readFile(key) : null;
    if (content) this.#hits += 1;
    else this.#misses += 1;
    return content;
  }

  /** Stores a tile in the background. */
  write({ group, tile }: TilePlace, content: TileContent): void {
    if (!this.#groups.has(group) || this.#work.size >= MAX_WRITES) return;
    this.#inBackground(() => this.#store(`${group}/${tile}`, content));
  }

  /**
   * Adds Brotli to the oldest tile without it, and returns that tile. Returns null if there is none, or
   * if it cannot be read or written. This takes a second for each megabyte.
   */
  async compressNext(): Promise<{ readonly key: string; readonly content: TileContent } | null> {
    const [key] = this.#plain;
    if (key === undefined) return null;
    this.#plain.delete(key);
    let content: TileContent | null = null;
    await this.#inBackground(async () => {
      const before = await this.#readFile(key);
      if (!before) return;
      content = before;
      if (before.br) return;
      const plain = await gunzipAsync(before.gzip);
      const quality = plain.length <= MAX_BEST_BROTLI_BYTES ? 11 : 9;
      const br = await compressBrotli(plain, quality);
      content = { ...before, br };
      await this.#store(key, content);
    });
    return content && { key, content };
  }

  /**
   * Keeps the tiles of these groups and removes all others: tiles of older data, of older code, and
   * tiles that are no longer public.
   */
  keepOnly(groups: ReadonlySet<string>): void {
    this.#groups = groups;
    for (const key of this.#known.keys()) if (!groups.has(groupOf(key))) this.#known.delete(key);
    this.#inBackground(() => this.#sweep());
  }

  figures(): CacheFigures {
    return {
      hits: this.#hits,
      misses: this.#misses,
      bytes: this.#known.calculatedSize,
      entries: this.#known.size,
    };
  }

  /** Waits for the work in the background. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  async #store(key: string, content: TileContent): Promise<void> {
    const bytes = packed(key, content);
    const path = this.#path(key);
    const aside = `${path}.${randomUUID()}`;
    try {
      await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
      await writeFile(aside, bytes, { mode: 0o600 });
      await rename(aside, path);
      this.#isFailing = false;
    } catch (error) {
      await rm(aside, { force: true }).catch(() => undefined);
      throw error;
    }
    // The group of the tile may have been removed during the write.
    if (this.#groups.has(groupOf(key))) this.#note(key, bytes.length, content.br !== null);
    else await rm(path, { force: true });
  }

  /** Notes a file that exists, as the one that was used last. */
  #note(key: string, bytes: number, isCompressed: boolean): void {
    this.#known.set(key, bytes);
    if (!isCompressed && this.#known.has(key)) this.#plain.add(key);
  }

  async #readFile(key: string): Promise<TileContent | null> {
    try {
      const bytes = await readFile(this.#path(key));
      const content = unpacked(key, bytes);
      if (content) this.#known.set(key, bytes.length);
      else await rm(this.#path(key), { force: true });
      return content;
    } catch (error) {
      this.#known.delete(key);
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#report(error);
      return null;
    }
  }

  /** Removes unused files and lists the others, oldest first. */
  async #sweep(): Promise<void> {
    const groups = this.#groups;
    const found: { key: string; bytes: number; time: number }[] = [];
    for (const folder of await namesIn(this.#folder)) {
      const [code, group = ''] = folder.split('.', 2);
      if (code !== this.#code || !groups.has(group)) {
        await rm(join(this.#folder, folder), { recursive: true, force: true });
        continue;
      }
      for (const tile of await namesIn(join(this.#folder, folder))) {
        const key = `${group}/${tile}`;
        if (this.#known.has(key)) continue;
        const path = this.#path(key);
        const status = await stat(path).catch(() => null);
        const isLeft = tile.includes('.') && status !== null && isOld(status.mtimeMs);
        if (isLeft) await rm(path, { force: true });
        else if (status && !tile.includes('.'))
          found.push({ key, bytes: status.size, time: status.mtimeMs });
      }
    }
    found.sort((a, b) => a.time - b.time);
    for (const { key, bytes } of found) if (!this.#known.has(key)) this.#note(key, bytes, false);
  }

  #path(key: string): string {
    return join(this.#folder, `${this.#code}.${key}`);
  }

  #inBackground(job: () => Promise<void>): Promise<void> {
    const work = job()
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#work.delete(work));
    this.#work.add(work);
    return work;
  }

  #report(error: unknown): void {
    if (!this.#isFailing) this.#failed(error);
    this.#isFailing = true;
  }
}

/** Time in milliseconds after which an unfinished write is considered abandoned. */
const WRITE_TIME = 60_000;

function isOld(time: number): boolean {
  return Date.now() - time > WRITE_TIME;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

function groupOf(key: string): string {
  return key.split('/', 1)[0]!;
}

/** Returns a digest of key and content, the hash of the content, the size of the gzip, gzip and Brotli. */
function packed(key: string, { gzip, br, hash }: TileContent): Buffer {
  const size = Buffer.alloc(SIZE_LENGTH);
  size.writeUInt32BE(gzip.length);
  const rest = Buffer.concat([Buffer.from(hash, 'latin1'), size, gzip, ...(br ? [br] : [])]);
  return Buffer.concat([digestOf(key, rest), rest]);
}

/** Returns null when the file was truncated, changed, or belongs to another key. */
function unpacked(key: string, bytes: Buffer): TileContent | null {
  const start = HASH_LENGTH + SIZE_LENGTH;
  if (bytes.length <= DIGEST_LENGTH + start) return null;
  const rest = bytes.subarray(DIGEST_LENGTH);
  if (!digestOf(key, rest).equals(bytes.subarray(0, DIGEST_LENGTH))) return null;
  const end = start + rest.readUInt32BE(HASH_LENGTH);
  return {
    hash: rest.subarray(0, HASH_LENGTH).toString('latin1'),
    gzip: rest.subarray(start, end),
    br: end < rest.length ? rest.subarray(end) : null,
  };
}

function digestOf(key: string, rest: Buffer): Buffer {
  return createHash('sha256').update(key).update('\0').update(rest).digest();
}
