import {
  around,
  exchanged,
  fromPairs,
  isWithin,
  touches,
  WORLD,
  writtenBounds,
} from '../../basics/bounds.ts';
import type { Bounds, Dataset, Source } from '../../model/model.ts';
import { exchangedCorner, meantNumber, outliers } from '../../resolve/extent-sides.ts';
import { foundData, type FoundData } from './check-found-data.ts';
import { factsOf, wholeDatasets, type CheckContext } from '../context.ts';
import { namedIn } from '../named-features.ts';
import { loadAt, valueAt, type Place } from '../places.ts';

/** Something with an extent, to compare with the region. */
interface Placed {
  /** The name of the extent in the message about the region. */
  readonly name: string;
  readonly bounds: Bounds;
  /** Returns whether the position of the extent is plausible for a region. */
  readonly fits: (region: Bounds) => boolean;
  /** Whether a part of the extent is outside the region. */
  readonly strays: boolean;
  /** Reports that the extent is wrong. Not called if the region is wrong. */
  readonly report: () => void;
}

/**
 * Checks the home, the extents of projects, the data and the files of sources against
 * `region.bounds`. If most of them, or the home and at least one other, are outside the region,
 * only the region is reported as wrong. Diagnostics: `region-elsewhere`, `coordinates-swapped`,
 * `bounds-order`, `extent-outside-region`, `outside-region`, `bounds-without-data`.
 */
export function checkRegion(context: CheckContext): void {
  const { region } = context.model;
  const placed = [...extentsOf(context), ...dataOf(context), ...filesOf(context)];
  const strays = placed.filter((each) => each.strays);
  const target = valueAt(region, 'bounds', context);
  const found = writtenBounds(region.bounds);
  const swapped = exchanged(region.bounds);
  const fitting = placed.filter((each) => each.fits(region.bounds)).length;
  const fittingSwapped = placed.filter((each) => each.fits(swapped)).length;
  if (strays.length > 1 && fittingSwapped > Math.max(fitting, placed.length / 2)) {
    context.report.error('coordinates-swapped', target, { found, expected: swapped.join(', ') });
  } else if (isElsewhere(placed, strays, region.bounds)) {
    const expected = rounded(around(placed.map(({ bounds }) => bounds))!).join(', ');
    const known = strays.map(({ name }) => name);
    context.report.error('region-elsewhere', target, { found, known, expected });
  } else for (const each of strays) each.report();
}

/** Returns whether the region is probably wrong, and not the extents outside it. */
function isElsewhere(
  placed: readonly Placed[],
  strays: readonly Placed[],
  region: Bounds,
): boolean {
  // Extents with swapped or misplaced coordinates are not evidence that the region is wrong.
  const off = strays.filter(
    ({ bounds }) => !isWithin(exchanged(bounds), region) && !pairsWithin(bounds, region),
  );
  if (off.length < 2) return false;
  const apart = off.filter(({ fits }) => !fits(region)).length;
  return off.some(({ name }) => name === 'home') || apart > placed.length / 2;
}

/** Returns the home and the extents of the projects, as far as the configuration declares them. */
function extentsOf(context: CheckContext): Placed[] {
  const { home, projects } = context.model;
  const node = context.nodes.get(home);
  return [
    ...(node ? [extent('home', home, { node, key: 'bounds' }, context)] : []),
    ...projects.map((project) =>
      extent(project.id, project.extent, valueAt(project, 'extent', context), context),
    ),
  ];
}

function extent(name: string, bounds: Bounds, place: Place, context: CheckContext): Placed {
  const fits = (region: Bounds): boolean => isWithin(bounds, region);
  const strays = !fits(context.model.region.bounds);
  return { name, bounds, fits, strays, report: () => reportExtent(bounds, place, context) };
}

function reportExtent(bounds: Bounds, place: Place, { model, report }: CheckContext): void {
  const region = model.region.bounds;
  const params = { found: writtenBounds(bounds), region: writtenBounds(region) };
  const swapped = exchanged(bounds);
  if (isWithin(swapped, region)) {
    report.error('coordinates-swapped', place, { ...params, expected: swapped.join(', ') });
    return;
  }
  const written = place.node[place.key];
  const pairs = Array.isArray(written) ? pairsWithin(bounds, region) : null;
  if (pairs) {
    report.error('bounds-order', place, { found: params.found, expected: pairs.join(', ') });
    return;
  }
  const corner = exchangedCorner(written, region);
  if (corner) {
    const { target, ...words } = corner;
    report.error('coordinates-swapped', target, words);
    return;
  }
  const beyond = outliers(written, place, bounds, region);
  const [only] = beyond.length === 1 ? beyond : [];
  const meant = only && meantNumber(only, bounds, region);
  const target = only?.target ?? place;
  const words = { ...params, nearest: meant, number: only?.value };
  if (meant === undefined && touches(bounds, region))
    report.warn('extent-outside-region', target, { ...words, isPartly: true });
  else report.error('extent-outside-region', target, words);
}

