import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  loadAtlas,
  NO_FACTS,
  type AtlasModel,
  type Dataset,
  type DatasetProfile,
  type Facts,
  type LoadFrom,
  type LoadedAtlas,
  type Unreadable,
} from 'atlas-engine';
import { readConfigFolder, type ReadFolder } from '../../server/config/read-config-folder.ts';
import { readSetting, type Environment } from '../../server/config/settings.ts';
import { frameOf } from '../../server/load/data-facts.ts';
import { digestOf, type LoadInput } from '../../server/load/load-input.ts';
import { PROFILE_FORMAT, profileFeatures } from '../../server/load/profile-features.ts';
import { stampOf } from '../../server/load/stamp.ts';
import { UnreadableData } from 'atlas-engine/readers';
import type { ServiceFault } from '../../server/services/service-error.ts';
import { ServiceInputs } from '../../server/services/service-inputs.ts';
import { readServiceSettings, type ActiveService } from '../../server/services/service-settings.ts';
import { DatasetInputs } from './dataset-inputs.ts';
import { InputError } from '../common/input-error.ts';
import type { Step } from './step.ts';
import { lookIntoPictures } from './picture-files.ts';
import { lookIntoFiles } from './source-files.ts';
import { readPublished } from '../tiles/published.ts';

/** Facts, and the datasets whose data came from an outside service. */
interface FoundFacts extends Facts {
  readonly fromServices?: ReadonlySet<string>;
}

/** A configuration read from disk and loaded, with facts about its data for the checks. */
export interface OpenConfig {
  readonly dir: string;
  readonly folder: ReadFolder;
  readonly atlas: LoadedAtlas;
  readonly inputs: DatasetInputs;
  readonly facts: FoundFacts;
  /** The outside services that are on, by id. */
  readonly services: ReadonlyMap<string, ActiveService>;
  /**
   * The reasons why the last requests to services failed, by dataset id. The map is updated after
   * each request.
   */
  readonly faults: ReadonlyMap<string, ServiceFault>;
}

type FeatureInput = Extract<LoadInput, { kind: 'features' }>;
type RasterInput = Extract<LoadInput, { kind: 'raster' }>;

export interface OpenOptions {
  readonly env: Environment;
  /** If true, the data are also read, because the checks on values need them. */
  readonly profile: boolean;
  /** Requests services again even if an answer is stored. */
  readonly fresh?: boolean;
  /** Called with a line when a service fails, and its dataset. */
  readonly report: (line: string, dataset: Dataset | undefined) => void;
  /** Called and awaited before every step that may take a long time or never end. */
  readonly at?: (step: Step) => Promise<void>;
  /** Sources that must not be read, each with the reason. */
  readonly unreadable?: ReadonlyMap<string, string>;
}

/** Creates the inputs of the datasets of a configuration. Each input is read once. */
export function inputsOf(
  dir: string,
  {
    env,
    services: active,
    datasets,
    report,
    ...asking
  }: Pick<OpenOptions, 'env' | 'report' | 'fresh'> & {
    readonly services: ReadonlyMap<string, ActiveService>;
    readonly datasets: ReadonlyMap<string, Dataset> | undefined;
    readonly faults: Map<string, ServiceFault>;
  },
): DatasetInputs {
  const folder = join(readSetting(env, 'dataDir'), 'services');
  const services = new ServiceInputs({
    ...{ ...asking, active, folder },
    report: (line, dataset) => report(line, datasets?.get(dataset)),
  });
  return new DatasetInputs(dir, services, readSetting(env, 'databaseUrl'));
}

/** Returns the source of a load as in the configuration, and whether its time is limited. */
export function stepOf(load: LoadFrom): Step {
  switch (load.kind) {
    case 'file':
      return { source: load.file, timed: true };
    case 'table':
      return { source: load.table, timed: true };
    case 'service':
      return { source: `${load.service.id}/${load.path}`, timed: false };
  }
}

/**
 * Reads and loads a configuration. Facts about its data are cached in the data folder until definition
 * or data change. Throws `ServiceSettingError` when a variable of a service is invalid.
 */
export async function openConfig(dir: string, options: OpenOptions): Promise<OpenConfig> {
  const { env, profile, fresh = false, report } = options;
  const folder = await readConfigFolder(dir);
  const named: Facts = {
    ...NO_FACTS,
    published: await readPublished(dir),
  };
  const first = loadAtlas(folder, named);
  const model = first.ok ? first.model : first.partial;
  const services = readServiceSettings(model?.services ?? [], env);
  const dataDir = readSetting(env, 'dataDir');
  const databaseUrl = readSetting(env, 'databaseUrl');
  const faults = new Map<string, ServiceFault>();
  const datasets = model?.datasets;
  const inputs = inputsOf(dir, { env, services, datasets, fresh, report, faults });
  const open = { dir, folder, inputs, services, faults };
  if (!model || !profile) return { ...open, atlas: first, facts: named };
  const places = { dataDir, whole: first.ok, hasDatabase: databaseUrl !== null };
  const found = await gatherFacts(model, inputs, { ...places, ...options }, named);
  // An error in the configuration may be the reason why data cannot be read.
  const facts = {
    ...found,
    ...(first.ok ? {} : { unreadable: new Map<string, Unreadable>() }),
    files: await lookIntoFiles(model, dir),
    pictures: await lookIntoPictures(model, dir),
  };
  return { ...open, atlas: loadAtlas(folder, facts), facts };
}

/**
 * Loads the configuration without the facts about data of outside services. These data may change
 * at any time, so errors in them must not prevent a start.
 */
