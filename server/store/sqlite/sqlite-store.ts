import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatasetDamaged } from '../damage.ts';
import type { Store, StorePlace } from '../store-place.ts';
import { hasNoRoom } from '../no-room.ts';
import { defaultPoolSize, RemoteError, WorkerPool } from '../pool.ts';
import { packQuery } from '../query-geometry.ts';
import type {
  DatasetCut,
  DatasetStatus,
  IntersectsRequest,
  PageRequest,
  Raster,
  SearchHit,
  SearchRequest,
  Shapes,
  ShapesRequest,
  StoreActivity,
  StoredFeature,
  TileRequest,
} from '../store.ts';
import {
  StoreBusy,
  StoreFull,
  StoreUnavailable,
  UnknownDataset,
  type LoadedFeature,
  type VersionDraft,
  type VersionWriter,
} from '../writer.ts';
import { DAMAGED_FILE, DamagedFile } from './damaged-file.ts';
import { damagedVersions } from './damaged-versions.ts';
import { isFull } from './driver.ts';
import { tryLock, waitForLock, type FileLock } from './locks.ts';
import { FILE_GONE, type ReadRequest } from './messages.ts';
import { unpackFeatures, type PackedFeatures } from './packed-features.ts';
import { openPointers, pointersDamaged } from './open-pointers.ts';
import type { Pointer, Pointers } from './pointers.ts';
import { sweepVersions } from './sweep-versions.ts';
import { VersionBuilder } from './version-builder.ts';

type SqlitePlace = Extract<StorePlace, { dataDir: string }>;

const LOAD_WAIT_MILLISECONDS = 60_000;
/** For a question, its wait included. */
const READ_MILLISECONDS = 30_000;
const MAX_READ_ATTEMPTS = 3;

/**
 * Opens the embedded store. Throws `StoreBusy` when another server holds the folder,
 * `StoreUnavailable` when this account cannot write there, `StoreDamaged` when the list of what is
 * loaded cannot be read and a server uses it, and `StoreFull` when there is no room for the little
 * that opening it takes.
 */
export function openSqliteStore(place: SqlitePlace, tell: (line: string) => void): Store {
  makeFolders(place.dataDir);
  return writing(() => {
    const lock = place.role === 'server' ? lockFolder(place.dataDir) : null;
    try {
      const opening = { isServer: lock !== null, tell };
      return new SqliteStore(place, lock, openPointers(place.dataDir, opening));
    } catch (error) {
      lock?.release();
      throw error;
    }
  });
}

function makeFolders(dataDir: string): void {
  const versions = join(dataDir, 'versions');
  try {
    // What the policies keep back stands here in the clear: other accounts of the machine stay out.
    mkdirSync(versions, { recursive: true, mode: 0o700 });
    for (const folder of [dataDir, versions]) accessSync(folder, constants.W_OK);
  } catch (error) {
    if (hasNoRoom(error)) throw inWords(error);
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new StoreUnavailable(
      `This account cannot write in the data folder \`${dataDir}\` (${code}). Give it the folder, or name another by ATLAS_DATA_DIR.`,
    );
  }
}

function lockFolder(dataDir: string): FileLock {
  const lock = tryLock(join(dataDir, 'server.lock'));
  if (lock !== null) return lock;
  throw new StoreBusy(
    'Another server uses this data folder, or a backup is being restored into it. Stop it, or start this one with another folder.',
  );
}

/** The store of one folder: `pointers.sqlite`, `versions/*.sqlite` and two lock files. */
class SqliteStore implements Store {
  readonly #dataDir: string;
  readonly #pointers: Pointers;
  readonly #pool: WorkerPool;
  readonly #timeout: number;
  readonly #serverLock: FileLock | null;
  /** Paths of version files that cannot be read: their datasets are as if they were not loaded. */
  readonly #damaged: Set<string>;
  #known: ReadonlyMap<string, Pointer> | null = null;

