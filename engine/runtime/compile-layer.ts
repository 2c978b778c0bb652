import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Json } from '../basics/values.ts';
import type { BundleSource, BundleSublayer, ByGround, SublayerType } from '../bundle/bundle.ts';
import { fadeEnd, fadeOut } from './fade-out.ts';
import { joinSteps, type BaseSteps } from './ground-over-data.ts';
import { styleLayerId, type StyleLayerName } from './layer-id.ts';
import { pickGround, type Base } from './pick-ground.ts';
import { present } from '../basics/present.ts';
import { scaleOpacity } from './scale-opacity.ts';

export interface LayerOptions {
  readonly name: StyleLayerName;
  /** The base map under the layer. */
  readonly base: Base;
  /** The source that the layer reads. */
  readonly from?: BundleSource | undefined;
  /** The ground over the data by zoom, for layers with `over-data`. The default is the base map. */
  readonly overData?: BaseSteps | undefined;
  /** The group's opacity from the slider, 0 to 1; default 1. */
  readonly opacity?: number;
  readonly visible?: boolean;
  /** A further condition for features, for example of the open project. */
  readonly filter?: Json | undefined;
}

/** Types without features, to which filters do not apply. */
const UNFILTERED: ReadonlySet<SublayerType> = new Set([
  'background',
  'raster',
  'hillshade',
  'color-relief',
]);

/** Compiles a sublayer to a style layer for one base map and opacity. */
export function compileLayer(
  sublayer: BundleSublayer,
  { name, base, from, overData, opacity = 1, visible = true, filter }: LayerOptions,
): LayerSpecification {
  const { type, source, 'source-layer': sourceLayer, minzoom } = sublayer;
  const steps = (sublayer['over-data'] && overData) ?? [[0, base] as const];
  const full = fadeOut(type, resolve(sublayer.paint, steps), from?.['fade-from']);
  const paint = scaleOpacity(type, full, opacity);
  const layout = {
    ...resolve(sublayer.layout, steps),
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
    maxzoom: lastZoom(sublayer, from),
    filter: tests.length > 1 ? ['all', ...tests] : tests[0],
    layout: Object.keys(layout).length > 0 ? layout : undefined,
    paint: Object.keys(paint).length > 0 ? paint : undefined,
  }) as LayerSpecification; // The engine's checks validate sublayers against the style specification; the types do not express it.
}

/** Returns the zoom from which a layer is invisible; undefined if there is none. */
export function lastZoom(
  { maxzoom }: BundleSublayer,
  from: BundleSource | undefined,
): number | undefined {
  const end = Math.min(maxzoom ?? Infinity, fadeEnd(from) ?? Infinity);
  return Number.isFinite(end) ? end : undefined;
}

function resolve(
  values: Readonly<Record<string, ByGround<Json>>>,
  steps: BaseSteps,
): Readonly<Record<string, Json>> {
  const resolved = Object.entries(values).flatMap(([property, value]) => {
    const picked = steps.map(([, base]) => pickGround(value, base));
    const known = picked.filter((each) => each !== undefined);
    return known.length < steps.length ? [] : [[property, joinSteps(steps, known)] as const];
  });
  return Object.fromEntries(resolved);
}
