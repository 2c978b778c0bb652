import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Store, StorePlace } from '../store-place.ts';
import { hasNoRoom } from '../no-room.ts';
import { isSmall, memoryOfProcess } from '../../config/memory.ts';
import { defaultPoolSize, RemoteError, WorkerPool } from '../pool.ts';
import type {
  Analysed,
  AnalyseRequest,
  CellsInside,
  CellsRequest,
  DatasetCut,
  DatasetStatus,
  CountRequest,
  FeatureShape,
  IntersectsRequest,
  ListedFeature,
  Near,
  NearRequest,
  Overlaps,
  OverlapsRequest,
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
import { StoreBusy, StoreUnavailable, type VersionDraft, type VersionWriter } from '../writer.ts';
import { DAMAGED_FILE } from './damaged-file.ts';
import { beginVersion, lockLoads } from './load-version.ts';
import { tryLock, type FileLock } from './locks.ts';
import { FILE_GONE, type ReadRequest } from './messages.ts';
import { openPointers } from './open-pointers.ts';
import { unpackFeatures, type PackedFeatures } from './packed-features.ts';
import type { Pointers } from './pointers.ts';
import { inWords, writing } from './store-errors.ts';
import { Versions } from './versions.ts';

type SqlitePlace = Extract<StorePlace, { dataDir: string }>;

/** Time limit of a read in milliseconds, including its wait. */
const READ_MILLISECONDS = 30_000;
const MAX_READ_ATTEMPTS = 3;

/**
 * Opens the embedded store. Throws `StoreBusy` when another server uses the folder, `StoreUnavailable`
 * when this account cannot write to it, `StoreDamaged` when the list of loaded datasets cannot be read
 * and a server uses it, and `StoreFull` when the disk is full.
 */
export function openSqliteStore(place: SqlitePlace, report: (line: string) => void): Store {
  makeFolders(place.dataDir);
  return writing(() => {
    const lock = place.role === 'server' ? lockFolder(place.dataDir) : null;
    try {
      const opening = { isServer: lock !== null, report };
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
    // The files contain restricted data unencrypted, so other accounts have no access.
    mkdirSync(versions, { recursive: true, mode: 0o700 });
    for (const folder of [dataDir, versions]) accessSync(folder, constants.W_OK);
  } catch (error) {
    if (hasNoRoom(error)) throw inWords(error);
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new StoreUnavailable(
      `This account cannot write to the data folder \`${dataDir}\` (${code}). Give it write permission, or set ATLAS_DATA_DIR to another folder.`,
    );
  }
}

function lockFolder(dataDir: string): FileLock {
  const lock = tryLock(join(dataDir, 'server.lock'));
  if (lock !== null) return lock;
  throw new StoreBusy(
    'Another server uses this data folder, or a backup is being restored into it. Stop it, or give this one another folder (`ATLAS_DATA_DIR`) and port (`PORT`).',
  );
}

/** The store of one folder: `pointers.sqlite`, `versions/*.sqlite` and two lock files. */
class SqliteStore implements Store {
  readonly #dataDir: string;
  readonly #versions: Versions;
  readonly #pool: WorkerPool;
  readonly #timeout: number;
  readonly #serverLock: FileLock | null;

  constructor(
    { dataDir, role, workers, timeout, checkWhole = role === 'tool' }: SqlitePlace,
    serverLock: FileLock | null,
    pointers: Pointers,
  ) {
    this.#dataDir = dataDir;
    this.#timeout = timeout ?? READ_MILLISECONDS;
    this.#serverLock = serverLock;
    this.#versions = new Versions(pointers, {
      dataDir,
      // A server starts without a full check; it finds damage when it reads.
      checkWhole,
      onChange: (keep) => this.#pool.broadcast({ keep }),
    });
    const script = import.meta.url.endsWith('.ts') ? './read-worker.ts' : './read-worker.js';
    this.#pool = new WorkerPool({
      script: new URL(script, import.meta.url),
      size: workers ?? defaultPoolSize(),
    });
    if (serverLock !== null && !isSmall(memoryOfProcess())) this.#pool.warm();
  }

  async status(dataset: string): Promise<DatasetStatus | null> {
    return this.#versions.status(dataset);
  }

  async statuses(): Promise<readonly DatasetStatus[]> {
    return this.#versions.statuses();
  }

  async damaged(): Promise<readonly string[]> {
    return this.#versions.damaged();
  }

  tile(request: TileRequest): Promise<Uint8Array | null> {
    return this.#read<Uint8Array | null>(() => ({
      ...request,
      kind: 'tile',
      cuts: request.cuts.map((cut) => ({ ...cut, file: this.#versions.fileOf(cut.dataset) })),
    }));
  }

  async feature(cut: DatasetCut, id: number): Promise<StoredFeature | null> {
    const found = await this.#read<PackedFeatures>(() => ({
      ...cut,
      kind: 'feature',
      file: this.#versions.fileOf(cut.dataset),
      id,
    }));
    return (await unpackFeatures(found))[0] ?? null;
  }

  async page(request: PageRequest): Promise<readonly StoredFeature[]> {
    const found = await this.#read<PackedFeatures>(() => ({
      ...request,
      kind: 'page',
      file: this.#versions.fileOf(request.dataset),
    }));
    return await unpackFeatures(found);
  }

  shape(cut: DatasetCut, id: number): Promise<FeatureShape | null> {
    const file = () => this.#versions.fileOf(cut.dataset);
    return this.#read<FeatureShape | null>(() => ({ ...cut, kind: 'shape', file: file(), id }));
  }

  list(request: Omit<PageRequest, 'bbox'>): Promise<readonly ListedFeature[]> {
    const file = () => this.#versions.fileOf(request.dataset);
    return this.#read<ListedFeature[]>(() => ({ ...request, kind: 'list', file: file() }));
  }

  shapes(request: ShapesRequest): Promise<Shapes> {
    return this.#read<Shapes>(() => ({
      ...request,
      kind: 'shapes',
      file: this.#versions.fileOf(request.dataset),
    }));
  }

  async intersects(request: IntersectsRequest): Promise<readonly StoredFeature[]> {
    const { geometry, timeout, ...search } = request;
    const query = geometry.packed;
    const found = await this.#read<PackedFeatures>(
      () => ({
        ...search,
        kind: 'intersects',
        query,
        file: this.#versions.fileOf(request.dataset),
      }),
      { heavy: true, timeout: Math.min(timeout, this.#timeout) },
    );
    return await unpackFeatures(found);
  }

  async count({ geometry, timeout, dataset }: CountRequest): Promise<number> {
    const query = geometry.packed;
    return this.#read<number>(
      () => ({ kind: 'count', query, file: this.#versions.fileOf(dataset) }),
      { heavy: true, timeout: Math.min(timeout, this.#timeout) },
    );
  }

  async analyse({ geometry, timeout, dataset, field, sums }: AnalyseRequest): Promise<Analysed> {
    const query = geometry.packed;
    return this.#read<Analysed>(
      () => ({ kind: 'analyse', query, field, sums, file: this.#versions.fileOf(dataset) }),
      { heavy: true, timeout },
    );
  }

  near({ geometry, timeout, ...request }: NearRequest): Promise<Near> {
    const query = geometry.packed;
    return this.#read<Near>(
      () => ({ ...request, kind: 'near', query, file: this.#versions.fileOf(request.dataset) }),
      { heavy: true, timeout },
    );
  }

  overlaps({ of, timeout, ...request }: OverlapsRequest): Promise<Overlaps | null> {
    return this.#read<Overlaps | null>(
      () => ({
        ...request,
        kind: 'overlaps',
        file: this.#versions.fileOf(request.dataset),
        of: { file: this.#versions.fileOf(of.dataset), id: of.id },
      }),
      { heavy: true, timeout },
    );
  }

  search(request: SearchRequest): Promise<readonly SearchHit[]> {
    return this.#read<SearchHit[]>(() => ({
      ...request,
      kind: 'search',
      // A search leaves out datasets that cannot be read.
      cuts: request.cuts
        .filter(({ dataset }) => !this.#versions.isDamaged(dataset))
        .map((cut) => ({ ...cut, file: this.#versions.fileOf(cut.dataset) })),
    }));
  }

  cells({ geometry, timeout, dataset }: CellsRequest): Promise<CellsInside | null> {
    const query = geometry.packed;
    return this.#read<CellsInside | null>(
      () => ({ kind: 'cells', query, file: this.#versions.fileOf(dataset) }),
      { heavy: true, timeout },
    );
  }

  raster(dataset: string): Promise<Raster | null> {
    return this.#read<Raster | null>(() => ({
      kind: 'raster',
      file: this.#versions.fileOf(dataset),
    }));
  }

  async begin(draft: VersionDraft): Promise<VersionWriter> {
    if (!/^[a-z0-9][a-z0-9@-]*$/.test(draft.dataset)) {
      throw new RangeError(`\`${draft.dataset}\` is not a valid dataset id`);
    }
    const lock = await lockLoads(this.#dataDir);
    try {
      return writing(() => {
        this.#versions.sweep();
        return beginVersion(draft, { versions: this.#versions, lock });
      });
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  async noteLoads(): Promise<void> {
    this.#versions.refresh();
  }

  async remove(dataset: string): Promise<void> {
    const lock = await lockLoads(this.#dataDir);
    try {
      writing(() => {
        this.#versions.remove(dataset);
        this.#versions.sweep();
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
    this.#versions.close();
    this.#serverLock?.release();
  }

  /**
   * Sends a request to a thread. Repeats it when the version was replaced in between, or without a file
   * that was found to be damaged. Throws `DatasetDamaged` and `DeadlineExceeded`.
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
        if (error.name === DAMAGED_FILE && this.#versions.markDamaged(error.message)) continue;
        if (error.name !== FILE_GONE) throw error;
        // No load replaced the file, so someone deleted it.
        if (attempt >= MAX_READ_ATTEMPTS) this.#versions.markDamaged(error.message);
      }
    }
  }
}
