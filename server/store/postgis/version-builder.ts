import type { PoolClient } from 'pg';
import { boundsOf, encodeGeometry, type PackedGeometry } from '../../geometry/packed.ts';
import { wordsOf } from '../../search/join-names.ts';
import type { AttributeValue, DatasetStatus, Raster } from '../store.ts';
import { tileNumber, type ThinnedTile } from '../thinned-tiles.ts';
import {
  COARSE_TIERS,
  type LoadedFeature,
  type VersionDraft,
  type VersionWriter,
} from '../writer.ts';
import { ofLoad } from './errors.ts';
import { columnOf, columnType, inUnitSquare, VersionTables, type Tier } from './version-tables.ts';
import { toWkb } from './wkb.ts';

const FEATURES_PER_INSERT = 500;

/** The input of a builder. */
export interface BuilderOptions {
  readonly client: PoolClient;
  readonly schema: string;
  readonly version: string;
  readonly draft: VersionDraft;
  /** Writes the pointer, in the builder's transaction. */
  readonly point: (status: DatasetStatus) => Promise<void>;
  /** Releases the client. */
  readonly done: () => Promise<void>;
}

/** Builds a version in one transaction of its client, begun by the caller. */
export class PostgisVersionBuilder implements VersionWriter {
  readonly #options: BuilderOptions;
  readonly #tables: VersionTables;
  #lastId = 0;
  #ended = false;

  constructor(options: BuilderOptions) {
    this.#options = options;
    const { schema, version, draft } = options;
    this.#tables = new VersionTables(schema, version, draft);
  }

