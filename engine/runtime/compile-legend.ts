import type { AtlasBundle, LegendRow, MapState } from '../bundle/bundle.ts';
import { findEntry } from './find-entry.ts';
import { baseLayerOf } from './pick-ground.ts';
import { present } from './present.ts';
import { resolveSymbol } from './resolve-symbol.ts';

/** What one active group shows in the legend. */
export interface LegendEntry {
  readonly group: string;
  readonly name: string;
  /** Colours as over the base map, opacities without the slider's. May be empty. */
  readonly rows: readonly LegendRow[];
  /** 0..1, the slider; what is drawn has the product of both. */
  readonly opacity: number;
  /** False: switched on, but hidden by its eye. */
  readonly visible: boolean;
  /** Not everyone may see it: its areas are hatched. */
  readonly restricted: boolean;
  readonly demo: boolean;
  /** Nothing is drawn below this zoom. */
  readonly minzoom?: number;
}

/** Compiles the legend of what is active, in the order of the map, from the top down. */
export function compileLegend(bundle: AtlasBundle, state: MapState): LegendEntry[] {
  const base = baseLayerOf(bundle, state.baseLayer);
  return state.groups.flatMap(({ id, opacity, visible }) => {
    const group = bundle.groups[id];
    const entry = findEntry(bundle, id);
    if (!group || !entry) return [];
    const restricted = group.restricted ?? false;
    return [
      present({
        group: id,
        name: entry.name,
        rows: group.legend.map(({ label, symbol }) => ({
          label,
          symbol: resolveSymbol(symbol, base, { hatch: restricted }),
        })),
        opacity,
        visible,
        restricted,
        demo: group.demo ?? false,
        minzoom: entry.minzoom,
      }),
    ];
  });
}
