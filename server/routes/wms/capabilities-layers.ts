/** Renders the layers of a capabilities document: headings, names, and the parts of names. */
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import type { Bounds } from '../../store/store.ts';
import { hasWords, legendRows } from './answer-legend.ts';
import { legendSize } from '../../drawing/draw-legend.ts';
import { isQueryable, type Drawing, type OpenLayer } from './open-layers.ts';
import { SWATCH } from './parameters.ts';
import { toMercator } from '../../drawing/view.ts';
import type { WmsVersion } from './wms-fault.ts';
import { element, type Xml } from './xml.ts';

export interface CapabilitiesOptions {
  readonly layers: readonly OpenLayer[];
  readonly version: WmsVersion;
  /** Address of the service, ending in `?` or `&`, to which parameters are appended. */
  readonly url: string;
  readonly locale: string;
}

export const XLINK = 'http://www.w3.org/1999/xlink';

/** Renders an address in the form of both versions. */
export function onlineResource(href: string): Xml {
  return element('OnlineResource', {
    'xmlns:xlink': XLINK,
    'xlink:type': 'simple',
    'xlink:href': href,
  });
}

/** Renders the root layer, which contains all others and their common properties. */
export function renderLayerTree(snapshot: AtlasSnapshot, options: CapabilitiesOptions): Xml {
  const { layers, version, locale } = options;
  const page = snapshot.pages.get(locale);
  const is13 = version === '1.3.0';
  const systems = ['EPSG:3857', 'EPSG:4326', ...(is13 ? ['CRS:84'] : [])];
  const [credit] = page?.attribution ?? [];
  return element(
    'Layer',
    {},
    element('Title', {}, page?.title ?? ''),
    systems.map((system) => element(is13 ? 'CRS' : 'SRS', {}, system)),
    renderBounds(boundsOf(layers.flatMap(({ drawings }) => drawings)), options),
    credit
      ? element(
          'Attribution',
          {},
          element('Title', {}, page!.attribution.map(({ text }) => text).join(' · ')),
          credit.url === undefined ? [] : onlineResource(credit.url),
        )
      : [],
    renderHeadings(snapshot, options),
  );
}

/** Groups layers by the headings of the panel, in the order of their first layer. */
function renderHeadings(snapshot: AtlasSnapshot, options: CapabilitiesOptions): readonly Xml[] {
  const { layers } = options;
  const headings = new Map<string | null, OpenLayer[]>();
  for (const layer of layers.filter(({ name }) => !isPart(name, layers))) {
    const heading = layer.drawings[0]?.look.category?.[options.locale] ?? null;
    headings.set(heading, [...(headings.get(heading) ?? []), layer]);
  }
  return [...headings].flatMap(([heading, below]) => {
    const rendered = below.map((layer) => renderLayer(layer, snapshot, options));
    return heading === null
      ? rendered
      : element('Layer', {}, element('Title', {}, heading), rendered);
  });
}

/**
 * Returns whether a name belongs to one dataset that is also part of another open name. The dataset
 * is then listed below the other name, or not at all if both have the same content.
 */
function isPart(name: string, layers: readonly OpenLayer[]): boolean {
  const isDataset = (drawings: readonly Drawing[]): boolean =>
    drawings.length === 1 && drawings[0]!.cut.dataset === name;
  return layers.some(
    (other) =>
      other.name !== name &&
      other.drawings.some(({ cut }) => cut.dataset === name) &&
      layers.some((layer) => layer.name === name && isDataset(layer.drawings)),
  );
}

function renderLayer(
  { name, drawings }: OpenLayer,
  snapshot: AtlasSnapshot,
  options: CapabilitiesOptions,
): Xml {
  const { locale } = options;
  const parts = drawings.length > 1 ? drawings : [];
  const [first] = drawings;
  const titles = parts.length > 0 ? first?.look.group : first?.title;
  const providers = new Set(drawings.map(({ look }) => look.provider?.[locale]));
  const named = [...providers].filter((provider) => provider !== undefined);
  return element(
    'Layer',
    { queryable: isQueryable(drawings) ? 1 : 0, opaque: 0 },
    element('Name', {}, name),
    element('Title', {}, titles?.[locale] ?? name),
    renderBounds(boundsOf(drawings), options),
    named.length > 0 ? element('Attribution', {}, element('Title', {}, named.join(' · '))) : [],
    renderStyle({ name, drawings }, snapshot.words[locale]!['wms.style'], options),
    renderScales(drawings, options),
    parts
      .filter(({ cut }) => isPart(cut.dataset, options.layers))
      .map((part) => renderLayer({ name: part.cut.dataset, drawings: [part] }, snapshot, options)),
  );
}

