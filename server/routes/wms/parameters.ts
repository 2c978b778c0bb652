/** Reads the parameters of WMS requests: names in any case, values checked before anything is drawn. */
import { WmsFault, type WmsVersion } from './wms-fault.ts';

/** Pixels of one side of a picture. */
const MAX_PIXELS = 2_048;

/** More layers in one picture are refused. */
const MAX_LAYERS = 16;

export type Crs = 'EPSG:3857' | 'EPSG:4326' | 'CRS:84';

/** `[minx, miny, maxx, maxy]` in units of the reference system, x always to the east. */
export type MapBox = readonly [minx: number, miny: number, maxx: number, maxy: number];

export interface MapRequest {
  readonly layers: readonly string[];
  readonly crs: Crs;
  readonly box: MapBox;
  readonly width: number;
  readonly height: number;
  readonly transparent: boolean;
  /** `#rrggbb` */
  readonly background: string;
}

/** Parameters by name in upper case. */
export type WmsParameters = ReadonlyMap<string, string>;

/** Reads a query as Fastify gives it; a name that stands twice is a fault. */
export function readParameters(query: Readonly<Record<string, unknown>>): WmsParameters {
  const parameters = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    const key = name.toUpperCase();
    if (typeof value !== 'string' || parameters.has(key)) {
      throw new WmsFault('InvalidParameterValue');
    }
    parameters.set(key, value);
  }
  return parameters;
}

/** The version a client speaks; 1.3.0 when it names none or one that is not known. */
export function readVersion(query: Readonly<Record<string, unknown>>): WmsVersion {
  const named = Object.entries(query).find(([name]) => /^(?:version|wmtver)$/i.test(name))?.[1];
  return typeof named === 'string' && /^1\.[01]\./.test(named) ? '1.1.1' : '1.3.0';
}

/** Reads a GetMap request (OGC 06-042, section 7.3; OGC 01-068r3, section 7.2). */
export function readMapRequest(parameters: WmsParameters, version: WmsVersion): MapRequest {
  readPngFormat(parameters);
  readStyles(parameters);
  const { crs, swapped } = readCrs(parameters, version);
  return {
    layers: readLayers(parameters),
    crs,
    box: readBox(need(parameters, 'BBOX'), swapped),
    width: readPixels(need(parameters, 'WIDTH')),
    height: readPixels(need(parameters, 'HEIGHT')),
    transparent: parameters.get('TRANSPARENT')?.toUpperCase() === 'TRUE',
    background: readColor(parameters.get('BGCOLOR') ?? '0xFFFFFF'),
  };
}

export interface LegendRequest {
  readonly layer: string;
  /** Pixels of one swatch. */
  readonly width: number;
  readonly height: number;
  /** Language of the words, as asked for; undefined when it is not. */
  readonly language: string | undefined;
  /** Whether words stand beside the swatches; null when the request leaves it open. */
  readonly words: boolean | null;
  readonly transparent: boolean;
}

/**
 * Reads a GetLegendGraphic request; a swatch is 20 pixels wide and high unless it says otherwise.
 * `LANGUAGE` and `LEGEND_OPTIONS=forceLabels:on` (or `off`) are those of GeoServer.
 */
export function readLegendRequest(parameters: WmsParameters): LegendRequest {
  if (parameters.has('FORMAT')) readPngFormat(parameters);
  const options = parameters.get('LEGEND_OPTIONS') ?? '';
  const force = /(?:^|;)forcelabels:(on|off)(?:;|$)/i.exec(options)?.[1]?.toLowerCase();
  return {
    layer: need(parameters, 'LAYER'),
    width: readPixels(parameters.get('WIDTH') ?? '20', 200),
    height: readPixels(parameters.get('HEIGHT') ?? '20', 200),
    language: parameters.get('LANGUAGE'),
    words: force === undefined ? null : force === 'on',
    transparent: parameters.get('TRANSPARENT')?.toUpperCase() === 'TRUE',
  };
}

function need(parameters: WmsParameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined || value === '') throw new WmsFault('MissingParameterValue');
  return value;
}

function readLayers(parameters: WmsParameters): string[] {
  const layers = need(parameters, 'LAYERS').split(',');
  if (layers.length > MAX_LAYERS) throw new WmsFault('InvalidParameterValue');
  return layers;
}

function readPngFormat(parameters: WmsParameters): void {
  if (!/^image\/png(?:;.*)?$/i.test(need(parameters, 'FORMAT')))
    throw new WmsFault('InvalidFormat');
}

function readStyles(parameters: WmsParameters): void {
  const styles = (parameters.get('STYLES') ?? '').split(',');
  if (styles.some((style) => style !== '' && style !== 'default')) {
    throw new WmsFault('StyleNotDefined');
  }
}

/** In 1.3.0 EPSG:4326 puts latitude first; in 1.1.1 longitude always comes first. */
function readCrs(parameters: WmsParameters, version: WmsVersion): { crs: Crs; swapped: boolean } {
  const name = need(parameters, version === '1.3.0' ? 'CRS' : 'SRS').toUpperCase();
  if (name === 'EPSG:3857') return { crs: name, swapped: false };
  if (name === 'EPSG:4326') return { crs: name, swapped: version === '1.3.0' };
  if (name === 'CRS:84' && version === '1.3.0') return { crs: name, swapped: false };
  throw new WmsFault(version === '1.3.0' ? 'InvalidCRS' : 'InvalidSRS');
}

function readBox(text: string, swapped: boolean): MapBox {
  const parts = text.split(',');
  // Number('') is 0, hence the look at the characters first.
  const numbers = parts.map((part) => (/^[-+.\dEe]+$/.test(part) ? Number(part) : Number.NaN));
  const [a, b, c, d] = numbers;
  if (numbers.length !== 4 || !numbers.every((value) => Number.isFinite(value))) {
    throw new WmsFault('InvalidParameterValue');
  }
  const box = (swapped ? [b, a, d, c] : [a, b, c, d]) as [number, number, number, number];
  if (!(box[0] < box[2] && box[1] < box[3])) throw new WmsFault('InvalidParameterValue');
  return box;
}

function readPixels(text: string, max = MAX_PIXELS): number {
  const pixels = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0;
  if (pixels < 1 || pixels > max) throw new WmsFault('InvalidParameterValue');
  return pixels;
}

function readColor(text: string): string {
  const match = /^(?:0x|#)([\da-f]{6})$/i.exec(text);
  if (!match) throw new WmsFault('InvalidParameterValue');
  return `#${match[1]}`;
}
