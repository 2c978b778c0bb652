import { present } from 'atlas-engine/runtime';
import type { Dataset, Level } from 'atlas-engine';
import { geodesicArea } from '../geometry/area.ts';
import { generalise } from '../geometry/tiers.ts';
import { partOf } from '../store/data-part.ts';
import type { DatasetStatus, LoadedFor, LoadReport, Raster } from '../store/store.ts';
import {
  COARSE_TIERS,
  type DatasetWriter,
  type LoadedFeature,
  type VersionDraft,
} from '../store/writer.ts';
import { TimeSlices } from '../time/time-slices.ts';
import { DerivedGeometries } from './derived-geometries.ts';
import { FEATURES_PER_TURN, gatherFeatures, inDegrees, nextTurn } from './gather-features.ts';
import type { LoadInput } from './load-input.ts';
import type { LoadStep } from './progress.ts';
import { FeatureRows, type Row } from './rows/feature-rows.ts';
import { SearchEntries } from './search-entries.ts';
import { hasAreas, stampOf } from './stamp.ts';
import { thinDataset, thinnedReport, type ThinnedCut } from './thinning/thin-dataset.ts';
import { preferenceOf } from './tile-limits.ts';
import { VersionHasher } from './version-hash.ts';

/**
 * Loads a dataset: reads and checks its features, computes ids, geometries, tiers and versions, and
 * publishes them as one new version. Does nothing when definition and input equal those of the
 * stored version. Throws the errors of the input (`UnreadableData`) and of the store; the old
 * version then stays.
 */
export async function loadDataset(
  dataset: Dataset,
  input: LoadInput,
  levels: readonly Level[],
  into: DatasetWriter,
): Promise<LoadReport> {
  const stored = await into.status(dataset.id);
  const { preference = preferenceOf(dataset) } = stored ?? {};
  const isCurrent = preference === preferenceOf(dataset);
  if (stored?.stamp !== stampOf(dataset, levels, input.digest) || !isCurrent) {
    return reloadDataset(dataset, input, levels, into);
  }
  return { ...stored.report, unchanged: true };
}

/** The same as `loadDataset`, but also loads when definition and input are unchanged. */
export async function reloadDataset(
  dataset: Dataset,
  input: LoadInput,
  levels: readonly Level[],
  into: DatasetWriter,
): Promise<LoadReport> {
  const started = performance.now();
  const stamp = stampOf(dataset, levels, input.digest);
  const finish: Finish = (part) =>
    present({
      dataset: dataset.id,
      ...part,
      origin: input.kind === 'features' ? input.origin : undefined,
      took: Math.round(performance.now() - started),
    });
  if ((dataset.geometry === 'raster') !== (input.kind === 'raster')) {
    throw new TypeError(
      `The dataset \`${dataset.id}\` is declared as ${dataset.geometry}, but its input has ${
        input.kind === 'raster' ? 'a raster' : 'features'
      }.`,
    );
  }
  const load = { dataset, levels, into, stamp, finish };
  return input.kind === 'raster' ? loadRaster(load, input) : loadFeatures(load, input);
}

type Finish = (part: Omit<LoadReport, 'dataset' | 'took'>) => LoadReport;

/** The inputs of one load: the dataset, the levels and the store. */
export interface Load {
  readonly dataset: Dataset;
  readonly levels: readonly Level[];
  readonly into: DatasetWriter;
  readonly stamp: string;
  /** Completes the report. */
  readonly finish: Finish;
  readonly watch?: ((step: LoadStep) => void) | undefined;
}

async function loadRaster(
  { dataset, levels, into, stamp, finish }: Load,
  input: Extract<LoadInput, { kind: 'raster' }>,
): Promise<LoadReport> {
  const raster = typeof input.raster === 'function' ? await input.raster() : input.raster;
  if (raster.values.length !== raster.width * raster.height) {
    throw new RangeError(`The raster of \`${dataset.id}\` does not have width × height cells.`);
  }
  const counts = { read: 1, loaded: 1, repaired: 0, rejected: [], leftOut: 0 };
  return publishRaster({ dataset, levels, into, stamp, finish }, raster, counts);
}

/** Publishes a grid as a version. */
export async function publishRaster(
  { dataset, levels, into, stamp, finish }: Load,
  raster: Raster,
  counts: Identified['counts'],
): Promise<LoadReport> {
  const hasher = new VersionHasher(dataset, levels);
  hasher.addRaster(raster);
  const draft = { dataset: dataset.id, geometry: dataset.geometry, fields: [] };
  const version = await into.begin(draft);
  try {
    await version.writeRaster(raster);
    const report = finish(counts);
    await version.publish({
      dataset: dataset.id,
      loadedFor: loadedFor(dataset),
      part: partOf(dataset),
      versions: hasher.versions(),
      count: counts.loaded,
      bounds: raster.bounds,
      fields: {},
      report,
      stamp,
    });
    return report;
  } catch (error) {
    await version.abandon();
    throw error;
  }
}

