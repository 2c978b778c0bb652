/** Draws a dataset of points, lines or polygons, coloured by class. */
import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import type { Geometry, Position } from 'geojson';
import type { Rgba, WmsStyle } from '../../atlas-snapshot.ts';
import { tierOfZoom } from '../../geometry/index.ts';
import type { AllowedCut } from '../../policies.ts';
import type { Attributes, Bounds, DatasetStore } from '../../store/store.ts';
import type { View } from './view.ts';

/** A page costs a look at the whole index, and has to fit in memory. */
const PAGE_SIZE = 5_000;

/** A picture shows no more than this; what has a higher id is left out. */
const MAX_FEATURES = 50_000;

/** How much of what lies below an area leaves through it. */
const AREA_OPACITY = 0.5;

export type FeatureStyle = Extract<WmsStyle, { kind: 'features' }>;

/**
 * Draws what stands in the view, reading the store page by page. Circles lie in the order of ids,
 * lower ones below. Lines and areas are drawn class by class: areas of one class that overlap have
 * the colour of the legend, and outlines lie over areas.
 */
export async function drawFeatures(
  context: SKRSContext2D,
  store: DatasetStore,
  wish: { readonly cut: AllowedCut; readonly style: FeatureStyle; readonly view: View },
): Promise<void> {
  const { cut, style, view } = wish;
  // A field above the asker's level colours nothing: all points are then drawn alike.
  const fields = style.field !== null && cut.fields.includes(style.field) ? [style.field] : [];
  const bbox = boundsWithMargin(view, style.size);
  const tier = tierOfZoom(zoomOf(view));
  const sheets = new Map<Rgba, Sheet>();
  let after: number | undefined;
  for (let drawn = 0; drawn < MAX_FEATURES; drawn += PAGE_SIZE) {
    const page = await store.page({
      dataset: cut.dataset,
      fields,
      limit: PAGE_SIZE,
      ...{ bbox, tier },
      ...(after !== undefined && { after }),
    });
    for (const { geometry, properties } of page) {
      const color = colorOf(properties, style, fields.length > 0);
      if (!color) continue;
      const lines = linesOf(geometry);
      if (lines === null) drawCircles(context, geometry, color, style.size, view);
      else addLines(sheetOf(sheets, color), lines, style, view);
    }
    after = page.at(-1)?.id;
    if (page.length < PAGE_SIZE) break;
  }
  drawSheets(context, sheets, style);
}

function cssOf([red, green, blue, alpha]: Rgba, opacity = 1): string {
  return `rgba(${red}, ${green}, ${blue}, ${(alpha / 255) * opacity})`;
}

function drawCircles(
  context: SKRSContext2D,
  geometry: Geometry,
  color: Rgba,
  radius: number,
  view: View,
): void {
  const positions =
    geometry.type === 'Point'
      ? [geometry.coordinates]
      : geometry.type === 'MultiPoint'
        ? geometry.coordinates
        : [];
  context.beginPath();
  for (const [longitude = Number.NaN, latitude = Number.NaN] of positions) {
    const [x, y] = view.toPixel(longitude, latitude);
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fillStyle = cssOf(color);
  context.fill();
}

/** Lines, or rings; null for points. */
function linesOf(geometry: Geometry): readonly (readonly Position[])[] | null {
  switch (geometry.type) {
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates;
    case 'MultiPolygon':
      return geometry.coordinates.flat();
    default:
      return null;
  }
}

/** What has one colour. A call of the canvas for each feature would take longer than the drawing. */
interface Sheet {
  /** Lines and rings: pixels x, y, x, y … */
  readonly paths: number[][];
  /** Boxes of areas that are all outline: west, north, width, height. */
  readonly specks: (readonly [number, number, number, number])[];
}

function sheetOf(sheets: Map<Rgba, Sheet>, color: Rgba): Sheet {
  const known = sheets.get(color);
  if (known) return known;
  const sheet: Sheet = { paths: [], specks: [] };
  sheets.set(color, sheet);
  return sheet;
}

/** Sides of an area, in widths of its outline, up to which the outline leaves nothing open. */
const SPECK = 1.5;

function addLines(
  sheet: Sheet,
  lines: readonly (readonly Position[])[],
  { shape, size }: FeatureStyle,
  view: View,
): void {
  const paths = lines.map((line) => project(line, view));
  if (shape === 'polygon') {
    const [west, north, east, south] = boxOf(paths);
    if (east - west <= SPECK * size && south - north <= SPECK * size) {
      const half = size / 2;
      sheet.specks.push([west - half, north - half, east - west + size, south - north + size]);
      return;
    }
  }
  sheet.paths.push(...paths);
}

/** Pixels between two vertices below which the second is left out: nobody sees the bend. */
const STEP = 0.5;

/** Pixels x, y, x, y …; the first and the last vertex always stay. */
function project(line: readonly Position[], view: View): number[] {
  const path: number[] = [];
  let nearX = Number.NaN;
  let nearY = Number.NaN;
  for (let i = 0; i < line.length; i += 1) {
    const [longitude = Number.NaN, latitude = Number.NaN] = line[i]!;
    const [x, y] = view.toPixel(longitude, latitude);
    const isNear = Math.abs(x - nearX) < STEP && Math.abs(y - nearY) < STEP;
    if (isNear && i < line.length - 1) continue;
    path.push(x, y);
    nearX = x;
    nearY = y;
  }
  return path;
}

function boxOf(paths: readonly number[][]): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const path of paths) {
    for (let i = 0; i < path.length; i += 2) {
      box[0] = Math.min(box[0], path[i]!);
      box[1] = Math.min(box[1], path[i + 1]!);
      box[2] = Math.max(box[2], path[i]!);
      box[3] = Math.max(box[3], path[i + 1]!);
    }
  }
  return box;
}

