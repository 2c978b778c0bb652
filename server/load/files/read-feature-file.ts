import { basename } from 'node:path';
import type { FileLoad } from 'atlas-engine';
import { digestOf, type LoadInput } from '../load-input.ts';
import { repairTexts } from '../repair-text.ts';
import { RefusedRecord } from '../refused-record.ts';
import { FILE_LIMITS, parseShapefile, UnreadableData } from 'atlas-engine/readers';
import { angleReason, parseCsv } from './csv.ts';
import { parseGeoJson } from './geojson.ts';
import { parseFlatgeobuf } from './flatgeobuf.ts';
import { readGeopackage } from './geopackage.ts';
import { parseNdjson } from './ndjson.ts';
import { readBytes } from './read-bytes.ts';

type FeatureInput = Extract<LoadInput, { kind: 'features' }>;

/**
 * Reads a file of features in any supported format. Only the bytes are read here; they are parsed
 * once, when the features are first requested. Throws `UnreadableData`: here when the file cannot be
 * read, later when its content does not match its name or the load.
 */
export async function readFeatureFile(
  path: string,
  load: Omit<FileLoad, 'kind' | 'file'>,
): Promise<FeatureInput> {
  const name = basename(path);
  const bytes = await readBytes(path, name);
  let parsed: unknown[] | null = null;
  const features = (): unknown[] => (parsed ??= parseFile({ path, name, bytes }, load));
  return {
    kind: 'features',
    digest: digestOf(bytes, JSON.stringify(load)),
    features: { [Symbol.iterator]: () => features()[Symbol.iterator]() },
  };
}

interface OpenFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

function parseFile(file: OpenFile, load: Omit<FileLoad, 'kind' | 'file'>): unknown[] {
  const records = recordsOf(file, load);
  if (records.length > FILE_LIMITS.features)
    throw new UnreadableData(
      `The file \`${file.name}\` has more than ${FILE_LIMITS.features} features. Split it over several datasets.`,
    );
  if (records.length > 0 && records.every((record) => record instanceof RefusedRecord))
    throw refusalOf(records as readonly RefusedRecord[], file.name);
  return load.repair ? records.map(repairProperties) : records;
}

function recordsOf(
  { path, name, bytes }: OpenFile,
  load: Omit<FileLoad, 'kind' | 'file'>,
): unknown[] {
  switch (load.format) {
    case 'geojson':
      return parseGeoJson(bytes, name);
    case 'ndjson':
      return parseNdjson(bytes, name);
    case 'csv':
      return parseCsv(bytes, name, load);
    case 'shapefile':
      return parseShapefile(bytes, name, load);
    case 'geopackage':
      return readGeopackage(path, name, load.layer);
    case 'flatgeobuf':
      return parseFlatgeobuf(bytes, name);
  }
}

/** Why a whole file cannot be read, and what to do, by the error of its first record. */
const REMEDIES: Readonly<Partial<Record<RefusedRecord['reason'], string>>> = {
  'no-geometry':
    'has no coordinates. Fill in the two columns of the coordinates, or the column that `wkt` names',
  'bad-coordinates':
    'has coordinates that are not numbers. Write them in decimal degrees, such as `-18.42`',
  'decimal-comma': 'has numbers with a decimal comma. Add `decimal: comma` under `load:`',
  'wrong-cell-count':
    'has more or fewer cells than the first line. The first line must have the names of all columns, and a cell with a comma must be in double quotes',
  'not-wkt': 'has a geometry that is not WKT. Write it as `POINT (-18.42 31.61)`',
  'not-json': 'is not JSON. Each line must have one GeoJSON feature',
  'too-deep': `is nested too deeply. No feature may be nested deeper than ${FILE_LIMITS.depth} levels`,
};

function refusalOf(records: readonly RefusedRecord[], name: string): UnreadableData {
  const { line, reason, angle } = records[0]!;
  if (angle) return new UnreadableData(angleReason(name, line), { angle });
  const what = REMEDIES[reason] ?? `cannot be read (${reason})`;
  return new UnreadableData(
    `The file \`${name}\` has no record that can be read: line ${line} ${what}.`,
  );
}

function repairProperties(feature: unknown): unknown {
  if (typeof feature !== 'object' || feature === null || feature instanceof RefusedRecord)
    return feature;
  const { properties } = feature as Record<string, unknown>;
  return { ...feature, properties: repairTexts(properties) };
}
