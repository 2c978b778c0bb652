import type { AtlasBundle, LegendRow, MapState } from '../bundle/bundle.ts';
import { touches } from '../basics/bounds.ts';
import type { Bounds } from '../basics/values.ts';
import { findEntry } from './find-entry.ts';
import { baseLayerOf, type Base } from './pick-ground.ts';
import { present } from '../basics/present.ts';
import { resolveSymbol } from './resolve-symbol.ts';

/** An active group in the legend. */
export interface LegendEntry {
  readonly group: string;
  readonly name: string;
  /**
   * The rows, with the colours for the base map. Their opacities do not include that of the slider.
   * May be empty.
   */
  readonly rows: readonly LegendRow[];
  /** Opacity from the slider, 0 to 1. On the map, it is multiplied by the opacity of the rows. */
  readonly opacity: number;
  /** True if the group is visible; false if it is on the map but hidden. */
  readonly visible: boolean;
  /** Whether only some visitors may view the group; its areas are hatched. */
  readonly restricted: boolean;
  readonly demo: boolean;
  /** Whether the group has a single row, which needs no label beside the name. */
  readonly single: boolean;
  /** Lowest zoom at which anything is drawn. */
  readonly minzoom?: number;
}

/**
 * Compiles the legend of the active groups, in the order of the map from the top down. Groups with
 * `base-map` have no entry, because their rows are in the legend of the base map. Classes without
 * features in the area have no row.
 */
export function compileLegend(
  bundle: AtlasBundle,
  state: MapState,
  area: Bounds | null = null,
): LegendEntry[] {
  const base = baseLayerOf(bundle, state.baseLayer);
  return state.groups.flatMap(({ id, opacity, visible }) => {
    const group = bundle.groups[id];
    const entry = findEntry(bundle, id);
    if (!group || !entry || group.baseMap) return [];
    const restricted = group.restricted ?? false;
    return [
      present({
        group: id,
        name: entry.name,
        rows: group.legend
          .filter((row) => area === null || reaches(row, area))
          .map((row) => resolveRow(row, base, restricted)),
        opacity,
        visible,
        restricted,
        demo: group.demo ?? false,
        single: group.legend.length === 1 && group.legend[0]!.symbol.type !== 'ramp',
        minzoom: entry.minzoom,
      }),
    ];
  });
}

/**
 * Compiles the legend of the base map: first the rows of visible groups with `base-map`, such as
 * borders and names, then the rows of the base map itself.
 */
export function compileBaseLegend(bundle: AtlasBundle, state: MapState): LegendRow[] {
  const base = baseLayerOf(bundle, state.baseLayer);
  const groups = state.groups.flatMap(({ id, visible }) => {
    const group = bundle.groups[id];
    return visible && group?.baseMap ? group.legend : [];
  });
  return [...groups, ...(base.legend ?? [])].map((row) => resolveRow(row, base, false));
}

function reaches({ places }: LegendRow, area: Bounds): boolean {
  return places === undefined || places.some((place) => touches(place, area));
}

function resolveRow({ label, symbol }: LegendRow, base: Base, hatch: boolean): LegendRow {
  return { label, symbol: resolveSymbol(symbol, base, { hatch }) };
}
