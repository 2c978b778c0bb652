import {
  boxOf,
  compileOverlays,
  present,
  type FeatureHit,
  type OverlayModel,
} from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';
import { middleOf } from '../stores/places/geometry.ts';
import type { Place } from '../stores/places/place.ts';
import { NAME_SOURCE, OVERLAY_SOURCE } from './overlay.ts';
import type { Overlay } from '../stores/page/map-overlay.ts';
import { highlightLayers, nameLayers, type Highlighted } from './selection-layers.ts';

/**
 * Returns the highlight of the selected feature with its name, above all other layers; null when
 * nothing is selected.
 */
export function selectionOverlay(atlas: AtlasStore): Overlay | null {
  const { feature, bundles, bases } = atlas;
  const { hit, popup } = feature;
  const { bundle } = bundles;
  const model = compileOverlays(bundle, bases.current)['selection'];
  if (!hit || !model) return null;
  const sublayer = bundle.groups[hit.group]?.sublayers.find(({ id }) => id === hit.sublayer);
  const features = sublayer?.['feature-layer'];
  const isPoint = features === undefined && hit.geometry.type.endsWith('Point');
  const geometry = isPoint ? 'point' : 'other';
  const sourceLayer = features ?? sublayer?.['source-layer'];
  const highlight = highlightOf(
    feature.shape ? { ...hit, id: '', geometry: feature.shape } : hit,
    model,
    present({ sourceLayer, geometry }),
  );
  const place = placeOf(atlas, hit);
  if (!popup || popup.title === popup.layer || !place) return highlight;
  return {
    layers: [...highlight.layers, ...nameLayers(model, { name: popup.title, geometry })],
    sources: {
      ...highlight.sources,
      [NAME_SOURCE]: { type: 'Point', coordinates: [...place] },
    },
  };
}

function highlightOf(
  hit: FeatureHit,
  model: OverlayModel,
  { sourceLayer, geometry }: Pick<Highlighted, 'sourceLayer' | 'geometry'>,
): Overlay {
  if (hit.id === '') {
    return {
      layers: highlightLayers(model, { source: OVERLAY_SOURCE, geometry }),
      sources: { [OVERLAY_SOURCE]: hit.geometry as GeoJSON.Geometry },
    };
  }
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

/**
 * Returns the place of the name: that of a point, and the clicked place of an area or line. A feature
 * that a search found has no coordinates, but a place. Null if neither is known.
 */
function placeOf({ side }: AtlasStore, { geometry }: FeatureHit): Place | null {
  const middle = 'coordinates' in geometry ? middleOf(boxOf(geometry)) : null;
  const place = side.selected?.place ?? null;
  return geometry.type === 'Point' ? (middle ?? place) : (place ?? middle);
}
