import { loadReaders } from '../../net/load-readers.ts';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import { goToPlace } from '../../ui/search/open-found.ts';
import { openFeature } from '../common/open-feature.ts';
import { isNear, type Row } from './near-rows.ts';

/**
 * Flies to a feature of the list and selects it. One whose layer has no name for the visitor, or that
 * cannot be read, is only shown as a place.
 */
export async function showRow(
  atlas: AtlasStore,
  row: Row,
  group: string | undefined,
): Promise<void> {
  const { dataset, id } = row;
  const address = `/api/features/${encodeURIComponent(dataset)}/${id}?geometry=true`;
  const outcome =
    group === undefined
      ? null
      : await atlas.network.json(address, {
          reader: async () => (await loadReaders()).isWholeFeature,
        });
  if (group !== undefined && outcome?.ok) {
    const { properties, geometry } = outcome.value;
    await openFeature(atlas, { group, dataset }, { type: 'Feature', id, properties, geometry });
  } else if (isNear(row)) goToPlace(atlas, row.place);
  else atlas.ui.say({ text: 'search.gone' });
}
