import type { AtlasModel, Dataset } from 'atlas-engine';
import { loadDataset, reloadDataset } from '../../server/load/load-dataset.ts';
import type { Store } from '../../server/store/open-store.ts';
import type { LoadReport } from '../../server/store/store.ts';
import { Interrupted, type ExitCode } from '../common/command.ts';
import { InputError } from '../common/input-error.ts';
import { describeStep, progressOf, type LoadStep } from '../../server/load/progress.ts';
import type { DatasetInputs } from '../config/dataset-inputs.ts';
import type { OpenOptions } from '../config/open-options.ts';
import { stepOf } from '../config/step.ts';
import { isFailure, type LoadReporter } from './load-reporter.ts';
import type { RejectedFile } from './rejected-file.ts';

/**
 * Loads datasets in sequence and reports each result. Unchanged datasets are skipped without a report;
 * datasets without available data are removed from the store. Returns 1 when a dataset could not be
 * loaded (its old version stays) or when all its features were rejected. Throws `InputError` when the
 * rejected features cannot be written, and `Interrupted` when `signal` aborts: the version that is being
 * loaded is abandoned, and the old one stays.
 */
export async function loadAll(
  datasets: readonly Dataset[],
  by: {
    readonly model: AtlasModel;
    readonly inputs: DatasetInputs;
    readonly store: Store;
    readonly force?: boolean;
    readonly reporter: LoadReporter;
    /** The file that receives the rejected features, also those of datasets that did not change. */
    readonly rejected?: RejectedFile | undefined;
    readonly signal?: AbortSignal | undefined;
  } & Pick<OpenOptions, 'at' | 'unreadable'>,
): Promise<ExitCode> {
  let failed = false;
  const progress = progressOf('Loading the data', datasets, {
    sizeOf: (dataset) => by.inputs.sizeOf(dataset),
    print: by.reporter.progress,
  });
  for (const [index, dataset] of datasets.entries()) {
    const at = (step: LoadStep): void => {
      const { share, about } = describeStep(dataset.id, step);
      const whole = progress.within(dataset, share, about);
      // Some files do not say how much of them is read.
      const isKnown = step.doing !== 'reading' || step.share > 0 || step.features === 0;
      const place = { dataset: dataset.id, number: index + 1, of: datasets.length };
      by.reporter.at?.({ ...place, step, share: isKnown ? whole : null });
    };
    at({ doing: 'reading', share: 0, features: 0 });
    const report = await loadOne(dataset, by, at);
    progress.add(dataset);
    if (report === 'failed') failed = true;
    if (report === 'failed' || report === 'removed') continue;
    await by.rejected?.add(report);
    if (report.unchanged) {
      by.reporter.unchanged?.(dataset.id);
      continue;
    }
    by.reporter.loaded(report, dataset);
    if (isFailure(report)) failed = true;
  }
  return failed ? 1 : 0;
}

/** Loads a dataset and reports a failure. */
async function loadOne(
  dataset: Dataset,
  by: Parameters<typeof loadAll>[1],
  watch: (step: LoadStep) => void,
): Promise<LoadReport | 'removed' | 'failed'> {
  try {
    by.signal?.throwIfAborted();
    const step = stepOf(dataset.load);
    const reason = by.unreadable?.get(step.source ?? '');
    if (reason !== undefined) throw new InputError(reason);
    await by.at?.(step);
    const input = await by.inputs.of(dataset);
    if (!input) {
      await by.store.remove(dataset.id);
      return 'removed';
    }
    const load = by.force ? reloadDataset : loadDataset;
    const watched = input.kind === 'features' ? { ...input, watch: watchUnless(by, watch) } : input;
    return await load(dataset, watched, by.model.levels, by.store);
  } catch (error) {
    if (by.signal?.aborted) throw new Interrupted(await leftBehind(dataset, by.store));
    by.reporter.failed(dataset, error);
    return 'failed';
  }
}

/** Returns what a load calls at each step, which ends the load when the signal aborts. */
function watchUnless(
  { signal }: { readonly signal?: AbortSignal | undefined },
  watch: (step: LoadStep) => void,
): (step: LoadStep) => void {
  return (step) => {
    watch(step);
    signal?.throwIfAborted();
  };
}

/** Says what an interrupted load leaves behind. */
async function leftBehind({ id }: Dataset, store: Store): Promise<string> {
  const isStored = await store.status(id).then(
    (status) => status !== null,
    () => false,
  );
  return isStored
    ? `Interrupted: the old version of \`${id}\` is kept.`
    : `Interrupted: \`${id}\` has not been loaded.`;
}
