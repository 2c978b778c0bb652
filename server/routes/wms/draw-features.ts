/** Draws a dataset of points, lines or polygons, coloured by class. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Position } from 'geojson';
import type { Rgba, WmsStyle } from '../../atlas-snapshot.ts';
import type { AllowedCut } from '../../policies.ts';
import type { Attributes, Bounds, DatasetStore, StoredFeature } from '../../store/store.ts';
import type { View } from './view.ts';

const PAGE_SIZE = 2_000;

/** A picture shows no more than this; what has a higher id is left out. */
const MAX_FEATURES = 50_000;

/** How much of what lies below an area leaves through it. */
const AREA_OPACITY = 0.5;

export type FeatureStyle = Extract<WmsStyle, { kind: 'features' }>;

/** Draws what stands in the view, lower ids below, reading the store page by page. */
export async function drawFeatures(
  context: SKRSContext2D,
  store: DatasetStore,
  wish: { readonly cut: AllowedCut; readonly style: FeatureStyle; readonly view: View },
): Promise<void> {
  const { cut, style, view } = wish;
  // A field above the asker's level colours nothing: all points are then drawn alike.
  const fields = style.field !== null && cut.fields.includes(style.field) ? [style.field] : [];
  const bbox = boundsWithMargin(view, style.size);
  let after: number | undefined;
  for (let drawn = 0; drawn < MAX_FEATURES; drawn += PAGE_SIZE) {
    const page = await store.page({
      dataset: cut.dataset,
      fields,
      limit: PAGE_SIZE,
      bbox,
      ...(after !== undefined && { after }),
    });
    for (const feature of page) drawFeature(context, feature, style, view, fields.length > 0);
    after = page.at(-1)?.id;
    if (page.length < PAGE_SIZE) return;
  }
}

function drawFeature(
  context: SKRSContext2D,
  { geometry, properties }: StoredFeature,
  style: FeatureStyle,
  view: View,
  sees: boolean,
): void {
  const color = colorOf(properties, style, sees);
  if (!color) return;
  const [red, green, blue, alpha] = color;
  const css = (opacity: number): string =>
    `rgba(${red}, ${green}, ${blue}, ${(alpha / 255) * opacity})`;
  context.beginPath();
  switch (geometry.type) {
    case 'Point':
      addCircle(context, geometry.coordinates, style.size, view);
      break;
    case 'MultiPoint':
      for (const position of geometry.coordinates) addCircle(context, position, style.size, view);
      break;
    case 'LineString':
      addLine(context, geometry.coordinates, view);
      break;
    case 'MultiLineString':
    case 'Polygon':
      for (const line of geometry.coordinates) addLine(context, line, view);
      break;
    case 'MultiPolygon':
      for (const line of geometry.coordinates.flat()) addLine(context, line, view);
      break;
    default:
      return;
  }
  if (style.shape !== 'line') {
    context.fillStyle = css(style.shape === 'polygon' ? AREA_OPACITY : 1);
    context.fill(style.shape === 'polygon' ? 'evenodd' : 'nonzero');
  }
  if (style.shape !== 'point') {
    context.strokeStyle = css(1);
    context.lineWidth = style.size;
    context.stroke();
  }
}

function addCircle(
  context: SKRSContext2D,
  [longitude = Number.NaN, latitude = Number.NaN]: Position,
  radius: number,
  view: View,
): void {
  const [x, y] = view.toPixel(longitude, latitude);
  context.moveTo(x + radius, y);
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

function addLine(context: SKRSContext2D, line: readonly Position[], view: View): void {
  line.forEach(([longitude = Number.NaN, latitude = Number.NaN], i) => {
    const [x, y] = view.toPixel(longitude, latitude);
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
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
