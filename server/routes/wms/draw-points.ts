/** Draws a dataset of points as circles, coloured by class. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Rgba, WmsStyle } from '../../atlas-snapshot.ts';
import type { AllowedCut } from '../../policies.ts';
import type { Bounds, DatasetStore, StoredFeature } from '../../store/store.ts';
import type { View } from './view.ts';

const PAGE_SIZE = 2_000;

/** A picture shows no more than this; what has a higher id is left out. */
const MAX_POINTS = 50_000;

type PointStyle = Extract<WmsStyle, { kind: 'point' }>;

/** Draws what stands in the view, lower ids below, reading the store page by page. */
export async function drawPoints(
  context: SKRSContext2D,
  store: DatasetStore,
  wish: { readonly cut: AllowedCut; readonly style: PointStyle; readonly view: View },
): Promise<void> {
  const { cut, style, view } = wish;
  // A field above the asker's level colours nothing: all points are then drawn alike.
  const fields = style.field !== null && cut.fields.includes(style.field) ? [style.field] : [];
  const bbox = boundsWithMargin(view, style.radius);
  let after: number | undefined;
  for (let drawn = 0; drawn < MAX_POINTS; drawn += PAGE_SIZE) {
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
  style: PointStyle,
  view: View,
  sees: boolean,
): void {
  const color = colorOf(style.field === null ? undefined : properties[style.field], style, sees);
  if (!color) return;
  const positions =
    geometry.type === 'Point'
      ? [geometry.coordinates]
      : geometry.type === 'MultiPoint'
        ? geometry.coordinates
        : [];
  const [red, green, blue, alpha] = color;
  context.fillStyle = `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
  for (const [longitude = Number.NaN, latitude = Number.NaN] of positions) {
    const [x, y] = view.toPixel(longitude, latitude);
    context.beginPath();
    context.arc(x, y, style.radius, 0, 2 * Math.PI);
    context.fill();
  }
}

/** For an asker who may not see what the colours stand for: they say nothing. */
const NEUTRAL: Rgba = [80, 80, 80, 255];

function colorOf(value: unknown, style: PointStyle, sees: boolean): Rgba | null {
  if (style.field === null) return style.default;
  if (!sees) return NEUTRAL;
  if (value === undefined || value === null) return style.missing;
  return style.colors.get(String(value)) ?? style.default;
}

/** The view in degrees, with room for circles whose centre stands just outside. */
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
