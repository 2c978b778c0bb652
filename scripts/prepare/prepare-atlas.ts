/** The work of the preparing process: from a configuration and its data to what a server serves. */
import { deserialize, serialize } from 'node:v8';
import type { AtlasModel, Dataset } from '../../engine/index.ts';
import { buildSnapshot } from '../../server/snapshot/build-snapshot.ts';
import { readServiceSettings, type ActiveService } from '../../server/services/service-settings.ts';
import { serviceStates } from '../../server/services/service-states.ts';
import { openStore, type Store } from '../../server/store/open-store.ts';
import type { CommandIo } from '../commands/command.ts';
import { loadAll } from '../commands/load.ts';
import { reloadedDatasets } from '../commands/reload.ts';
import { byDataset, settleOn } from '../commands/settle-on.ts';
import { pick } from '../commands/sound-config.ts';
import { placeOf } from '../commands/store-place.ts';
import type { DatasetInputs } from '../dataset-inputs.ts';
import { inputsOf } from '../open-config.ts';
import type { AgainJob, Job, Outcome, Prepared, ReadJob, Step, Unreadable } from './jobs.ts';
import { readSound } from './read-sound.ts';
import { stampsOf } from './stamps-of.ts';

/** What the work needs besides its job. */
export interface Workplace {
  readonly tell: (line: string) => void;
  /** Called, and waited for, before anything that may take long or not end. */
  readonly at: (step: Step) => Promise<void>;
  readonly unreadable: Unreadable;
}

/** Does a job. Throws what the store and the folder of the configuration throw. */
export function prepareAtlas(job: Job, workplace: Workplace): Promise<Outcome> {
  return job.kind === 'read' ? readAtlas(job, workplace) : loadAgain(job, workplace);
}

/** What a snapshot is made from. */
interface Sources extends Pick<Prepared, 'faults'> {
  readonly model: AtlasModel;
  readonly services: ReadonlyMap<string, ActiveService>;
  /** Of the snapshot there is; absent: there is none. */
  readonly stamps?: string;
}

async function readAtlas(job: ReadJob, workplace: Workplace): Promise<Outcome> {
  const { config, env, color, level } = job;
  const { tell, at } = workplace;
  const io: CommandIo = { out: tell, err: tell, env, color };
  await at({ source: null, timed: true });
  const { sound, state, stamp } = await readSound(config, io, workplace);
  if (!sound) return { state, stamp, prepared: null, snapshot: null };
  const { model, inputs } = sound;
  if (level !== undefined) pick(new Map(model.levels.map((one) => [one.id, one])), level, 'level');
  const store = await openStore(placeOf(env, 'tool'));
  try {
    await loadInto(store, { ...workplace, model, inputs, datasets: [...model.datasets.values()] });
    await at({ source: null, timed: true });
    return { state, stamp, ...(await compile(sound, store, config)) };
  } finally {
    await store.close();
  }
}

async function loadAgain(job: AgainJob, workplace: Workplace): Promise<Outcome> {
  const { config, env, prepared } = job;
  const model = deserialize(prepared.model) as AtlasModel;
  const services = readServiceSettings(model.services, env);
  const faults = new Map(prepared.faults);
  const inputs = inputsOf(config, { env, services, faults, tell: workplace.tell });
  const datasets = job.datasets.flatMap((id) => model.datasets.get(id) ?? []);
  const store = await openStore(placeOf(env, 'tool'));
  try {
    await loadInto(store, { ...workplace, model, inputs, datasets });
    await workplace.at({ source: null, timed: true });
    const sources = { model, services, faults, stamps: prepared.stamps };
    return {
      state: { errors: 0, warnings: 0 },
      stamp: null,
      ...(await compile(sources, store, config)),
    };
  } finally {
    await store.close();
  }
}

async function loadInto(
  store: Store,
  {
    model,
    inputs,
    datasets,
    tell,
    at,
    unreadable,
  }: Workplace & {
    readonly model: AtlasModel;
    readonly inputs: DatasetInputs;
    readonly datasets: readonly Dataset[];
  },
): Promise<void> {
  await loadAll(datasets, { model, inputs, store, tell, at, unreadable });
}

async function compile(
  sources: Sources,
  store: Store,
  configDir: string,
): Promise<Pick<Outcome, 'prepared' | 'snapshot'>> {
  const { model, services, faults } = sources;
  const statuses = await store.statuses();
  const stamps = stampsOf(statuses);
  const again = reloadedDatasets(model, services);
  const settled = settleOn(model, byDataset(statuses));
  return {
    prepared: {
      model: serialize(model),
      stamps,
      faults,
      services: serviceStates(model, services, faults),
      serviceSettings: model.services.map(({ env }) => env),
      reload: {
        datasets: again.map(({ id }) => id),
        waits: again.flatMap(({ load }) => (load.kind === 'service' ? (load.every ?? []) : [])),
      },
    },
    snapshot:
      stamps === sources.stamps
        ? null
        : await buildSnapshot({
            model: settled,
            store,
            configDir,
            serviceAddress: (service) => services.get(service)?.address ?? null,
            serviceHosts: (service) => services.get(service)?.hosts ?? [],
          }),
  };
}
