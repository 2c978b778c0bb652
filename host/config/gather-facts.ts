/** Reads the data of an atlas for the facts that the checks need. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  AtlasModel,
  Dataset,
  DatasetProfile,
  Facts,
  ResolvedAtlas,
  Unreadable,
} from 'atlas-engine';
import { UnreadableData } from 'atlas-engine/readers';
import { readSetting } from '../../server/config/settings.ts';
import { frameOf } from '../../server/load/data-facts.ts';
import { digestOf, type LoadInput } from '../../server/load/load-input.ts';
import { PROFILE_FORMAT, profileFeatures } from '../../server/load/profile-features.ts';
import { stampOf } from '../../server/load/stamp.ts';
import { InputError } from '../common/input-error.ts';
import { progressOf } from '../../server/load/progress.ts';
import type { DatasetInputs } from './dataset-inputs.ts';
import type { OpenOptions } from './open-options.ts';
import { inspectPictures } from './picture-files.ts';
import { inspectFiles } from './source-files.ts';
import { stepOf } from './step.ts';

type FeatureInput = Extract<LoadInput, { kind: 'features' }>;
type RasterInput = Extract<LoadInput, { kind: 'raster' }>;

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

/** Facts, and the datasets whose data came from an outside service. */
export interface FoundFacts extends Facts {
  readonly fromServices?: ReadonlySet<string>;
}

/** What the data are read with. */
export interface Gathering {
  readonly dir: string;
  readonly inputs: DatasetInputs;
  /** Facts that need no data. */
  readonly named: Facts;
  readonly options: Pick<OpenOptions, 'env' | 'at' | 'progress' | 'unreadable'>;
}

/** Returns facts about the data of an atlas and its files. */
export async function gatherFacts(
  { model, report }: ResolvedAtlas,
  { dir, inputs, named, options }: Gathering,
): Promise<FoundFacts> {
  const { env } = options;
  const places = {
    dataDir: readSetting(env, 'dataDir'),
    whole: !report.hasErrors,
    hasDatabase: readSetting(env, 'databaseUrl') !== null,
  };
  const found = await inspectData(model, inputs, { ...places, ...options });
  // An error in the configuration may be the reason why data cannot be read.
  const unreadable = places.whole ? found.unreadable : new Map<string, Unreadable>();
  const files = await inspectFiles(model, dir);
  const pictures = await inspectPictures(model, dir);
  return { ...named, ...found, unreadable, files, pictures };
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

async function inspectData(
  model: AtlasModel,
  inputs: DatasetInputs,
  places: Places & Gathering['options'],
): Promise<Found> {
  await places.at?.({ source: null, timed: false });
  await askServices(model.datasets.values(), inputs);
  const found: Found = { profiles: new Map(), unreadable: new Map(), fromServices: new Set() };
  const progress = progressOf('Reading the data', [...model.datasets.values()], {
    sizeOf: (dataset) => inputs.sizeOf(dataset),
    print: places.progress ?? (() => undefined),
  });
  for (const dataset of model.datasets.values()) {
    progress.add(dataset);
    // A check must be possible without the database.
    if (dataset.within || (dataset.load.kind === 'table' && !places.hasDatabase)) continue;
    const step = stepOf(dataset.load);
    const reason = places.unreadable?.get(step.source ?? '');
    if (reason !== undefined) {
      found.unreadable.set(dataset.id, { reason });
      continue;
    }
    try {
      await places.at?.(step);
      const input = await inputs.of(dataset);
      if (input?.kind === 'raster')
        found.profiles.set(dataset.id, await rasterProfile(dataset, input, places));
      if (input?.kind !== 'features') continue;
      const profile = await profileOf(dataset, model, input, places);
      addProfile(found, dataset, profile, input.origin);
    } catch (error) {
      found.unreadable.set(dataset.id, unreadableBy(error));
    }
  }
  await places.at?.({ source: null, timed: true });
  return found;
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
  const copies = Object.entries(profile.data?.copies ?? {});
  profiles.set(id, profile);
  for (const [copy, count] of copies) profiles.set(copy, { count, fields: {} });
  if (origin === 'service')
    for (const each of [id, ...copies.map(([copy]) => copy)]) fromServices.add(each);
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
  const { count, fields, data } = await profileFeatures(
    dataset,
    input.features,
    frame,
    input.pictures,
  );
  const profile: DatasetProfile = { count, fields, data };
  await keep(kept, { stamp, inFrame, profile });
  return profile;
}

/** Returns the profile of a raster. A raster is only read if its file has changed. */
async function rasterProfile(
  { id }: Dataset,
  { digest, raster }: RasterInput,
  { dataDir }: Places,
): Promise<DatasetProfile> {
  const stamp = digestOf(digest, `raster ${PROFILE_FORMAT}`);
  const kept = join(dataDir, 'profiles', `${id}.json`);
  const known = await readKept(kept);
  if (known?.stamp === stamp) return known.profile;
  const { values, stated } = typeof raster === 'function' ? await raster() : raster;
  const profile = { count: 1, fields: {}, pixels: pixelsIn(values), ...(stated && { stated }) };
  await keep(kept, { stamp, inFrame: stamp, profile });
  return profile;
}

/** The value of pixels without data. */
const NO_DATA = 255;

/** Counts the pixels of each value, without those without data. */
function pixelsIn(values: Uint8Array): [value: number, count: number][] {
  const counts = new Array<number>(NO_DATA + 1).fill(0);
  for (const value of values) counts[value]!++;
  return [...counts.entries()].filter(([value, count]) => count > 0 && value !== NO_DATA);
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
