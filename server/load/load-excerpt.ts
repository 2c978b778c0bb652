/** Loads the part of a loaded dataset that grants open to some accounts, as a dataset of its own. */
import type { Dataset, Level } from 'atlas-engine';
import { cutToArea } from '../geometry/cut-to-area.ts';
import { boundsOf, UNITS_PER_DEGREE, type PackedGeometry } from '../geometry/packed.ts';
import { prepareQuery, touchesPoint } from '../geometry/intersects.ts';
import { normalise } from '../geometry/repair.ts';
import { unpackToGeoJson, type PlainGeometry } from '../geometry/pack-geojson.ts';
import type { Position } from 'geojson';
import { partOf } from '../store/data-part.ts';
import { toQuery } from '../store/query-geometry.ts';
import type {
  AttributeValue,
  DatasetStatus,
  DatasetStore,
  Raster,
  StoredFeature,
} from '../store/store.ts';
import type { DatasetWriter } from '../store/writer.ts';
import { inDegrees, nextTurn } from './gather-features.ts';
import { publishFeatures, publishRaster, type Load } from './load-dataset.ts';
import { digestOf } from './load-input.ts';
import { DatasetProfiler } from './read-feature.ts';
import { FeatureRows, type Row } from './rows/feature-rows.ts';
import { stampOf } from './stamp.ts';

/** A place, and the rank at which its features are seen. */
export interface OpenPlace {
  readonly rank: number;
  /** Valid polygons; null for everywhere. */
  readonly area: PackedGeometry | null;
  /** The key of the scope of the grant; absent for what is held everywhere. */
  readonly key?: string;
}

/** A part of a dataset: the features in some places. */
export interface Excerpt {
  /** The id under which the store has it. */
  readonly id: string;
  /** The dataset as it is loaded. */
  readonly of: Dataset;
  /** The dataset as the accounts see it. */
  readonly seen: Dataset;
  /** At least one; at most one is everywhere. */
  readonly places: readonly OpenPlace[];
}

/** Separates a dataset from the hash of an excerpt; no dataset has it in its id. */
export const EXCERPT_MARK = '@@';

/** Returns whether an id in the store is that of an excerpt. */
export function isExcerpt(id: string): boolean {
  return id.includes(EXCERPT_MARK);
}

type Seen = Row & { readonly id: number };
type Stores = DatasetStore & DatasetWriter;

const PAGE = 1_000;
const TIMEOUT = 60_000;
const NO_DATA = 255;
/** Loads that may replace the data while they are copied. */
const MAX_ATTEMPTS = 3;

/**
 * Loads an excerpt, unless the store has it, and returns its status; null if its dataset is not
 * loaded. It has nothing that is not open in one of its places: no other feature, no other value, and,
 * with the border rule `clip`, no other part of a shape.
 */
export async function loadExcerpt(
  excerpt: Excerpt,
  levels: readonly Level[],
  store: Stores,
): Promise<DatasetStatus | null> {
  const dataset = { ...excerpt.seen, id: excerpt.id };
  for (let attempt = 1; ; attempt++) {
    const source = await store.status(excerpt.of.id);
    if (!source) return null;
    const stamp = stampOf(dataset, levels, digestOf(source.stamp, identityOf(excerpt)));
    const known = await store.status(excerpt.id);
    if (known?.stamp === stamp) return known;
    const started = performance.now();
    const finish: Load['finish'] = (part) => ({
      dataset: excerpt.id,
      ...part,
      took: Math.round(performance.now() - started),
    });
    const load = { dataset, levels, into: store, stamp, finish };
    const part =
      dataset.geometry === 'raster'
        ? await rasterOf(excerpt, load, store)
        : await featuresOf(excerpt, load, store);
    try {
      const isSame = (await store.status(excerpt.of.id))?.stamp === source.stamp;
      if (isSame) await part.publish();
      if (isSame) return await store.status(excerpt.id);
    } finally {
      part.close();
    }
    if (attempt === MAX_ATTEMPTS) return null;
  }
}

/** Returns a text that changes with the places of an excerpt and with its rules. */
export function identityOf({ of, places }: Pick<Excerpt, 'of' | 'places'>): string {
  return JSON.stringify([
    of.border,
    places.map(({ rank, area }) => [
      [...of.fields.values()]
        .filter((field) => field.permission.rank <= rank)
        .map(({ name }) => name),
      area && [[...area.coords], [...area.ends], [...area.polygons]],
    ]),
  ]);
}

/** An excerpt that is ready to be published. */
interface Part {
  readonly publish: () => Promise<unknown>;
  /** Frees what it needs. */
  readonly close: () => void;
}

async function featuresOf(excerpt: Excerpt, load: Load, store: DatasetStore): Promise<Part> {
  const { dataset } = load;
  const profiler = new DatasetProfiler(dataset);
  const rows = new FeatureRows(dataset);
  const area = areaOf(excerpt.places);
  try {
    const hasOwnIds = areIdsOfShapes(excerpt);
    for await (const page of pagesOf(excerpt, area, store)) {
      for (const { id, geometry, values } of seenIn(page, excerpt, area)) {
        rows.add({ geometry, values }, hasOwnIds ? {} : { id });
        const flags = { unread: values.map(() => false), there: values.map(() => true) };
        profiler.add(
          { geometry: null, values, ...flags, others: new Map() },
          inDegrees(boundsOf(geometry)),
        );
      }
      await nextTurn();
    }
    if (hasOwnIds) rows.assignIds();
  } catch (error) {
    rows.close();
    throw error;
  }
  const { count } = rows;
  const counts = { read: count, loaded: count, repaired: 0, rejected: [], leftOut: 0 };
  return {
    publish: () => publishFeatures(load, { rows, fields: profiler.profiles(), counts }),
    close: () => rows.close(),
  };
}

