/** The marks of all features of a layer, while the pointer is on its row in the legend. */
import type { LayerSpecification, StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { compileOverlays, present, styleLayerId, type OverlayModel } from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';
import type { Overlay } from '../stores/page/map-overlay.ts';
import { highlightLayers } from './selection-layers.ts';

/** Widths of the lines of the mark, and the radius to which the gap of its ring is added, in px. */
const LINE_PX = 2;
const CASING_PX = 4;
const RADIUS_PX = 0;

/** Returns the marks of a layer in the look of the selection, thinner; null without one to mark. */
export function rowOverlay(atlas: AtlasStore, style: StyleSpecification): Overlay | null {
  const { bases, bundles, hover, layers } = atlas;
  const model = compileOverlays(bundles.bundle, bases.current)['selection'];
  if (hover.row === null || !model || !layers.find(hover.row)?.visible) return null;
  const ids = wholeFeatures(atlas, hover.row);
  const marks = style.layers
    .filter(({ id }) => ids.has(id))
    .flatMap((layer, at) => markOf(layer, thinner(model, `row-${at}`)));
  return marks.length > 0 ? { layers: marks } : null;
}

/** Returns the style layers of a group that draw whole features, not bands or label points of them. */
function wholeFeatures({ bundles }: AtlasStore, group: string): ReadonlySet<string> {
  const sublayers = bundles.bundle.groups[group]?.sublayers ?? [];
  return new Set(
    sublayers
      .filter((sublayer) => sublayer['feature-layer'] === undefined)
      .map(({ id }) => styleLayerId({ kind: 'group', owner: group, sublayer: id })),
  );
}

function thinner({ line, casing, ...model }: OverlayModel, id: string): OverlayModel {
  return {
    ...model,
    id,
    radius: RADIUS_PX,
    line: { ...line, width: LINE_PX },
    casing: casing && { color: casing.color, width: CASING_PX },
    fill: null,
  };
}

/** Returns the marks of the features that a layer of the style draws. Pictures and labels have none. */
function markOf(layer: LayerSpecification, model: OverlayModel): LayerSpecification[] {
  const geometry = geometryOf(layer);
  if (geometry === null || !('source' in layer) || layer.type === 'raster') return [];
  const { source, minzoom, maxzoom, filter } = layer;
  return highlightLayers(
    model,
    present({ source, sourceLayer: layer['source-layer'], geometry } as const),
  ).map((mark) => ({ ...mark, ...present({ minzoom, maxzoom, filter }) }) as LayerSpecification);
}

/** Returns how the features of a layer are marked; null for labels, pictures and backgrounds. */
function geometryOf(layer: LayerSpecification): 'point' | 'other' | null {
  if (layer.type === 'fill' || layer.type === 'line') return 'other';
  const isIcon =
    layer.type === 'symbol' &&
    layer.layout?.['icon-image'] !== undefined &&
    layer.paint?.['icon-opacity'] !== 0;
  return layer.type === 'circle' || isIcon ? 'point' : null;
}
