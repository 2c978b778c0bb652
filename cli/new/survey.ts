import type { FieldType } from 'atlas-engine';
import { boxOf, joinBoxes } from 'atlas-engine/runtime';
import { UnreadableData } from 'atlas-engine/readers';
import { readFeatureFile } from '../../server/load/files/read-feature-file.ts';
import { readRasterFile } from '../../server/load/files/raster/read-raster-file.ts';
import { flattenProperties } from '../../server/load/flatten.ts';
import { parseValue } from '../../server/load/parse-value.ts';
import type { Bounds } from '../../server/store/store.ts';
import { formatOf, loadsOf, type LoadOptions } from './choose-load.ts';

/** What is in a file of features. */
export interface FeatureSurvey {
  readonly geometry: 'point' | 'line' | 'polygon';
  readonly load: Omit<LoadOptions, 'format'>;
  readonly count: number;
  /** Features of another kind of geometry, which a dataset of this kind cannot have. */
  readonly others: number;
  readonly bounds: Bounds | null;
  readonly fields: readonly SurveyedField[];
}

/** What is in a file of pixels. */
export interface RasterSurvey {
  readonly geometry: 'raster';
  readonly bounds: Bounds;
  /** The least and the greatest value. */
  readonly range: readonly [least: number, greatest: number];
}

export type Survey = FeatureSurvey | RasterSurvey;

/** A field with its values, as they are read by a field of its type. */
export interface SurveyedField {
  readonly name: string;
  readonly type: FieldType;
  readonly nulls: number;
  /** The values by frequency, the most frequent first; null if there are very many. */
  readonly values: readonly (readonly [value: string | number | boolean, count: number])[] | null;
  /** What a service says about the field; its values are then not known. */
  readonly stated?: {
    readonly label: string;
    readonly about: string;
    readonly parse?: readonly string[];
    /** The values with their names. */
    readonly words?: readonly (readonly [value: string | number, name: string])[];
  };
}

/** Surveys a file of data. Throws `UnreadableData` and `UsageError`. */
export async function survey(path: string, layer?: string): Promise<Survey> {
  const format = formatOf(path);
  if (format === 'geotiff') return surveyRaster(path);
  const loads = await loadsOf(path, format, layer);
  let first: unknown;
  for (const load of loads) {
    try {
      const { features } = await readFeatureFile(path, load);
      return await surveyFeatures(features, load);
    } catch (error) {
      if (!(error instanceof UnreadableData)) throw error;
      first ??= error;
    }
  }
  throw first;
}

/** Columns of a table with the coordinates, which are no attributes. */
const DEFAULT_COORDINATES = ['longitude', 'latitude'];

const KINDS: Readonly<Record<string, FeatureSurvey['geometry']>> = {
  Point: 'point',
  MultiPoint: 'point',
  LineString: 'line',
  MultiLineString: 'line',
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
};

async function surveyFeatures(
  features: Iterable<unknown> | AsyncIterable<unknown>,
  { format: _format, ...load }: LoadOptions,
): Promise<FeatureSurvey> {
  const coordinates: readonly string[] = load.coordinates ?? DEFAULT_COORDINATES;
  const kinds = { point: 0, line: 0, polygon: 0 };
  const columns = new Map<string, Column>();
  let bounds: Bounds | null = null;
  let count = 0;
  for await (const feature of features) {
    const { geometry, properties } = Object(feature) as Partial<Record<string, unknown>>;
    const kind = KINDS[String(Object(geometry).type)];
    if (kind) {
      kinds[kind]++;
      const box = boxOf(geometry as { readonly type: string });
      if (box[0] <= box[2]) bounds = bounds ? joinBoxes(bounds, box) : box;
    }
    for (const [name, raw] of flattenProperties(properties)) {
      if (!columns.has(name)) columns.set(name, new Column());
      columns.get(name)!.add(load.decimal ? withPoint(raw) : raw);
    }
    count++;
  }
  const [geometry, most] = (['point', 'line', 'polygon'] as const)
    .map((kind) => [kind, kinds[kind]] as const)
    .reduce((a, b) => (b[1] > a[1] ? b : a));
  if (most === 0) throw new UnreadableData('The file has no feature with a geometry.');
  return {
    geometry,
    load,
    count,
    others: kinds.point + kinds.line + kinds.polygon - most,
    bounds,
    fields: [...columns]
      .filter(([name]) => !coordinates.includes(name))
      .map(([name, column]) => column.field(name, count)),
  };
}

