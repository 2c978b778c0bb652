import { compileOverlays, present } from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';
import { OVERLAY_SOURCE, type Overlay } from './overlay.ts';
import { highlightLayers } from './selection-layers.ts';

/** Returns the highlight of the selected feature; null when nothing is selected. */
export function selectionOverlay({ feature, bundles }: AtlasStore): Overlay | null {
  const { hit } = feature;
  const { bundle } = bundles;
  const model = compileOverlays(bundle)['selection'];
  if (!hit || !model) return null;
  const geometry = hit.geometry.type.endsWith('Point') ? 'point' : 'other';
  const sublayer = bundle.groups[hit.group]?.sublayers.find(({ id }) => id === hit.sublayer);
  if (hit.id === '') {
    return {
      layers: highlightLayers(model, { source: OVERLAY_SOURCE, geometry }),
      data: hit.geometry as GeoJSON.Geometry,
    };
  }
  const sourceLayer = sublayer?.['source-layer'];
  return {
    layers: highlightLayers(
      model,
      present({
        source: hit.source,
        sourceLayer,
        // Ids in tiles are numbers, and the filter compares strictly.
        id: String(Number(hit.id)) === hit.id ? Number(hit.id) : hit.id,
        geometry,
      }),
    ),
  };
}
