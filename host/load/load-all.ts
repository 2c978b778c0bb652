import type { AtlasModel, Dataset } from 'atlas-engine';
import { loadDataset, reloadDataset } from '../../server/load/load-dataset.ts';
import type { Store } from '../../server/store/open-store.ts';
import type { LoadReport } from '../../server/store/store.ts';
import type { ExitCode } from '../common/command.ts';
import { InputError } from '../common/input-error.ts';
import { describeStep, progressOf, type LoadStep } from '../../server/load/progress.ts';
import type { DatasetInputs } from '../config/dataset-inputs.ts';
import type { OpenOptions } from '../config/open-options.ts';
import { stepOf } from '../config/step.ts';
import type { LoadReporter } from './load-reporter.ts';
import type { RejectedFile } from './rejected-file.ts';

/**
 * Loads datasets in sequence and reports each result. Unchanged datasets are skipped without a report;
 * datasets without available data are removed from the store. Returns 1 when a dataset could not be
 * loaded (its old version stays) or when all its features were rejected. Throws `InputError` when the
 * rejected features cannot be written.
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
  } & Pick<OpenOptions, 'at' | 'unreadable'>,
): Promise<ExitCode> {
  let failed = false;
  const progress = progressOf('Loading the data', datasets, {
    sizeOf: (dataset) => by.inputs.sizeOf(dataset),
    print: by.reporter.progress,
  });
  for (const dataset of datasets) {
    const report = await loadOne(dataset, by, (step) => {
      const { share, about } = describeStep(dataset.id, step);
      progress.within(dataset, share, about);
    });
    progress.add(dataset);
    if (report === 'failed') failed = true;
    if (report === 'failed' || report === 'removed') continue;
    await by.rejected?.add(report);
    if (report.unchanged) {
      by.reporter.unchanged?.(dataset.id);
      continue;
    }
    by.reporter.loaded(report, dataset);
    if (report.rejected.length > 0 && report.loaded === 0) failed = true;
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
    const watched = input.kind === 'features' ? { ...input, watch } : input;
    return await load(dataset, watched, by.model.levels, by.store);
  } catch (error) {
    by.reporter.failed(dataset, error);
    return 'failed';
  }
}
