/**
 * Long test files take turns: `npm test` runs each of them on one day in three, so that it takes ten
 * minutes. `ATLAS_TURN=all npm test` runs all of them, and so does `npm run nightly`.
 */
import { NIGHTLY, TODAY } from './size.ts';

/** In how many days each long file runs once. */
const DAYS = 3;

/**
 * The files below `tests/` that take over 8 s, in an order by which each day has as much to do.
 * Files that a change must never break, such as those of the first page and of what a visitor may
 * not see, are not in this list: they run every day.
 */
export const LONG_FILES: readonly string[] = [
  'browser/finding.test.ts',
  'contract/server/analysis-access.test.ts',
  'browser/shipped-services.test.ts',
  'contract/package/package.test.ts',
  'contract/deployment/hostile-files.test.ts',
  'contract/deployment/stricter-at-once.test.ts',
  'browser/water.test.ts',
  'contract/deployment/changes-on-disk.test.ts',
  'browser/devices.test.ts',
  'browser/points.test.ts',
  'browser/real-input/real-input.test.ts',
  'browser/account-screens.test.ts',
  'contract/store/damaged-store.test.ts',
  'browser/logout.test.ts',
  'browser/faults/calls.test.ts',
  'browser/services.test.ts',
  'browser/screens.test.ts',
  'contract/services/served-atlas.test.ts',
  'browser/base-maps.test.ts',
  'browser/story.test.ts',
  'browser/third-language.test.ts',
  'contract/server/limits.test.ts',
  'browser/side-panel.test.ts',
  'browser/analyse.test.ts',
  'contract/server/deadline.test.ts',
  'browser/hostile/hostile-texts.test.ts',
  'views/views.test.ts',
  'contract/deployment/two-servers.test.ts',
  'browser/first-tick.test.ts',
  'browser/live.test.ts',
  'browser/first-view.test.ts',
  'browser/import.test.ts',
  'contract/deployment/kept-outcome.test.ts',
  'browser/under-load.test.ts',
  'contract/store/kill.test.ts',
  'browser/changing-configuration.test.ts',
  'browser/crossing-names.test.ts',
  'browser/addresses.test.ts',
  'unit/demo/forest-rasters.test.ts',
  'contract/deployment/changes-in-any-order.test.ts',
  'unit/server/config/read-config-folder.test.ts',
  'laws/engine/seeded-faults.test.ts',
  'browser/faults/faults.test.ts',
  'contract/server/guarded-postgis.test.ts',
  'contract/server/described-answers.test.ts',
  'browser/zooming-in.test.ts',
  'browser/downloads/download.test.ts',
  'browser/printed-page.test.ts',
  'contract/store/disk-full.test.ts',
  'browser/projects.test.ts',
  'contract/package/stops.test.ts',
  'contract/store/nearest.test.ts',
  'browser/accounts.test.ts',
  'contract/server/published-tiles.test.ts',
  'contract/server/consent.test.ts',
  'unit/engine/yaml-limits.test.ts',
  'contract/deployment/configuration-writes.test.ts',
  'contract/store/analysis.test.ts',
  'contract/server/stuck-threads.test.ts',
  'browser/legible-names.test.ts',
  'browser/near.test.ts',
  'unit/demo/customary-lands.test.ts',
  'browser/downloads/states.test.ts',
  'atlas/other-programs.test.ts',
  'contract/accounts/figures-sessions.test.ts',
  'laws/engine/added-entries.test.ts',
  'contract/server/log.test.ts',
  'laws/engine/compiled-atlases.test.ts',
  'contract/store/backup.test.ts',
  'unit/cli/every-verb.test.ts',
  'contract/server/titles.test.ts',
  'unit/app/area-around.test.ts',
  'contract/downloads/files.test.ts',
  'laws/engine/wrong-edits.test.ts',
  'contract/server/preview.test.ts',
  'unit/server/store/pool.test.ts',
  'contract/accounts/shared-address.test.ts',
  'unit/demo/geography/rivers.test.ts',
  'unit/demo/geography/shipped.test.ts',
  'contract/store/outage.test.ts',
  'browser/explore.test.ts',
  'unit/cli/new.test.ts',
  'browser/village-names.test.ts',
  'atlas/popup-panels.test.tsx',
  'contract/accounts/kill.test.ts',
  'contract/store/rasters.test.ts',
  'contract/accounts/account-store.test.ts',
  'browser/embed.test.ts',
  'contract/downloads/process.test.ts',
  'contract/store/conformance.test.ts',
  'contract/deployment/preview-of-a-draft.test.ts',
  'contract/deployment/review.test.ts',
  'unit/cli/create-atlas.test.ts',
  'unit/cli/diff.test.ts',
  'browser/two-shores.test.ts',
  'contract/guides/guides.test.ts',
];

/**
 * Returns the paths of the long files that wait for another day. `turn` is a day's number, or `all`,
 * for which no file waits.
 */
export function filesOfOtherDays(turn = turnOfTheRun()): string[] {
  if (turn === 'all') return [];
  if (!/^\d+$/.test(turn))
    throw new Error(`ATLAS_TURN is '${turn}'. Give it the number of a turn, or 'all'.`);
  return LONG_FILES.filter((_file, place) => place % DAYS !== Number(turn) % DAYS).map(
    (file) => `tests/${file}`,
  );
}

/** Files that the command names run on every day. */
function turnOfTheRun(): string {
  const named = process.argv.some((argument) => /^(?:\.\/)?tests\//.test(argument));
  return NIGHTLY || named ? 'all' : process.env['ATLAS_TURN'] || String(TODAY);
}