function drawSheets(
  context: SKRSContext2D,
  sheets: ReadonlyMap<Rgba, Sheet>,
  { shape, size }: FeatureStyle,
): void {
  const drawn = [...sheets].map(([color, sheet]) => ({ color, ...sheet, path: pathOf(sheet) }));
  for (const { color, path } of shape === 'polygon' ? drawn : []) {
    context.fillStyle = cssOf(color, AREA_OPACITY);
    // Holes run the other way round than what they are cut from.
    context.fill(path, 'nonzero');
  }
  context.lineWidth = size;
  for (const { color, path, specks } of drawn) {
    context.strokeStyle = cssOf(color);
    context.stroke(path);
    if (specks.length === 0) continue;
    context.beginPath();
    for (const speck of specks) context.rect(...speck);
    context.fillStyle = cssOf(color);
    context.fill();
  }
}

function pathOf({ paths }: Sheet): Path2D {
  const all = new Path2D();
  for (const path of paths) {
    all.moveTo(path[0]!, path[1]!);
    for (let i = 2; i < path.length; i += 2) all.lineTo(path[i]!, path[i + 1]!);
  }
  return all;
}

/** For an asker who may not see what the colours stand for: they say nothing. */
const NEUTRAL: Rgba = [80, 80, 80, 255];

/**
 * The colour of a feature, null when it is not drawn. `sees` tells whether the asker may see the
 * field that colours stand for.
 */
export function colorOf(properties: Attributes, style: FeatureStyle, sees: boolean): Rgba | null {
  if (style.field === null) return style.default;
  if (!sees) return NEUTRAL;
  const value = properties[style.field];
  if (value === undefined || value === null) return style.missing;
  return style.colors.get(String(value)) ?? style.default;
}

/** The zoom of the map, whole and not below, whose pixels are as small: tiles of 512 pixels. */
function zoomOf(view: View): number {
  const [west, north] = view.toDegrees(0, 0);
  const [east, south] = view.toDegrees(1, 1);
  const pixel = Math.min(east - west, north - south);
  return Math.max(0, Math.ceil(Math.log2(360 / 512 / pixel) - 1e-9));
}

/** The view in degrees, with room for what is drawn from just outside. */
function boundsWithMargin({ longitudes, latitudes }: View, margin: number): Bounds {
  const west = longitudes[0]!;
  const east = longitudes.at(-1)!;
  const north = latitudes[0]!;
  const south = latitudes.at(-1)!;
  // Half a pixel more than the margin: the first and last values are middles of pixels.
  const x = ((east - west) / Math.max(1, longitudes.length - 1)) * (margin + 1);
  const y = ((north - south) / Math.max(1, latitudes.length - 1)) * (margin + 1);
  return [west - x, south - y, east + x, north + y];
}