/**
 * Returns whether the features of an excerpt get ids of their own: if those of the dataset are made
 * from whole shapes, shapes that were cut get others, made from what is left.
 */
function areIdsOfShapes({ of, places }: Excerpt): boolean {
  const isCut = of.border === 'clip' && places.every(({ area }) => area !== null);
  return isCut && partOf(of).key === null && of.geometry !== 'point';
}

/** Reads the features of the dataset in the places, with the fields that are seen in one of them. */
async function* pagesOf(
  { of, places }: Excerpt,
  area: PackedGeometry | null,
  store: DatasetStore,
): AsyncGenerator<readonly StoredFeature[]> {
  const most = Math.max(...places.map(({ rank }) => rank));
  const fields = [...of.fields.values()]
    .filter(({ permission }) => permission.rank <= most)
    .map(({ name }) => name);
  const geometry = area && toQuery(area);
  for (let after = 0; ;) {
    const request = { dataset: of.id, fields, after, limit: PAGE };
    const page = geometry
      ? await store.intersects({ ...request, geometry, timeout: TIMEOUT })
      : await store.page(request);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}

/** Returns all places as one area; null if one of them is everywhere. */
function areaOf(places: Excerpt['places']): PackedGeometry | null {
  const areas = places.flatMap(({ area }) => area ?? []);
  if (areas.length < places.length) return null;
  const polygons = areas.flatMap((area) => polygonsIn(unpackToGeoJson(area)));
  const joined = normalise({ type: 'MultiPolygon', coordinates: polygons }, 'polygon');
  if ('rejected' in joined) throw new Error('the area of a grant cannot be read');
  return joined.geometry;
}

function polygonsIn(shape: PlainGeometry): Position[][][] {
  if (shape.type === 'Polygon') return [shape.coordinates];
  return shape.type === 'MultiPolygon' ? shape.coordinates : [];
}

/** Returns what is seen of some features. `area`: all places; null for everywhere. */
function seenIn(
  page: readonly StoredFeature[],
  { of, places }: Excerpt,
  area: PackedGeometry | null,
): Seen[] {
  const shapes = page.flatMap((feature) => {
    const packed = normalise(feature.geometry, of.geometry as PackedGeometry['kind']);
    return 'rejected' in packed ? [] : [{ feature, geometry: packed.geometry }];
  });
  const geometries = shapes.map(({ geometry }) => geometry);
  const insides = area ? cutToArea(area, geometries) : geometries;
  const ranks = places.map((place) => ({
    rank: place.rank,
    insides: place.area ? cutToArea(place.area, geometries) : geometries,
  }));
  return shapes.flatMap(({ feature, geometry }, index) => {
    const inside = insides[index];
    const seenAt = ranks.flatMap((place) => (place.insides[index] ? [place.rank] : []));
    if (!inside || seenAt.length === 0) return [];
    const rank = Math.max(...seenAt);
    const values = [...of.fields.values()].map(({ name, permission }): AttributeValue =>
      permission.rank <= rank ? (feature.properties[name] ?? null) : null,
    );
    return [{ id: feature.id, geometry: of.border === 'whole' ? geometry : inside, values }];
  });
}

/** Returns a raster in which all cells outside of the places have no data, cut to the places. */
async function rasterOf({ of, places }: Excerpt, load: Load, store: DatasetStore): Promise<Part> {
  const whole = await store.raster(of.id);
  if (!whole) return { publish: async () => undefined, close: () => undefined };
  const area = areaOf(places);
  const raster = area ? cutRaster(whole, area) : whole;
  const loaded = Number(raster.values.some((value) => value !== NO_DATA));
  const counts = { read: 1, loaded, repaired: 0, rejected: [], leftOut: 0 };
  return { publish: () => publishRaster(load, raster, counts), close: () => undefined };
}

/** Returns the cells whose centre is in an area, in the smallest box of cells around it. */
function cutRaster({ bounds, width, height, values }: Raster, area: PackedGeometry): Raster {
  const [west, south, east, north] = bounds;
  const [across, down] = [(east - west) / width, (north - south) / height];
  const query = prepareQuery(area);
  const [left, bottom, right, top] = inDegrees(query.bounds);
  const limit = (cell: number, most: number): number => Math.min(most, Math.max(0, cell));
  const columns = [
    limit(Math.floor((left - west) / across), width - 1),
    limit(Math.ceil((right - west) / across), width),
  ] as const;
  const rows = [
    limit(Math.floor((north - top) / down), height - 1),
    limit(Math.ceil((north - bottom) / down), height),
  ] as const;
  const size = [Math.max(1, columns[1] - columns[0]), Math.max(1, rows[1] - rows[0])] as const;
  const cut = new Uint8Array(size[0] * size[1]).fill(NO_DATA);
  for (let row = 0; row < size[1]; row++)
    for (let column = 0; column < size[0]; column++) {
      const x = west + (columns[0] + column + 0.5) * across;
      const y = north - (rows[0] + row + 0.5) * down;
      if (!touchesPoint(query, Math.round(x * UNITS_PER_DEGREE), Math.round(y * UNITS_PER_DEGREE)))
        continue;
      cut[row * size[0] + column] = values[(rows[0] + row) * width + columns[0] + column]!;
    }
  return {
    bounds: [
      west + columns[0] * across,
      north - (rows[0] + size[1]) * down,
      west + (columns[0] + size[0]) * across,
      north - rows[0] * down,
    ],
    width: size[0],
    height: size[1],
    values: cut,
  };
}
