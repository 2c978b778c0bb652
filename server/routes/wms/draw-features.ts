/** Draws a dataset of points, lines or polygons. */
import type { Attributes } from 'atlas-engine';
import type { FeatureStyle, Mark } from '../../access/atlas-snapshot.ts';
import { openStyle } from '../../access/neutral-style.ts';
import {
  decodeGeometries,
  tierOfZoom,
  UNITS_PER_DEGREE,
  type PackedGeometry,
} from '../../geometry/index.ts';
import type { AllowedCut } from '../../access/policies.ts';
import type { Bounds, DatasetStore } from '../../store/store.ts';
import { Turns } from '../../time/turns.ts';
import { Areas } from './areas.ts';
import { Outlines } from './outlines.ts';
import { FULL, inkOf, type Sheet } from './sheet.ts';
import { Strokes } from './strokes.ts';
import type { View } from './view.ts';

/** A picture shows no more than this; what has a higher id is left out. */
const MAX_FEATURES = 50_000;

/** Features between two looks at the clock. */
const FEATURES_PER_LOOK = 32;

/**
 * Draws what is in the view. Circles are drawn in the order of ids, lower ones below. Lines and
 * areas are drawn mark by mark: areas drawn alike that overlap have the colour of the legend, and
 * outlines lie over areas.
 */
export async function drawFeatures(
  sheet: Sheet,
  store: DatasetStore,
  wish: { readonly cut: AllowedCut; readonly style: FeatureStyle; readonly view: View },
): Promise<void> {
  const { cut, view } = wish;
  const style = openStyle(cut, wish.style);
  const { fields } = style;
  const zoom = zoomOf(view);
  const { geometries, values, codes } = await store.shapes({
    ...{ dataset: cut.dataset, fields, limit: MAX_FEATURES },
    // Half a pixel more: the edge of what is drawn fades over one.
    bbox: boundsOf(view, style.reach(zoom) + 0.5),
    tier: tierOfZoom(tierZoomOf(view)),
  });
  const alike = new Map<string, Mark>();
  const marks: (Mark | null)[] = [];
  const turns = new Turns();
  const drawn = new Map<Mark, Outlines>();
  let index = 0;
  for (const geometry of decodeGeometries(geometries)) {
    const code = codes[index]!;
    index += 1;
    const mark = (marks[code] ??= first(
      style.mark(zoom, attributesOf(fields, values[code]!)),
      alike,
    ));
    if (mark && geometry.kind === 'point') drawCircles(sheet, geometry, mark, view);
    else if (mark) outlinesOf(drawn, mark, style).add(geometry, view);
    if (index % FEATURES_PER_LOOK === 0 && turns.over) await turns.pause();
  }
  if (drawn.size > 0) await drawMarks(sheet, drawn, turns);
}

function attributesOf(fields: readonly string[], values: readonly unknown[]): Attributes {
  return Object.fromEntries(fields.map((field, i) => [field, values[i]]));
}

/** The first of all marks that are drawn alike. */
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

/** A circle, and around it the ring of its outline. */
function drawCircles(sheet: Sheet, { coords }: PackedGeometry, mark: Mark, view: View): void {
  const fill = mark.fill && inkOf(mark.fill);
  const stroke = mark.stroke && inkOf(mark.stroke);
  const radius = mark.radius + (stroke ? mark.width : 0);
  for (let i = 0; i < coords.length; i += 2) {
    const x = view.columnOf(coords[i]! / UNITS_PER_DEGREE);
    const y = view.rowOf(coords[i + 1]! / UNITS_PER_DEGREE);
    const bottom = Math.min(sheet.height, Math.ceil(y + radius + 0.5));
    const right = Math.min(sheet.width, Math.ceil(x + radius + 0.5));
    for (let row = Math.max(0, Math.floor(y - radius - 0.5)); row < bottom; row += 1) {
      const dy = row + 0.5 - y;
      for (let column = Math.max(0, Math.floor(x - radius - 0.5)); column < right; column += 1) {
        const dx = column + 0.5 - x;
        const distance = Math.sqrt(dx * dx + dy * dy);
        const whole = shareOf(radius - distance);
        if (whole <= 0) continue;
        const index = row * sheet.width + column;
        const inner = stroke ? shareOf(mark.radius - distance) : whole;
        if (fill && inner > 0) sheet.blend(index, fill, inner);
        if (stroke && whole > inner) sheet.blend(index, stroke, whole - inner);
      }
    }
  }
}

/** Out of `FULL`, of a pixel whose middle lies so far inside of an edge. */
function shareOf(inside: number): number {
  return Math.round(Math.max(0, Math.min(1, inside + 0.5)) * FULL);
}

async function drawMarks(
  sheet: Sheet,
  drawn: ReadonlyMap<Mark, Outlines>,
  turns: Turns,
): Promise<void> {
  const areas = new Areas(sheet.width, sheet.height);
  for (const [{ fill }, outlines] of drawn) {
    if (!fill) continue;
    outlines.fill(areas);
    await areas.paint(sheet, inkOf(fill), turns);
  }
  const strokes = new Strokes(sheet.width, sheet.height);
  for (const [{ fill, stroke, width }, outlines] of drawn) {
    strokes.size = width;
    if (stroke) outlines.stroke(strokes);
    outlines.addSpecks(strokes);
    await strokes.paint(sheet, inkOf((stroke ?? fill)!), turns);
  }
}

/**
 * The zoom of the map whose pixels are as wide, which decides how features are drawn. The map has
 * 512 · 2^zoom pixels around the world: zoom = log2(360 / (512 · degrees from one pixel to the next)).
 */
export function zoomOf(view: View): number {
  const [west] = view.toDegrees(0, 0);
  const [east] = view.toDegrees(view.width, 0);
  return Math.log2((360 * view.width) / (512 * (east - west)));
}

/** The zoom of the map, whole and not below, whose pixels are as small to all sides. */
function tierZoomOf(view: View): number {
  const [west, north] = view.toDegrees(0, 0);
  const [east, south] = view.toDegrees(1, 1);
  // Pixels of the map have as many metres to the north as to the east, which is fewer degrees.
  const square = Math.cos((((north + south) / 2) * Math.PI) / 180);
  const pixel = Math.min(east - west, (north - south) / square);
  // Not the next zoom for a hundredth of it: the projection is not the same over a pixel.
  return Math.max(0, Math.ceil(Math.log2(360 / 512 / pixel) - 0.01));
}

/** The view in degrees, with room for what is drawn from just outside. */
function boundsOf(view: View, margin: number): Bounds {
  const [west, north] = view.toDegrees(-margin, -margin);
  const [east, south] = view.toDegrees(view.width + margin, view.height + margin);
  return [west, south, east, north];
}
