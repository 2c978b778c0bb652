/**
 * Long test files take turns: `npm test` runs each of them on one day of the week, so that it takes ten
 * minutes. `ATLAS_TURN=all npm test` runs all of them, and so does `npm run nightly`.
 */
import { NIGHTLY, TODAY } from './size.ts';

/** In how many days each long file runs once. */
export const DAYS = 7;

/**
 * The files below `tests/` that take over 8 s, and the seconds that they took in a run of all files,
 * three at a time, on two cores. Files that a change must never break, such as those of the first
 * page and of what a visitor may not see, are not in this list: they run every day.
 */
export const LONG_FILES: readonly (readonly [file: string, seconds: number])[] = [
  ['browser/two-shores.test.ts', 122],
  ['browser/devices.test.ts', 122],
  ['browser/shipped-services.test.ts', 122],
  ['contract/package/package.test.ts', 117],
  ['browser/finding.test.ts', 116],
  ['contract/server/analysis-access.test.ts', 115],
  ['browser/logout.test.ts', 114],
  ['browser/real-input/real-input.test.ts', 98],
  ['browser/faults/calls.test.ts', 98],
  ['contract/deployment/hostile-files.test.ts', 96],
  ['browser/third-language.test.ts', 89],
  ['contract/deployment/stricter-at-once.test.ts', 88],
  ['browser/story.test.ts', 87],
  ['browser/screens.test.ts', 86],
  ['browser/account-screens.test.ts', 84],
  ['browser/points.test.ts', 82],
  ['browser/layers.test.ts', 78],
  ['contract/store/damaged-store.test.ts', 77],
  ['contract/services/served-atlas.test.ts', 76],
  ['browser/base-maps.test.ts', 75],
  ['contract/downloads/files.test.ts', 75],
  ['browser/village-names.test.ts', 74],
  ['browser/live.test.ts', 74],
  ['browser/side-panel.test.ts', 73],
  ['browser/shipped.test.ts', 73],
  ['browser/hostile/hostile-texts.test.ts', 72],
  ['browser/services.test.ts', 70],
  ['contract/server/published-tiles.test.ts', 70],
  ['browser/faults/faults.test.ts', 65],
  ['atlas/other-programs.test.ts', 65],
  ['contract/server/deadline.test.ts', 63],
  ['browser/crossing-names.test.ts', 62],
  ['contract/deployment/two-servers.test.ts', 60],
  ['browser/water.test.ts', 59],
  ['contract/deployment/changes-on-disk.test.ts', 58],
  ['contract/server/scopes.test.ts', 58],
  ['atlas/popup-panels.test.tsx', 55],
  ['browser/analyse.test.ts', 54],
  ['browser/printed-page.test.ts', 53],
  ['browser/first-view.test.ts', 53],
  ['contract/server/guarded-postgis.test.ts', 50],
  ['contract/store/kill.test.ts', 50],
  ['browser/downloads/download.test.ts', 50],
  ['atlas/popups.test.ts', 48],
  ['browser/isles.test.ts', 48],
  ['contract/store/disk-full.test.ts', 48],
  ['contract/guides/guides.test.ts', 47],
  ['contract/deployment/review.test.ts', 45],
  ['browser/accounts.test.ts', 43],
  ['browser/under-load.test.ts', 43],
  ['browser/projects.test.ts', 42],
  ['browser/selections.test.ts', 41],
  ['contract/server/stopping.test.ts', 41],
  ['browser/import.test.ts', 41],
  ['contract/server/limits.test.ts', 40],
  ['contract/store/backup.test.ts', 39],
  ['browser/legible-names.test.ts', 37],
  ['contract/deployment/kept-outcome.test.ts', 37],
  ['browser/changing-configuration.test.ts', 37],
  ['browser/zooming-in.test.ts', 36],
  ['browser/external-pages.test.ts', 36],
  ['browser/addresses.test.ts', 36],
  ['contract/store/nearest.test.ts', 35],
  ['contract/server/titles.test.ts', 35],
  ['contract/server/described-answers.test.ts', 34],
  ['contract/server/consent.test.ts', 34],
  ['contract/accounts/failing-database.test.ts', 33],
  ['browser/near.test.ts', 33],
  ['browser/first-tick.test.ts', 33],
  ['browser/outlines.test.ts', 33],
  ['contract/deployment/configuration-writes.test.ts', 30],
  ['contract/downloads/same-counts.test.ts', 30],
  ['contract/store/analysis.test.ts', 28],
  ['browser/embed.test.ts', 28],
  ['browser/downloads/states.test.ts', 27],
  ['contract/deployment/changes-in-any-order.test.ts', 27],
  ['contract/downloads/process.test.ts', 27],
  ['browser/brand.test.ts', 27],
  ['views/views.test.ts', 26],
  ['contract/store/rasters.test.ts', 24],
  ['contract/deployment/preview-of-a-draft.test.ts', 24],
  ['contract/store/outage.test.ts', 24],
  ['contract/server/caching-proxy.test.ts', 23],
  ['contract/systems/old-datums.test.ts', 22],
  ['browser/legend-in-view.test.ts', 21],
  ['contract/store/formats.test.ts', 21],
  ['browser/explore.test.ts', 21],
  ['contract/store/thinned-tiles.test.ts', 21],
  ['contract/accounts/kill.test.ts', 21],
  ['contract/import/written-by-gdal.test.ts', 19],
  ['contract/store/conformance.test.ts', 19],
  ['contract/server/stuck-threads.test.ts', 19],
  ['contract/server/external-programs.test.ts', 18],
  ['contract/downloads/downloads.test.ts', 18],
  ['contract/server/open-files.test.ts', 18],
  ['contract/server/log.test.ts', 17],
  ['contract/server/preview.test.ts', 17],
  ['contract/systems/changed-data.test.ts', 17],
  ['contract/server/search.test.ts', 16],
  ['contract/accounts/figures-sessions.test.ts', 16],
  ['contract/accounts/shared-address.test.ts', 15],
  ['contract/server/database-gone.test.ts', 15],
  ['contract/server/files.test.ts', 15],
  ['contract/server/fuzz-heads.test.ts', 14],
  ['contract/store/same-tiles.test.ts', 14],
  ['browser/shown-area.test.ts', 14],
  ['contract/accounts/account-store.test.ts', 13],
  ['browser/first-words.test.ts', 13],
  ['contract/server/loaded-for.test.ts', 13],
  ['contract/server/raster-analysis.test.ts', 13],
  ['contract/accounts/backup.test.ts', 13],
  ['contract/server/large-pages.test.ts', 13],
  ['contract/downloads/jobs.test.ts', 12],
  ['contract/server/geodata.test.ts', 12],
  ['contract/server/described-routes.test.ts', 11],
  ['contract/server/other-sites.test.ts', 11],
  ['browser/late-fonts.test.ts', 11],
  ['contract/server/raster-units.test.ts', 10],
  ['contract/server/events.test.ts', 10],
  ['contract/server/build-snapshot.test.ts', 10],
  ['contract/accounts/left-session.test.ts', 10],
  ['contract/accounts/locked.test.ts', 10],
  ['contract/server/disk-full.test.ts', 10],
  ['contract/store/conformance-search.test.ts', 10],
  ['atlas/examples.test.ts', 10],
  ['contract/store/older-schema.test.ts', 10],
  ['contract/server/large-pictures.test.ts', 9],
  ['contract/accounts/accounts.test.ts', 9],
  ['contract/editor/editor.test.ts', 9],
  ['contract/server/wrong-requests.test.ts', 9],
  ['contract/server/many-searches.test.ts', 9],
  ['contract/store/server-lock.test.ts', 8],
  ['contract/server/failing-store.test.ts', 8],
];

/**
 * Returns the paths of the long files that wait for another day. `turn` is a day's number, or `all`,
 * for which no file waits.
 */
export function filesOfOtherDays(turn = turnOfTheRun()): string[] {
  if (turn === 'all') return [];
  if (!/^\d+$/.test(turn))
    throw new Error(`ATLAS_TURN is '${turn}'. Give it the number of a turn, or 'all'.`);
  return daysOfFiles()
    .filter(({ day }) => day !== Number(turn) % DAYS)
    .map(({ file }) => `tests/${file}`);
}

/** Returns the day of each file. The longest come first, each on the day with the least so far. */
function daysOfFiles(): { file: string; day: number }[] {
  const total = Array.from({ length: DAYS }, () => 0);
  return LONG_FILES.toSorted(([, one], [, other]) => other - one).map(([file, seconds]) => {
    const day = total.indexOf(Math.min(...total));
    total[day]! += seconds;
    return { file, day };
  });
}

/** Files that the command names run on every day. */
function turnOfTheRun(): string {
  const named = process.argv.some((argument) => /^(?:\.\/)?tests\//.test(argument));
  return NIGHTLY || named ? 'all' : process.env['ATLAS_TURN'] || String(TODAY);
}