  /** Creates the tables. */
  async create(): Promise<void> {
    const { client, draft } = this.#options;
    if (draft.geometry === 'raster') return;
    const columns = draft.fields.map(({ type }, i) => `, ${columnOf(i)} ${columnType(type)}`);
    await client.query(
      `CREATE TABLE ${this.#tables.attributes} (id bigint NOT NULL${columns.join('')})`,
    );
    await client.query(
      `CREATE TABLE ${this.#tables.exact} (id bigint NOT NULL, shape geometry NOT NULL, blob bytea NOT NULL,
         west integer NOT NULL, south integer NOT NULL, east integer NOT NULL, north integer NOT NULL,
         area double precision)`,
    );
    for (const tier of this.#tables.tiers) {
      await client.query(
        `CREATE TABLE ${this.#tables.shapes(tier)} (id bigint NOT NULL, shape geometry NOT NULL, blob bytea NOT NULL,
           west integer NOT NULL, south integer NOT NULL, east integer NOT NULL, north integer NOT NULL)`,
      );
    }
    for (const table of this.#tables.derived) {
      await client.query(
        `CREATE TABLE ${table} (id bigint NOT NULL, shape geometry NOT NULL, label_zoom double precision,
           west integer NOT NULL, south integer NOT NULL, east integer NOT NULL, north integer NOT NULL)`,
      );
    }
    for (const table of this.#tables.thinned)
      await client.query(`CREATE TABLE ${table} (id bigint NOT NULL, features bigint[] NOT NULL)`);
    for (const table of this.#tables.searches) {
      await client.query(
        `CREATE TABLE ${table} (id bigint NOT NULL, names text NOT NULL, rank double precision, words tsvector NOT NULL)`,
      );
    }
  }

  async write(features: Iterable<LoadedFeature>): Promise<void> {
    let batch: LoadedFeature[] = [];
    for (const feature of features) {
      if (feature.id <= this.#lastId) throw new RangeError('ids must be in ascending order');
      this.#lastId = feature.id;
      batch.push(feature);
      if (batch.length < FEATURES_PER_INSERT) continue;
      await inWords(this.#insert(batch));
      batch = [];
    }
    if (batch.length > 0) await inWords(this.#insert(batch));
  }

  async writeThinned(index: number, tiles: Iterable<ThinnedTile>): Promise<void> {
    const insert = `INSERT INTO ${this.#tables.thinned[index]} VALUES ($1, $2)`;
    for (const tile of tiles)
      await inWords(this.#options.client.query(insert, [tileNumber(tile), [...tile.ids]]));
  }

  async writeRaster({ bounds, width, height, values }: Raster): Promise<void> {
    const { client, version } = this.#options;
    const row = [version, JSON.stringify(bounds), width, height, Buffer.from(values)];
    await inWords(
      client.query(`INSERT INTO ${this.#tables.raster} VALUES ($1, $2, $3, $4, $5)`, row),
    );
  }

  async publish(status: DatasetStatus): Promise<void> {
    await inWords(this.#publish(status));
    this.#ended = true;
    await this.#options.done();
  }

  async #publish(status: DatasetStatus): Promise<void> {
    const { client, point } = this.#options;
    for (const table of this.#tables.all) {
      await client.query(`ALTER TABLE ${table} ADD PRIMARY KEY (id)`);
      if (table === this.#tables.attributes || this.#tables.thinned.includes(table)) continue;
      const index = this.#tables.searches.includes(table) ? 'gin (words)' : 'gist (shape)';
      await client.query(`CREATE INDEX ON ${table} USING ${index}`);
    }
    for (const table of this.#tables.all) await client.query(`ANALYZE ${table}`);
    await point(status);
    await client.query('COMMIT');
  }

  async abandon(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#options.client.query('ROLLBACK').catch(() => undefined);
    // An error of a lost connection must not replace the error because of which the version is
    // abandoned.
    await this.#options.done().catch(() => undefined);
  }

  async #insert(batch: readonly LoadedFeature[]): Promise<void> {
    const { client, draft } = this.#options;
    const types = draft.fields.map(({ type }) => `${columnType(type)}[]`);
    const lists = types.map((type, i) => `, $${i + 2}::${type}`);
    await client.query(
      `INSERT INTO ${this.#tables.attributes} SELECT * FROM unnest($1::bigint[]${lists.join('')})`,
      [
        batch.map(({ id }) => id),
        ...draft.fields.map((_, i) => batch.map(({ values }) => columnValue(values[i]!))),
      ],
    );
    await client.query(
      `INSERT INTO ${this.#tables.exact}
         SELECT id, ST_GeomFromWKB(wkb), blob, west, south, east, north, area
           FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::int[], $5::int[], $6::int[], $7::int[], $8::float8[])
             AS t(id, wkb, blob, west, south, east, north, area)`,
      [
        batch.map(({ id }) => id),
        batch.map(({ geometry }) => toWkb(geometry)),
        batch.map(({ geometry }) => Buffer.from(encodeGeometry(geometry))),
        ...boundsColumns(batch.map(({ geometry }) => geometry)),
        batch.map(({ area }) => area ?? null),
      ],
    );
    for (const tier of this.#tables.tiers) await this.#insertShapes(tier, batch);
    for (const index of this.#tables.derived.keys()) await this.#insertDerived(index, batch);
    for (const index of this.#tables.searches.keys()) await this.#insertNames(index, batch);
  }

  async #insertNames(index: number, batch: readonly LoadedFeature[]): Promise<void> {
    const entries = batch.flatMap(({ id, search }) => {
      const entry = search?.[index];
      return entry ? [{ id, ...entry }] : [];
    });
    // Words are already normalised, so the dictionaries of the database are not used.
    await this.#options.client.query(
      `INSERT INTO ${this.#tables.searches[index]}
         SELECT id, names, rank, array_to_tsvector(string_to_array(words, ' '))
           FROM unnest($1::bigint[], $2::text[], $3::float8[], $4::text[]) AS t(id, names, rank, words)`,
      [
        entries.map(({ id }) => id),
        entries.map(({ names }) => names),
        entries.map(({ rank }) => rank),
        entries.map(({ names }) => wordsOf(names).join(' ')),
      ],
    );
  }

  async #insertDerived(index: number, batch: readonly LoadedFeature[]): Promise<void> {
    const made = batch.flatMap(({ id, derived }) => {
      const one = derived?.[index];
      return one ? [{ id, ...one }] : [];
    });
    await this.#options.client.query(
      `INSERT INTO ${this.#tables.derived[index]}
         SELECT id, ST_GeomFromWKB(wkb), label_zoom, west, south, east, north
           FROM unnest($1::bigint[], $2::bytea[], $3::float8[], $4::int[], $5::int[], $6::int[], $7::int[])
             AS t(id, wkb, label_zoom, west, south, east, north)`,
      [
        made.map(({ id }) => id),
        made.map(({ geometry }) => toWkb(geometry, inUnitSquare(geometry.coords))),
        made.map(({ labelZoom }) => labelZoom ?? null),
        ...boundsColumns(made.map(({ geometry }) => geometry)),
      ],
    );
  }

  async #insertShapes(tier: Tier, batch: readonly LoadedFeature[]): Promise<void> {
    const place = COARSE_TIERS.findIndex((coarse) => coarse === tier);
    const shapes = batch.flatMap(({ id, geometry, tiers }) => {
      const shape = place === -1 || tiers === undefined ? geometry : tiers[place];
      return shape ? [{ id, shape }] : [];
    });
    await this.#options.client.query(
      `INSERT INTO ${this.#tables.shapes(tier)}
         SELECT id, ST_GeomFromWKB(wkb), blob, west, south, east, north
           FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::int[], $5::int[], $6::int[], $7::int[])
             AS t(id, wkb, blob, west, south, east, north)`,
      [
        shapes.map(({ id }) => id),
        shapes.map(({ shape }) => toWkb(shape, inUnitSquare(shape.coords))),
        shapes.map(({ shape }) => Buffer.from(encodeGeometry(shape))),
        ...boundsColumns(shapes.map(({ shape }) => shape)),
      ],
    );
  }
}

/** Waits for a query of a load; throws the errors of `ofLoad`. */
async function inWords<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw ofLoad(error);
  }
}

function columnValue(value: AttributeValue): string | number | boolean | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

function boundsColumns(geometries: readonly PackedGeometry[]): number[][] {
  const boxes = geometries.map(boundsOf);
  return [0, 1, 2, 3].map((side) => boxes.map((box) => box[side]!));
}
