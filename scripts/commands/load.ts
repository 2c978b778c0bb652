import type { AtlasModel, Dataset } from '../../engine/index.ts';
import { loadDataset } from '../../server/load/load-dataset.ts';
import { openStore, type Store } from '../../server/store/open-store.ts';
import type { LoadReport } from '../../server/store/store.ts';
import type { DatasetInputs } from '../dataset-inputs.ts';
import { InputError } from '../input-error.ts';
import type { CommandIo, ExitCode } from './command.ts';
import { stepOf, type OpenOptions } from '../open-config.ts';
import { openSound, pick } from './sound-config.ts';
import { placeOf } from './store-place.ts';

export { placeOf } from './store-place.ts';

/** Repaired and rejected features that are named one by one; the others are only counted. */
const MAX_NAMED = 5;

/** Loads the named datasets, or all, into the store; prints a report line for each. */
export async function load(
  options: {
    readonly config: string;
    readonly datasets: readonly string[];
    readonly force: boolean;
  },
  io: CommandIo,
): Promise<ExitCode> {
  const config = await openSound(options.config, io, { fresh: true });
  if (!config) return 1;
  const { model } = config.atlas;
  const chosen =
    options.datasets.length === 0
      ? [...model.datasets.values()]
      : options.datasets.flatMap((id) => withCuts(pick(model.datasets, id, 'dataset'), model));
  const store = await openStore(placeOf(io.env, 'tool'));
  try {
    return await loadAll(chosen, {
      model,
      inputs: config.inputs,
      store,
      force: options.force,
      tell: io.out,
    });
  } finally {
    await store.close();
  }
}

/** A dataset and its copies cut to projects. */
function withCuts(dataset: Dataset, model: AtlasModel): Dataset[] {
  return [dataset, ...[...model.datasets.values()].filter(({ cut }) => cut?.of === dataset.id)];
}

/**
 * Loads datasets one after the other and tells how each went; what has not changed is passed over
 * in silence, and what is nowhere to be had leaves the store. Returns 1 when one of them could not
 * be loaded, whose old version stays, or when all that it holds was rejected.
 */
export async function loadAll(
  datasets: readonly Dataset[],
  by: {
    readonly model: AtlasModel;
    readonly inputs: DatasetInputs;
    readonly store: Store;
    readonly force?: boolean;
    readonly tell: (line: string) => void;
  } & Pick<OpenOptions, 'at' | 'unreadable'>,
): Promise<ExitCode> {
  let failed = false;
  for (const dataset of datasets) {
    try {
      const step = stepOf(dataset.load);
      const reason = by.unreadable?.get(step.source ?? '');
      if (reason !== undefined) throw new InputError(reason);
      await by.at?.(step);
      const input = await by.inputs.of(dataset);
      if (!input) {
        await by.store.remove(dataset.id);
        continue;
      }
      const report = await loadDataset(dataset, input, by.model.levels, by.store, {
        force: by.force ?? false,
      });
      if (report.unchanged) continue;
      by.tell(reportLine(report, dataset));
      if (report.rejected.length > 0 && report.loaded === 0) failed = true;
    } catch (error) {
      failed = true;
      by.tell(
        `${dataset.id}: not loaded. ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return failed ? 1 : 0;
}

/** `villages: 4980 read, 4979 loaded, 0 repaired, 1 rejected (feature 12: no-geometry) in 1.2 s`. */
export function reportLine(report: LoadReport, dataset: Pick<Dataset, 'cut' | 'only'>): string {
  const { read, loaded, repaired, repairs = [], rejected, leftOut, missingPhotos, took } = report;
  const by = [
    ...(dataset.cut ? ['outside the extent'] : []),
    ...(dataset.only.length > 0 ? ['by `only`'] : []),
  ];
  const unread = Object.entries(report.unread ?? {}).map(([field, count]) => `${field} (${count})`);
  return [
    `${report.dataset}: ${read} read`,
    `${loaded} loaded`,
    `${repaired} repaired${named(repairs, repaired)}`,
    `${rejected.length} rejected${named(rejected, rejected.length)}`,
    ...(leftOut > 0 ? [`${leftOut} left out (${by.join(' or ')})`] : []),
    ...(unread.length > 0 ? [`values not read in ${unread.join(', ')}`] : []),
    ...(missingPhotos
      ? [`${missingPhotos.count} photos not in their folder (${missingPhotos.examples.join(', ')})`]
      : []),
  ]
    .join(', ')
    .concat(` in ${(took / 1000).toFixed(1)} s`);
}

/** ` (feature 12: no-geometry; and 3 more)`; features count from 0, as they stand in the file, lines from 1. */
function named(features: LoadReport['rejected'], count: number): string {
  if (count === 0) return '';
  const first = features
    .slice(0, MAX_NAMED)
    .map(({ index, line, reason }) =>
      line === undefined ? `feature ${index}: ${reason}` : `line ${line}: ${reason}`,
    );
  const more = count > first.length ? [`and ${count - first.length} more`] : [];
  return ` (${[...first, ...more].join('; ')})`;
}
