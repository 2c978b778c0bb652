import { around, exchanged, isWithin, touches, WORLD } from '../model/bounds.ts';
import type { Bounds, Dataset, Source } from '../model/model.ts';
import type { DataFacts } from '../model/profile.ts';
import type { RawNode } from '../model/report.ts';
import { exchangedCorner, meantNumber, outliers } from '../resolve/extent-sides.ts';
import { nodeOf, type CheckContext } from './context.ts';
import { namedIn } from './named-features.ts';

/** Something that has a place, held against the region. */
interface Placed {
  /** As the message about the region names it. */
  readonly name: string;
  readonly bounds: Bounds;
  /** Whether it is where an atlas of that region would have it. */
  readonly fits: (region: Bounds) => boolean;
  /** Whether any of it is outside of the region. */
  readonly strays: boolean;
  /** Reports it, where it is at fault itself. */
  readonly report: () => void;
}

/**
 * Holds the home, the extents of projects, the data and the files of sources against
 * `region.bounds`. Where most of them, or the home and others, are elsewhere, the region is at fault
 * and is reported alone. Diagnostics: `region-elsewhere`, `coordinates-swapped`,
 * `extent-outside-region`, `outside-region`, `bounds-without-data`.
 */
export function checkRegion(context: CheckContext): void {
  const { region } = context.model;
  const placed = [...extentsOf(context), ...dataOf(context), ...filesOf(context)];
  const strays = placed.filter((each) => each.strays);
  const target = { node: nodeOf(region, context), key: 'bounds' };
  const found = region.bounds.join(', ');
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

/** Whether the region is at fault rather than what is outside of it. */
function isElsewhere(
  placed: readonly Placed[],
  strays: readonly Placed[],
  region: Bounds,
): boolean {
  // What has its own axes exchanged says nothing about the region.
  const off = strays.filter(({ bounds }) => !isWithin(exchanged(bounds), region));
  if (off.length < 2) return false;
  const apart = off.filter(({ fits }) => !fits(region)).length;
  return off.some(({ name }) => name === 'home') || apart > placed.length / 2;
}

/** The home and the extents of the projects, as far as they are written. */
function extentsOf(context: CheckContext): Placed[] {
  const { model, nodes } = context;
  const home = nodes.get(model.home);
  return [
    ...(home ? [extent('home', home, 'bounds', model.home, context)] : []),
    ...model.projects.map((project) =>
      extent(project.id, nodeOf(project, context), 'extent', project.extent, context),
    ),
  ];
}

function extent(
  name: string,
  owner: RawNode,
  key: string,
  bounds: Bounds,
  context: CheckContext,
): Placed {
  const fits = (region: Bounds): boolean => isWithin(bounds, region);
  return {
    ...{ name, bounds, fits, strays: !fits(context.model.region.bounds) },
    report: () => reportExtent(owner, key, bounds, context),
  };
}

function reportExtent(
  owner: RawNode,
  key: string,
  bounds: Bounds,
  { model, report }: CheckContext,
): void {
  const region = model.region.bounds;
  const params = { found: bounds.join(', '), region: region.join(', ') };
  const swapped = exchanged(bounds);
  if (isWithin(swapped, region)) {
    const expected = swapped.join(', ');
    report.error('coordinates-swapped', { node: owner, key }, { ...params, expected });
    return;
  }
  const corner = exchangedCorner(owner[key], region);
  if (corner) {
    const { target, ...words } = corner;
    report.error('coordinates-swapped', target, words);
    return;
  }
  const beyond = outliers(owner[key], { node: owner, key }, bounds, region);
  const [only] = beyond.length === 1 ? beyond : [];
  const meant = only && meantNumber(only, bounds, region);
  const target = only?.target ?? { node: owner, key };
  const words = { ...params, nearest: meant, number: only?.value };
  if (meant === undefined && touches(bounds, region))
    report.warn('extent-outside-region', target, { ...words, isPartly: true });
  else report.error('extent-outside-region', target, words);
}

function dataOf(context: CheckContext): Placed[] {
  return [...context.model.datasets.values()].flatMap((dataset) => {
    const profile = context.facts.profiles.get(dataset.id);
    if (dataset.cut || dataset.geometry === 'raster' || !profile?.data) return [];
    return [data(dataset, profile.count, profile.data, context)];
  });
}

function data(dataset: Dataset, count: number, found: DataFacts, context: CheckContext): Placed {
  const { bounds: region } = context.model.region;
  const { outsideRegion, swapped = 0, bounds } = found;
  const outside = outsideRegion + swapped;
  return {
    name: dataset.id,
    bounds: bounds && isWithin(bounds, WORLD) ? bounds : region,
    fits: (wanted) =>
      wanted === region ? outside * 2 <= count : bounds ? touches(bounds, wanted) : true,
    strays: outside > 0,
    report: () => {
      const node = nodeOf(dataset, context);
      const target = { node: (node['load'] as object | undefined) ?? node };
      const params = { dataset: dataset.id, of: count };
      if (swapped > 0) {
        const severity = swapped * 2 > count ? 'error' : 'warn';
        const named = namedIn(found, 'coordinates-swapped');
        const words = { ...params, ...named, count: swapped, columns: swappedColumns(dataset) };
        context.report[severity]('coordinates-swapped', target, words);
      }
      if (outsideRegion > 0) {
        const named = namedIn(found, 'outside-region');
        context.report.warn('outside-region', target, {
          ...params,
          ...named,
          count: outsideRegion,
        });
      }
    },
  };
}

/** The columns with the coordinates in the right order; none where a load names none. */
function swappedColumns({ load }: Dataset): readonly string[] {
  if (load.kind === 'service') return load.coordinates.toReversed();
  if (load.kind !== 'file' || load.format !== 'csv' || load.wkt !== undefined) return [];
  const { coordinates = ['longitude', 'latitude'] } = load;
  return coordinates.toReversed();
}

/** The files of sources that do not reach into the region; many others reach round the world. */
function filesOf({ model, facts, ...context }: CheckContext): Placed[] {
  return [...model.sources.values()].flatMap((source) => {
    const found = source.file === undefined ? undefined : facts.files?.get(source.file);
    const bounds = found && 'bounds' in found ? found.bounds : null;
    if (!bounds || touches(bounds, model.region.bounds)) return [];
    return [file(source, bounds, { model, facts, ...context })];
  });
}

function file(source: Source, bounds: Bounds, context: CheckContext): Placed {
  const region = context.model.region.bounds;
  return {
    ...{ name: source.id, bounds, strays: true },
    fits: (wanted) => touches(bounds, wanted),
    report: () => {
      const key = source.bounds && !touches(source.bounds, region) ? 'bounds' : 'file';
      const target = { node: nodeOf(source, context), key };
      const params = { file: source.file!, found: rounded(bounds).join(', ') };
      const wanted = region.join(', ');
      if (touches(exchanged(bounds), region))
        context.report.error('coordinates-swapped', target, params);
      else
        context.report.error('bounds-without-data', target, {
          ...params,
          key: 'region.bounds',
          wanted,
        });
    },
  };
}

/** Degrees with three decimals, outwards. */
function rounded([west, south, east, north]: Bounds): Bounds {
  const down = (degrees: number): number => Math.floor(degrees * 1000) / 1000;
  const up = (degrees: number): number => Math.ceil(degrees * 1000) / 1000;
  return [down(west), down(south), up(east), up(north)];
}
