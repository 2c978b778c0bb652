/** The overlays of the tools: what is measured, and the position of the device. */
import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { compileOverlays, type OverlayModel } from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';
import type { Place } from '../stores/places/place.ts';
import { makeMeasureStore } from '../tools/measure/measure-store.ts';
import { OVERLAY_PREFIX, type Overlay } from '../stores/page/map-overlay.ts';
import { highlightLayers } from './selection-layers.ts';

const MEASURE_SOURCE = `${OVERLAY_PREFIX}measure`;
const CORNERS_SOURCE = `${OVERLAY_PREFIX}corners`;
const ACCURACY_SOURCE = `${OVERLAY_PREFIX}accuracy`;
const POSITION_SOURCE = `${OVERLAY_PREFIX}position`;

const EARTH_RADIUS = 6_371_008.8;
/** Number of corners of the drawn circle. */
const CIRCLE_CORNERS = 64;
const CORNER_PX = 4;

/** Returns what is measured: the line or the area up to the pointer, and its corners. */
export function measureOverlay(atlas: AtlasStore): Overlay | null {
  const { bases, bundles, side } = atlas;
  const { corners, kind, outline } = atlas.storeOf(makeMeasureStore);
  const model = compileOverlays(bundles.bundle, bases.current)['drawn-area'];
  if (side.tool !== 'measure' || corners.length === 0 || !model) return null;
  const isArea = kind === 'area' && outline.length > 2;
  const shape = { ...model, fill: isArea ? model.fill : null };
  return {
    layers: [
      ...highlightLayers(shape, { source: MEASURE_SOURCE, geometry: 'other' }),
      dot(model, { source: CORNERS_SOURCE, radius: CORNER_PX }),
    ],
    sources: { [MEASURE_SOURCE]: shapeOf(outline, isArea), [CORNERS_SOURCE]: points(corners) },
  };
}

/** Returns the position of the device with a circle of its accuracy. */
export function positionOverlay({ locate, bundles, bases }: AtlasStore): Overlay | null {
  const { position } = locate;
  const model = compileOverlays(bundles.bundle, bases.current)['position'];
  if (!position || !model) return null;
  const { place, accuracy } = position;
  return {
    layers: [
      ...highlightLayers(
        { ...model, casing: null, line: { ...model.line, width: 1 } },
        { source: ACCURACY_SOURCE, geometry: 'other' },
      ),
      dot(model, { source: POSITION_SOURCE, radius: model.radius }),
    ],
    sources: {
      [ACCURACY_SOURCE]: shapeOf(circle(place, accuracy), true),
      [POSITION_SOURCE]: points([place]),
    },
  };
}

/** Returns a filled circle with the casing as its rim; the radius is in px. */
function dot(
  { id, line, casing }: OverlayModel,
  { source, radius }: { readonly source: string; readonly radius: number },
): LayerSpecification {
  return {
    id: `${OVERLAY_PREFIX}${id}-dot`,
    type: 'circle',
    source,
    paint: {
      'circle-radius': radius,
      'circle-color': line.color,
      'circle-stroke-color': casing?.color ?? '#FFFFFF',
      'circle-stroke-width': 2,
    },
  };
}

function shapeOf(corners: readonly Place[], isArea: boolean): GeoJSON.Geometry {
  const ring = corners.map(([lng, lat]) => [lng, lat]);
  return isArea
    ? { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] }
    : { type: 'LineString', coordinates: ring };
}

function points(places: readonly Place[]): GeoJSON.Geometry {
  return { type: 'MultiPoint', coordinates: places.map(([lng, lat]) => [lng, lat]) };
}

/** Returns the corners of a circle with a radius in metres. */
function circle([lng, lat]: Place, radius: number): Place[] {
  const high = ((radius / EARTH_RADIUS) * 180) / Math.PI;
  const wide = high / Math.cos((lat * Math.PI) / 180);
  return Array.from({ length: CIRCLE_CORNERS }, (_none, corner) => {
    const angle = (corner / CIRCLE_CORNERS) * 2 * Math.PI;
    return [lng + wide * Math.cos(angle), lat + high * Math.sin(angle)];
  });
}
