/** One feature as GeoJSON, cut to what its asker may see. */
import { present } from 'atlas-engine/runtime';
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import type { AllowedCut } from '../../access/policies.ts';
import type { StoredFeature } from '../../store/store.ts';

/** What a feature is written with. */
export interface Wording {
  readonly snapshot: AtlasSnapshot;
  /** Whether features of several datasets are in one answer. */
  readonly united: boolean;
}

/**
 * One feature as GeoJSON. Ids of several datasets under one name could meet, so there (`united`)
 * they carry their dataset. What counts are those open to the asker: else a dataset that is not
 * would show in the ids of the others.
 */
export function toGeoJson(
  { cut, feature }: { readonly cut: AllowedCut; readonly feature: StoredFeature },
  { snapshot, united }: Wording,
): object {
  const demo = snapshot.datasets.get(cut.dataset)?.demo === true;
  return present({
    type: 'Feature',
    id: united ? `${cut.dataset}.${feature.id}` : feature.id,
    demo: demo || undefined,
    properties: Object.fromEntries(
      cut.fields
        .map((field) => [field, feature.properties[field] ?? null] as const)
        .filter(([, value]) => value !== null),
    ),
    geometry: feature.geometry,
  });
}
