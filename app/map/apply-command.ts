import type { FilterSpecification, Map as GlMap } from 'maplibre-gl';
import { OVERLAY_PREFIX } from '../stores/page/map-overlay.ts';
import type { MapCommand } from 'atlas-engine/runtime';

/** The engine's tests validate the styles, so the browser skips the validation. */
const UNCHECKED = { validate: false };

/** Applies one command to the map. Commands for unknown sources are ignored. */
export function applyCommand(map: GlMap, command: MapCommand): void {
  switch (command.type) {
    case 'add-source':
      if (!map.getSource(command.id)) map.addSource(command.id, command.source);
      return;
    case 'remove-source':
      if (map.getSource(command.id)) map.removeSource(command.id);
      return;
    case 'add-layer':
      map.addLayer(command.layer, above(map, command.before));
      return;
    case 'remove-layer':
      if (map.getLayer(command.id)) map.removeLayer(command.id);
      return;
    case 'move-layer':
      map.moveLayer(command.id, above(map, command.before));
      return;
    case 'set-paint':
      map.setPaintProperty(
        command.id,
        command.property as never,
        command.value as never,
        UNCHECKED,
      );
      return;
    case 'set-layout':
      map.setLayoutProperty(
        command.id,
        command.property as never,
        command.value as never,
        UNCHECKED,
      );
      return;
    case 'set-filter':
      map.setFilter(command.id, (command.filter ?? null) as FilterSpecification | null, UNCHECKED);
      return;
    case 'set-zooms':
      map.setLayerZoomRange(command.id, command.minzoom, command.maxzoom);
  }
}

/**
 * Returns the id of the layer directly above the place at which a layer is added. The topmost layer
 * of the style must stay below the overlays, such as the selection.
 */
function above(map: GlMap, before: string | null): string | undefined {
  if (before !== null) return before;
  return map.getLayersOrder().find((id) => id.startsWith(OVERLAY_PREFIX));
}