async function loadFeatures(
  load: Load,
  input: Extract<LoadInput, { kind: 'features' }>,
): Promise<LoadReport> {
  const { dataset } = load;
  const rows = new FeatureRows(dataset);
  try {
    const { fields, counts } = await gatherFeatures(dataset, input, rows);
    const duplicateKeys = rows.assignIds();
    return await publishFeatures(
      { ...load, watch: input.watch },
      {
        rows,
        fields,
        counts: present({
          ...counts,
          loaded: rows.count,
          duplicateKeys: duplicateKeys.length > 0 ? duplicateKeys : undefined,
        }),
      },
    );
  } finally {
    rows.close();
  }
}

/** Features with their ids, and what is known about them. */
export interface Identified {
  readonly rows: FeatureRows;
  readonly fields: DatasetStatus['fields'];
  readonly counts: Omit<LoadReport, 'dataset' | 'took' | 'derived' | 'thinned'>;
}

/** Computes all that is derived from features, and publishes them as a version. */
export async function publishFeatures(
  { dataset, levels, into, stamp, finish, watch }: Load,
  { rows, fields, counts }: Identified,
): Promise<LoadReport> {
  const hasher = new VersionHasher(dataset, levels);
  watch?.({ doing: 'thinning', share: 0, features: rows.count });
  const thinned = await thinDataset(dataset, levels, rows);
  const search = new SearchEntries(dataset, levels);
  const derived = new DerivedGeometries(dataset);
  const version = await into.begin(draftOf(dataset, { search, derived, thinned }));
  try {
    const make = { search, derived, areas: hasAreas(dataset) };
    const order = rows.byId();
    for (let from = 0; from < order.length; from += FEATURES_PER_TURN) {
      const batch: LoadedFeature[] = [];
      const slices = new TimeSlices();
      for (const row of order.subarray(from, from + FEATURES_PER_TURN)) {
        const { geometry, values, blob } = rows.read(row);
        const id = rows.ids[row]!;
        hasher.add(id, blob, values);
        batch.push(loadedFeature({ id, geometry, values }, make));
        if (slices.over) await slices.pause();
      }
      await version.write(batch);
      watch?.({ doing: 'writing', share: from / order.length, features: from });
      await nextTurn();
    }
    for (const { cut, zooms } of thinned) {
      const { first } = zooms;
      hasher.addZooms(
        cut,
        Uint8Array.from(order, (row) => first[row]!),
      );
    }
    for (const [index, { zooms }] of thinned.entries())
      await version.writeThinned(index, zooms.thinned());
    watch?.({ doing: 'publishing', share: 0, features: rows.count });
    await nextTurn();
    const report = finish(
      present({
        ...counts,
        derived: derived.counts(),
        thinned: thinned.length > 0 ? thinned.map(thinnedReport) : undefined,
      }),
    );
    const bounds = rows.bounds();
    const status: DatasetStatus = present({
      dataset: dataset.id,
      loadedFor: loadedFor(dataset),
      part: partOf(dataset),
      versions: hasher.versions(),
      count: rows.count,
      bounds: bounds && inDegrees(bounds),
      fields,
      report,
      stamp,
      preference: thinned.length > 0 ? preferenceOf(dataset) : undefined,
    });
    await version.publish(status);
    return report;
  } catch (error) {
    await version.abandon();
    throw error;
  }
}

/** What a load makes from the features. */
interface Making {
  readonly search: SearchEntries;
  readonly derived: DerivedGeometries;
}

function draftOf(
  dataset: Dataset,
  { search, derived, thinned }: Making & { readonly thinned: readonly ThinnedCut[] },
): VersionDraft {
  return present({
    dataset: dataset.id,
    geometry: dataset.geometry,
    fields: [...dataset.fields.values()].map(({ name, type }) => ({ name, type })),
    searches: search.indexes.length > 0 ? search.indexes : undefined,
    derived: derived.tables.length > 0 ? derived.tables : undefined,
    areas: hasAreas(dataset) || undefined,
    thinned:
      thinned.length > 0
        ? thinned.map(({ cut: { fields }, zooms: { whole } }) => ({ fields, whole }))
        : undefined,
  });
}

function loadedFor({ permission: { view }, fields }: Dataset): LoadedFor {
  const above = [...fields.values()].filter(({ permission }) => permission.rank > view.rank);
  return {
    view: view.rank === 0 ? null : view.id,
    fields: Object.fromEntries(above.map(({ name, permission }) => [name, permission.id])),
  };
}

function loadedFeature(
  { id, geometry, values }: Row & { readonly id: number },
  { search, derived, areas }: Making & { readonly areas: boolean },
): LoadedFeature {
  const entries = search.of(values);
  const feature = present({
    id,
    geometry,
    values,
    search: entries.length > 0 ? entries : undefined,
    derived: derived.tables.length > 0 ? derived.of(geometry) : undefined,
    area: areas ? geodesicArea(geometry) : undefined,
  });
  if (geometry.kind === 'point') return feature;
  return { ...feature, tiers: COARSE_TIERS.map((tier) => generalise(geometry, tier)) };
}
