/** Finds the features and values at a point of a picture that the visitor may see. */
import { meaningOf } from 'atlas-engine';
import { present } from 'atlas-engine/runtime';
import type { Polygon } from 'geojson';
import { HttpError } from '../../http/errors.ts';
import { packQuery } from '../../store/query-geometry.ts';
import type { DatasetStore, StoredFeature } from '../../store/store.ts';
import { toGeoJson } from '../geodata/feature-json.ts';
import type { AtlasSnapshot, FeatureStyle } from '../../access/atlas-snapshot.ts';
import { openStyle } from '../../access/neutral-style.ts';
import { zoomOf } from '../../drawing/draw-features.ts';
import { valueAt } from '../../drawing/draw-raster.ts';
import type { Drawing } from './open-layers.ts';
import type { View } from '../../drawing/view.ts';
import { writeValue } from './write-value.ts';

/** A feature or value at the point. */
export interface Found {
  /** Name of the layer. */
  readonly layer: string;
  /** The title of the layer on the map. */
  readonly title: string;
  /** Labels and values for people. */
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** The feature as GeoJSON. */
  readonly feature: object;
}

export interface InfoQuery {
  readonly layer: string;
  readonly view: View;
  /** Pixels from the left and the top. */
  readonly point: readonly [x: number, y: number];
  readonly count: number;
  readonly locale: string;
  readonly snapshot: AtlasSnapshot;
}

/** Tolerance in pixels around the point. */
const SLACK = 2;

/**
 * Maximum number of features that are searched. The topmost are those with the highest ids among
 * them.
 */
const MAX_HITS = 1_000;

/** Time limit of one search in milliseconds. */
const SEARCH_TIMEOUT = 5_000;

/** Half the side of the smallest search box in degrees. The store has a precision of 1e-7. */
const MIN_REACH = 2e-7;

/** Finds at most `count` features or values of a layer, the topmost first. */
export async function findInfo(
  store: DatasetStore,
  drawings: readonly Drawing[],
  query: InfoQuery,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const drawing of drawings.toReversed()) {
    if (found.length >= query.count) break;
    const { style } = drawing.look;
    const more =
      style.kind === 'raster'
        ? await findCell(store, drawing, style, query)
        : await findFeatures(store, drawing, style, query);
    found.push(...more);
  }
  return found.slice(0, query.count);
}

async function findCell(
  store: DatasetStore,
  { cut, title: titles }: Drawing,
  { labels, unit, pixels }: Extract<Drawing['look']['style'], { kind: 'raster' }>,
  { layer, view, point: [x, y], locale, snapshot }: InfoQuery,
): Promise<readonly Found[]> {
  const raster = await store.raster(cut.dataset);
  if (!raster) throw new HttpError('unavailable');
  const coordinates = view.toDegrees(x + 0.5, y + 0.5);
  const cell = valueAt(raster, ...coordinates);
  if (cell === null) return [];
  const value = meaningOf(cell, pixels);
  const title = titles[locale]!;
  const label = labels.get(cell)?.[locale];
  const words =
    label ??
    writeValue(value, { type: 'number', unit }, { locale, words: snapshot.words[locale]! });
  const properties = present({ value, unit: unit?.[locale], label });
  return [
    {
      layer,
      title,
      rows: [[title, words]],
      feature: { type: 'Feature', layer, properties, geometry: { type: 'Point', coordinates } },
    },
  ];
}

async function findFeatures(
  store: DatasetStore,
  { cut, dataset, title: titles }: Drawing,
  declared: FeatureStyle,
  { layer, view, point, count, locale, snapshot }: InfoQuery,
): Promise<readonly Found[]> {
  const style = openStyle(cut, declared);
  const zoom = zoomOf(view);
  const geometry = reach(view, point, style.reach(zoom) + SLACK);
  if (!geometry) return [];
  const hits = await store.intersects({
    dataset: cut.dataset,
    fields: cut.fields,
    geometry: packQuery(geometry),
    limit: MAX_HITS,
    timeout: SEARCH_TIMEOUT,
  });
  const shown = hits.filter(({ properties }) => style.mark(zoom, properties) !== null);
  const title = titles[locale]!;
  const language = { locale, words: snapshot.words[locale]! };
  const describe = (feature: StoredFeature): Found => ({
    layer,
    title,
    rows: cut.fields.flatMap((field) => {
      const value = feature.properties[field] ?? null;
      if (value === null) return [];
      const about = dataset.fields.get(field);
      return [[about?.label[locale] ?? field, writeValue(value, about, language)] as const];
    }),
    feature: { ...toGeoJson({ cut, feature }, { snapshot, united: true }), layer },
  });
  return shown.slice(-count).toReversed().map(describe);
}

/**
 * Returns the square around the middle of a pixel, limited to the world; null outside the world.
 */
function reach(view: View, [x, y]: readonly [number, number], pixels: number): Polygon | null {
  const [middle, height] = view.toDegrees(x + 0.5, y + 0.5);
  const [left, top] = view.toDegrees(x + 0.5 - pixels, y + 0.5 - pixels);
  const [right, bottom] = view.toDegrees(x + 0.5 + pixels, y + 0.5 + pixels);
  const west = Math.max(-180, Math.min(left, middle - MIN_REACH));
  const east = Math.min(180, Math.max(right, middle + MIN_REACH));
  const south = Math.max(-90, Math.min(bottom, height - MIN_REACH));
  const north = Math.min(90, Math.max(top, height + MIN_REACH));
  if (!(west < east && south < north)) return null;
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [corners] };
}
