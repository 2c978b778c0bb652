import type { World } from './countries.ts';
import type { MapLayer } from './cut-tiles.ts';
import type { Bounds, Line, Polygon } from './geometry.ts';
import { labelLayers, provinceLayers } from './label-layers.ts';
import { forestLayer, landLayers } from './land-layers.ts';
import type { Place } from './places.ts';
import type { Province } from './provinces.ts';
import { waterLayers } from './water-layers.ts';
import type { RiverLine, WaterArea } from './water.ts';

/** Everything the base map is made of. */
export interface Geography {
  readonly world: World;
  readonly provinces: readonly Province[];
  /** Lines between provinces, by country. */
  readonly provinceLines: ReadonlyMap<string, readonly Line[]>;
  readonly lakes: readonly WaterArea[];
  readonly wideWater: readonly WaterArea[];
  readonly rivers: readonly RiverLine[];
  readonly forest: readonly { readonly class: string; readonly polygons: readonly Polygon[] }[];
  readonly places: readonly Place[];
}

/**
 * The layers of the base map with their attributes and zooms; `extents` is the box tiles are made
 * for, by zoom.
 */
export function baseLayers(geography: Geography, extents: readonly Bounds[]): MapLayer[] {
  return [
    ...landLayers(geography.world, extents),
    forestLayer(geography.forest),
    ...waterLayers(geography),
    ...provinceLayers(geography),
    ...labelLayers(geography),
  ];
}
