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
  ['browser/devices.test.ts', 121],
  ['browser/finding.test.ts', 116],
  ['browser/two-shores.test.ts', 109],
  ['browser/real-input/real-input.test.ts', 96],
  ['contract/deployment/hostile-files.test.ts', 96],
  ['browser/logout.test.ts', 92],
  ['contract/package/package.test.ts', 91],
  ['contract/server/analysis-access.test.ts', 88],
  ['browser/faults/calls.test.ts', 86],
  ['browser/shipped-services.test.ts', 85],
  ['browser/account-screens.test.ts', 84],
  ['browser/points.test.ts', 81],
  ['contract/package/stops.test.ts', 79],
  ['browser/grants.test.ts', 78],
  ['contract/services/served-atlas.test.ts', 76],
  ['browser/third-language.test.ts', 76],
  ['browser/layers.test.ts', 75],
  ['contract/store/damaged-store.test.ts', 75],
  ['contract/deployment/stricter-at-once.test.ts', 75],
  ['browser/village-names.test.ts', 74],
  ['browser/base-maps.test.ts', 74],
  ['browser/shipped.test.ts', 72],
  ['browser/screens.test.ts', 71],
  ['browser/side-panel.test.ts', 68],
  ['unit/demo/forest-rasters.test.ts', 62],
  ['browser/crossing-names.test.ts', 62],
  ['browser/keyboard-tasks.test.ts', 97],
  ['browser/static-site.test.ts', 60],
  ['contract/server/scopes.test.ts', 60],
  ['browser/water.test.ts', 59],
  ['browser/services.test.ts', 59],
  ['contract/server/deadline.test.ts', 56],
  ['browser/analyse.test.ts', 54],
  ['browser/faults/faults.test.ts', 54],
  ['browser/printed-page.test.ts', 53],
  ['browser/story.test.ts', 53],
  ['browser/first-view.test.ts', 52],
  ['contract/deployment/changes-on-disk.test.ts', 51],
  ['browser/live.test.ts', 51],
  ['contract/store/kill.test.ts', 50],
  ['contract/store/load-on-terminal.test.ts', 30],
  ['unit/cli/diff.test.ts', 50],
  ['browser/hostile/hostile-texts.test.ts', 49],
  ['contract/store/disk-full.test.ts', 47],
  ['contract/store/large-outlines.test.ts', 45],
  ['contract/deployment/review.test.ts', 45],
  ['contract/downloads/files.test.ts', 45],
  ['contract/server/stopping.test.ts', 45],
  ['browser/accounts.test.ts', 43],
  ['browser/import.test.ts', 41],
  ['contract/server/limits.test.ts', 40],
  ['browser/projects.test.ts', 40],
  ['contract/guides/guides.test.ts', 40],
  ['browser/server-page.test.ts', 40],
  ['contract/deployment/kept-outcome.test.ts', 37],
  ['atlas/other-programs.test.ts', 37],
  ['browser/legible-names.test.ts', 36],
  ['contract/deployment/preview-crawl.test.ts', 36],
  ['browser/zooming-in.test.ts', 36],
  ['contract/deployment/two-servers.test.ts', 36],
  ['contract/server/guarded-postgis.test.ts', 34],
  ['browser/near.test.ts', 33],
  ['browser/first-tick.test.ts', 33],
  ['laws/engine/seeded-faults.test.ts', 33],
  ['unit/server/store/pool.test.ts', 33],
  ['contract/deployment/preview-of-a-draft.test.ts', 33],
  ['browser/overlaps.test.ts', 33],
  ['atlas/popup-panels.test.tsx', 31],
  ['contract/server/published-tiles.test.ts', 31],
  ['contract/store/backup.test.ts', 29],
  ['browser/addresses.test.ts', 28],
  ['contract/store/nearest.test.ts', 28],
  ['browser/downloads/states.test.ts', 27],
  ['unit/demo/attributes.test.ts', 27],
  ['unit/demo/layers.test.ts', 27],
  ['browser/isles.test.ts', 26],
  ['laws/engine/compiled-atlases.test.ts', 26],
  ['unit/cli/create-atlas.test.ts', 26],
  ['unit/demo/believable.test.ts', 26],
  ['views/views.test.ts', 26],
  ['contract/server/described-answers.test.ts', 25],
  ['contract/store/rasters.test.ts', 24],
  ['contract/downloads/process.test.ts', 24],
  ['unit/cli/every-verb.test.ts', 23],
  ['contract/systems/old-datums.test.ts', 22],
  ['unit/server/store/sqlite-store.test.ts', 22],
  ['browser/downloads/download.test.ts', 22],
  ['browser/changing-configuration.test.ts', 22],
  ['browser/legend-in-view.test.ts', 21],
  ['laws/engine/added-entries.test.ts', 21],
  ['contract/deployment/configuration-writes.test.ts', 21],
  ['contract/accounts/failing-database.test.ts', 21],
  ['unit/engine/yaml-limits.test.ts', 21],
  ['contract/downloads/same-counts.test.ts', 21],
  ['browser/explore.test.ts', 21],
  ['atlas/popups.test.ts', 20],
  ['browser/under-load.test.ts', 20],
  ['contract/server/titles.test.ts', 20],
  ['browser/selections.test.ts', 20],
  ['contract/server/consent.test.ts', 20],
  ['contract/accounts/kill.test.ts', 20],
  ['contract/server/static-site.test.ts', 20],
  ['contract/server/search.test.ts', 20],
  ['contract/store/formats.test.ts', 19],
  ['contract/store/outage.test.ts', 19],
  ['browser/outlines.test.ts', 19],
  ['contract/deployment/changes-in-any-order.test.ts', 19],
  ['contract/server/stuck-threads.test.ts', 19],
  ['contract/store/overlaps.test.ts', 19],
  ['contract/store/analysis.test.ts', 18],
  ['unit/demo/geography/shipped.test.ts', 18],
  ['laws/engine/wrong-edits.test.ts', 18],
  ['unit/server/store/box-tree.test.ts', 18],
  ['unit/demo/services.test.ts', 18],
  ['contract/store/conformance.test.ts', 17],
  ['contract/server/log.test.ts', 17],
  ['unit/server/config/read-config-folder.test.ts', 17],
  ['contract/import/written-by-gdal.test.ts', 17],
  ['contract/server/preview.test.ts', 17],
  ['unit/server/load/geotiff.test.ts', 17],
  ['contract/downloads/jobs.test.ts', 17],
  ['contract/server/fuzz-heads.test.ts', 17],
  ['contract/systems/changed-data.test.ts', 16],
  ['browser/embed.test.ts', 16],
  ['unit/demo/geography/rivers.test.ts', 16],
  ['unit/demo/around-villages.test.ts', 16],
  ['unit/demo/geography/water-names.test.ts', 15],
  ['contract/server/page-drawer.test.ts', 15],
  ['contract/accounts/shared-address.test.ts', 14],
  ['contract/accounts/figures-sessions.test.ts', 14],
  ['contract/services/new-tiles.test.ts', 14],
  ['contract/server/raster-analysis.test.ts', 14],
  ['contract/server/raster-units.test.ts', 14],
  ['browser/shown-area.test.ts', 13],
  ['browser/first-words.test.ts', 13],
  ['unit/server/geometry/repair.test.ts', 13],
  ['unit/server/store/ids-of-twins.test.ts', 13],
  ['contract/downloads/downloads.test.ts', 13],
  ['contract/accounts/backup.test.ts', 13],
  ['contract/services/new-services.test.ts', 13],
  ['contract/server/idle-tiles.test.ts', 13],
  ['contract/server/large-pages.test.ts', 12],
  ['contract/server/external-programs.test.ts', 12],
  ['unit/cli/new.test.ts', 12],
  ['browser/external-pages.test.ts', 12],
  ['contract/store/same-tiles.test.ts', 12],
  ['contract/editor/editor.test.ts', 12],
  ['contract/accounts/account-store.test.ts', 11],
  ['unit/demo/customary-lands.test.ts', 11],
  ['browser/late-fonts.test.ts', 11],
  ['contract/store/thinned-tiles.test.ts', 11],
  ['browser/brand.test.ts', 11],
  ['unit/server/load/file-limits.test.ts', 10],
  ['laws/engine/any-text.test.ts', 10],
  ['unit/demo/land.test.ts', 10],
  ['contract/server/caching-proxy.test.ts', 10],
  ['unit/app/area-around.test.ts', 10],
  ['contract/store/older-schema.test.ts', 10],
  ['atlas/examples.test.ts', 10],
  ['contract/server/disk-full.test.ts', 10],
  ['unit/demo/world.test.ts', 9],
  ['contract/server/large-pictures.test.ts', 9],
  ['contract/store/conformance-search.test.ts', 9],
  ['contract/server/many-searches.test.ts', 8],
  ['contract/server/database-gone.test.ts', 8],
  ['contract/server/open-files.test.ts', 8],
  ['contract/server/failing-store.test.ts', 8],
  ['unit/server/geometry-reader.test.ts', 8],
  ['unit/cli/words.test.ts', 8],
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
