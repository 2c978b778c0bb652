import type { LayerSpecification, StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Bounds } from 'atlas-engine/runtime';

/**
 * The ids of the source and the layers of the frame. Ids of layers of the engine begin with other
 * words.
 */
const SOURCE = 'project-frame';

const VEIL_OPACITY = 0.5;
const OUTLINE_WIDTH_PX = 1.5;
const OUTLINE_OPACITY = 0.7;

/** The northernmost and southernmost latitudes of the map, in degrees. */
const EDGE_LAT = 85;

/** Colours of the veil outside the extent of a project, and of the outline of the extent. */
export interface FrameColors {
  readonly veil: string;
  readonly outline: string;
}

/**
 * Adds a light veil outside of the extent of a project, and an outline around it. They are above
 * the data and below the names of the map.
 */
export function framedStyle(
  style: StyleSpecification,
  bounds: Bounds,
  { veil, outline }: FrameColors,
): StyleSpecification {
  const frame: LayerSpecification[] = [
    {
      id: `${SOURCE}/veil`,
      type: 'fill',
      source: SOURCE,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': veil, 'fill-opacity': VEIL_OPACITY, 'fill-antialias': false },
    },
    {
      id: `${SOURCE}/outline`,
      type: 'line',
      source: SOURCE,
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: {
        'line-color': outline,
        'line-width': OUTLINE_WIDTH_PX,
        'line-opacity': OUTLINE_OPACITY,
      },
    },
  ];
  const names = style.layers.findIndex(isLabel);
  const at = names === -1 ? style.layers.length : names;
  return {
    ...style,
    sources: { ...style.sources, [SOURCE]: { type: 'geojson', data: frameData(bounds) } },
    layers: [...style.layers.slice(0, at), ...frame, ...style.layers.slice(at)],
  };
}

/** Returns whether a layer draws names: a symbol with text and without an icon. */
function isLabel({ type, layout }: LayerSpecification): boolean {
  return type === 'symbol' && layout !== undefined && !('icon-image' in layout);
}

function frameData([west, south, east, north]: Bounds): GeoJSON.FeatureCollection {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const world = [
    [-180, -EDGE_LAT],
    [180, -EDGE_LAT],
    [180, EDGE_LAT],
    [-180, EDGE_LAT],
    [-180, -EDGE_LAT],
  ];
  const feature = (geometry: GeoJSON.Geometry): GeoJSON.Feature => ({
    type: 'Feature',
    properties: {},
    geometry,
  });
  return {
    type: 'FeatureCollection',
    features: [
      feature({ type: 'Polygon', coordinates: [world, ring.toReversed()] }),
      feature({ type: 'LineString', coordinates: ring }),
    ],
  };
}
