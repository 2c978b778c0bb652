import type { AtlasModel, Dataset } from 'atlas-engine';
import { openStore } from '../../server/store/open-store.ts';
import type { CommandIo, ExitCode } from '../../host/common/command.ts';
import { loadAll } from '../../host/load/load-all.ts';
import { collectLoads, printLoads, type LoadOutcome } from '../../host/load/load-reporter.ts';
import { openValid, pick } from '../../host/config/valid-config.ts';
import { RejectedFile } from '../../host/load/rejected-file.ts';
import { placeOf } from '../../host/load/store-place.ts';

/** Loads the named datasets, or all, into the store; prints a line for each that changed or was named. */
export async function load(
  options: {
    readonly config: string;
    readonly datasets: readonly string[];
    readonly force: boolean;
    /** Whether no lines about the progress are printed. */
    readonly quiet: boolean;
    /** The file for all rejected features: a path that ends in .csv or .ndjson. */
    readonly rejected?: string;
  },
  io: CommandIo,
): Promise<ExitCode> {
  const rejected = options.rejected === undefined ? undefined : new RejectedFile(options.rejected);
  const config = await openValid(options.config, io, { fresh: true });
  if (!config) return 1;
  await rejected?.begin();
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
          : `The stored data of \`${id}\` cannot be read; the configuration no longer has this dataset.`,
      );
    const loads: LoadOutcome[] = [];
    const progress = options.quiet ? () => undefined : io.err;
    const code = await loadAll(chosen, {
      model,
      inputs: config.inputs,
      store,
      force: options.force,
      reporter:
        io.format === 'json'
          ? collectLoads(loads, progress)
          : {
              ...printLoads(io.out, progress),
              unchanged: (id) => {
                if (options.datasets.includes(id))
                  io.out(`${id}: loaded already. \`atlas load ${id} --force\` loads it again.`);
              },
            },
      rejected,
    });
    if (io.format === 'json') io.out(JSON.stringify(loads, null, 2));
    else if (rejected)
      io.out(`Rejected features written to ${options.rejected}: ${rejected.rows}.`);
    return code;
  } finally {
    await store.close();
  }
}

/** Returns a dataset and its copies for projects. */
function withCuts(dataset: Dataset, model: AtlasModel): Dataset[] {
  return [
    dataset,
    ...[...model.datasets.values()].filter(({ within }) => within?.of === dataset.id),
  ];
}
