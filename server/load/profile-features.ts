import type { Dataset, DataFacts } from 'atlas-engine';
import { intersects, type PreparedQuery } from '../geometry/intersects.ts';
import type { PackedGeometry } from '../geometry/packed.ts';
import { normalise } from '../geometry/repair.ts';
import type { FieldProfile } from '../store/store.ts';
import { DataFactsCollector, type FactsFrame } from './data-facts.ts';
import { boundsQuery } from './gather-features.ts';
import { DatasetProfiler, FeatureReader, type ReadFeature } from './read-feature.ts';
import { RefusedRecord } from './refused-record.ts';

/** Facts about the features of a dataset, found without a store and without geometry. */
export interface FeaturesProfile {
  readonly read: number;
  /**
   * Number of features that pass `only` and, for a copy of a project, touch its extent. The
   * profiles describe these features.
   */
  readonly count: number;
  readonly fields: Readonly<Record<string, FieldProfile>>;
  readonly data: DataFacts;
}

/**
 * Version of the profile format. It is increased when the same features would give another profile.
 */
export const PROFILE_FORMAT = 11;

/**
 * Profiles raw GeoJSON features in the way a load of the dataset would read them. `pictures` has the
 * file names in each folder of photos.
 */
export async function profileFeatures(
  dataset: Dataset,
  features: Iterable<unknown> | AsyncIterable<unknown>,
  frame: FactsFrame,
  pictures?: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<FeaturesProfile> {
  const reader = new FeatureReader(dataset);
  const profiler = new DatasetProfiler(dataset);
  const facts = new DataFactsCollector(dataset, frame, pictures);
  const extent = dataset.within ? boundsQuery(dataset.within.bounds) : null;
  let read = 0;
  let count = 0;
  for await (const raw of features) {
    const index = read++;
    if (raw instanceof RefusedRecord) {
      facts.addRefused(raw, index, reader.readRefused(raw));
      continue;
    }
    const feature = reader.read(raw);
    if (feature === null || !reader.passesOnly(feature)) continue;
    if (extent && !isInside(feature, dataset, extent)) continue;
    count++;
    profiler.add(feature);
    facts.add(raw, feature, index);
  }
  return { read, count, fields: profiler.profiles(), data: facts.facts() };
}

function isInside({ geometry }: ReadFeature, { geometry: kind }: Dataset, extent: PreparedQuery) {
  const normalised = normalise(geometry, kind as PackedGeometry['kind']);
  return 'geometry' in normalised && intersects(extent, normalised.geometry);
}
