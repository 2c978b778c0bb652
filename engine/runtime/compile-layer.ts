import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { BundleSublayer, ByGround, Json, SublayerType } from '../bundle/bundle.ts';
import { styleLayerId, type StyleLayerName } from './layer-id.ts';
import { pickGround, type Base } from './pick-ground.ts';
import { present } from './present.ts';
import { scaleOpacity } from './scale-opacity.ts';

export interface LayerOptions {
  readonly name: StyleLayerName;
  /** The base map under it. */
  readonly base: Base;
  /** The group's slider, 0..1; 1 by default. */
  readonly opacity?: number;
  readonly visible?: boolean;
  /** What else must hold for a feature to be drawn, as while a project is chosen. */
  readonly filter?: Json | undefined;
}

/** Types that draw pictures or nothing but colour: there are no features to filter. */
const UNFILTERED: ReadonlySet<SublayerType> = new Set([
  'background',
  'raster',
  'hillshade',
  'color-relief',
]);

/** Compiles one sublayer to a style layer over one base map, at one opacity. */
export function compileLayer(
  sublayer: BundleSublayer,
  { name, base, opacity = 1, visible = true, filter }: LayerOptions,
): LayerSpecification {
  const { type, source, 'source-layer': sourceLayer, minzoom, maxzoom } = sublayer;
  const paint = scaleOpacity(type, resolve(sublayer.paint, base), opacity);
  const layout = {
    ...resolve(sublayer.layout, base),
    ...(visible ? {} : { visibility: 'none' }),
  };
  const tests = [sublayer.filter, UNFILTERED.has(type) ? undefined : filter].filter(
    (test) => test !== undefined,
  );
  return present({
    id: styleLayerId(name),
    type,
    source,
    'source-layer': sourceLayer,
    minzoom,
    maxzoom,
    filter: tests.length > 1 ? ['all', ...tests] : tests[0],
    layout: Object.keys(layout).length > 0 ? layout : undefined,
    paint: Object.keys(paint).length > 0 ? paint : undefined,
  }) as LayerSpecification; // The engine's checks hold sublayers to the specification, types cannot.
}

function resolve(
  values: Readonly<Record<string, ByGround<Json>>>,
  base: Base,
): Readonly<Record<string, Json>> {
  const resolved = Object.entries(values).flatMap(([property, value]) => {
    const picked = pickGround(value, base);
    return picked === undefined ? [] : [[property, picked] as const];
  });
  return Object.fromEntries(resolved);
}
