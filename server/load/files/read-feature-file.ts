import type { FileLoad } from 'atlas-engine';
import type { LoadInput } from '../load-input.ts';
import { repairTexts } from '../repair-text.ts';
import { RefusedRecord } from '../refused-record.ts';
import { FILE_LIMITS, parseShapefile, UnreadableData } from 'atlas-engine/readers';
import { angleReason, parseCsv } from './csv.ts';
import { readGeoJson } from './geojson.ts';
import { parseFlatgeobuf } from './flatgeobuf.ts';
import { readGeoParquet } from './geoparquet.ts';
import { readGeopackage } from './geopackage.ts';
import { parseNdjson } from './ndjson.ts';
import { SourceFile } from './source-file.ts';

type FeatureInput = Extract<LoadInput, { kind: 'features' }>;

/** Size of files whose features are kept for the next dataset that needs them. */
const KEPT_BYTES = 16_000_000;

/**
 * Opens a file of features in any supported format. Its bytes are read here, for their hash; its
 * features are read when they are requested, in parts, so that a large file needs little memory. Throws
 * `UnreadableData`: here when the file cannot be read, later when its content does not match its name
 * or the load, or has changed.
 */
export async function readFeatureFile(
  path: string,
  load: Omit<FileLoad, 'kind' | 'file'>,
): Promise<FeatureInput> {
  const file = new SourceFile(path);
  const { digest, size } = await file.digest(JSON.stringify(load));
  let kept: readonly unknown[] | null = null;
  async function* features(): AsyncGenerator<unknown> {
    if (kept) return yield* kept;
    const all: unknown[] | null = size <= KEPT_BYTES ? [] : null;
    for await (const records of checkedRecords(file, load))
      for (const record of records) {
        all?.push(record);
        yield record;
      }
    kept = all;
  }
  return {
    kind: 'features',
    digest,
    features: { [Symbol.asyncIterator]: features },
    share: () => file.share,
  };
}

/** Yields the records of a file, in lists. Throws when there are too many, or none can be read. */
async function* checkedRecords(
  file: SourceFile,
  load: Omit<FileLoad, 'kind' | 'file'>,
): AsyncGenerator<readonly unknown[]> {
  let count = 0;
  let refused = 0;
  let first: RefusedRecord | undefined;
  for await (const records of recordsOf(file, load)) {
    count += records.length;
    if (count > FILE_LIMITS.features)
      throw new UnreadableData(
        `The file \`${file.name}\` has more than ${FILE_LIMITS.features} features. Split it over several datasets.`,
      );
    for (const record of records) {
      if (!(record instanceof RefusedRecord)) continue;
      refused++;
      first ??= record;
    }
    yield load.repair ? records.map(repairProperties) : records;
  }
  // Some formats are read by the path of the file, after its bytes were hashed.
  await file.requireUnchanged();
  if (first && refused === count) throw refusalOf(first, file.name);
}

async function* recordsOf(
  file: SourceFile,
  load: Omit<FileLoad, 'kind' | 'file'>,
): AsyncGenerator<readonly unknown[]> {
  const { name, path } = file;
  switch (load.format) {
    case 'geojson':
      return yield* readGeoJson(file);
    case 'ndjson':
      return yield* parseNdjson(file);
    case 'csv':
      return yield* parseCsv(file, load);
    case 'shapefile':
      return yield parseShapefile(await file.bytes(), name, load);
    case 'geopackage':
      return yield* readGeopackage(path, name, load.layer);
    case 'flatgeobuf':
      return yield* parseFlatgeobuf(await file.bytes(), name);
    case 'geoparquet':
      return yield* readGeoParquet(file);
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
  'too-large': 'has more than 64 MB. Each line must have one GeoJSON feature',
  'too-deep': `is nested too deeply. No feature may be nested deeper than ${FILE_LIMITS.depth} levels`,
};

function refusalOf({ line, reason, angle }: RefusedRecord, name: string): UnreadableData {
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
