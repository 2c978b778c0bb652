import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Generated, Generators } from './generators/index.ts';
import { DEMO_FOLDER, hashOfDemo, stampOf } from './stamp.mjs';
import { writeGeotiff } from './write-geotiff.ts';

/** Folders that are being written begin with this, and end with the id of the process. */
const NEW = '.demo-new-';
const OLD = '.demo-old-';

export interface DemoPlaces {
  /** The repository, whose code is part of the stamp. */
  readonly root: string;
  /** Folder of the atlas. */
  readonly configDir: string;
}

/**
 * Writes layers of the demonstration into the folder of an atlas: a file for each, GeoJSON or
 * GeoTIFF. They are written beside and renamed into place together; when one cannot be made, the old
 * ones stay. The same code and geography give the same bytes.
 */
export async function writeDemo(
  layers: Generators,
  { root, configDir }: DemoPlaces,
): Promise<void> {
  const folder = join(configDir, DEMO_FOLDER);
  const parent = join(folder, '..');
  removeLeftovers(parent);
  const beside = join(parent, NEW + process.pid);
  mkdirSync(beside, { recursive: true });
  try {
    // Before the files: what is written meanwhile makes them out of date.
    const hash = hashOfDemo(root, configDir);
    const files: Record<string, number> = {};
    for (const [name, generator] of Object.entries(layers)) {
      const { file, bytes } = fileOf(name, await generator.generate({ configDir }));
      writeFileSync(join(beside, file), bytes);
      files[file] = bytes.length;
    }
    const { path, text } = stampOf(beside, hash, files);
    writeFileSync(path, text);
    replaceFolder(folder, beside, join(parent, OLD + process.pid));
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** The file of a layer: its name and its bytes. */
export function fileOf(
  name: string,
  made: Generated,
): { readonly file: string; readonly bytes: Buffer } {
  if (made.kind === 'raster') return { file: `${name}.tif`, bytes: writeGeotiff(made.raster) };
  // A feature on each line: such files can be compared.
  const features = [...made.features].map((feature) => JSON.stringify(feature)).join(',\n');
  const text = `{"type":"FeatureCollection","features":[\n${features}\n]}\n`;
  return { file: `${name}.geojson`, bytes: Buffer.from(text) };
}

/** Puts a folder in the place of another, which may be absent. */
function replaceFolder(folder: string, by: string, old: string): void {
  try {
    renameSync(folder, old);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  renameSync(by, folder);
  rmSync(old, { recursive: true, force: true });
}

/** Removes what processes left that were ended while they wrote. */
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