/** Surveys the fields of records by themselves. */
export function surveyFields(records: readonly object[]): readonly SurveyedField[] {
  const columns = new Map<string, Column>();
  for (const record of records)
    for (const [name, raw] of Object.entries(record)) {
      if (!columns.has(name)) columns.set(name, new Column());
      columns.get(name)!.add(raw);
    }
  return [...columns].map(([name, column]) => column.field(name, records.length));
}

function withPoint(raw: unknown): unknown {
  return typeof raw === 'string' && /^\s*[+-]?\d+,\d+\s*$/.test(raw) ? raw.replace(',', '.') : raw;
}

/** The types that are tried in this order; every value must be readable as the type. */
const TYPES = ['boolean', 'integer', 'number', 'date', 'list', 'text'] as const;

/** Number of distinct values of a field from which they are no longer counted. */
const MANY = 100_000;

/** The values of one column, with the types that fit all of them. */
class Column {
  readonly #types = new Set<FieldType>(TYPES);
  readonly #counts = new Map<unknown, number>();
  #present = 0;

  add(raw: unknown): void {
    if (raw === null || raw === undefined || (typeof raw === 'string' && raw.trim() === '')) return;
    this.#present++;
    for (const type of this.#types) if (!fits(raw, type)) this.#types.delete(type);
    if (this.#counts.size <= MANY) this.#counts.set(raw, (this.#counts.get(raw) ?? 0) + 1);
  }

  field(name: string, count: number): SurveyedField {
    const type = TYPES.find((each) => this.#present > 0 && this.#types.has(each)) ?? 'text';
    const counts = new Map<string | number | boolean, number>();
    for (const [raw, times] of this.#counts) {
      const { value } = parseValue(raw, { type, nullValues: [], parse: [] });
      if (value === null || typeof value === 'object') continue;
      counts.set(value, (counts.get(value) ?? 0) + times);
    }
    const values = [...counts].sort(([a, m], [b, n]) => n - m || (String(a) < String(b) ? -1 : 1));
    return {
      name,
      type,
      nulls: count - this.#present,
      values: this.#counts.size > MANY ? null : values,
    };
  }
}

function fits(raw: unknown, type: FieldType): boolean {
  // Numbers 0 and 1 are amounts, and digits after a leading zero are a code.
  if (type === 'boolean') return typeof raw === 'boolean' || /^(true|false)$/i.test(String(raw));
  if (type === 'list') return Array.isArray(raw);
  const isCode = typeof raw === 'string' && /^\s*[+-]?0\d/.test(raw);
  if (type === 'integer' || type === 'number')
    return !isCode && !parseValue(raw, { type, nullValues: [], parse: [] }).unread;
  if (type === 'date') return typeof raw === 'string' && /^\d{4}-\d\d-\d\d(?:T|$)/.test(raw);
  return true;
}

async function surveyRaster(path: string): Promise<RasterSurvey> {
  const { raster } = await readRasterFile(path);
  const { values, bounds } = typeof raster === 'function' ? await raster() : raster;
  let [least, greatest] = [NO_DATA, 0];
  for (const value of values) {
    if (value === NO_DATA) continue;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  if (least > greatest) throw new UnreadableData('The raster has no pixel with a value.');
  return { geometry: 'raster', bounds, range: [least, greatest] };
}

/** The value of pixels without data. */
const NO_DATA = 255;
