/** Parses the parameters of WMS requests: names in any case; values are checked before drawing. */
import type { Bounds } from 'atlas-engine';
import type { Rgba } from '../../access/atlas-snapshot.ts';
import type { PictureFormat } from '../../drawing/picture.ts';
import type { Crs } from '../../drawing/view.ts';
import { WmsFault, type WmsVersion } from './wms-fault.ts';

/** Maximum width or height of a picture in pixels. */
export const MAX_PIXELS = 2_048;

/** Maximum number of layers of a picture. */
export const MAX_LAYERS = 16;

/** Maximum number of features of a layer in one response. */
const MAX_FEATURES = 100;

export const INFO_FORMATS = [
  'text/plain',
  'text/html',
  'application/json',
  'application/geo+json',
] as const;
export type InfoFormat = (typeof INFO_FORMATS)[number];

export interface MapRequest {
  readonly layers: readonly string[];
  readonly crs: Crs;
  readonly box: Bounds;
  readonly width: number;
  readonly height: number;
  readonly format: PictureFormat;
  readonly transparent: boolean;
  readonly background: Rgba;
}

/** Parameters by name in upper case. */
export type WmsParameters = ReadonlyMap<string, string>;

/**
 * Unsupported parameters that would change the response. If they were ignored, the response would
 * be wrong.
 */
const REFUSED =
  /^(?:SLD|SLD_BODY|WFS|GML|REMOTE_OWS_TYPE|REMOTE_OWS_URL|FILTER|CQL_FILTER|FEATUREID)$/;

/** Converts a query from Fastify. A repeated name is an error. */
export function readParameters(query: Readonly<Record<string, unknown>>): WmsParameters {
  const parameters = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    const key = name.toUpperCase();
    if (typeof value !== 'string' || parameters.has(key)) {
      throw invalid('A parameter is repeated.');
    }
    if (REFUSED.test(key)) {
      throw new WmsFault('OperationNotSupported', {
        detail: 'Layers are drawn in their own style: SLD and filters are not supported.',
      });
    }
    parameters.set(key, value);
  }
  if ((parameters.get('SERVICE') ?? 'WMS').toUpperCase() !== 'WMS') {
    throw invalid('SERVICE must be WMS.');
  }
  return parameters;
}

/**
 * Returns the version of the answer: the highest supported one that is not above the requested one,
 * or the lowest if all are above it. The default, also for an invalid version, is 1.3.0.
 */
export function readVersion(query: Readonly<Record<string, unknown>>): WmsVersion {
  const named = Object.entries(query).find(([name]) => /^(?:version|wmtver)$/i.test(name))?.[1];
  const [, major, minor] = /^(\d+)\.(\d+)(?:\.\d+)*$/.exec(String(named)) ?? [];
  if (major === undefined || minor === undefined) return '1.3.0';
  return Number(major) < 1 || (Number(major) === 1 && Number(minor) < 3) ? '1.1.1' : '1.3.0';
}

/** Reads a GetMap request (OGC 06-042, section 7.3; OGC 01-068r3, section 7.2). */
export function readMapRequest(parameters: WmsParameters, version: WmsVersion): MapRequest {
  return {
    ...readView(parameters, version),
    format: readPictureFormat(need(parameters, 'FORMAT')),
    transparent: isTrue(parameters.get('TRANSPARENT')),
    background: readColor(parameters.get('BGCOLOR') ?? '0xFFFFFF'),
  };
}

type ViewRequest = Pick<MapRequest, 'layers' | 'crs' | 'box' | 'width' | 'height'>;

function readView(parameters: WmsParameters, version: WmsVersion): ViewRequest {
  const layers = readLayers(parameters, 'LAYERS');
  readStyles(parameters.get('STYLES') ?? '', layers.length);
  const { crs, swapped } = readCrs(parameters, version);
  return {
    layers,
    crs,
    box: readBox(need(parameters, 'BBOX'), swapped),
    width: readPixels(parameters, 'WIDTH'),
    height: readPixels(parameters, 'HEIGHT'),
  };
}

export interface InfoRequest extends ViewRequest {
  /** Some of the names in `layers`. */
  readonly queried: readonly string[];
  /** Pixels from the left and the top of the picture. */
  readonly point: readonly [x: number, y: number];
  /** Maximum number of features of each layer in the response. */
  readonly count: number;
  readonly format: InfoFormat;
}

/** Reads a GetFeatureInfo request (OGC 06-042, section 7.4; OGC 01-068r3, section 7.3). */
export function readInfoRequest(parameters: WmsParameters, version: WmsVersion): InfoRequest {
  const view = readView(parameters, version);
  const queried = readLayers(parameters, 'QUERY_LAYERS');
  // This error depends only on the request, so it does not reveal which layers exist.
  if (queried.some((name) => !view.layers.includes(name))) {
    throw new WmsFault('LayerNotDefined', {
      status: 404,
      detail: 'QUERY_LAYERS has a layer that is not in LAYERS.',
    });
  }
  const [x, y] = version === '1.3.0' ? (['I', 'J'] as const) : (['X', 'Y'] as const);
  // Only in 1.1.1 the format is optional.
  const named = parameters.get('INFO_FORMAT') || (version === '1.1.1' ? 'text/plain' : undefined);
  const wanted = (named ?? need(parameters, 'INFO_FORMAT')).split(';')[0]!.trim().toLowerCase();
  const format = INFO_FORMATS.find((one) => one === wanted);
  if (!format) throw new WmsFault('InvalidFormat');
  return {
    ...view,
    queried,
    point: [
      readPoint(need(parameters, x), view.width),
      readPoint(need(parameters, y), view.height),
    ],
    count: readCount(parameters.get('FEATURE_COUNT') || '1'),
    format,
  };
}