/** Returns the box of an extent written as west, east, south, north, if that is inside the region. */
function pairsWithin(bounds: Bounds, region: Bounds): Bounds | null {
  const pairs = fromPairs(bounds);
  return pairs && isWithin(pairs, region) ? pairs : null;
}

/** Returns the extents of the datasets' features. */
function dataOf(context: CheckContext): Placed[] {
  const region = context.model.region.bounds;
  return wholeDatasets(context.model).flatMap((dataset) => {
    const found = foundData(dataset, context);
    if (!found) return [];
    const { outsideRegion, swapped = 0, bounds } = found.data;
    const outside = outsideRegion + swapped;
    return {
      name: dataset.id,
      bounds: bounds && isWithin(bounds, WORLD) ? bounds : region,
      fits: (wanted: Bounds) =>
        wanted === region ? outside * 2 <= found.count : !bounds || touches(bounds, wanted),
      strays: outside > 0,
      report: () => reportData(dataset, found, context),
    };
  });
}

function reportData(dataset: Dataset, { count: of, data }: FoundData, context: CheckContext): void {
  const { outsideRegion, swapped = 0 } = data;
  const { report } = context;
  const target = loadAt(dataset, context);
  const params = (code: string, count: number) => {
    return { dataset: dataset.id, of, count, ...namedIn(data, code) };
  };
  if (swapped > 0)
    report[swapped * 2 > of ? 'error' : 'warn']('coordinates-swapped', target, {
      ...params('coordinates-swapped', swapped),
      columns: swappedColumns(dataset),
    });
  if (outsideRegion === 0) return;
  const signs = outsideRegion === of ? signsLost(data.bounds, context.model.region.bounds) : null;
  report.warn('outside-region', target, {
    ...params('outside-region', outsideRegion),
    ...(signs ? { signs } : {}),
  });
}

/** Returns the coordinates whose signs must change so that the data are inside the region. */
function signsLost(
  bounds: Bounds | null | undefined,
  region: Bounds,
): 'longitudes' | 'latitudes' | null {
  if (!bounds) return null;
  const [west, south, east, north] = bounds;
  if (isWithin([-east, south, -west, north], region)) return 'longitudes';
  return isWithin([west, -north, east, -south], region) ? 'latitudes' : null;
}

/** Returns the coordinate columns in the right order; empty when the load names none. */
function swappedColumns({ load }: Dataset): readonly string[] {
  if (load.kind === 'service') return load.coordinates.toReversed();
  if (load.kind !== 'file' || load.format !== 'csv' || load.wkt !== undefined) return [];
  const { coordinates = ['longitude', 'latitude'] } = load;
  return coordinates.toReversed();
}

/**
 * Returns the files of sources that do not intersect the region; many other files cover the whole
 * world.
 */
function filesOf(context: CheckContext): Placed[] {
  const { model } = context;
  return [...model.sources.values()].flatMap((source) => {
    const found = factsOf(source.file, context);
    const bounds = found && 'bounds' in found ? found.bounds : null;
    if (!bounds || touches(bounds, model.region.bounds)) return [];
    const fits = (region: Bounds): boolean => touches(bounds, region);
    const report = (): void => reportFile(source, bounds, context);
    return { name: source.id, bounds, fits, strays: true, report };
  });
}

function reportFile(source: Source, bounds: Bounds, context: CheckContext): void {
  const { model, report } = context;
  const region = model.region.bounds;
  const key = source.bounds && !touches(source.bounds, region) ? 'bounds' : 'file';
  const target = valueAt(source, key, context);
  const params = { file: source.file!, found: rounded(bounds).join(', ') };
  const wanted = writtenBounds(region);
  if (touches(exchanged(bounds), region)) report.error('coordinates-swapped', target, params);
  else report.error('bounds-without-data', target, { ...params, key: 'region.bounds', wanted });
}

/** Rounds a box outwards to three decimals of a degree. */
function rounded([west, south, east, north]: Bounds): Bounds {
  const down = (degrees: number): number => Math.floor(degrees * 1000) / 1000;
  const up = (degrees: number): number => Math.ceil(degrees * 1000) / 1000;
  return [down(west), down(south), up(east), up(north)];
}
