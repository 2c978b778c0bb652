import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { progressOf } from '../server/load/progress.ts';
import type { Generated, Generators } from './generators/index.ts';
import { DEMO_FOLDER, hashOfDemo, stampOf } from './stamp.mjs';
import { writeGeotiff } from './write-geotiff.ts';

/** Prefix of the names of folders that are being written. The id of the process follows it. */
const NEW = '.demo-new-';
const OLD = '.demo-old-';

/** Durations of the slowest layers as multiples of that of most others, for the progress. */
const DURATIONS: Readonly<Record<string, number>> = {
  villages: 72,
  'logging-cmr': 36,
  tenure: 14,
  'unmapped-areas': 7,
  'intact-forest-landscape': 20,
  'nguti-land-use': 10,
  'maniema-land-use': 7,
};

export interface DemoPlaces {
  /** Path of the repository. A hash of its code is part of the stamp. */
  readonly root: string;
  /** Path of the configuration folder of the atlas. */
  readonly configDir: string;
  /** Receives lines about the progress; default: nothing does. */
  readonly print?: (line: string) => void;
}

/**
 * Writes layers of the demonstration data into the configuration folder of an atlas, one GeoJSON or
 * GeoTIFF file for each layer. The files are written into a temporary folder, which then replaces
 * the old folder. If a layer fails, the old files remain. The same code and geography give the same
 * bytes.
 */
export async function writeDemo(
  layers: Generators,
  { root, configDir, print = () => undefined }: DemoPlaces,
): Promise<void> {
  const folder = join(configDir, DEMO_FOLDER);
  const parent = join(folder, '..');
  removeLeftovers(parent);
  const beside = join(parent, NEW + process.pid);
  mkdirSync(beside, { recursive: true });
  try {
    // The hash is computed before the files are made. If the code changes meanwhile, the files are
    // out of date.
    const hash = hashOfDemo(root, configDir);
    const writes: Promise<[file: string, bytes: number]>[] = [];
    const progress = progressOf('Making the demonstration data', Object.keys(layers), {
      sizeOf: (name) => DURATIONS[name] ?? 1,
      print,
    });
    for (const [name, generator] of Object.entries(layers)) {
      // Other threads compress a raster while the next layer is made.
      const write = writeLayer(beside, name, await generator.generate({ configDir }));
      write.catch(() => undefined);
      writes.push(write);
      progress.add(name);
    }
    const files = Object.fromEntries(await Promise.all(writes));
    const { path, text } = stampOf(beside, hash, files);
    writeFileSync(path, text);
    replaceFolder(folder, beside, join(parent, OLD + process.pid));
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** Writes the file of a layer into a folder. Returns its name and its size in bytes. */
async function writeLayer(
  folder: string,
  name: string,
  made: Generated,
): Promise<[file: string, bytes: number]> {
  const { file, bytes } = await fileOf(name, made);
  await writeFile(join(folder, file), bytes);
  return [file, bytes.length];
}

/** Returns the name and the bytes of the file of a layer. */
export async function fileOf(
  name: string,
  made: Generated,
): Promise<{ readonly file: string; readonly bytes: Buffer }> {
  if (made.kind === 'raster')
    return { file: `${name}.tif`, bytes: await writeGeotiff(made.raster) };
  // One feature per line, so that two versions of a file can be compared.
  const features = [...made.features].map((feature) => JSON.stringify(feature)).join(',\n');
  const text = `{"type":"FeatureCollection","features":[\n${features}\n]}\n`;
  return { file: `${name}.geojson`, bytes: Buffer.from(text) };
}

/** Replaces the folder `folder` with the folder `by`. `folder` need not exist. */
function replaceFolder(folder: string, by: string, old: string): void {
  try {
    renameSync(folder, old);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  renameSync(by, folder);
  rmSync(old, { recursive: true, force: true });
}

/** Removes the temporary folders of processes that ended before they finished writing. */
function removeLeftovers(parent: string): void {
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const pid = [NEW, OLD].flatMap((start) =>
      name.startsWith(start) ? [name.slice(start.length)] : [],
    )[0];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