export interface LegendRequest {
  readonly layer: string;
  /** Size of one swatch in pixels. */
  readonly width: number;
  readonly height: number;
  readonly format: PictureFormat;
  /** Whether swatches have labels; null when the request does not specify it. */
  readonly words: boolean | null;
  readonly transparent: boolean;
}

/** Default size of a swatch in pixels. */
export const SWATCH = 20;
const MAX_SWATCH = 200;

/**
 * Parses a GetLegendGraphic request. `LEGEND_OPTIONS=forceLabels:on` (or `off`) has the meaning it has
 * in GeoServer.
 */
export function readLegendRequest(parameters: WmsParameters): LegendRequest {
  readStyles(parameters.get('STYLE') ?? '', 1);
  const options = parameters.get('LEGEND_OPTIONS') ?? '';
  const force = /(?:^|;)forcelabels:(on|off)(?:;|$)/i.exec(options)?.[1]?.toLowerCase();
  const side = (name: string): number =>
    parameters.has(name) ? readPixels(parameters, name, MAX_SWATCH) : SWATCH;
  return {
    layer: need(parameters, 'LAYER'),
    width: side('WIDTH'),
    height: side('HEIGHT'),
    format: readPictureFormat(parameters.get('FORMAT') || 'image/png'),
    words: force === undefined ? null : force === 'on',
    transparent: isTrue(parameters.get('TRANSPARENT')),
  };
}

/**
 * The form in which GetMap reports an error: as XML, as a picture of the text, or as an empty
 * picture.
 */
export type FaultForm = 'xml' | 'inimage' | 'blank';

/** Parses `EXCEPTIONS` in the forms of both versions; the default is XML. */
export function readFaultForm(parameters: WmsParameters): FaultForm {
  const wanted = parameters.get('EXCEPTIONS')?.toLowerCase().replace('application/vnd.ogc.se_', '');
  return wanted === 'inimage' || wanted === 'blank' ? wanted : 'xml';
}

function need(parameters: WmsParameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined || value === '') {
    throw new WmsFault('MissingParameterValue', { detail: `The parameter ${name} is missing.` });
  }
  return value;
}

const invalid = (detail: string): WmsFault => new WmsFault('InvalidParameterValue', { detail });

const isTrue = (text: string | undefined): boolean => text?.toUpperCase() === 'TRUE';

function readLayers(parameters: WmsParameters, name: string): string[] {
  const layers = need(parameters, name).split(',');
  if (layers.length > MAX_LAYERS) throw invalid(`A picture has at most ${MAX_LAYERS} layers.`);
  return layers;
}

function readPictureFormat(text: string): PictureFormat {
  const [, kind] = /^image\/(png|jpe?g)(?:;.*)?$/i.exec(text) ?? [];
  if (kind === undefined) throw new WmsFault('InvalidFormat');
  return kind.toLowerCase() === 'png' ? 'image/png' : 'image/jpeg';
}

function readStyles(text: string, layers: number): void {
  const styles = text.split(',');
  if (styles.some((style) => style !== '' && style !== 'default')) {
    throw new WmsFault('StyleNotDefined');
  }
  if (text !== '' && styles.length !== layers) {
    throw invalid('STYLES must be empty or have one style for each layer.');
  }
}

/**
 * Reads the reference system. In 1.3.0, EPSG:4326 has the latitude first; in 1.1.1, the longitude
 * always comes first.
 */
function readCrs(parameters: WmsParameters, version: WmsVersion): { crs: Crs; swapped: boolean } {
  const name = need(parameters, version === '1.3.0' ? 'CRS' : 'SRS').toUpperCase();
  // The unofficial older code of Web Mercator.
  if (name === 'EPSG:3857' || name === 'EPSG:900913') return { crs: 'EPSG:3857', swapped: false };
  if (name === 'EPSG:4326') return { crs: name, swapped: version === '1.3.0' };
  if (name === 'CRS:84' && version === '1.3.0') return { crs: name, swapped: false };
  throw new WmsFault(version === '1.3.0' ? 'InvalidCRS' : 'InvalidSRS');
}

function readBox(text: string, swapped: boolean): Bounds {
  const parts = text.split(',');
  // Number('') is 0, so the characters are checked first.
  const numbers = parts.map((part) => (/^[-+.\dEe]+$/.test(part) ? Number(part) : Number.NaN));
  const [a, b, c, d] = numbers;
  if (numbers.length !== 4 || !numbers.every((value) => Number.isFinite(value))) {
    throw invalid('BBOX must be four numbers separated by commas.');
  }
  const box = (swapped ? [b, a, d, c] : [a, b, c, d]) as [number, number, number, number];
  if (!(box[0] < box[2] && box[1] < box[3])) {
    throw invalid('BBOX must have the lower corner first, and a width and height above 0.');
  }
  return box;
}

function readPixels(parameters: WmsParameters, name: string, max = MAX_PIXELS): number {
  const text = need(parameters, name);
  const pixels = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0;
  if (pixels < 1 || pixels > max) throw invalid(`${name} must be a whole number from 1 to ${max}.`);
  return pixels;
}

function readPoint(text: string, size: number): number {
  const pixel = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(pixel < size)) throw new WmsFault('InvalidPoint');
  return pixel;
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalid('FEATURE_COUNT must be a whole number above 0.');
  return Math.min(MAX_FEATURES, Number(text));
}

function readColor(text: string): Rgba {
  const match = /^(?:0x|#)([\da-f]{6})$/i.exec(text);
  if (!match) throw invalid('BGCOLOR must be 0x and six hexadecimal digits.');
  const color = Number.parseInt(match[1]!, 16);
  return [color >> 16, (color >> 8) & 255, color & 255, 255];
}
