import { compareStructural } from 'mobx';
import type { GeoJSONSource, Map as GlMap } from 'maplibre-gl';
import { OVERLAY_PREFIX, type Overlay } from '../stores/page/map-overlay.ts';

/** Draws an overlay above all layers of the map. Layers whose source is missing are left out. */
export function drawOverlay(map: GlMap, overlay: Overlay | null): void {
  if (!overlay) return;
  for (const [id, data] of Object.entries(overlay.sources ?? {})) {
    map.addSource(id, { type: 'geojson', data });
  }
  for (const layer of overlay.layers) {
    if ('source' in layer && map.getSource(layer.source)) map.addLayer(layer);
  }
}

/** Removes all layers of overlays, and the sources of this one. */
export function eraseOverlay(map: GlMap, overlay: Overlay | null): void {
  for (const id of map.getLayersOrder()) {
    if (id.startsWith(OVERLAY_PREFIX)) map.removeLayer(id);
  }
  for (const id of Object.keys(overlay?.sources ?? {})) {
    if (map.getSource(id)) map.removeSource(id);
  }
}

/** Replaces an overlay by the next one. If only shapes differ, the layers stay. */
export function changeOverlay(map: GlMap, before: Overlay | null, next: Overlay | null): void {
  const shapes = next?.sources ?? {};
  const isSame =
    compareStructural(before?.layers, next?.layers) &&
    Object.keys(shapes).every((id) => map.getSource(id));
  if (!isSame) {
    eraseOverlay(map, before);
    drawOverlay(map, next);
    return;
  }
  for (const [id, data] of Object.entries(shapes)) {
    if (!compareStructural(before?.sources?.[id], data))
      map.getSource<GeoJSONSource>(id)?.setData(data);
  }
}
