import { present } from 'atlas-engine/runtime';
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { DeadlineExceeded } from '../../geometry/deadline.ts';
import { DatasetDamaged } from '../damage.ts';
import type { Store, StorePlace } from '../store-place.ts';
import type {
  Analysed,
  AnalyseRequest,
  AttributeValue,
  Bounds,
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
import {
  derivedLayerName,
  StoreBusy,
  StoreUnavailable,
  UnknownDataset,
  type VersionDraft,
  type VersionWriter,
} from '../writer.ts';
import { bestFirst } from '../search-order.ts';
import { analyseVersion, openMeasures } from './analyse-version.ts';
import { cellsVersion } from './cells-version.ts';
import { Connections } from './connections.ts';
import { codeOf, isLost, ofLoad, withoutValues } from './errors.ts';
import { findNames } from './find-names.ts';
import { LOAD_LOCK } from './load-lock.ts';
import { mergeTiles } from './merge-tiles.ts';
import { migrate } from './migrations.ts';
import { nearVersion } from './near-version.ts';
import { readPointers, sweepTables, writePointer, type Pointer } from './pointers.ts';
import { overlapsVersion } from './overlaps-version.ts';
import { features, listed, pageWhere, shapeOf, touchingWhere } from './read-features.ts';
import { nameOf, thinnedTable, tileOf } from './read-tiles.ts';
import { packShapes } from '../shapes.ts';
import { shapesQuery } from './shapes-query.ts';
import { holdServerLock, type ServerLock } from './server-lock.ts';
import { FEATURES, tileTables } from './tile-query.ts';
import { PostgisVersionBuilder } from './version-builder.ts';
import { quoteName } from './version-tables.ts';

type PostgisPlace = Extract<StorePlace, { databaseUrl: string }>;

/**
 * Time in milliseconds for which pointers are cached. A load by another process is visible after at
 * most this time.
 */
const POINTERS_MILLISECONDS = 1_000;
const LOAD_WAIT_MILLISECONDS = 60_000;
const MAX_READ_ATTEMPTS = 3;

const QUERY_CANCELED = '57014';
/**
 * Errors of a read during a load, which drops the tables of older versions: a missing table, a
 * deadlock with the drop, and on the replica a serialization failure.
 */
const REPLACED = ['42P01', '40P01', '40001'];
/** SQLSTATE code: the database user lacks a permission. */
const FORBIDDEN = '42501';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Opens the store of a database, and creates or migrates its schema. Throws `StoreUnavailable`; for a
 * server also `StoreBusy` while a backup is being restored.
 */
export async function openPostgisStore(place: PostgisPlace): Promise<Store> {
  const schema = quoteName(place.schema ?? 'atlas');
  const connections = new Connections(place);
  let lock: ServerLock | null = null;
  try {
    if (place.role === 'server') lock = await holdServerLock(place.databaseUrl);
    const client = await connections.loads.connect();
    try {
      await migrate(client, schema);
    } finally {
      client.release();
    }
    await connections.noteWrite();
  } catch (error) {
    await lock?.release();
    await connections.close();
    throw unavailable(error) ?? error;
  }
  return new PostgisStore(connections, schema, lock);
}

/** The store of one schema: a table of pointers, and tables for each version of a dataset. */
class PostgisStore implements Store {
  readonly #connections: Connections;
  readonly #schema: string;
  readonly #lock: ServerLock | null;
  /** Threads that measure the features of an analysis. */
  readonly #measures = openMeasures();
  #pointers: ReadPointers | null = null;

  constructor(connections: Connections, schema: string, lock: ServerLock | null) {
    this.#connections = connections;
    this.#schema = schema;
    this.#lock = lock;
  }

  async status(dataset: string): Promise<DatasetStatus | null> {
    const pointer = (await this.#all()).get(dataset);
    return pointer && !pointer.damaged ? pointer.status : null;
  }

  async statuses(): Promise<readonly DatasetStatus[]> {
    const pointers = [...(await this.#all()).values()];
    return pointers.filter(({ damaged }) => !damaged).map(({ status }) => status);
  }

  async damaged(): Promise<readonly string[]> {
    const pointers = [...(await this.#all()).values()];
    return pointers.filter(({ damaged }) => damaged).map(({ status }) => status.dataset);
  }

  async tile(request: TileRequest): Promise<Uint8Array | null> {
    const made = await Promise.all(request.cuts.map((cut) => this.#layers(cut, request)));
    const names = new Set([request.layer, ...made.flatMap((layers) => [...layers.keys()])]);
    const merged = [...names].flatMap((name) => {
      const tiles = made.flatMap((layers) => layers.get(name) ?? []);
      return mergeTiles(name, tiles) ?? [];
    });
    // The layers of a tile, one after another, are a tile.
    return merged.length === 0 ? null : Buffer.concat(merged);
  }

  /** Returns the layers of a tile with the data of one dataset, by name. */
  #layers(cut: DatasetCut, request: TileRequest): Promise<ReadonlyMap<string, Uint8Array>> {
    const { layer, z } = request;
    return this.#read(cut.dataset, async (pointer, pool) => {
      const thinned = await thinnedTable(pool, pointer, cut, request);
      const layers = await Promise.all(
        [...tileTables(pointer, z)].map(async ([derived, shapes]) => {
          const table = present({ ...shapes, thinned });
          const name = derived === FEATURES ? layer : derivedLayerName(layer, derived);
          const tile = await tileOf(pool, pointer, cut, { ...request, layer: name, table });
          return [name, tile] as const;
        }),
      );
      return new Map(layers);
    });
  }

  async feature(cut: DatasetCut, id: number): Promise<StoredFeature | null> {
    const where = { text: 'WHERE e.id = $1', values: [id] };
    const found = await this.#read(cut.dataset, async (pointer, pool) =>
      // A raster has no table of features, but its features can be requested.
      pointer.geometry === 'raster' ? [] : features(pool, pointer, cut, where),
    );
    return found[0] ?? null;
  }

  page(request: PageRequest): Promise<readonly StoredFeature[]> {
    return this.#read(request.dataset, (pointer, pool) =>
      features(pool, pointer, request, pageWhere(request)),
    );
  }

  shape(cut: DatasetCut, id: number): Promise<FeatureShape | null> {
    return this.#read(cut.dataset, async (pointer, reads) =>
      pointer.geometry === 'raster'
        ? null
        : shapeOf({ reads, pool: this.#measures }, pointer, cut, id),
    );
  }

  list({ after = 0, limit, ...cut }: Omit<PageRequest, 'bbox'>): Promise<readonly ListedFeature[]> {
    const where = { text: 'WHERE e.id > $1 ORDER BY e.id LIMIT $2', values: [after, limit] };
    return this.#read(cut.dataset, (pointer, pool) => listed(pool, pointer, cut, where));
  }

  shapes(request: ShapesRequest): Promise<Shapes> {
    return this.#read(request.dataset, async ({ tables, fields }, pool) => {
      const { text, values } = shapesQuery(tables, fields, request);
      const { rows } = await pool.query<{
        bytes: Buffer<ArrayBuffer> | null;
        values: AttributeValue[][] | null;
      }>({ ...(request.tier !== 'z0-4' && { name: nameOf(text) }), text, values: [...values] });
      const { bytes, values: found } = rows[0]!;
      return packShapes(bytes ?? new Uint8Array(), found ?? []);
    });
  }

  async intersects(request: IntersectsRequest): Promise<readonly StoredFeature[]> {
    const timeout = Math.min(request.timeout, this.#connections.timeout);
    const where = touchingWhere(request);
    return this.#read(request.dataset, (pointer, pool) =>
      limited(pool, timeout, (client) => features(client, pointer, request, where)),
    );
  }

  async count({ dataset, ...request }: CountRequest): Promise<number> {
    const timeout = Math.min(request.timeout, this.#connections.timeout);
    const { wkb } = request.geometry;
    return this.#read(dataset, ({ tables }, pool) =>
      limited(pool, timeout, async (client) => {
        const { rows } = await client.query<{ count: string }>(
          `SELECT count(*) FROM ${tables.exact} e WHERE ST_Intersects(e.shape, ST_GeomFromWKB($1))`,
          [wkb],
        );
        return Number(rows[0]!.count);
      }),
    );
  }

  analyse(request: AnalyseRequest): Promise<Analysed> {
    const { timeout } = request;
    return this.#read(request.dataset, (pointer, reads) =>
      limited(reads, timeout, (client) =>
        analyseVersion({ client, pool: this.#measures, timeout }, pointer, request),
      ),
    );
  }

  cells(request: CellsRequest): Promise<CellsInside | null> {
    const { timeout } = request;
    return this.#read(request.dataset, (pointer, reads) =>
      limited(reads, timeout, (client) =>
        cellsVersion({ client, pool: this.#measures, timeout }, pointer, request),
      ),
    );
  }

  near(request: NearRequest): Promise<Near> {
    const { timeout } = request;
    return this.#read(request.dataset, (pointer, reads) =>
      limited(reads, timeout, (client) =>
        nearVersion({ client, pool: this.#measures, timeout }, pointer, request),
      ),
    );
  }

  overlaps(request: OverlapsRequest): Promise<Overlaps | null> {
    const { of, timeout } = request;
    return this.#read(request.dataset, async (pointer, reads) => {
      const own = (await this.#current(reads)).get(of.dataset);
      if (own === undefined) throw new UnknownDataset(of.dataset);
      if (own.damaged) throw new DatasetDamaged(of.dataset);
      return limited(reads, timeout, (client) =>
        overlapsVersion({ client, pool: this.#measures, timeout }, { pointer, of: own }, request),
      );
    });
  }

  async search({ cuts, ...request }: SearchRequest): Promise<readonly SearchHit[]> {
    const found = await Promise.all(
      cuts.map((cut) =>
        this.#read(cut.dataset, (pointer, pool) => findNames(pool, pointer, cut, request)).catch(
          (error: unknown) => {
            // A search leaves out datasets that cannot be read.
            if (error instanceof DatasetDamaged) return [];
            throw error;
          },
        ),
      ),
    );
    return bestFirst(found);
  }

  raster(dataset: string): Promise<Raster | null> {
    return this.#read(dataset, async ({ tables, version }, pool) => {
      const { rows } = await pool.query<{
        bounds: string;
        width: number;
        height: number;
        cells: Buffer;
      }>(`SELECT bounds, width, height, cells FROM ${tables.raster} WHERE version = $1`, [version]);
      const row = rows[0];
      if (row === undefined) return null;
      const { width, height, cells } = row;
      return { bounds: JSON.parse(row.bounds) as Bounds, width, height, values: cells };
    });
  }

  async begin(draft: VersionDraft): Promise<VersionWriter> {
    const client = await this.#connections.loads.connect().catch((error: unknown) => {
      throw ofLoad(error);
    });
    const version = `v${randomBytes(8).toString('hex')}`;
    const release = async (): Promise<void> => {
      client.release();
      await this.#noteWrite();
      // The load has succeeded. Tables that cannot be dropped now are dropped after the next load.
      await this.#sweep().catch(() => undefined);
    };
    try {
      await this.#lockLoads(client);
      const builder = new PostgisVersionBuilder({
        client,
        schema: this.#schema,
        version,
        draft,
        point: (status) => writePointer(client, this.#schema, { version, draft, status }),
        done: release,
      });
      await builder.create();
      return builder;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      client.release();
      throw ofLoad(error);
    }
  }

  noteLoads(): Promise<void> {
    return this.#noteWrite();
  }

  async remove(dataset: string): Promise<void> {
    await this.#connections.loads.query(`DELETE FROM ${this.#schema}.pointer WHERE dataset = $1`, [
      dataset,
    ]);
    await this.#noteWrite();
    await this.#sweep();
  }

  activity(): readonly StoreActivity[] {
    return this.#connections.activity();
  }

  async close(): Promise<void> {
    await this.#lock?.release();
    await Promise.all([this.#connections.close(), this.#measures.close()]);
  }

  /** Begins the transaction of a load; only one load writes at a time. */
  async #lockLoads(client: pg.PoolClient): Promise<void> {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = ${LOAD_WAIT_MILLISECONDS}`);
    try {
      await client.query('SELECT pg_advisory_xact_lock($1)', [LOAD_LOCK]);
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      throw new StoreBusy(
        'Another load has been writing to this database for a minute. Try again when it is done.',
      );
    }
  }

  /** Drops tables without a pointer, unless another load is writing, which then does it. */
  async #sweep(): Promise<void> {
    const client = await this.#connections.loads.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query<{ free: boolean }>(
        'SELECT pg_try_advisory_xact_lock($1) AS free',
        [LOAD_LOCK],
      );
      if (rows[0]!.free) await sweepTables(client, this.#schema);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  async #noteWrite(): Promise<void> {
    this.#pointers = null;
    await this.#connections.noteWrite();
  }

  async #all(): Promise<ReadonlyMap<string, Pointer>> {
    try {
      return await this.#again(() => this.#connections.read((pool) => this.#current(pool)));
    } catch (error) {
      throw ofLoad(error);
    }
  }

  /** Returns the pointers of this database: the primary and the replica may differ. */
  #current(pool: pg.Pool): Promise<ReadonlyMap<string, Pointer>> {
    const now = performance.now();
    const known = this.#pointers;
    if (known?.of === pool && now - known.read <= POINTERS_MILLISECONDS) return known.pointers;
    const fresh = { of: pool, read: now, pointers: readPointers(pool, this.#schema) };
    this.#pointers = fresh;
    fresh.pointers.catch(() => {
      if (this.#pointers === fresh) this.#pointers = null;
    });
    return fresh.pointers;
  }

  /** Reads from the current version of a dataset. */
  async #read<T>(
    dataset: string,
    work: (pointer: Pointer, pool: pg.Pool) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#again(() =>
        this.#connections.read(async (pool) => {
          const pointer = (await this.#current(pool)).get(dataset);
          if (pointer === undefined) throw new UnknownDataset(dataset);
          if (pointer.damaged) throw new DatasetDamaged(dataset);
          return work(pointer, pool);
        }),
      );
    } catch (error) {
      if (codeOf(error) === QUERY_CANCELED) throw new DeadlineExceeded();
      throw withoutValues(error);
    }
  }

  /** Reads, and repeats the read at most twice with new pointers if a load replaced the version. */
  async #again<T>(read: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await read();
      } catch (error) {
        if (!REPLACED.includes(codeOf(error) ?? '') || attempt === MAX_READ_ATTEMPTS) throw error;
        this.#pointers = null;
      }
    }
  }
}

