import type * as Config from '../../../schemas/config.g.ts';
import { BAND_ZOOMS, type DerivedLayer } from '../../model/derived.ts';
import type { StyleValue, Sublayer } from '../../model/model.ts';
import { present } from '../../basics/present.ts';
import type { ResolveContext } from '../context.ts';
import { derivedRef, hasDerived } from '../data/derived-layers.ts';
import { edgeOf } from './resolve-outline.ts';
import { resolveValue } from '../values/resolve-values.ts';
import { resolveZooms } from '../values/resolve-zooms.ts';

type RawBand = NonNullable<Config.FillSublayer['inner-band']>;

/** The values of a band, by its keys. */
interface BandValues {
  readonly color: StyleValue;
  readonly opacity: StyleValue;
  readonly width: StyleValue;
}

const DEFAULTS = { opacity: 0.35, width: 2 };
const [FIRST_ZOOM, LAST_ZOOM] = BAND_ZOOMS;

/**
 * Resolves the `inner-band` of a fill: a fill of the bands made at load, and for higher zooms an
 * offset line. Diagnostics: `inner-band-without-polygons`, those of zooms and values.
 */
export function resolveInnerBand(
  raw: RawBand | undefined,
  fill: Sublayer,
  context: ResolveContext,
): Sublayer[] {
  if (!raw) return [];
  const { source } = fill;
  if (!hasDerived(source)) {
    context.report.error(
      'inner-band-without-polygons',
      { node: raw, key: 'color', part: 'key' },
      {},
    );
    return [];
  }
  const values = valuesOf(raw, context);
  if (!values) return [];
  const tiles = source.dataset.feeds.tiles!;
  const { minzoom = 0, maxzoom = Infinity } = {
    ...present({ minzoom: fill.minzoom, maxzoom: fill.maxzoom }),
    ...resolveZooms(raw, context),
  };
  const begin = Math.max(FIRST_ZOOM, minzoom);
  const end = Math.min(LAST_ZOOM, tiles.maxzoom) + 1;
  const made: Sublayer[] = [];
  if (begin < Math.min(end, maxzoom)) {
    const layer: DerivedLayer = {
      kind: 'inner-band',
      name: nameOf(values.width),
      minzoom: Math.max(Math.floor(begin), tiles.minzoom),
      maxzoom: Math.ceil(Math.min(end, maxzoom)) - 1,
      widths: widthsOf(values.width),
    };
    const band = bandOf(fill, values);
    made.push({
      ...band,
      source: derivedRef(source, layer, context),
      minzoom: begin,
      maxzoom: Math.min(end, maxzoom),
    });
  }
  if (maxzoom > end) {
    const line = lineOf(fill, values);
    made.push({
      ...line,
      minzoom: Math.max(end, minzoom),
      ...(maxzoom === Infinity ? {} : { maxzoom }),
    });
  }
  for (const sublayer of made) context.nodes.set(sublayer, raw);
  return made;
}

function valuesOf(raw: RawBand, context: ResolveContext): BandValues | undefined {
  const [color, opacity, width] = (['color', 'opacity', 'width'] as const).map((key) => {
    const value = raw[key] ?? (key === 'color' ? undefined : DEFAULTS[key]);
    const spec = { type: key === 'color' ? 'color' : 'number' };
    return resolveValue(value, { node: raw, key }, spec, context);
  });
  return color && opacity && width ? { color, opacity, width } : undefined;
}

function bandOf(fill: Sublayer, { color, opacity }: BandValues): Sublayer {
  return {
    ...edgeOf(fill, 'band'),
    paint: { 'fill-color': color, 'fill-opacity': opacity },
    layout: {},
    legend: { kind: 'none' },
    isBand: true,
  };
}

function lineOf(fill: Sublayer, { color, opacity, width }: BandValues): Sublayer {
  return {
    ...edgeOf(fill, 'band-line'),
    type: 'line',
    paint: {
      'line-color': color,
      'line-opacity': opacity,
      'line-width': width,
      'line-offset': half(width),
    },
    layout: {},
    legend: { kind: 'none' },
    isBand: true,
  };
}

/** Returns half of a width; the schema allows only a number or numbers by zoom. */
function half(width: StyleValue): StyleValue {
  if (width.kind === 'by-zoom')
    return { ...width, stops: width.stops.map(([zoom, value]) => [zoom, half(value)]) };
  return { kind: 'literal', value: numberOf(width) / 2 };
}

/** Equal widths have equal names, so that two sublayers share their bands. */
function nameOf(width: StyleValue): string {
  return `inner-band-${(width.kind === 'by-zoom' ? stopsOf(width).flat() : [numberOf(width)]).join('-')}`;
}

/** Returns the width in the middle of each zoom from the first to the last. */
function widthsOf(width: StyleValue): number[] {
  const stops = stopsOf(width);
  return Array.from({ length: LAST_ZOOM - FIRST_ZOOM + 1 }, (_, i) => {
    const zoom = FIRST_ZOOM + i + 0.5;
    const above = stops.findIndex(([stop]) => stop >= zoom);
    if (above <= 0) return stops.at(above)!.at(-1)!;
    const [[from, low], [to, high]] = [stops[above - 1]!, stops[above]!];
    return Math.round((low + ((high - low) * (zoom - from)) / (to - from)) * 100) / 100;
  });
}

/** Returns `[zoom, width]` pairs, ascending; of a constant width `[0, width]`. */
function stopsOf(width: StyleValue): (readonly [zoom: number, width: number])[] {
  if (width.kind !== 'by-zoom') return [[0, numberOf(width)]];
  return width.stops.map(([zoom, value]) => [zoom, numberOf(value)] as const);
}

function numberOf(value: StyleValue): number {
  return value.kind === 'literal' && typeof value.value === 'number' ? value.value : 0;
}
