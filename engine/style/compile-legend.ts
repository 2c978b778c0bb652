import type { AtlasBundle, LegendRow, MapState } from '../bundle/bundle.ts';

/** What one active group shows in the legend; colours by ground, opacities without the slider's. */
export interface LegendEntry {
  readonly group: string;
  readonly name: string;
  readonly rows: readonly LegendRow[];
  /** 0..1, the slider. */
  readonly opacity: number;
  readonly visible: boolean;
  readonly restricted: boolean;
  readonly demo: boolean;
  /** Nothing is drawn below this zoom. */
  readonly minzoom?: number;
}

/** Compiles the legend of what is active, in the order of the map, from the top down. */
export function compileLegend(bundle: AtlasBundle, state: MapState): LegendEntry[] {
  const entries = new Map(
    bundle.categories.flatMap(({ groups }) => groups).map((entry) => [entry.id, entry]),
  );
  return state.groups.flatMap(({ id, opacity, visible }) => {
    const group = bundle.groups[id];
    const entry = entries.get(id);
    if (!group || !entry) return [];
    return [
      {
        group: id,
        name: entry.name,
        rows: group.legend,
        opacity,
        visible,
        restricted: group.restricted ?? false,
        demo: group.demo ?? false,
        ...(entry.minzoom === undefined ? {} : { minzoom: entry.minzoom }),
      },
    ];
  });
}
