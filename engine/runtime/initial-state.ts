import type { AtlasBundle, MapState } from '../bundle/bundle.ts';

/**
 * Returns the initial state of the map, before the visitor changes anything: the first base map,
 * the hillshade if it is checked, and the checked groups in the order of the panel.
 */
export function initialState(bundle: AtlasBundle): MapState {
  const entries = bundle.categories.flatMap(({ groups }) => groups);
  return {
    baseLayer: bundle.baseLayers[0]?.id ?? '',
    hillshade: bundle.hillshade?.checked ?? false,
    groups: entries.flatMap(({ id, checked }) => {
      const group = checked ? bundle.groups[id] : undefined;
      return group ? [{ id, visible: true, opacity: group.opacity }] : [];
    }),
    project: null,
  };
}