/** Pointers read from one of the databases. */
interface ReadPointers {
  readonly of: pg.Pool;
  /** Time of the read, by `performance.now()`. */
  readonly read: number;
  readonly pointers: Promise<ReadonlyMap<string, Pointer>>;
}

/** Returns the error for an operator when a database cannot be opened; null for other errors. */
function unavailable(error: unknown): StoreUnavailable | null {
  if (error instanceof StoreUnavailable) return error;
  const code = codeOf(error) ?? (error as { code?: string } | null)?.code ?? 'no answer';
  if (isLost(error))
    return new StoreUnavailable(`The database of DATABASE_URL does not respond (${code}).`);
  if (code === FORBIDDEN)
    return new StoreUnavailable(
      `The user of DATABASE_URL does not have permission to write to the schema of the atlas (${code}). Use the owner of the schema.`,
    );
  return /^(?:28|3D)/.test(code)
    ? new StoreUnavailable(`The user or database of DATABASE_URL was refused (${code}).`)
    : null;
}

/** Reads within a time limit in milliseconds, in one transaction. */
async function limited<T>(
  pool: pg.Pool,
  timeout: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN READ ONLY');
    await client.query(`SET LOCAL statement_timeout = ${Math.max(1, Math.ceil(timeout))}`);
    return await work(client);
  } finally {
    await client.query('ROLLBACK').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}
