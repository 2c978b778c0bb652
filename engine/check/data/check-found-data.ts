import type { Dataset } from '../../model/model.ts';
import type { DataFacts, DatasetProfile } from '../../model/profile.ts';
import { present } from '../../basics/present.ts';
import { profileOf, wholeDatasets, type CheckContext } from '../context.ts';
import { nameFeatures, namedIn } from '../named-features.ts';
import { fieldAt, loadAt, valueAt } from '../places.ts';
import { projectedFile } from './projected-file.ts';

/** The facts about the features of a dataset. */
export type FoundData = DatasetProfile & { readonly data: DataFacts };

/** Returns the facts about the features of a dataset; undefined for a raster. */
export function foundData(dataset: Dataset, context: CheckContext): FoundData | undefined {
  const profile = profileOf(dataset, context);
  if (dataset.geometry === 'raster' || !profile?.data) return undefined;
  return { ...profile, data: profile.data };
}

/**
 * Checks each dataset against the facts about all its features. Diagnostics:
 * `geometry-not-in-data`, `no-geometry`, `key-not-unique`, `outside-world`, `mis-encoded-text`,
 * `long-text`, `records-unread`, `photo-missing`, `area-changed-by-repair`, `tile-over-budget`.
 */
export function checkFoundData(context: CheckContext): void {
  for (const dataset of wholeDatasets(context.model)) {
    const found = foundData(dataset, context);
    if (!found) continue;
    checkGeometry(dataset, found.data, context);
    checkKey(dataset, found, context);
    checkPlaces(dataset, found, context);
    checkTexts(dataset, found.data, context);
    checkRecords(dataset, found, context);
    checkPhotos(dataset, found.data, context);
    checkRepair(dataset, found, context);
    checkLastZoom(dataset, found.data, context);
  }
}

/** Reports a tile of the last zoom, which has all features, that exceeds the budget of the others. */
function checkLastZoom(dataset: Dataset, { largeTile }: DataFacts, context: CheckContext): void {
  const { tiles } = dataset.feeds;
  if (!largeTile || !tiles || largeTile.bytes <= tiles.budget) return;
  const { zoom, x, y, bytes } = largeTile;
  const more = Math.ceil(Math.log(bytes / tiles.budget) / Math.log(TILES_INSIDE));
  context.report.warn('tile-over-budget', loadAt(dataset, context), {
    dataset: dataset.id,
    tile: `${zoom}/${x}/${y}`,
    zoom,
    size: Math.round(bytes / KILOBYTE),
    budget: Math.round(tiles.budget / KILOBYTE),
    enough: Math.min(zoom + more, MOST_ZOOM),
  });
}

const KILOBYTE = 1_000;
/** Number of tiles of the next zoom inside a tile. */
const TILES_INSIDE = 4;
/** The highest zoom that is proposed. */
const MOST_ZOOM = 16;

function checkGeometry(dataset: Dataset, data: DataFacts, context: CheckContext): void {
  const { kinds } = data;
  const others = Object.entries(kinds).filter(([kind]) => kind !== dataset.geometry);
  const [most] = others.toSorted(([, a], [, b]) => b - a);
  if (!most) return;
  const code = 'geometry-not-in-data';
  const count = others.reduce((sum, [, each]) => sum + each, 0);
  const matching = kinds[dataset.geometry] ?? 0;
  const params = { dataset: dataset.id, declared: dataset.geometry, nearest: most[0] };
  const counts = { count, of: count + matching, ...namedIn(data, code) };
  const target = valueAt(dataset, 'geometry', context);
  context.report[matching === 0 ? 'error' : 'warn'](code, target, { ...params, ...counts });
}

/** Matches the usual names of columns with coordinates, which are no keys. */
const COORDINATE = /^(?:x|y|lon|lng|long|longitude|lat|latitude)$/i;

function checkKey(
  dataset: Dataset,
  { count, fields, data }: FoundData,
  context: CheckContext,
): void {
  const { nulls, repeated } = data.keys;
  if (dataset.key === null || (nulls === 0 && repeated === 0)) return;
  const unique = Object.entries(fields).filter(
    ([name, { nulls: none, distinct, type }]) =>
      !COORDINATE.test(name) &&
      none === 0 &&
      distinct === count &&
      (type === 'text' || type === 'integer'),
  );
  context.report.warn('key-not-unique', valueAt(dataset, 'key', context), {
    dataset: dataset.id,
    field: dataset.key,
    ...data.keys,
    ...namedIn(data, 'key-not-unique'),
    known: unique.map(([name]) => name),
  });
}

function checkPlaces(
  dataset: Dataset,
  { count: of, data }: FoundData,
  context: CheckContext,
): void {
  const target = loadAt(dataset, context);
  const { withoutGeometry = 0, outsideWorld, bounds } = data;
  const severity = (count: number): 'error' | 'warn' => (count === of ? 'error' : 'warn');
  if (withoutGeometry > 0) {
    const params = { dataset: dataset.id, of, count: withoutGeometry };
    const named = namedIn(data, 'no-geometry');
    context.report[severity(withoutGeometry)]('no-geometry', target, { ...params, ...named });
  }
  if (outsideWorld > 0) {
    const projected =
      outsideWorld * 2 > of
        ? projectedFile(dataset, bounds, context.model.region.bounds)
        : undefined;
    const params = present({ dataset: dataset.id, of, count: outsideWorld, projected });
    const named = namedIn(data, 'outside-world');
    context.report[severity(outsideWorld)]('outside-world', target, { ...params, ...named });
  }
}

function checkTexts(dataset: Dataset, data: DataFacts, context: CheckContext): void {
  for (const [field, found] of Object.entries(data.misEncoded)) {
    const named = namedIn(data, 'mis-encoded-text', field);
    const params = { dataset: dataset.id, field, ...found, ...named };
    context.report.warn('mis-encoded-text', fieldAt(dataset, field, context), params);
  }
  for (const [field, found] of Object.entries(data.longTexts ?? {})) {
    const named = namedIn(data, 'long-text', field);
    const params = { dataset: dataset.id, field, ...found, ...named };
    context.report.warn('long-text', fieldAt(dataset, field, context), params);
  }
}

function checkRecords(dataset: Dataset, { count, data }: FoundData, context: CheckContext): void {
  const { refused } = data;
  if (!refused) return;
  context.report.warn('records-unread', loadAt(dataset, context), {
    count: refused.count,
    of: count + refused.count,
    reasons: refused.first.map(({ reason }) => reason),
    ...present({ angle: refused.first.find(({ angle }) => angle)?.angle }),
    ...nameFeatures(refused.first),
  });
}

function checkPhotos(dataset: Dataset, data: DataFacts, context: CheckContext): void {
  for (const [field, found] of Object.entries(data.missingPhotos ?? {})) {
    const { folder = '' } = dataset.fields.get(field) ?? {};
    const params = { field, folder, ...found, ...namedIn(data, 'photo-missing', field) };
    context.report.warn('photo-missing', fieldAt(dataset, field, context), params);
  }
}

function checkRepair(
  dataset: Dataset,
  { count: of, data }: FoundData,
  context: CheckContext,
): void {
  const code = 'area-changed-by-repair';
  const { changedByRepair } = data;
  if (!changedByRepair) return;
  const params = { dataset: dataset.id, of, ...changedByRepair, ...namedIn(data, code) };
  context.report.warn(code, loadAt(dataset, context), params);
}
