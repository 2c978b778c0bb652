import type { Dataset } from 'atlas-engine';
import type { LoadReport } from '../../server/store/store.ts';
import type { LoadState } from './load-bar.ts';

/** Receives the report of each load. */
export interface LoadReporter {
  loaded(report: LoadReport, dataset: Dataset): void;
  failed(dataset: Dataset, error: unknown): void;
  /** Receives the id of a dataset whose data are loaded already. */
  unchanged?(dataset: string): void;
  /** Receives a line about the progress of all loads, if they take long. */
  progress(line: string): void;
  /** Receives often how far the loads are. */
  at?(state: LoadState): void;
}

/** Returns whether a load failed because all features were rejected. */
export function isFailure({ rejected, loaded }: Pick<LoadReport, 'rejected' | 'loaded'>): boolean {
  return rejected.length > 0 && loaded === 0;
}

/**
 * Maximum number of repaired and rejected features that are listed. The others are only counted.
 */
const MAX_NAMED = 5;

/** Prints full reports, for the user of a terminal, and lines about the progress. */
export function printLoads(
  print: (line: string) => void,
  progress: (line: string) => void = print,
): LoadReporter {
  return {
    loaded: (report, dataset) => print(reportLine(report, dataset)),
    failed: ({ id }, error) =>
      print(`${id}: not loaded. ${error instanceof Error ? error.message : String(error)}`),
    progress,
  };
}

/** The report of a load, or why it failed. */
export type LoadOutcome = LoadReport | { readonly dataset: string; readonly error: string };

/** Adds the outcomes to a list, for programs. Lines about the progress are printed. */
export function collectLoads(outcomes: LoadOutcome[], print: (line: string) => void): LoadReporter {
  return {
    loaded: (report) => void outcomes.push(report),
    failed: ({ id }, error) =>
      void outcomes.push({
        dataset: id,
        error: error instanceof Error ? error.message : String(error),
      }),
    progress: print,
  };
}

/**
 * Formats the report of a load: `villages: 4980 read, 4979 loaded, 0 repaired, 1 rejected (feature
 * 13: no-geometry) in 1.2 s`.
 */
function reportLine(report: LoadReport, dataset: Pick<Dataset, 'within' | 'only'>): string {
  const { read, loaded, repaired, repairs = [], rejected, leftOut, missingPhotos, took } = report;
  const by = [
    ...(dataset.within ? ['outside the extent'] : []),
    ...(dataset.only.length > 0 ? ['by `only`'] : []),
  ];
  const unread = Object.entries(report.unread ?? {}).map(([field, count]) => `${field} (${count})`);
  return [
    `${report.dataset}: ${read} read`,
    `${loaded} loaded`,
    `${repaired} repaired${named(repairs, repaired)}`,
    `${rejected.length} rejected${named(rejected, rejected.length)}`,
    ...(leftOut > 0 ? [`${leftOut} left out (${by.join(' or ')})`] : []),
    ...(unread.length > 0 ? [`unreadable values in ${unread.join(', ')}`] : []),
    ...derivedIn(report),
    ...thinnedIn(report),
    ...(missingPhotos
      ? [`${missingPhotos.count} photos not in their folder (${missingPhotos.examples.join(', ')})`]
      : []),
  ]
    .join(', ')
    .concat(` in ${(took / 1000).toFixed(1)} s`);
}

/** Names the geometries that were made from polygons; bands are counted for each zoom. */
function derivedIn({ derived = {} }: LoadReport): string[] {
  const points = derived['label-points'];
  const bands = derived['inner-band'];
  return [
    ...(points === undefined ? [] : [`${points} label points`]),
    ...(bands === undefined ? [] : [`${bands} inner bands`]),
  ];
}

/** Says at which zooms the tiles have a selection of the features, for the most open cut. */
export function thinnedIn({
  thinned: [cut] = [],
  loaded,
}: Pick<LoadReport, 'thinned' | 'loaded'>): string[] {
  if (!cut) return [];
  const some = cut.zooms.filter(({ zoom }) => zoom < cut.whole);
  const shares = some.map(({ zoom, shown }) => `${percent(shown / loaded)} at zoom ${zoom}`);
  const parts = shares.length > 2 ? [shares[0]!, shares.at(-1)!] : shares;
  return [`tiles show a selection: ${parts.join(' to ')}, all from zoom ${cut.whole}`];
}

function percent(share: number): string {
  const text = (100 * share).toPrecision(2);
  return `${share < 1 && Number(text) >= 100 ? '99' : Number(text)} %`;
}

/**
 * Formats the first features with their codes: ` (feature 12 BN-03: no-geometry; and 3 more)`.
 * Features are counted from 1 in the order of the file, and lines too.
 */
function named(features: LoadReport['rejected'], count: number): string {
  if (count === 0) return '';
  const first = features.slice(0, MAX_NAMED).map(({ index, line, name, reason }) => {
    const place = line === undefined ? `feature ${index + 1}` : `line ${line}`;
    return `${name === undefined ? place : `${place} ${name}`}: ${reason}`;
  });
  const more = count > first.length ? [`and ${count - first.length} more`] : [];
  return ` (${[...first, ...more].join('; ')})`;
}
