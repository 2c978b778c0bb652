import type { AtlasModel, Dataset } from 'atlas-engine';
import { exitProcess } from '../../server/store/busy-threads.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { CommandIo, ExitCode } from '../../host/common/command.ts';
import { loadAll } from '../../host/load/load-all.ts';
import { LoadBar } from '../../host/load/load-bar.ts';
import {
  collectLoads,
  isFailure,
  printLoads,
  type LoadOutcome,
  type LoadReporter,
} from '../../host/load/load-reporter.ts';
import { openValid, pick } from '../../host/config/valid-config.ts';
import { RejectedFile } from '../../host/load/rejected-file.ts';
import { placeOf } from '../../host/load/store-place.ts';

interface LoadOptions {
  readonly config: string;
  readonly datasets: readonly string[];
  readonly force: boolean;
  /** Whether only errors are printed. */
  readonly quiet: boolean;
  /** The file for all rejected features: a path that ends in .csv or .ndjson. */
  readonly rejected?: string;
}

/**
 * Loads the named datasets, or all, into the store; prints a line for each that changed or was named,
 * and how far the loads are: on a terminal one line that is redrawn, elsewhere a line now and then.
 */
export async function load(options: LoadOptions, io: CommandIo): Promise<ExitCode> {
  const rejected = options.rejected === undefined ? undefined : new RejectedFile(options.rejected);
  const config = await openValid(options.config, io, { fresh: true });
  if (!config) return 1;
  await rejected?.begin();
  const { model } = config.atlas;
  const chosen =
    options.datasets.length === 0
      ? [...model.datasets.values()]
      : options.datasets.flatMap((id) => withCuts(pick(model.datasets, id, 'dataset'), model));
  const bar = io.screen && !options.quiet ? new LoadBar(io.screen) : null;
  const out: CommandIo['out'] = bar ? (text) => bar.print(() => io.out(text)) : io.out;
  const err: CommandIo['err'] = bar ? (text) => bar.print(() => io.err(text)) : io.err;
  const interrupt = interruptOf(io, () => bar?.end());
  const loads: LoadOutcome[] = [];
  const store = await openStore(placeOf(io.env, 'tool'), err);
  try {
    for (const id of (await store.damaged?.()) ?? []) err(damageLine(id, model));
    const reporter = io.format === 'json' ? collectLoads(loads, err) : linesOf(options, out, err);
    const code = await loadAll(chosen, {
      model,
      inputs: config.inputs,
      store,
      force: options.force,
      reporter: { ...reporter, ...progressTo(options.quiet ? 'nothing' : (bar ?? err)) },
      rejected,
      signal: interrupt.signal,
    });
    if (rejected && io.format !== 'json' && !options.quiet)
      out(`Rejected features written to ${options.rejected}: ${rejected.rows}.`);
    return code;
  } finally {
    bar?.end();
    interrupt.end();
    await store.close();
    if (io.format === 'json') io.out(JSON.stringify(loads, null, 2));
  }
}

function damageLine(id: string, model: AtlasModel): string {
  return model.datasets.has(id)
    ? `The stored data of \`${id}\` cannot be read. \`atlas load ${id}\` loads them again.`
    : `The stored data of \`${id}\` cannot be read; the configuration no longer has this dataset.`;
}

/** Returns what prints a line for each dataset; with `quiet`, only if it could not be loaded. */
function linesOf(
  { datasets, quiet }: Pick<LoadOptions, 'datasets' | 'quiet'>,
  out: CommandIo['out'],
  err: CommandIo['err'],
): LoadReporter {
  const lines = printLoads(out, err);
  return {
    ...lines,
    loaded: (report, dataset) => {
      if (!quiet || isFailure(report)) lines.loaded(report, dataset);
    },
    unchanged: (id) => {
      if (datasets.includes(id) && !quiet)
        out(`${id}: loaded already. \`atlas load ${id} --force\` loads it again.`);
    },
  };
}

/** Returns how the progress is reported. */
function progressTo(
  place: LoadBar | CommandIo['err'] | 'nothing',
): Pick<LoadReporter, 'progress' | 'at'> {
  if (typeof place === 'function') return { progress: place };
  const progress = (): void => undefined;
  return place === 'nothing' ? { progress } : { progress, at: (state) => place.show(state) };
}

/** Milliseconds in which Ctrl-C may arrive twice: from the terminal, and from npm. */
const SAME_INTERRUPT = 300;
/** Milliseconds for a load to abandon its version. The next load removes what is left. */
const GRACE = 1_500;

/**
 * Returns a signal that aborts at Ctrl-C, after `before`. A load that does not respond, such as while
 * it reads the hash of a large file, is ended soon, and at a second Ctrl-C at once.
 */
function interruptOf(
  io: CommandIo,
  before: () => void,
): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  let since: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    io.err('Interrupted. Each dataset is whole: as before this load, or as loaded.');
    void exitProcess(130);
  };
  const release = io.onInterrupt?.(() => {
    const now = performance.now();
    if (since !== null) {
      if (now - since > SAME_INTERRUPT) end();
      return;
    }
    since = now;
    before();
    controller.abort();
    timer = setTimeout(end, GRACE);
  });
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      release?.();
    },
  };
}

/** Returns a dataset and its copies for projects. */
function withCuts(dataset: Dataset, model: AtlasModel): Dataset[] {
  return [
    dataset,
    ...[...model.datasets.values()].filter(({ within }) => within?.of === dataset.id),
  ];
}
