/** Draws a dataset of points, lines or polygons. */
import type { Attributes } from 'atlas-engine';
import type { FeatureStyle, Mark } from '../access/atlas-snapshot.ts';
import { openStyle } from '../access/neutral-style.ts';
import {
  decodeGeometries,
  tierOfZoom,
  UNITS_PER_DEGREE,
  type PackedGeometry,
} from '../geometry/index.ts';
import type { AllowedCut } from '../access/policies.ts';
import type { Bounds, DatasetStore } from '../store/store.ts';
import { TimeSlices } from '../time/time-slices.ts';
import { Areas } from './areas.ts';
import { Outlines } from './outlines.ts';
import { FULL, inkOf, type PixelBuffer } from './pixel-buffer.ts';
import { Strokes } from './strokes.ts';
import type { View } from './view.ts';

/** Maximum number of features of a picture. Those with higher ids are left out. */
const MAX_FEATURES = 50_000;

/** Number of features between two checks of the clock. */
const FEATURES_PER_LOOK = 32;

/**
 * Draws the features in the view. Circles are drawn in the order of ids. Lines and areas are drawn
 * mark by mark, so that overlapping areas of one mark have the colour of the legend, and outlines are
 * above areas.
 */
export async function drawFeatures(
  pixels: PixelBuffer,
  store: DatasetStore,
  options: { readonly cut: AllowedCut; readonly style: FeatureStyle; readonly view: View },
): Promise<void> {
  const { cut, view } = options;
  const style = openStyle(cut, options.style);
  const { fields } = style;
  const zoom = zoomOf(view);
  const { geometries, values, codes } = await store.shapes({
    dataset: cut.dataset,
    fields,
    limit: MAX_FEATURES,
    // Half a pixel more, because edges are antialiased over one pixel.
    bbox: boundsOf(view, style.reach(zoom) + 0.5),
    tier: tierOfZoom(tierZoomOf(view)),
  });
  const alike = new Map<string, Mark>();
  const marks: (Mark | null)[] = [];
  const slices = new TimeSlices();
  const drawn = new Map<Mark, Outlines>();
  let index = 0;
  for (const geometry of decodeGeometries(geometries)) {
    const code = codes[index]!;
    index += 1;
    const mark = (marks[code] ??= first(
      style.mark(zoom, attributesOf(fields, values[code]!)),
      alike,
    ));
    if (mark && geometry.kind === 'point') drawCircles(pixels, geometry, mark, view);
    else if (mark) outlinesOf(drawn, mark, style).add(geometry, view);
    if (index % FEATURES_PER_LOOK === 0 && slices.over) await slices.pause();
  }
  if (drawn.size > 0) await drawMarks(pixels, drawn, slices);
}

function attributesOf(fields: readonly string[], values: readonly unknown[]): Attributes {
  return Object.fromEntries(fields.map((field, i) => [field, values[i]]));
}

/** Returns the first mark with the same values, so that equal marks share one object. */
function first(mark: Mark | null, alike: Map<string, Mark>): Mark | null {
  if (!mark) return null;
  const key = `${mark.fill} ${mark.stroke} ${mark.width} ${mark.radius}`;
  const known = alike.get(key);
  if (!known) alike.set(key, mark);
  return known ?? mark;
}

function outlinesOf(drawn: Map<Mark, Outlines>, mark: Mark, { shape }: FeatureStyle): Outlines {
  let outlines = drawn.get(mark);
  if (!outlines) drawn.set(mark, (outlines = new Outlines(shape === 'polygon', mark.width)));
  return outlines;
}

/** Draws a circle and its outline around it. */
function drawCircles(
  pixels: PixelBuffer,
  { coords }: PackedGeometry,
  mark: Mark,
  view: View,
): void {
  const fill = mark.fill && inkOf(mark.fill);
  const stroke = mark.stroke && inkOf(mark.stroke);
  const radius = mark.radius + (stroke ? mark.width : 0);
  for (let i = 0; i < coords.length; i += 2) {
    const x = view.columnOf(coords[i]! / UNITS_PER_DEGREE);
    const y = view.rowOf(coords[i + 1]! / UNITS_PER_DEGREE);
    const bottom = Math.min(pixels.height, Math.ceil(y + radius + 0.5));
    const right = Math.min(pixels.width, Math.ceil(x + radius + 0.5));
    for (let row = Math.max(0, Math.floor(y - radius - 0.5)); row < bottom; row += 1) {
      const dy = row + 0.5 - y;
      for (let column = Math.max(0, Math.floor(x - radius - 0.5)); column < right; column += 1) {
        const dx = column + 0.5 - x;
        const distance = Math.sqrt(dx * dx + dy * dy);
        const whole = shareOf(radius - distance);
        if (whole <= 0) continue;
        const index = row * pixels.width + column;
        const inner = stroke ? shareOf(mark.radius - distance) : whole;
        if (fill && inner > 0) pixels.blend(index, fill, inner);
        if (stroke && whole > inner) pixels.blend(index, stroke, whole - inner);
      }
    }
  }
}

/**
 * Returns the coverage, from 0 to `FULL`, of a pixel whose centre is `inside` pixels inside an
 * edge.
 */
function shareOf(inside: number): number {
  return Math.round(Math.max(0, Math.min(1, inside + 0.5)) * FULL);
}

async function drawMarks(
  pixels: PixelBuffer,
  drawn: ReadonlyMap<Mark, Outlines>,
  slices: TimeSlices,
): Promise<void> {
  const areas = new Areas(pixels.width, pixels.height);
  for (const [{ fill }, outlines] of drawn) {
    if (!fill) continue;
    outlines.fill(areas);
    await areas.paint(pixels, inkOf(fill), slices);
  }
  const strokes = new Strokes(pixels.width, pixels.height);
  for (const [{ fill, stroke, width }, outlines] of drawn) {
    strokes.size = width;
    if (stroke) outlines.stroke(strokes);
    outlines.addSpecks(strokes);
    await strokes.paint(pixels, inkOf((stroke ?? fill)!), slices);
  }
}

/**
 * Returns the zoom of the map with the same pixel width, which determines how features are drawn. The
 * map has 512 · 2^zoom pixels around the world: zoom = log2(360 / (512 · degrees per pixel)).
 */
export function zoomOf(view: View): number {
  const [west] = view.toDegrees(0, 0);
  const [east] = view.toDegrees(view.width, 0);
  return Math.log2((360 * view.width) / (512 * (east - west)));
}

/**
 * Returns the lowest integer zoom at which pixels of the map are not larger than those of the
 * picture, in both directions.
 */
function tierZoomOf(view: View): number {
  const [west, north] = view.toDegrees(0, 0);
  const [east, south] = view.toDegrees(1, 1);
  // Pixels of the map are square in metres, so their height in degrees is smaller than their width.
  const square = Math.cos((((north + south) / 2) * Math.PI) / 180);
  const pixel = Math.min(east - west, (north - south) / square);
  // A tolerance of 0.01, because the projection varies within a pixel.
  return Math.max(0, Math.ceil(Math.log2(360 / 512 / pixel) - 0.01));
}

/** Returns the view in degrees, with a margin for features just outside it. */
function boundsOf(view: View, margin: number): Bounds {
  const [west, north] = view.toDegrees(-margin, -margin);
  const [east, south] = view.toDegrees(view.width + margin, view.height + margin);
  return [west, south, east, north];
}