  constructor(
    { dataDir, role, workers, timeout, checkWhole = role === 'tool' }: SqlitePlace,
    serverLock: FileLock | null,
    pointers: Pointers,
  ) {
    this.#dataDir = dataDir;
    this.#timeout = timeout ?? READ_MILLISECONDS;
    this.#serverLock = serverLock;
    this.#pointers = pointers;
    const files = [...pointers.all().values()].map(({ file }) => this.#versionPath(file));
    // A server starts at once; what it finds later it finds when it reads.
    this.#damaged = damagedVersions(files, { whole: checkWhole });
    const script = import.meta.url.endsWith('.ts') ? './read-worker.ts' : './read-worker.js';
    this.#pool = new WorkerPool({
      script: new URL(script, import.meta.url),
      size: workers ?? defaultPoolSize(),
    });
    if (serverLock !== null) this.#pool.warm();
  }

  async status(dataset: string): Promise<DatasetStatus | null> {
    const pointer = this.#current().get(dataset);
    return pointer && !this.#isDamaged(pointer) ? pointer.status : null;
  }

  async statuses(): Promise<readonly DatasetStatus[]> {
    const pointers = [...this.#current().values()];
    return pointers.filter((one) => !this.#isDamaged(one)).map(({ status }) => status);
  }

  async damaged(): Promise<readonly string[]> {
    const pointers = [...writing(() => this.#pointers.all()).values()];
    return pointers.filter((one) => this.#isDamaged(one)).map(({ status }) => status.dataset);
  }

  tile(request: TileRequest): Promise<Uint8Array | null> {
    return this.#read<Uint8Array | null>(() => ({
      ...request,
      kind: 'tile',
      cuts: request.cuts.map((cut) => ({ ...cut, file: this.#fileOf(cut.dataset) })),
    }));
  }

  async feature(cut: DatasetCut, id: number): Promise<StoredFeature | null> {
    const found = await this.#read<PackedFeatures>(() => ({
      ...cut,
      kind: 'feature',
      file: this.#fileOf(cut.dataset),
      id,
    }));
    return (await unpackFeatures(found))[0] ?? null;
  }

  async page(request: PageRequest): Promise<readonly StoredFeature[]> {
    const found = await this.#read<PackedFeatures>(() => ({
      ...request,
      kind: 'page',
      file: this.#fileOf(request.dataset),
    }));
    return await unpackFeatures(found);
  }

  shapes(request: ShapesRequest): Promise<Shapes> {
    return this.#read<Shapes>(() => ({
      ...request,
      kind: 'shapes',
      file: this.#fileOf(request.dataset),
    }));
  }

  async intersects(request: IntersectsRequest): Promise<readonly StoredFeature[]> {
    const { geometry, timeout, ...search } = request;
    const query = packQuery(geometry);
    const found = await this.#read<PackedFeatures>(
      () => ({ ...search, kind: 'intersects', query, file: this.#fileOf(request.dataset) }),
      { heavy: true, timeout: Math.min(timeout, this.#timeout) },
    );
    return await unpackFeatures(found);
  }

  search(request: SearchRequest): Promise<readonly SearchHit[]> {
    return this.#read<SearchHit[]>(() => ({
      ...request,
      kind: 'search',
      // A search goes on without what cannot be read.
      cuts: request.cuts.flatMap((cut) => {
        const pointer = this.#current().get(cut.dataset);
        return pointer && this.#isDamaged(pointer)
          ? []
          : [{ ...cut, file: this.#fileOf(cut.dataset) }];
      }),
    }));
  }

  raster(dataset: string): Promise<Raster | null> {
    return this.#read<Raster | null>(() => ({ kind: 'raster', file: this.#fileOf(dataset) }));
  }

  async begin(draft: VersionDraft): Promise<VersionWriter> {
    if (!/^[a-z0-9][a-z0-9@-]*$/.test(draft.dataset)) {
      throw new RangeError(`\`${draft.dataset}\` cannot be the id of a dataset`);
    }
    const lock = await this.#lockLoads();
    try {
      return writing(() => {
        this.#sweep();
        return this.#versionWriter(draft, lock);
      });
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  async noteLoads(): Promise<void> {
    // Each read looks at the pointers.
    this.#current();
  }

  async remove(dataset: string): Promise<void> {
    const lock = await this.#lockLoads();
    try {
      writing(() => {
        this.#pointers.delete(dataset);
        this.#sweep();
      });
    } finally {
      lock.release();
    }
  }

  activity(): readonly StoreActivity[] {
    return [
      { kind: 'light', ...this.#pool.activity(false) },
      { kind: 'heavy', ...this.#pool.activity(true) },
    ];
  }

  async close(): Promise<void> {
    await this.#pool.close();
    this.#pointers.close();
    this.#serverLock?.release();
  }

  #versionWriter(draft: VersionDraft, lock: FileLock): VersionWriter {
    const name = `${draft.dataset}.${randomBytes(8).toString('hex')}.sqlite`;
    const builder = new VersionBuilder(this.#versionPath(`${name}.building`), draft);
    const publish = (status: DatasetStatus): void => {
      try {
        builder.finish(this.#versionPath(name));
        this.#pointers.set(draft.dataset, { file: name, status });
      } catch (error) {
        builder.discard();
        throw error;
      } finally {
        try {
          // Also of a version that no pointer came to name: it keeps room that is wanted.
          this.#sweep();
        } finally {
          lock.release();
        }
      }
    };
    return {
      write: async (features: Iterable<LoadedFeature>) =>
        writing(() => {
          for (const feature of features) builder.add(feature);
        }),
      writeRaster: async (raster) => writing(() => builder.addRaster(raster)),
      publish: async (status) => writing(() => publish(status)),
      abandon: async () => {
        builder.discard();
        lock.release();
      },
    };
  }

  /** One load writes at a time, so what is not pointed at while the lock is held is nobody's. */
  async #lockLoads(): Promise<FileLock> {
    try {
      return await waitForLock(
        join(this.#dataDir, 'load.lock'),
        LOAD_WAIT_MILLISECONDS,
        'Another load has been writing to this data folder for a minute. Try again when it is done.',
      );
    } catch (error) {
      throw inWords(error);
    }
  }

  #sweep(): void {
    sweepVersions(join(this.#dataDir, 'versions'), this.#current());
  }

  /** The pointers of now, or those known last when they can be read no more: what they name is read on. */
  #current(): ReadonlyMap<string, Pointer> {
    let all: ReadonlyMap<string, Pointer>;
    try {
      all = this.#pointers.all();
    } catch (error) {
      if (!(error instanceof DamagedFile) || this.#known === null) throw error;
      return this.#known;
    }
    if (all !== this.#known) {
      this.#known = all;
      this.#pool.broadcast({ keep: [...all.values()].map(({ file }) => this.#versionPath(file)) });
    }
    return all;
  }

  #fileOf(dataset: string): string {
    const pointer = this.#current().get(dataset);
    if (pointer === undefined) throw new UnknownDataset(dataset);
    if (this.#isDamaged(pointer)) throw new DatasetDamaged(dataset);
    return this.#versionPath(pointer.file);
  }

  #isDamaged({ file }: Pointer): boolean {
    return this.#damaged.has(this.#versionPath(file));
  }

  #versionPath(name: string): string {
    return join(this.#dataDir, 'versions', name);
  }

  /**
   * Asks a thread; asks again when the version was replaced between the look-up and the reading, and
   * when a file was found damaged: without it, or `DatasetDamaged` is thrown. Throws `DeadlineExceeded`.
   */
  async #read<T>(
    request: () => ReadRequest,
    { heavy = false, timeout = this.#timeout } = {},
  ): Promise<T> {
    const end = performance.now() + timeout;
    for (let attempt = 1; ; attempt++) {
      try {
        const left = end - performance.now();
        return (await this.#pool.call(request(), { heavy, timeout: left })) as T;
      } catch (error) {
        if (!(error instanceof RemoteError)) throw error;
        if (error.name === DAMAGED_FILE && !this.#damaged.has(error.message)) {
          this.#damaged.add(error.message);
          continue;
        }
        if (error.name !== FILE_GONE) throw error;
        // No load has replaced it: it was deleted.
        if (attempt >= MAX_READ_ATTEMPTS) this.#damaged.add(error.message);
      }
    }
  }
}

/** Runs what writes. Throws `StoreFull` when there is no room, `StoreDamaged` when the pointers are damaged. */
function writing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw inWords(error);
  }
}

function inWords(error: unknown): unknown {
  if (error instanceof DamagedFile) return pointersDamaged(dirname(error.message), error);
  if (!isFull(error) && !hasNoRoom(error)) return error;
  return new StoreFull(
    'There is no room left on the disk of the data folder. What was loaded before stays. Make room, then try again.',
    { cause: error },
  );
}
