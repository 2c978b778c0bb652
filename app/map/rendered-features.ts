import type { Map as GlMap, MapGeoJSONFeature } from 'maplibre-gl';
import { present, type RenderedFeature } from 'atlas-engine/runtime';
import type { IsInside } from '../stores/places/inside-area.ts';

/** A point of the map and the distance around it, in px. */
interface Spot {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

/**
 * Returns the features of these layers at a point, topmost first, or else those within reach,
 * nearest first.
 */
export function featuresAround(
  map: GlMap,
  interactive: readonly string[],
  { x, y, reach }: Spot,
): readonly RenderedFeature[] {
  const layers = interactive.filter((layer) => map.getLayer(layer));
  if (layers.length === 0) return [];
  const exact = map.queryRenderedFeatures([x, y], { layers });
  if (exact.length > 0 || reach === 0) return exact.map(toRendered);
  const box: [[number, number], [number, number]] = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ];
  const distance = (feature: MapGeoJSONFeature): number => {
    if (feature.geometry.type !== 'Point') return reach;
    const [lng = 0, lat = 0] = feature.geometry.coordinates;
    const place = map.project([lng, lat]);
    return Math.hypot(place.x - x, place.y - y);
  };
  return map
    .queryRenderedFeatures(box, { layers })
    .map((feature) => ({ feature, far: distance(feature) }))
    .sort((a, b) => a.far - b.far)
    .map(({ feature }) => toRendered(feature));
}

/** The view is asked in this many columns and rows. */
const CELLS = 4;

/**
 * Returns whether any feature of these layers is drawn in the view, inside the area if the map is
 * limited to one. Asks for one part of the view after the other: in most views the first ones have a
 * feature, and MapLibre makes an object of each that it returns, which took 60 ms of the first load with
 * the whole view.
 */
export function isAnyDrawn(
  map: Pick<GlMap, 'getContainer' | 'getLayer' | 'queryRenderedFeatures'>,
  asked: readonly string[],
  inside: IsInside | null = null,
): boolean {
  const layers = asked.filter((layer) => map.getLayer(layer));
  if (layers.length === 0) return false;
  const { clientWidth, clientHeight } = map.getContainer();
  const [width, height] = [clientWidth / CELLS, clientHeight / CELLS];
  return Array.from(
    { length: CELLS * CELLS },
    (_none, at): [[number, number], [number, number]] => {
      const [x, y] = [(at % CELLS) * width, Math.floor(at / CELLS) * height];
      return [
        [x, y],
        [x + width, y + height],
      ];
    },
  ).some((cell) =>
    map.queryRenderedFeatures(cell, { layers }).some(({ geometry }) => inside?.(geometry) ?? true),
  );
}

/**
 * Joins the features of marks and of style layers, each topmost first, by the order of the layers. A
 * mark has the id of the layer directly above it.
 */
export function joinByOrder(
  marked: readonly RenderedFeature[],
  features: readonly RenderedFeature[],
  order: readonly string[],
): readonly RenderedFeature[] {
  const placeOf = ({ layer }: RenderedFeature): number => order.indexOf(layer.id);
  const rest = [...marked];
  const joined = features.flatMap((feature) => {
    const below = rest.findIndex((mark) => placeOf(mark) < placeOf(feature));
    return [...rest.splice(0, below < 0 ? rest.length : below), feature];
  });
  return [...joined, ...rest];
}

/** Returns the parts of a drawn feature that the engine needs. */
export function toRendered(feature: MapGeoJSONFeature): RenderedFeature {
  return present({
    layer: { id: feature.layer.id },
    source: feature.source,
    sourceLayer: feature.sourceLayer,
    id: feature.id,
    properties: feature.properties,
    geometry: feature.geometry,
  });
}
