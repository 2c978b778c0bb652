import { boxOf } from 'atlas-engine/runtime';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import { middleOf } from '../../stores/places/geometry.ts';
import { drawnIn, goToPlace, hitOf } from '../../ui/search/open-found.ts';
import type { PagedFeature } from 'atlas-engine/http';

/** The dataset of a listed feature, and the group that draws it. */
interface Origin {
  readonly group: string;
  readonly dataset: string;
}

/** Shows a listed feature on the map and selects it. Shows a notice when no layer draws it. */
export async function openFeature(
  atlas: AtlasStore,
  { group: named, dataset }: Origin,
  { id, properties, geometry }: PagedFeature,
): Promise<void> {
  const { bundles, layers, map, side, ui } = atlas;
  const { index } = bundles;
  const [west, south, east, north] = boxOf(geometry);
  const group = drawnIn(atlas, named, [west, south, east, north]);
  layers.add(group);
  await bundles.ensure([group]);
  // The language or the visitor changed meanwhile.
  if (index.revision !== bundles.index.revision) return;
  const hit = hitOf(atlas, { group, dataset, id: String(id), properties });
  if (!hit) {
    ui.say({ text: 'explore.gone' });
    return;
  }
  const place = middleOf([west, south, east, north]);
  side.select([{ ...hit, geometry }], place);
  if (west < east && south < north) map.goToArea({ bounds: [west, south, east, north] });
  else goToPlace(atlas, place);
}
