import type { MapLayer } from '../../cli/geography/cut-tiles.ts';
import type { Geography } from './geography.ts';
import type { Bounds } from '../../cli/geography/geometry.ts';
import { labelLayers, provinceLayers } from './label-layers.ts';
import { forestLayer, landLayers } from './land-layers.ts';
import { landformLayers } from './landform-layers.ts';
import { ShownRivers } from './shown-rivers.ts';
import { waterLayers } from './water-layers.ts';

/** Returns the layers of the base map; `extents` is the box of the tiles, by zoom. */
export function baseLayers(geography: Geography, extents: readonly Bounds[]): MapLayer[] {
  const shown = new ShownRivers(geography, extents);
  return [
    ...landLayers(geography.world, shown),
    forestLayer(geography.forest),
    ...waterLayers(geography, shown),
    ...provinceLayers(geography),
    ...landformLayers(),
    ...labelLayers(geography),
  ];
}
