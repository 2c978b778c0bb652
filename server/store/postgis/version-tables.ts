/**
 * The tables of one dataset version. They mirror the version file of the embedded store: one table
 * of attributes, one of exact geometries, and one per tier with the shapes for tiles.
 *
 * Shapes are in the unit square of Web Mercator, x east and y north, so that every tile has exact
 * bounds. Exact geometries are in whole 1e-7 degrees, so that the two stores agree on which geometries
 * touch. Neither has an SRID, since neither is in degrees. Bounding boxes are stored as whole 1e-7
 * degrees, because those of the index have single precision and are rounded outwards. The blobs of the
 * embedded store are stored too, for answers other than tiles.
 */
import { projectToTile } from '../../geometry/project.ts';
import type { AttributeValue } from '../store.ts';
import type { StoredField, VersionDraft } from '../writer.ts';

export type Tier = 'z0-4' | 'z5-7' | 'z8-10' | 'full';

const TIER_NAMES: Readonly<Record<Tier, string>> = {
  'z0-4': 'low',
  'z5-7': 'middle',
  'z8-10': 'high',
  full: 'full',
};

const COLUMN_TYPES: Readonly<Record<StoredField['type'], string>> = {
  text: 'text',
  integer: 'bigint',
  number: 'double precision',
  boolean: 'boolean',
  date: 'text',
  list: 'text',
};

/** Maximum length of a name in bytes. PostgreSQL truncates longer names. */
const MAX_NAME_BYTES = 63;

/** Quoted names of the tables of a version, and types of its columns. */
export class VersionTables {
  readonly attributes: string;
  readonly exact: string;
  readonly raster: string;
  readonly #prefix: string;
  readonly #geometry: VersionDraft['geometry'];
  readonly #searches: number;
  readonly #derived: number;
  readonly #thinned: number;

  /** `schema` is quoted; `version` is a generated name of letters and digits. */
  constructor(
    schema: string,
    version: string,
    {
      geometry,
      searches = [],
      derived = [],
      thinned = [],
    }: Pick<VersionDraft, 'geometry' | 'searches' | 'derived' | 'thinned'>,
  ) {
    this.#thinned = thinned.length;
    this.#derived = derived.length;
    this.#searches = searches.length;
    this.#prefix = `${schema}."${version}`;
    this.#geometry = geometry;
    this.attributes = `${this.#prefix}_attributes"`;
    this.exact = `${this.#prefix}_exact"`;
    this.raster = `${schema}.raster`;
  }

  /** The tiers that have tables; points have `full` only, rasters none. */
  get tiers(): readonly Tier[] {
    if (this.#geometry === 'raster') return [];
    return this.#geometry === 'point' ? ['full'] : ['z0-4', 'z5-7', 'z8-10', 'full'];
  }

  /** Returns the table with the shapes for a tier. */
  shapes(tier: Tier): string {
    const kept = this.#geometry === 'point' ? 'full' : tier;
    return `${this.#prefix}_${TIER_NAMES[kept]}"`;
  }

  get all(): readonly string[] {
    if (this.#geometry === 'raster') return [];
    return [
      this.attributes,
      this.exact,
      ...this.tiers.map((tier) => this.shapes(tier)),
      ...this.derived,
      ...this.searches,
      ...this.thinned,
    ];
  }

  /** The tables of derived geometries. */
  get derived(): readonly string[] {
    return Array.from({ length: this.#derived }, (_, i) => `${this.#prefix}_derived_${i}"`);
  }

  /** The tables of the tiles that are not whole, one for each thinned cut. */
  get thinned(): readonly string[] {
    return Array.from({ length: this.#thinned }, (_, i) => `${this.#prefix}_thinned_${i}"`);
  }

  /** The table with the names and words of each search index. */
  get searches(): readonly string[] {
    return Array.from({ length: this.#searches }, (_, i) => `${this.#prefix}_search_${i}"`);
  }
}

const WHOLE_WORLD = { z: 0, x: 0, y: 0 };

/** Projects packed degrees to Web Mercator in the unit square. y increases to the north. */
export function inUnitSquare(coords: Int32Array): Float64Array {
  const xy = projectToTile(coords, WHOLE_WORLD, 1);
  for (let i = 1; i < xy.length; i += 2) xy[i] = 1 - xy[i]!;
  return xy;
}

/** Returns the type of a field's column. */
export function columnType(type: StoredField['type']): string {
  return COLUMN_TYPES[type];
}

/** Returns the name of a field's column; columns are numbered, since field names are arbitrary. */
export function columnOf(index: number): string {
  return `f${index}`;
}

/**
 * Returns the name of a field's column in the rows of a tile, which becomes the attribute name: the
 * field's own name, or a short one if PostgreSQL would truncate it.
 */
export function tileColumnOf(name: string, index: number): string {
  return Buffer.byteLength(name) > MAX_NAME_BYTES ? `atlas field ${index}` : name;
}

/** Returns the values of a row in the order of all fields; null for fields that were not requested. */
export function valuesOf(
  row: Readonly<Record<string, unknown>>,
  fields: readonly StoredField[],
): AttributeValue[] {
  return fields.map(({ type }, index) => {
    const value = row[columnOf(index)] ?? null;
    const parsed: unknown = type === 'list' && value !== null ? JSON.parse(value as string) : value;
    return parsed as AttributeValue;
  });
}

/** Quotes an identifier; throws a `RangeError` if PostgreSQL would truncate it. */
export function quoteName(name: string): string {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw new RangeError(
      `The name \`${name}\` has more than ${MAX_NAME_BYTES} bytes, the limit of PostgreSQL.`,
    );
  }
  return `"${name.replaceAll('"', '""')}"`;
}
