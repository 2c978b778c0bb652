/**
 * GeoParquet 1.1.0: one row for each feature, in longitude and latitude, with the box of each geometry.
 * Rows are ordered as “GeoParquet Overviews” 0.2.0 (`partitioning`) says: a reader that wants a coarse
 * map reads the first row groups.
 */
import { join } from 'node:path';
import type { FieldType } from 'atlas-engine';
import { boxOf } from 'atlas-engine/runtime';
import type { SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { AttributeValue, StoredFeature } from '../../store/store.ts';
import { textOf, type FeatureWriter, type FilePlan } from './feature-file.ts';
import { levelsOf, type Level } from './levels-of.ts';
import { wkbOf } from './wkb-of.ts';

const GEOPARQUET = '1.1.0';
const OVERVIEWS = { key: 'geo:overviews', version: '0.2.0' } as const;

/** Metres along the equator, and the part of a tile that a level distinguishes. */
const EQUATOR = 40_075_016.686;
const STEPS = 1_024;

/** Rows of a row group at most, which are in memory at a time. */
const GROUP = 20_000;

const SIDES = ['xmin', 'ymin', 'xmax', 'ymax'] as const;

/** Longitude and latitude on WGS 84, as PROJJSON. */
const CRS84 = {
  $schema: 'https://proj.org/schemas/v0.7/projjson.schema.json',
  type: 'GeographicCRS',
  name: 'WGS 84 (CRS84)',
  datum: {
    type: 'GeodeticReferenceFrame',
    name: 'World Geodetic System 1984',
    ellipsoid: { name: 'WGS 84', semi_major_axis: 6378137, inverse_flattening: 298.257223563 },
  },
  coordinate_system: {
    subtype: 'ellipsoidal',
    axis: [
      { name: 'Geodetic longitude', abbreviation: 'Lon', direction: 'east', unit: 'degree' },
      { name: 'Geodetic latitude', abbreviation: 'Lat', direction: 'north', unit: 'degree' },
    ],
  },
  id: { authority: 'OGC', code: 'CRS84' },
} as const;

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const COLUMN_TYPES: Readonly<Record<FieldType, Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  text: TEXT,
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  // Dates may be a year or a month, which the type DATE does not have.
  date: TEXT,
  list: TEXT,
};

/** The names of the columns that are no fields. */
type Own = Readonly<Record<'fid' | 'level' | 'geometry' | 'bbox', string>>;

/** Writes a GeoParquet file, when all features are known. */
export function writeGeoparquet(plan: FilePlan): FeatureWriter {
  return { add: () => undefined, end: () => [writeFile(plan)] };
}

function writeFile(plan: FilePlan): string {
  const { folder, name, fields, source } = plan;
  const file = `${name}.parquet`;
  const own = ownColumns(fields);
  const levels = levelsOf(source.boxes());
  const writer = new ParquetWriter({
    writer: fileWriter(join(folder, file)),
    schema: schemaOf(fields, own),
    kvMetadata: metadataOf(plan, own, levels),
    createdBy: 'atlas-server',
  });
  for (const [level, { rows }] of levels.entries())
    for (let from = 0; from < rows.length; from += GROUP) {
      const group = [...source.at(rows.subarray(from, from + GROUP))];
      void writer.write({
        columnData: columnsOf(group, level, { fields, own }),
        rowGroupSize: GROUP,
      });
    }
  void writer.finish();
  return file;
}

function ownColumns(fields: FilePlan['fields']): Own {
  const taken = new Set(fields.map((field) => field.name.toLowerCase()));
  const free = (column: string): string => (taken.has(column) ? `atlas_${column}` : column);
  return {
    fid: free('fid'),
    level: free('level'),
    geometry: free('geometry'),
    bbox: free('bbox'),
  };
}

function schemaOf(fields: FilePlan['fields'], own: Own): SchemaElement[] {
  return [
    { name: 'root', num_children: fields.length + Object.keys(own).length },
    { name: own.fid, type: 'INT64', repetition_type: 'REQUIRED' },
    ...fields.map(({ name, type }): SchemaElement => ({
      name,
      repetition_type: 'OPTIONAL',
      ...COLUMN_TYPES[type],
    })),
    { name: own.level, type: 'INT32', repetition_type: 'REQUIRED' },
    { name: own.geometry, type: 'BYTE_ARRAY', repetition_type: 'REQUIRED' },
    { name: own.bbox, num_children: SIDES.length, repetition_type: 'REQUIRED' },
    ...SIDES.map((side): SchemaElement => ({
      name: side,
      type: 'DOUBLE',
      repetition_type: 'REQUIRED',
    })),
  ];
}

/** Returns the columns of a row group. */
function columnsOf(
  features: readonly StoredFeature[],
  level: number,
  { fields, own }: { readonly fields: FilePlan['fields']; readonly own: Own },
) {
  const shapes = features.flatMap(({ geometry }) =>
    geometry.type === 'GeometryCollection' ? [] : [geometry],
  );
  return [
    { name: own.fid, data: features.map(({ id }) => BigInt(id)) },
    ...fields.map(({ name, type }) => ({
      name,
      data: features.map(({ properties }) => valueOf(properties[name] ?? null, type)),
    })),
    { name: own.level, data: new Int32Array(features.length).fill(level) },
    { name: own.geometry, data: shapes.map(wkbOf), statistics: false },
    {
      name: own.bbox,
      data: shapes.map((shape) => {
        const [xmin, ymin, xmax, ymax] = boxOf(shape);
        return { xmin, ymin, xmax, ymax };
      }),
    },
  ];
}

function valueOf(
  value: AttributeValue,
  type: FieldType,
): bigint | number | boolean | string | null {
  if (value === null) return null;
  if (type === 'integer') return BigInt(value as number);
  return typeof value === 'number' || typeof value === 'boolean' ? value : textOf(value);
}

/** Returns the metadata of the file: what GeoParquet requires, its levels, title and note. */
function metadataOf(
  { census, note, title }: FilePlan,
  own: Own,
  levels: readonly Level[],
): { key: string; value: string }[] {
  const covering = Object.fromEntries(SIDES.map((side) => [side, [own.bbox, side]]));
  const geometry = {
    encoding: 'WKB',
    geometry_types: [...census.types].toSorted(),
    crs: CRS84,
    edges: 'planar',
    bbox: census.bounds,
    covering: { bbox: covering },
  };
  const geo = {
    version: GEOPARQUET,
    primary_column: own.geometry,
    columns: { [own.geometry]: geometry },
  };
  return [
    { key: 'geo', value: JSON.stringify(geo) },
    // The column must have this name.
    ...(own.level === 'level' ? [{ key: OVERVIEWS.key, value: overviewsOf(levels) }] : []),
    ...(title ? [{ key: 'title', value: title }] : []),
    ...(note === null ? [] : [{ key: 'description', value: note }]),
  ];
}

function overviewsOf(levels: readonly Level[]): string {
  let groups = 0;
  const described = levels.map(({ zoom, rows }) => {
    groups += Math.ceil(rows.length / GROUP);
    return { row_group_end: groups - 1, gsd: EQUATOR / (STEPS * 2 ** zoom), zoom };
  });
  return JSON.stringify({
    version: OVERVIEWS.version,
    mode: 'partitioning',
    canonical_level: null,
    levels: described,
  });
}
