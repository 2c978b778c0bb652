import type { World } from './countries.ts';
import type { Line, Polygon } from '../../cli/geography/geometry.ts';
import type { Place } from './places.ts';
import type { Province } from './provinces.ts';
import type { RiverLine } from './rivers.ts';
import type { WaterArea } from './water.ts';

/** All data of the base map. */
export interface Geography {
  readonly world: World;
  readonly provinces: readonly Province[];
  /** Borders between provinces, by country. */
  readonly provinceLines: ReadonlyMap<string, readonly Line[]>;
  readonly lakes: readonly WaterArea[];
  readonly wideWater: readonly WaterArea[];
  /** The areas of wide rivers that are good enough to be drawn close. */
  readonly broadWater: readonly WaterArea[];
  readonly rivers: readonly RiverLine[];
  readonly forest: readonly { readonly class: string; readonly polygons: readonly Polygon[] }[];
  readonly places: readonly Place[];
}
