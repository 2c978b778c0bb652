import { compileOverlays, present } from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';
import { OVERLAY_SOURCE, type Overlay } from './overlay.ts';
import { highlightLayers } from './selection-layers.ts';

/** Returns the highlight of the selected feature; null when nothing is selected. */
export function selectionOverlay({ feature, bundles, bases }: AtlasStore): Overlay | null {
  const { hit } = feature;
  const { bundle } = bundles;
  const model = compileOverlays(bundle, bases.current)['selection'];
  if (!hit || !model) return null;
  const sublayer = bundle.groups[hit.group]?.sublayers.find(({ id }) => id === hit.sublayer);
  const features = sublayer?.['feature-layer'];
  const isPoint = features === undefined && hit.geometry.type.endsWith('Point');
  const geometry = isPoint ? 'point' : 'other';
  if (hit.id === '') {
    return {
      layers: highlightLayers(model, { source: OVERLAY_SOURCE, geometry }),
      sources: { [OVERLAY_SOURCE]: hit.geometry as GeoJSON.Geometry },
    };
  }
  const sourceLayer = features ?? sublayer?.['source-layer'];
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
