/** Writes one feature as GeoJSON, with the fields that the visitor may see. */
import { present } from 'atlas-engine/runtime';
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import type { AllowedCut } from '../../access/policies.ts';
import type { StoredFeature } from '../../store/store.ts';

/** The context in which a feature is written. */
export interface Wording {
  readonly snapshot: AtlasSnapshot;
  /** Whether features of several datasets are in one answer. */
  readonly united: boolean;
}

/**
 * Returns one feature as GeoJSON. Ids of several datasets under one name could collide, so in this
 * case (`united`) they include the dataset. Only datasets open to the visitor count; otherwise the
 * ids would reveal that a restricted one exists.
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
