import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  loadAtlas,
  NO_FACTS,
  type ConfigFolder,
  type Dataset,
  type DatasetProfile,
  type Facts,
  type LoadedAtlas,
} from '../engine/index.ts';
import { readConfigFolder } from '../server/config/read-config-folder.ts';
import { GeoJsonFileError } from '../server/load/read-geojson.ts';
import { frameOf } from '../server/load/data-facts.ts';
import { digestOf } from '../server/load/load-input.ts';
import { PROFILE_FORMAT, profileFeatures } from '../server/load/profile-features.ts';
import { stampOf } from '../server/load/stamp.ts';
import { DatasetInputs, InputError } from './dataset-inputs.ts';
import { generators } from './generators/index.ts';

/** A configuration as read from disk and loaded, with what was found in its data. */
export interface OpenConfig {
  readonly dir: string;
  readonly folder: ConfigFolder;
  readonly atlas: LoadedAtlas;
  readonly inputs: DatasetInputs;
  readonly facts: Facts;
}

/** Where loaded data and profiles are kept: beside nobody's files, and never under version control. */
export function dataDirOf(env: Readonly<Record<string, string | undefined>>): string {
  return env['ATLAS_DATA_DIR'] ?? '.atlas';
}

/**
 * Reads and loads a configuration. With `profile`, the data are looked at too, so that every check
 * on values can speak; what was found is kept in the data folder until definition or data change.
 */
export async function openConfig(
  dir: string,
  options: { readonly dataDir: string; readonly profile: boolean },
): Promise<OpenConfig> {
  const folder = await readConfigFolder(dir);
  const inputs = new DatasetInputs(dir);
  const named: Facts = { ...NO_FACTS, generators: new Set(Object.keys(generators)) };
  const first = loadAtlas(folder, named);
  if (!first.ok || !options.profile) return { dir, folder, atlas: first, inputs, facts: named };
  const facts = await gatherFacts(
    first,
    inputs,
    { dataDir: options.dataDir, ground: await groundOf(dir) },
    named,
  );
  return { dir, folder, atlas: loadAtlas(folder, facts), inputs, facts };
}

/** Where profiles are kept, and what the generators stand on. */
interface Places {
  readonly dataDir: string;
  readonly ground: string;
}

/** The files of `data/` with their sizes: a generator may read any, and one may go missing. */
async function groundOf(dir: string): Promise<string> {
  const root = join(dir, 'data');
  const paths = await readdir(root, { recursive: true }).catch((): string[] => []);
  const sizes = await Promise.all(paths.map(async (path) => (await stat(join(root, path))).size));
  return JSON.stringify(paths.map((path, i) => [path, sizes[i]]).sort());
}

async function gatherFacts(
  atlas: LoadedAtlas & { ok: true },
  inputs: DatasetInputs,
  { dataDir, ground }: Places,
  named: Facts,
): Promise<Facts> {
  const profiles = new Map<string, DatasetProfile>();
  const unreadable = new Map<string, string>();
  for (const dataset of atlas.model.datasets.values()) {
    if (
      dataset.geometry === 'raster' ||
      dataset.cut ||
      dataset.load.kind === 'service' ||
      dataset.load.kind === 'table'
    )
      continue;
    try {
      const profile = await profileOf(dataset, atlas, inputs, { dataDir, ground });
      profiles.set(dataset.id, profile);
      for (const [id, count] of Object.entries(profile.data?.cuts ?? {}))
        profiles.set(id, { count, fields: {} });
    } catch (error) {
      if (!(error instanceof GeoJsonFileError) && !(error instanceof InputError)) throw error;
      unreadable.set(dataset.id, error.message);
    }
  }
  return { ...named, profiles, unreadable };
}

async function profileOf(
  dataset: Dataset,
  atlas: LoadedAtlas & { ok: true },
  inputs: DatasetInputs,
  { dataDir, ground }: Places,
): Promise<DatasetProfile> {
  const input = await inputs.of(dataset);
  if (input.kind !== 'features') return { count: 1, fields: {} };
  const frame = frameOf(dataset, atlas.model);
  const stamp = digestOf(
    stampOf(dataset, atlas.model.levels, input.digest),
    JSON.stringify([PROFILE_FORMAT, frame, dataset.load.kind === 'generate' ? ground : '']),
  );
  const kept = join(dataDir, 'profiles', `${dataset.id}.json`);
  const known = await readKept(kept);
  if (known?.stamp === stamp) return known.profile;
  const { count, fields, data } = await profileFeatures(dataset, input.features, frame);
  const profile: DatasetProfile = { count, fields, data };
  await keep(kept, { stamp, profile });
  return profile;
}

interface Kept {
  readonly stamp: string;
  readonly profile: DatasetProfile;
}

async function readKept(path: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Kept;
  } catch {
    return null;
  }
}

/** A profile that cannot be kept is found again the next time. */
async function keep(path: string, kept: Kept): Promise<void> {
  try {
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    await writeFile(`${path}.${process.pid}`, JSON.stringify(kept));
    await rename(`${path}.${process.pid}`, path);
  } catch {
    return;
  }
}
