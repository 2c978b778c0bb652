import type { AtlasModel, Dataset } from 'atlas-engine';
import { loadDataset } from '../../server/load/load-dataset.ts';
import { openStore, type Store } from '../../server/store/open-store.ts';
import type { DatasetInputs } from '../config/dataset-inputs.ts';
import { InputError } from '../input-error.ts';
import type { CommandIo, ExitCode } from '../command.ts';
import { stepOf, type OpenOptions } from '../config/open-config.ts';
import { tellLoads, type LoadTeller } from '../load/load-teller.ts';
import { openSound, pick } from '../config/sound-config.ts';
import { placeOf } from '../load/store-place.ts';

export { placeOf } from '../load/store-place.ts';

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
  const store = await openStore(placeOf(io.env, 'tool'), io.err);
  try {
    for (const id of (await store.damaged?.()) ?? [])
      io.err(
        model.datasets.has(id)
          ? `The stored data of \`${id}\` cannot be read. \`atlas load ${id}\` loads them again.`
          : `The stored data of \`${id}\` cannot be read; the configuration does not have it any more.`,
      );
    return await loadAll(chosen, {
      model,
      inputs: config.inputs,
      store,
      force: options.force,
      teller: tellLoads(io.out),
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
    readonly teller: LoadTeller;
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
      by.teller.loaded(report, dataset);
      if (report.rejected.length > 0 && report.loaded === 0) failed = true;
    } catch (error) {
      failed = true;
      by.teller.failed(dataset, error);
    }
  }
  return failed ? 1 : 0;
}