function renderStyle(
  { name, drawings }: OpenLayer,
  title: string,
  options: CapabilitiesOptions,
): Xml {
  const { url, version, locale } = options;
  const rows = legendRows(drawings, locale);
  const look = { width: SWATCH, height: SWATCH, words: hasWords(rows), ground: true };
  const query = new URLSearchParams({
    service: 'WMS',
    version,
    request: 'GetLegendGraphic',
    layer: name,
    style: 'default',
    format: 'image/png',
  });
  return element(
    'Style',
    {},
    element('Name', {}, 'default'),
    element('Title', {}, title),
    element(
      'LegendURL',
      { ...legendSize(rows, look) },
      element('Format', {}, 'image/png'),
      onlineResource(`${url}${query}`),
    ),
  );
}

/** Size of a pixel at zoom 0 of the map, metres at the equator, with tiles of 512 pixels. */
const PIXEL_AT_ZOOM_0 = 40_075_016.685_578_5 / 512;

/** Size of a screen pixel by the standard, metres. */
const STANDARD_PIXEL = 0.00028;

/** Renders the scales at which the map shows the layer; pictures of other scales are drawn too. */
function renderScales(
  drawings: readonly Drawing[],
  { version }: CapabilitiesOptions,
): readonly Xml[] {
  const zooms = drawings.map(({ look }) => look.zooms);
  const metres = (zoom: number): number => PIXEL_AT_ZOOM_0 / 2 ** zoom;
  // If any of the drawings has no limit, the layer has no limit.
  const low = zooms.every(({ min }) => min !== null)
    ? Math.min(...zooms.map(({ min }) => min!))
    : null;
  const high = zooms.every(({ max }) => max !== null)
    ? Math.max(...zooms.map(({ max }) => max!))
    : null;
  if (low === null && high === null) return [];
  if (version === '1.1.1') {
    const diagonal = (zoom: number): string => (metres(zoom) * Math.SQRT2).toPrecision(9);
    // The standard requires both sides: a missing one is 0 or very large.
    const [min, max] = [high === null ? '0' : diagonal(high), diagonal(low ?? 0)];
    return [element('ScaleHint', { min, max })];
  }
  const scale = (zoom: number): string => (metres(zoom) / STANDARD_PIXEL).toPrecision(9);
  return [
    ...(high === null ? [] : [element('MinScaleDenominator', {}, scale(high))]),
    ...(low === null ? [] : [element('MaxScaleDenominator', {}, scale(low))]),
  ];
}

function boundsOf(drawings: readonly Drawing[]): Bounds | null {
  const all = drawings.flatMap(({ dataset }) => (dataset.bounds ? [dataset.bounds] : []));
  if (all.length === 0) return null;
  const side = (i: 0 | 1 | 2 | 3, pick: (...values: number[]) => number): number =>
    pick(...all.map((bounds) => bounds[i]));
  return [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)];
}

/**
 * Margin in degrees around a box without width or height, because clients need a box with an area.
 */
const MARGIN = 0.001;

function renderBounds(bounds: Bounds | null, { version }: CapabilitiesOptions): readonly Xml[] {
  if (!bounds) return [];
  const [wide, high] = [bounds[0] < bounds[2], bounds[1] < bounds[3]];
  const west = bounds[0] - (wide ? 0 : MARGIN);
  const east = bounds[2] + (wide ? 0 : MARGIN);
  const south = bounds[1] - (high ? 0 : MARGIN);
  const north = bounds[3] + (high ? 0 : MARGIN);
  const is13 = version === '1.3.0';
  const box = (name: string, [minx, miny, maxx, maxy]: readonly number[]): Xml =>
    element('BoundingBox', {
      [is13 ? 'CRS' : 'SRS']: name,
      minx: minx!,
      miny: miny!,
      maxx: maxx!,
      maxy: maxy!,
    });
  const degrees = [west, south, east, north];
  const mercator = box('EPSG:3857', [...toMercator(west, south), ...toMercator(east, north)]);
  if (!is13) {
    const [minx, miny, maxx, maxy] = [west, south, east, north];
    return [
      element('LatLonBoundingBox', { minx, miny, maxx, maxy }),
      box('EPSG:4326', degrees),
      mercator,
    ];
  }
  const side = (name: string, value: number): Xml => element(name, {}, String(value));
  return [
    element(
      'EX_GeographicBoundingBox',
      {},
      side('westBoundLongitude', west),
      side('eastBoundLongitude', east),
      side('southBoundLatitude', south),
      side('northBoundLatitude', north),
    ),
    box('CRS:84', degrees),
    // In its registered axis order, EPSG:4326 has the latitude first.
    box('EPSG:4326', [south, west, north, east]),
    mercator,
  ];
}
