import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AtlasModel } from 'atlas-engine';
import type { AtlasBundle, FeatureHit } from 'atlas-engine/runtime';
import { placeOf } from '../../host/load/store-place.ts';
import { openStore } from '../../server/store/open-store.ts';
import { copyShippedStore } from '../browser/shipped-copy.ts';

/** Maximum number of features to read, more than those of any demonstration dataset. */
const ALL = 100_000;

/** A sublayer with a popup, as the place where the features of a dataset are clicked. */
interface Place {
  readonly dataset: string;
  readonly group: string;
  readonly sublayer: string;
}

/** Returns a sublayer for each dataset with popups, without the copies of projects. */
export function clickablePlaces({ groups, sources }: AtlasBundle): readonly Place[] {
  const places = Object.values(groups).flatMap(({ id: group, popup, sublayers }) =>
    sublayers.flatMap(({ id: sublayer, source = '', interactive, popup: own }) => {
      const dataset = sources[source]?.dataset;
      const isClickable = interactive && (own ?? popup) !== undefined;
      return dataset === undefined || dataset.includes('@') || !isClickable
        ? []
        : [{ dataset, group, sublayer }];
    }),
  );
  return [...new Map(places.toReversed().map((place) => [place.dataset, place])).values()];
}

/**
 * Returns every feature of the shipped atlas with all attributes, as a click finds it, by dataset.
 * Reads a copy of the loaded store.
 */
export async function shippedFeatures(
  model: AtlasModel,
  places: readonly Place[],
): Promise<ReadonlyMap<string, readonly FeatureHit[]>> {
  const dir = mkdtempSync(join(tmpdir(), 'atlas-popups-'));
  copyShippedStore(dir);
  const store = await openStore(placeOf({ ATLAS_DATA_DIR: dir }, 'tool'));
  const found = new Map<string, readonly FeatureHit[]>();
  for (const place of places) {
    const { dataset } = place;
    const fields = [...model.datasets.get(dataset)!.fields.keys()];
    const features = await store.page({ dataset, fields, limit: ALL });
    const hits = features.map(({ id, properties, geometry: { type } }) => ({
      ...place,
      source: dataset,
      id: String(id),
      properties,
      geometry: { type },
    }));
    found.set(dataset, hits);
  }
  await store.close();
  rmSync(dir, { recursive: true, force: true });
  return found;
}
