/** Draws a dataset of points, lines or polygons, coloured by class. */
import type { Rgba, WmsStyle } from '../../access/atlas-snapshot.ts';
import {
  decodeGeometries,
  tierOfZoom,
  UNITS_PER_DEGREE,
  type PackedGeometry,
} from '../../geometry/index.ts';
import type { AllowedCut } from '../../access/policies.ts';
import type { AttributeValue, Bounds, DatasetStore } from '../../store/store.ts';
import { Turns } from '../../time/turns.ts';
import { Areas } from './areas.ts';
import { Outlines } from './outlines.ts';
import { FULL, inkOf, type Sheet } from './sheet.ts';
import { Strokes } from './strokes.ts';
import type { View } from './view.ts';

/** A picture shows no more than this; what has a higher id is left out. */
const MAX_FEATURES = 50_000;

/** How much of what lies below an area leaves through it. */
const AREA_OPACITY = 0.5;

/** Features between two looks at the clock. */
const FEATURES_PER_LOOK = 32;

export type FeatureStyle = Extract<WmsStyle, { kind: 'features' }>;

/**
 * Draws what stands in the view. Circles lie in the order of ids, lower ones below. Lines and areas
 * are drawn class by class: areas of one class that overlap have the colour of the legend, and
 * outlines lie over areas.
 */
export async function drawFeatures(
  sheet: Sheet,
  store: DatasetStore,
  wish: { readonly cut: AllowedCut; readonly style: FeatureStyle; readonly view: View },
): Promise<void> {
  const { cut, style, view } = wish;
  // A field above the asker's level colours nothing: all features are then drawn alike.
  const field = style.field !== null && cut.fields.includes(style.field) ? style.field : null;
  const { geometries, values, codes } = await store.shapes({
    ...{ dataset: cut.dataset, field, limit: MAX_FEATURES },
    // Half a pixel more: the edge of what is drawn fades over one.
    bbox: boundsOf(view, style.size + 0.5),
    tier: tierOfZoom(zoomOf(view)),
  });
  const colors = values.map((value) => colorOf(value, style, field !== null));
  const turns = new Turns();
  const classes = new Map<Rgba, Outlines>();
  let index = 0;
  for (const geometry of decodeGeometries(geometries)) {
    const color = colors[codes[index]!];
    index += 1;
    if (color && geometry.kind === 'point') drawCircles(sheet, geometry, color, style.size, view);
    else if (color) outlinesOf(classes, color, style).add(geometry, view);
    if (index % FEATURES_PER_LOOK === 0 && turns.over) await turns.pause();
  }
  if (classes.size > 0) await drawClasses(sheet, classes, style, turns);
}

function outlinesOf(
  classes: Map<Rgba, Outlines>,
  color: Rgba,
  { shape, size }: FeatureStyle,
): Outlines {
  let outlines = classes.get(color);
  if (!outlines) classes.set(color, (outlines = new Outlines(shape === 'polygon', size)));
  return outlines;
}

function drawCircles(
  sheet: Sheet,
  { coords }: PackedGeometry,
  color: Rgba,
  radius: number,
  view: View,
): void {
  const ink = inkOf(color);
  for (let i = 0; i < coords.length; i += 2) {
    const x = view.columnOf(coords[i]! / UNITS_PER_DEGREE);
    const y = view.rowOf(coords[i + 1]! / UNITS_PER_DEGREE);
    const bottom = Math.min(sheet.height, Math.ceil(y + radius + 0.5));
    const right = Math.min(sheet.width, Math.ceil(x + radius + 0.5));
    for (let row = Math.max(0, Math.floor(y - radius - 0.5)); row < bottom; row += 1) {
      for (let column = Math.max(0, Math.floor(x - radius - 0.5)); column < right; column += 1) {
        const share = radius + 0.5 - Math.hypot(column + 0.5 - x, row + 0.5 - y);
        if (share <= 0) continue;
        sheet.blend(row * sheet.width + column, ink, Math.round(Math.min(1, share) * FULL));
      }
    }
  }
}

async function drawClasses(
  sheet: Sheet,
  classes: ReadonlyMap<Rgba, Outlines>,
  { shape, size }: FeatureStyle,
  turns: Turns,
): Promise<void> {
  if (shape === 'polygon') {
    const areas = new Areas(sheet.width, sheet.height);
    for (const [color, outlines] of classes) {
      outlines.fill(areas);
      await areas.paint(sheet, inkOf(color, AREA_OPACITY), turns);
    }
  }
  const strokes = new Strokes(sheet.width, sheet.height, size);
  for (const [color, outlines] of classes) {
    outlines.stroke(strokes);
    await strokes.paint(sheet, inkOf(color), turns);
  }
}

/** For an asker who may not see what the colours stand for: they say nothing. */
const NEUTRAL: Rgba = [80, 80, 80, 255];

/**
 * The colour of a value, null when its features are not drawn. `sees` tells whether the asker may
 * see the field that colours stand for.
 */
export function colorOf(
  value: AttributeValue | undefined,
  style: FeatureStyle,
  sees: boolean,
): Rgba | null {
  if (style.field === null) return style.default;
  if (!sees) return NEUTRAL;
  if (value === undefined || value === null) return style.missing;
  return style.colors.get(String(value)) ?? style.default;
}

/** The zoom of the map, whole and not below, whose pixels are as small: tiles of 512 pixels. */
function zoomOf(view: View): number {
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
