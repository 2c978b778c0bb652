/** Compares the picture that the WMS draws for a case with the style and the legend of the map. */
import {
  Color,
  expression,
  latest,
  type StylePropertySpecification,
  type StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import type { Geometry } from 'geojson';
import { showsOf, type AtlasModel, type Rgba } from 'atlas-engine';
import type { Json, LegendEntry, LegendSymbol } from 'atlas-engine/runtime';
import type { FeatureStyle } from '../../../server/access/atlas-snapshot.ts';
import { styleOf } from '../../../server/routes/wms/feature-style.ts';
import { drawFeatures } from '../../../server/drawing/draw-features.ts';
import { drawRaster } from '../../../server/drawing/draw-raster.ts';
import { drawLegend } from '../../../server/drawing/draw-legend.ts';
import { PixelBuffer } from '../../../server/drawing/pixel-buffer.ts';
import { createView, toMercator, type View } from '../../../server/drawing/view.ts';
import { wmsLayer } from '../../../server/snapshot/wms-layers.ts';
import type { DatasetStore, ShapesRequest } from '../../../server/store/store.ts';
import { shapesOf } from '../../contract/server/shapes-of.ts';
import type { CasePixel, CasePixels } from './case-state.ts';

export interface MapShown {
  readonly model: AtlasModel;
  readonly style: StyleSpecification;
  readonly legend: readonly LegendEntry[];
}

type Layer = StyleSpecification['layers'][number];

/**
 * The appearance of a feature: its colour with opacity, and its size in px. For areas, it is the
 * size of the image.
 */
interface Seen {
  readonly color: Rgba;
  readonly size: number;
}

/** Width and height of the images in px. */
const SIDE = 101;
const CENTRE: readonly [number, number] = [10, 10];
/** Circumference of the world in metres. */
const AROUND = 2 * Math.PI * 6_378_137;

/**
 * Returns the colours of each feature on the map, and the differences between map, WMS and legends.
 */
export async function comparePixels(
  { dataset: id, zooms, features }: CasePixels,
  { model, style, legend }: MapShown,
): Promise<{ readonly text: string; readonly differing: readonly string[] }> {
  const dataset = model.datasets.get(id)!;
  const layer = wmsLayer(dataset, showsOf(model).get(id)![0]!, model);
  const drawn = style.layers.filter((one) => 'source' in one && one.source === id);
  const rows = legend.flatMap((entry) => entry.rows);
  const lines: string[] = [];
  const differing: string[] = [];
  for (const zoom of zooms) {
    for (const feature of features) {
      const name = `zoom ${zoom} ${JSON.stringify(feature.has)}`;
      const picture = await drawOne(layer.style, feature, zoom);
      const wms = seenIn(picture, layer.style.kind === 'features' ? layer.style.shape : null);
      const row = rows.find(({ label }) => label === feature.row);
      if (feature.row !== undefined && !row) throw new Error(`The legend has no ${feature.row}.`);
      const own = row && colorOfSymbol(row.symbol, feature.has['value'] ?? null);
      const map =
        layer.style.kind === 'raster' ? { ...wms, color: own! } : onMap(drawn, zoom, feature);
      lines.push(`${name}: ${text(map)}`);
      if (!alike(map, wms))
        differing.push(`${name}: the map has ${text(map)}, the WMS ${text(wms)}`);
      if (own && zoom === zooms.at(-1) && !near(own, map.color))
        differing.push(`${name}: the legend has ${hex(own)}, the map ${hex(map.color)}`);
    }
  }
  const words = { width: 20, height: 20, words: false, ground: false };
  const swatches = layer.legend.map(
    ({ color }) => ({ color, shape: 'polygon', label: '' }) as const,
  );
  const { data } = drawLegend(swatches, words);
  // The legend of the WMS does not explain sizes.
  const colored = rows.filter(
    ({ symbol }) => symbol.type !== 'circle' || symbol.room === undefined,
  );
  const listed = (colored.length > 0 ? colored : rows.slice(0, 1)).flatMap(({ symbol }) =>
    symbol.type === 'ramp'
      ? symbol.stops.map(([, color]) => rgba(color))
      : [colorOfSymbol(symbol, null)],
  );
  listed.forEach((own, i) => {
    const found = pixelOf(data, 20, 10, 20 * i + 10);
    if (!near(found, own)) differing.push(`legend row ${i}: ${hex(own)}, of the WMS ${hex(found)}`);
  });
  if (listed.length !== swatches.length)
    differing.push(`${listed.length} rows in the legend, ${swatches.length} of the WMS`);
  return { text: `${lines.join('\n')}\n`, differing };
}

/** Draws one feature in the middle of an image at a zoom of the map. */
async function drawOne(
  style: NonNullable<ReturnType<typeof wmsLayer>>['style'],
  { has }: CasePixel,
  zoom: number,
): Promise<Uint8ClampedArray> {
  const pixel = AROUND / (512 * 2 ** zoom);
  const [x, y] = toMercator(...CENTRE);
  const half = (SIDE / 2) * pixel;
  const box = [x - half, y - half, x + half, y + half] as const;
  const view = createView({ crs: 'EPSG:3857', box, width: SIDE, height: SIDE });
  const pixels = new PixelBuffer(SIDE, SIDE);
  if (style.kind === 'raster') {
    const values = new Uint8Array(1).fill(Number(has['value']));
    await drawRaster(pixels, { bounds: [0, 0, 20, 20], width: 1, height: 1, values }, style, view);
    return pixels.finish();
  }
  const features = [{ id: 1, geometry: geometryOf(style.shape, view), properties: has as never }];
  const shapes = async ({ fields }: ShapesRequest) => shapesOf(features, fields);
  const cut = { dataset: 'one', fields: Object.keys(has).concat(style.fields), rank: 0 };
  const drawn = styleOf(style) as FeatureStyle;
  await drawFeatures(pixels, { shapes } as unknown as DatasetStore, { cut, style: drawn, view });
  return pixels.finish();
}

/** Returns a point, a line from west to east, or an area larger than the image. */
function geometryOf(shape: 'point' | 'line' | 'polygon', view: View): Geometry {
  const corner = (x: number, y: number) => [...view.toDegrees(x * SIDE, y * SIDE)];
  if (shape === 'point') return { type: 'Point', coordinates: [...CENTRE] };
  if (shape === 'line')
    return { type: 'LineString', coordinates: [corner(-1, 0.5), corner(2, 0.5)] };
  const ring = [corner(-1, 2), corner(2, 2), corner(2, -1), corner(-1, -1), corner(-1, 2)];
  return { type: 'Polygon', coordinates: [ring] };
}

function pixelOf(data: Uint8ClampedArray, side: number, x: number, y: number): Rgba {
  const at = 4 * (y * side + x);
  return [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
}

/** Returns the colour in the middle of the image, and its extent from north to south in px. */
function seenIn(picture: Uint8ClampedArray, shape: string | null): Seen {
  const middle = Math.floor(SIDE / 2);
  const color = pixelOf(picture, SIDE, middle, middle);
  if (shape !== 'point' && shape !== 'line') return { color, size: SIDE };
  let sum = 0;
  for (let y = 0; y < SIDE; y += 1) sum += pixelOf(picture, SIDE, middle, y)[3];
  return { color, size: color[3] === 0 ? 0 : sum / color[3] };
}

/** Returns how the first layer draws a feature, evaluated by MapLibre. */
function onMap(layers: readonly Layer[], zoom: number, { has }: CasePixel): Seen {
  const [layer] = layers as [Layer];
  const evaluated = (property: string): unknown => paintOf(layer, property, { zoom, has });
  const number = (property: string): number => Number(evaluated(`${layer.type}-${property}`));
  const [red, green, blue, alpha] = rgba(evaluated(`${layer.type}-color`));
  const color = [red, green, blue, Math.round(alpha * number('opacity'))] as const;
  if (color[3] === 0) return { color: [0, 0, 0, 0], size: layer.type === 'fill' ? SIDE : 0 };
  if (layer.type === 'circle') return { color, size: 2 * number('radius') };
  return { color, size: layer.type === 'line' ? number('width') : SIDE };
}

function paintOf(
  layer: Layer,
  property: string,
  { zoom, has }: { readonly zoom: number; readonly has: CasePixel['has'] },
): unknown {
  const tables = latest as unknown as Record<string, Record<string, StylePropertySpecification>>;
  const specification = tables[`paint_${layer.type}`]![property]!;
  const value =
    (layer.paint as Readonly<Record<string, unknown>>)[property] ?? specification.default;
  return expression
    .normalizePropertyExpression(value as never, property, specification)
    .evaluate({ zoom }, { type: 'Unknown', properties: { ...has } });
}

function rgba(color: unknown): Rgba {
  const { r, g, b, a } = Color.parse(color as string) ?? Color.transparent;
  const channel = (share: number): number => Math.round((share / (a || 1)) * 255);
  return [channel(r), channel(g), channel(b), Math.round(a * 255)];
}

const COLOR = (latest as unknown as Record<string, Record<string, StylePropertySpecification>>)[
  'paint_fill'
]!['fill-color']!;

/** Returns the colour of a legend row; for a ramp, the colour at a value. */
function colorOfSymbol(symbol: LegendSymbol, value: Json): Rgba {
  if (symbol.type === 'ramp') {
    const stops = symbol.stops.flatMap(([at, color]) => [at, color as string]);
    const ramp = ['interpolate', ['linear'], ['get', 'value'], ...stops];
    const made = expression.createExpression(ramp, 'legend', COLOR);
    if (made.result === 'error') throw new Error('The ramp is invalid.');
    return rgba(made.value.evaluate({ zoom: 0 }, { type: 'Unknown', properties: { value } }));
  }
  if (!('color' in symbol) || symbol.type === 'icon') throw new Error('The symbol has no colour.');
  const [red, green, blue, alpha] = rgba(symbol.color);
  return [red, green, blue, Math.round(alpha * (symbol.opacity as number))];
}

/** Opacity is rounded to 256 steps in an image, and coverage of edges to 16. */
function near(a: Rgba, b: Rgba): boolean {
  return a.every((channel, i) => Math.abs(channel - b[i]!) <= (a[3] < 255 ? 3 : 1));
}

function alike(a: Seen, b: Seen): boolean {
  return near(a.color, b.color) && Math.abs(a.size - b.size) < 0.2;
}

function hex([red, green, blue, alpha]: Rgba): string {
  const two = (channel: number): string => channel.toString(16).padStart(2, '0');
  return `#${two(red)}${two(green)}${two(blue)}${alpha === 255 ? '' : two(alpha)}`.toUpperCase();
}

function text({ color, size }: Seen): string {
  return `${hex(color)}, ${Math.round(size * 100) / 100} px`;
}
