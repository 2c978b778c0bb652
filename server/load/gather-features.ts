import { present } from 'atlas-engine/runtime';
import type { Dataset } from 'atlas-engine';
import { intersects, prepareQuery, type PreparedQuery } from '../geometry/intersects.ts';
import { packGeoJson } from '../geometry/pack-geojson.ts';
import { boundsOf, UNITS_PER_DEGREE, type PackedGeometry } from '../geometry/packed.ts';
import { normalise } from '../geometry/repair.ts';
import type { Bounds, FieldProfile, LoadReport, Reported } from '../store/store.ts';
import type { LoadInput } from './load-input.ts';
import { MissingPhotos } from './missing-photos.ts';
import { featureNamer } from './name-feature.ts';
import { RefusedRecord } from './refused-record.ts';
import type { FeatureRows } from './rows/feature-rows.ts';
import { DatasetProfiler, FeatureReader } from './read-feature.ts';

/**
 * Number of features between two yields to the event loop, so that a server stays responsive during
 * a load.
 */
export const FEATURES_PER_TURN = 500;

/** Maximum number of repaired features that a report lists individually. */
const MAX_REPAIRS_NAMED = 20;

type FeatureInput = Extract<LoadInput, { kind: 'features' }>;

/** What is known about the features of an input, beside those that are loaded. */
export interface Gathered {
  readonly fields: Readonly<Record<string, FieldProfile>>;
  readonly counts: Omit<LoadReport, 'dataset' | 'took' | 'loaded'>;
}

/** Reads all features, adds those that pass to `rows` and reports on the others. */
export async function gatherFeatures(
  dataset: Dataset,
  { features, pictures, share, watch }: Omit<FeatureInput, 'kind' | 'digest' | 'origin'>,
  rows: FeatureRows,
): Promise<Gathered> {
  const reader = new FeatureReader(dataset);
  const profiler = new DatasetProfiler(dataset);
  const photos = new MissingPhotos(dataset, pictures ?? new Map());
  const extent = dataset.within === undefined ? null : boundsQuery(dataset.within.bounds);
  const kind = dataset.geometry as PackedGeometry['kind'];
  const nameOf = featureNamer(dataset);
  const rejected: Reported[] = [];
  let read = 0;
  let leftOut = 0;
  const repaired: Reported[] = [];
  for await (const raw of features) {
    const index = read++;
    if (read % FEATURES_PER_TURN === 0) {
      watch?.({ doing: 'reading', share: share?.() ?? 0, features: read });
      await nextTurn();
    }
    if (raw instanceof RefusedRecord) {
      const record = { values: reader.readRefused(raw), line: raw.line };
      rejected.push({ ...nameOf(index, record), reason: raw.reason });
      continue;
    }
    const feature = reader.read(raw);
    if (feature === null) {
      rejected.push({ index, reason: 'not-a-feature' });
      continue;
    }
    if (!reader.passesOnly(feature)) {
      leftOut++;
      continue;
    }
    const normalised = normalise(feature.geometry, kind);
    if ('rejected' in normalised) {
      rejected.push({ ...nameOf(index, feature), reason: normalised.rejected });
      continue;
    }
    if (extent !== null && !intersects(extent, normalised.geometry)) {
      leftOut++;
      continue;
    }
    if (normalised.repaired)
      repaired.push({ ...nameOf(index, feature), reason: normalised.repaired });
    profiler.add(feature, inDegrees(boundsOf(normalised.geometry)));
    photos.add(feature.values);
    rows.add({ geometry: normalised.geometry, values: feature.values }, { index });
  }
  const missingPhotos = photos.found();
  const fields = profiler.profiles();
  const unread = unreadIn(fields);
  return {
    fields,
    counts: present({
      read,
      repaired: repaired.length,
      rejected,
      leftOut,
      repairs: repaired.length > 0 ? repaired.slice(0, MAX_REPAIRS_NAMED) : undefined,
      unread: unread.length > 0 ? Object.fromEntries(unread) : undefined,
      missingPhotos,
    }),
  };
}

/** Returns the fields with values that could not be read, and the number of these values. */
function unreadIn(fields: Gathered['fields']): [name: string, count: number][] {
  return Object.entries(fields).flatMap(([name, { unread }]) =>
    unread > 0 ? [[name, unread] as [string, number]] : [],
  );
}

/** Returns a box in units as a box in degrees. */
export function inDegrees(box: Bounds): Bounds {
  const [west, south, east, north] = box;
  return [
    west / UNITS_PER_DEGREE,
    south / UNITS_PER_DEGREE,
    east / UNITS_PER_DEGREE,
    north / UNITS_PER_DEGREE,
  ];
}

/** Returns the query for all features that touch the bounds. */
export function boundsQuery([west, south, east, north]: Bounds): PreparedQuery {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const packed = packGeoJson({ type: 'Polygon', coordinates: [ring] });
  if ('rejected' in packed) throw new RangeError('the bounds of a copy are empty');
  return prepareQuery(packed.ok);
}

/** Yields to the event loop, so that other work can run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