export function loadWithoutServices({ folder, atlas, facts }: OpenConfig): LoadedAtlas {
  const { fromServices } = facts;
  if (atlas.ok || !fromServices) return atlas;
  const profiles = new Map([...facts.profiles].filter(([id]) => !fromServices.has(id)));
  return loadAtlas(folder, { ...facts, profiles });
}

/** The inputs that decide which cached profiles may be used. */
interface Places {
  readonly dataDir: string;
  /**
   * False if projects may be missing. In this case, a cached profile that includes more projects is
   * also accepted.
   */
  readonly whole: boolean;
  readonly hasDatabase: boolean;
}

/** Number of services requested at the same time; each answer may be large. */
const SERVICES_AT_ONCE = 3;

/**
 * Requests the services of datasets in parallel, so that several slow services do not add up.
 * Errors are reported when the input is used.
 */
async function askServices(datasets: Iterable<Dataset>, inputs: DatasetInputs): Promise<void> {
  const byService = new Map<string, Dataset[]>();
  for (const dataset of datasets) {
    if (dataset.load.kind !== 'service') continue;
    const { id } = dataset.load.service;
    byService.set(id, [...(byService.get(id) ?? []), dataset]);
  }
  const left = [...byService.values()];
  const askNext = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift())
      for (const dataset of next) await inputs.of(dataset).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: SERVICES_AT_ONCE }, askNext));
}

async function gatherFacts(
  model: AtlasModel,
  inputs: DatasetInputs,
  places: Places & Pick<OpenOptions, 'at' | 'unreadable'>,
  named: Facts,
): Promise<FoundFacts> {
  await places.at?.({ source: null, timed: false });
  await askServices(model.datasets.values(), inputs);
  const found: Found = { profiles: new Map(), unreadable: new Map(), fromServices: new Set() };
  for (const dataset of model.datasets.values()) {
    // A check must be possible without the database.
    if (dataset.cut || (dataset.load.kind === 'table' && !places.hasDatabase)) continue;
    const step = stepOf(dataset.load);
    const reason = places.unreadable?.get(step.source ?? '');
    if (reason !== undefined) {
      found.unreadable.set(dataset.id, { reason });
      continue;
    }
    try {
      await places.at?.(step);
      const input = await inputs.of(dataset);
      if (input?.kind === 'raster') await readOnce(dataset, input, places);
      if (input?.kind !== 'features') continue;
      const profile = await profileOf(dataset, model, input, places);
      addProfile(found, dataset, profile, input.origin);
    } catch (error) {
      found.unreadable.set(dataset.id, unreadableBy(error));
    }
  }
  await places.at?.({ source: null, timed: true });
  return { ...named, ...found };
}

/** The facts that were found so far. */
interface Found {
  readonly profiles: Map<string, DatasetProfile>;
  readonly unreadable: Map<string, Unreadable>;
  readonly fromServices: Set<string>;
}

/** Adds the profile of a dataset, and the number of features in its copies for projects. */
function addProfile(
  { profiles, fromServices }: Found,
  { id }: Dataset,
  profile: DatasetProfile,
  origin: FeatureInput['origin'],
): void {
  const cuts = Object.entries(profile.data?.cuts ?? {});
  profiles.set(id, profile);
  for (const [cut, count] of cuts) profiles.set(cut, { count, fields: {} });
  if (origin === 'service')
    for (const each of [id, ...cuts.map(([cut]) => cut)]) fromServices.add(each);
}

/** Returns why data cannot be read; rethrows errors of the program. */
function unreadableBy(error: unknown): Unreadable {
  if (error instanceof UnreadableData) return error;
  if (error instanceof InputError) return { reason: error.message };
  throw error;
}

async function profileOf(
  dataset: Dataset,
  model: AtlasModel,
  input: FeatureInput,
  { dataDir, whole }: Places,
): Promise<DatasetProfile> {
  const frame = frameOf(dataset, model);
  const stamp = digestOf(stampOf(dataset, model.levels, input.digest), String(PROFILE_FORMAT));
  const inFrame = digestOf(stamp, JSON.stringify(frame));
  const kept = join(dataDir, 'profiles', `${dataset.id}.json`);
  const known = await readKept(kept);
  if (whole ? known?.inFrame === inFrame : known?.stamp === stamp) return known!.profile;
  const { count, fields, data } = await profileFeatures(dataset, input.features, frame);
  const profile: DatasetProfile = { count, fields, data };
  await keep(kept, { stamp, inFrame, profile });
  return profile;
}

/** Reads a raster whose file has changed, to find errors in it. */
async function readOnce(
  { id }: Dataset,
  { digest, raster }: RasterInput,
  { dataDir }: Places,
): Promise<void> {
  const stamp = digestOf(digest, `raster ${PROFILE_FORMAT}`);
  const kept = join(dataDir, 'profiles', `${id}.json`);
  if (typeof raster !== 'function' || (await readKept(kept))?.stamp === stamp) return;
  await raster();
  await keep(kept, { stamp, inFrame: stamp, profile: { count: 1, fields: {} } });
}

interface Kept {
  /** Hash of the definition and the data. */
  readonly stamp: string;
  /**
   * Hash that also includes the region and the extents of projects, because the data are compared
   * with them.
   */
  readonly inFrame: string;
  readonly profile: DatasetProfile;
}

async function readKept(path: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Kept;
  } catch {
    return null;
  }
}

/**
 * Stores a profile for the next run. A profile that cannot be stored is computed again the next
 * time.
 */
async function keep(path: string, kept: Kept): Promise<void> {
  try {
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    await writeFile(`${path}.${process.pid}`, JSON.stringify(kept));
    await rename(`${path}.${process.pid}`, path);
  } catch {
    return;
  }
}
