/** The work of the preparing process: from a configuration and its data to a snapshot. */
import { isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import {
  applyConsents,
  consentsOf,
  endedIn,
  isStricterModel,
  loadAtlas,
  type AtlasModel,
  type CompileTables,
  type ConfigFolder,
  type ConsentState,
  type Dataset,
  type LoadedAtlas,
  type LoadFrom,
} from 'atlas-engine';
import { present } from 'atlas-engine/runtime';
import { buildSnapshot } from '../../server/snapshot/build-snapshot.ts';
import { scopedSnapshots } from '../../server/snapshot/scoped-snapshots.ts';
import { readServiceSettings, type ActiveService } from '../../server/services/service-settings.ts';
import { serviceStates } from '../../server/services/service-states.ts';
import { LIVE_QUIET, readConfigFolder } from '../../server/config/read-config-folder.ts';
import type { KnownPhotos } from '../../server/snapshot/find-photos.ts';
import type { Outlines } from '../../server/snapshot/project-frames.ts';
import { openStore, type Store } from '../../server/store/open-store.ts';
import type { LoadReporter } from '../load/load-reporter.ts';
import type { Step } from '../config/step.ts';
import { loadAll } from '../load/load-all.ts';
import { reloadedDatasets } from './reload.ts';
import { serverOutput, type ServerOutput } from './server-output.ts';
import { byDataset, settleOn } from '../load/settle-on.ts';
import { framesOfErrors } from '../config/print-diagnostics.ts';
import { pick } from '../config/valid-config.ts';
import { placeOf } from '../load/store-place.ts';
import type { DatasetInputs } from '../config/dataset-inputs.ts';
import { inputsOf } from '../config/open-config.ts';
import type {
  AgainJob,
  CheckJob,
  Job,
  Outcome,
  Prepared,
  ReadJob,
  ScopesJob,
  Unreadable,
} from './jobs.ts';
import { loadDamaged } from './load-damaged.ts';
import { readValid } from './read-valid.ts';
import { stampsOf } from './stamps-of.ts';

/** The output streams and the environment variables of a job. */
export interface Workplace {
  readonly report: (line: string) => void;
  /** Called and awaited before every step that may take a long time or never end. */
  readonly at: (step: Step) => Promise<void>;
  readonly unreadable: Unreadable;
  /** The names of photos that the process knows from earlier jobs. */
  readonly photos?: KnownPhotos;
}

/** Runs a job. Throws the errors of the store and of the configuration folder. */
export function prepareAtlas(job: Job, workplace: Workplace): Promise<Outcome> {
  switch (job.kind) {
    case 'check':
      return checkTexts(job, workplace);
    case 'read':
      return readAtlas(job, workplace);
    case 'again':
      return loadAgain(job, workplace);
    case 'scopes':
      return compileScopes(job, workplace);
  }
}

/** The input of a snapshot. */
interface Sources extends Pick<Prepared, 'faults'> {
  readonly model: AtlasModel;
  /**
   * Tables that the check of the model compiled; undefined for a model that was not checked in this
   * process.
   */
  readonly tables?: CompileTables;
  readonly services: ReadonlyMap<string, ActiveService>;
  readonly consents: ConsentState;
  /** From what the current snapshot was made; undefined if there is none. */
  readonly before?: Pick<Prepared, 'stamps' | 'ended'>;
  /** Whether an author waits for the result. */
  readonly live?: boolean | undefined;
  /** The outlines of projects that were made before. */
  readonly outlines?: Outlines | undefined;
  readonly photos?: KnownPhotos | undefined;
}

/** The objects for loading: a store, and the inputs of datasets. */
interface Loading {
  readonly store: Store;
  readonly model: AtlasModel;
  readonly inputs: DatasetInputs;
  readonly output: ServerOutput;
}

/**
 * Checks the texts alone, so that a stricter permission waits for no data: neither for the checks of
 * the data, nor for their load. Published copies of tiles are outside of the server, and are reported
 * by the job that reads everything.
 */
async function checkTexts(job: CheckJob, { at, photos }: Workplace): Promise<Outcome> {
  const { config, env, served, anyway, consents, outlines, live = false } = job;
  await at({ source: null, timed: true });
  const folder = await readConfigFolder(config, live ? LIVE_QUIET : undefined);
  const atlas = loadTexts(folder);
  const found = atlas.ok ? atlas.warnings : atlas.diagnostics;
  const errors = found.filter(({ severity }) => severity === 'error').length;
  const outcome: Outcome = {
    state: { errors, warnings: found.length - errors },
    stamp: folder.stamp,
    texts: folder.texts,
    prepared: null,
    snapshot: null,
    ...(live && { errors: framesOfErrors(found, folder) }),
  };
  if (!atlas.ok) return outcome;
  const { model, tables } = atlas;
  const isStricter = (): boolean => {
    const before = deserialize(served.model) as AtlasModel;
    return isStricterModel(applyConsents(model, consents), applyConsents(before, consents));
  };
  if (!anyway && !isStricter()) return outcome;
  const services = readServiceSettings(model.services, env);
  const { faults } = served;
  const sources = { model, tables, services, consents, faults, outlines, photos, live };
  return withStore(job, async (store) => ({
    ...outcome,
    ...(await compile(sources, without(store, new Set(job.damaged)), config)),
  }));
}

/**
 * Loads an atlas as if every data file were there, because a missing one is an error of the data. Other
 * files, such as icons, must be there, because the atlas is compiled with them.
 */
function loadTexts(folder: ConfigFolder): LoadedAtlas {
  const atlas = loadAtlas(folder);
  if (atlas.ok) return atlas;
  const missing = atlas.diagnostics.flatMap(({ code, params }) =>
    code === 'file-missing' ? String(params['found']) : [],
  );
  if (missing.length === 0) return atlas;
  const whole = loadAtlas({ ...folder, assets: new Set([...folder.assets, ...missing]) });
  if (!whole.ok) return atlas;
  const loads = [...whole.model.datasets.values()].map(({ load }) => load);
  const isData = (file: string): boolean =>
    loads.some((load) => load.kind === 'file' && load.file === file);
  return missing.every(isData) ? whole : atlas;
}

async function readAtlas(job: ReadJob, workplace: Workplace): Promise<Outcome> {
  const { config, env, level, consents, outlines, live = false } = job;
  const lines: string[] = [];
  const report = (line: string): void => {
    lines.push(line);
    workplace.report(line);
  };
  const output = outputOf(job, { report });
  await workplace.at({ source: null, timed: true });
  const { at, unreadable, report: progress } = workplace;
  const limits = { at, unreadable, progress, consents };
  const { valid, errors, ...all } = await readValid(config, { env, output }, limits);
  const read = live ? { ...all, errors } : all;
  if (!valid) return { ...read, prepared: null, snapshot: null };
  const printed = [...lines];
  const { model, inputs, services } = valid;
  if (level !== undefined) pick(new Map(model.levels.map((one) => [one.id, one])), level, 'level');
  return withStore(job, async (store) => {
    const wanted = { datasets: [...model.datasets.values()], damaged: job.damaged };
    const { leftOut, isComplete } = await loadInto(
      { store, model, inputs, output },
      wanted,
      workplace,
    );
    const sources = { ...valid, consents, outlines, photos: workplace.photos, live };
    const compiled = await compile(sources, without(store, leftOut), config);
    const isKept = isComplete && read.state.errors === 0 && isOnDisk(model, services);
    return { ...read, ...compiled, ...(isKept && { kept: printed }) };
  });
}

/** Returns whether all data come from files of the configuration folder. */
function isOnDisk({ datasets }: AtlasModel, services: ReadonlyMap<string, ActiveService>): boolean {
  const isFile = (load: LoadFrom): boolean => {
    if (load.kind !== 'service') return load.kind === 'file';
    return !services.has(load.service.id) && (!load.fallback || isFile(load.fallback));
  };
  return [...datasets.values()].every(({ load }) => isFile(load));
}

async function loadAgain(job: AgainJob, workplace: Workplace): Promise<Outcome> {
  const { config, env, prepared, consents, outlines, live } = job;
  const output = outputOf(job, workplace);
  const model = deserialize(prepared.model) as AtlasModel;
  const services = readServiceSettings(model.services, env);
  const faults = new Map(prepared.faults);
  const asking = { env, services, faults, datasets: model.datasets, report: output.ofService };
  const inputs = inputsOf(config, asking);
  const datasets = job.datasets.flatMap((id) => model.datasets.get(id) ?? []);
  return withStore(job, async (store) => {
    const wanted = { datasets, damaged: job.damaged };
    const { leftOut } = await loadInto({ store, model, inputs, output }, wanted, workplace);
    const before = prepared;
    const { photos } = workplace;
    const sources = { model, services, faults, consents, outlines, photos, before, live };
    return {
      ...NOTHING,
      ...(await compile(sources, without(store, leftOut), config)),
    };
  });
}

async function compileScopes(job: ScopesJob, { at }: Workplace): Promise<Outcome> {
  const { config, env, prepared, consents, sights, adds, kept, outlines, live } = job;
  await at({ source: null, timed: false });
  const model = deserialize(prepared.model) as AtlasModel;
  const services = readServiceSettings(model.services, env);
  return withStore(job, async (store) => {
    const settled = settleOn(model, byDataset(await store.statuses()));
    const scoped = await scopedSnapshots(
      present({
        model: applyConsents(settled, consents),
        store,
        adds,
        kept,
        configDir: config,
        plain: live,
        outlines: { before: outlines ?? new Map(), now: new Map() },
        ...addressesOf(services),
      }),
      sights,
    );
    return { ...NOTHING, scoped };
  });
}

/** The outcome of a job that reads no configuration. */
const NOTHING: Outcome = {
  state: { errors: 0, warnings: 0 },
  stamp: null,
  texts: null,
  prepared: null,
  snapshot: null,
};

/** Returns where snapshots find the services. */
function addressesOf(services: Sources['services']) {
  return {
    serviceAddress: (service: string) => services.get(service)?.address ?? null,
    serviceHosts: (service: string) => services.get(service)?.hosts ?? [],
  };
}

function outputOf(
  { config, env, color, terminal }: Job,
  { report }: Pick<Workplace, 'report'>,
): ServerOutput {
  return serverOutput({ out: report, err: report, env, color, terminal }, config);
}

async function withStore<T>({ env }: Job, work: (store: Store) => Promise<T>): Promise<T> {
  // The server has already checked the beginning of each file, so this check is not repeated here.
  const store = await openStore({ ...placeOf(env, 'tool'), checkWhole: false });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/**
 * Loads datasets that have changed, and damaged ones in any case. Returns the ids of datasets that are
 * still damaged, and whether all others could be loaded.
 */
async function loadInto(
  { store, model, inputs, output }: Loading,
  wanted: { readonly datasets: readonly Dataset[]; readonly damaged: readonly string[] },
  { report, at, unreadable }: Workplace,
): Promise<{ readonly leftOut: ReadonlySet<string>; readonly isComplete: boolean }> {
  const damaged = new Set([...wanted.damaged, ...((await store.damaged?.()) ?? [])]);
  const load = (datasets: readonly Dataset[], reporter: LoadReporter, force: boolean) =>
    loadAll(datasets, { model, inputs, store, reporter, force, at, unreadable });
  const isDamaged = ({ id }: Dataset): boolean => damaged.has(id);
  const whole = wanted.datasets.filter((dataset) => !isDamaged(dataset));
  const code = await load(whole, output.loads(), false);
  const loaded = await loadDamaged(wanted.datasets.filter(isDamaged), {
    output,
    report,
    load: (datasets, reporter) => load(datasets, reporter, true),
  });
  for (const { id } of loaded) damaged.delete(id);
  await at({ source: null, timed: true });
  return { leftOut: damaged, isComplete: code === 0 && damaged.size === 0 };
}

/** Returns the store without these datasets. */
function without(store: Store, datasets: ReadonlySet<string>): Pick<Store, 'statuses' | 'page'> {
  return {
    statuses: async () => (await store.statuses()).filter(({ dataset }) => !datasets.has(dataset)),
    page: (request) => store.page(request),
  };
}

async function compile(
  sources: Sources,
  store: Pick<Store, 'statuses' | 'page'>,
  configDir: string,
): Promise<Pick<Outcome, 'prepared' | 'snapshot'>> {
  const { model, tables, services, faults, before, consents: state, live } = sources;
  const statuses = await store.statuses();
  const consents = consentsOf(model);
  const stamps = stampsOf(statuses);
  const ended = endedIn(consents, state);
  const isSame = isDeepStrictEqual([stamps, ended], [before?.stamps, before?.ended]);
  const again = reloadedDatasets(model, services);
  const settled = applyConsents(settleOn(model, byDataset(statuses)), state);
  const outlines = { before: sources.outlines ?? new Map(), now: new Map() };
  const snapshot = isSame
    ? null
    : await buildSnapshot(
        present({
          model: settled,
          store,
          tables,
          configDir,
          plain: live,
          outlines,
          photos: sources.photos,
          ...addressesOf(services),
        }),
      );
  return {
    prepared: {
      model: serialize(model),
      consents,
      ended,
      stamps,
      outlines: isSame ? outlines.before : outlines.now,
      faults,
      services: serviceStates(model, services, faults),
      serviceSettings: model.services.map(({ env }) => env),
      reload: {
        datasets: again.map(({ id }) => id),
        waits: again.flatMap(({ load }) => (load.kind === 'service' ? (load.every ?? []) : [])),
      },
    },
    snapshot,
  };
}
