/** Prepares the files of a download: reads the features, writes each format, packs them. */
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DownloadFormat } from 'atlas-engine/runtime';
import { storeUnder } from '../../access/loaded-for.ts';
import { parseWkt } from '../../geometry/index.ts';
import { hasNoRoom } from '../../store/no-room.ts';
import { isFull } from '../../store/sqlite/driver.ts';
import { toQuery, type QueryGeometry } from '../../store/query-geometry.ts';
import type { DatasetStore } from '../../store/store.ts';
import { isOneSheet, nameOfFile, type FileCut } from '../../accounts/download.ts';
import { fieldList, metadataOf, readmeOf, textSheets } from './describe-files.ts';
import { readArea } from './read-area.ts';
import type { FeatureWriter, FilePlan } from '../files/feature-file.ts';
import { packZip, type Packed } from '../files/pack-zip.ts';
import { Spool } from '../files/spool.ts';
import { writeCsv } from '../files/write-csv.ts';
import { writeGeojson } from '../files/write-geojson.ts';
import { writeGeopackage } from '../files/write-geopackage.ts';
import { writeGeoparquet } from '../files/write-geoparquet.ts';
import { writeShapefile } from '../files/write-shapefile.ts';
import { writeXlsx } from '../files/write-xlsx.ts';
import type { DatasetTask, DownloadTask, TaskEnd } from './task.ts';

const WRITERS: Readonly<Record<DownloadFormat, (plan: FilePlan) => FeatureWriter>> = {
  geojson: writeGeojson,
  csv: writeCsv,
  xlsx: (plan) => writeXlsx(plan),
  geopackage: writeGeopackage,
  geoparquet: writeGeoparquet,
  shapefile: writeShapefile,
};

/** Features between two looks at the size of the files. */
const STEP = 1_000;
/** The part of the work before the files are packed, and the part of it that is reading. */
const [BEFORE, READ] = [0.7, 0.5];
/** The number of features after which reading counts as half done: their total is not known. */
const HALF = 100_000;
/** Features after which the size of all is known well enough to end a job that is too large. */
const PROBE = 10_000;

/** Receives the share of a part of the work that is done, from 0 to 1. */
type Progress = (share: number) => void;

/** Thrown when the files would be too large. */
class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/**
 * Runs a task with a store. Rejects with the errors of the store and of the disk; `progress`
 * receives a share from 0 to 1.
 */
export async function prepareFiles(
  task: DownloadTask,
  store: DatasetStore,
  progress: Progress,
): Promise<TaskEnd> {
  const preparing = new Preparing(task, storeUnder(store, task, 'download'));
  const { length } = task.datasets;
  try {
    for (const [at, dataset] of task.datasets.entries())
      await preparing.add(dataset, (share) => progress((BEFORE * (at + share)) / length));
    return await preparing.pack((share) => progress(BEFORE + (1 - BEFORE) * share));
  } catch (error) {
    if (error instanceof TooMuch) return { kind: 'too-much' };
    if (hasNoRoom(error) || isFull(error)) return { kind: 'no-room' };
    throw error;
  }
}

class Preparing {
  readonly #task: DownloadTask;
  readonly #store: DatasetStore;
  readonly #geometry: QueryGeometry;
  readonly #files: Packed[] = [];
  /** Datasets without a feature in the area. */
  readonly #absent: DatasetTask[] = [];
  readonly #parts: { readonly dataset: DatasetTask; readonly count: number }[] = [];

  constructor(task: DownloadTask, store: DatasetStore) {
    this.#task = task;
    this.#store = store;
    const parsed = parseWkt(task.area);
    if (!('ok' in parsed)) throw new Error('the area of a download cannot be read');
    this.#geometry = toQuery(parsed.ok);
  }

  /** Writes the files of a dataset, unless it has no feature in the area. */
  async add(dataset: DatasetTask, progress: Progress): Promise<void> {
    const path = join(this.#task.folder, `${dataset.cut.dataset}.ndjson`);
    const spool = new Spool(path, dataset.cut.fields);
    await this.#read(dataset.cut, spool, progress);
    await this.#write(dataset, spool, progress);
    rmSync(path);
  }

  /** Packs all files; without features there are none. */
  async pack(progress: Progress): Promise<TaskEnd> {
    if (this.#parts.length === 0) return { kind: 'empty' };
    const readme = {
      name: 'README.txt',
      text: `\uFEFF${readmeOf(this.#task, this.#parts, this.#absent)}\n`,
    };
    const [sheet] = this.#files;
    if (isOneSheet(this.#task) && sheet && 'path' in sheet) {
      renameSync(sheet.path, this.#task.file);
      return this.#endOf(statSync(this.#task.file).size);
    }
    const all = this.#size();
    let done = 0;
    const bytes = await packZip(this.#task.file, [readme, ...this.#files], (more) => {
      done += more;
      progress(done / all);
    });
    return this.#endOf(bytes);
  }

  #endOf(bytes: number): TaskEnd {
    return { kind: 'done', cuts: this.#parts.map(({ dataset }) => dataset.cut), bytes };
  }

  async #read({ dataset, fields }: FileCut, spool: Spool, progress: Progress): Promise<void> {
    const request = { dataset, fields, geometry: this.#geometry };
    let count = 0;
    for await (const page of readArea(this.#store, request, () => spool.bytes)) {
      for (const feature of page) spool.add(feature);
      count += page.length;
      this.#size();
      progress((READ * count) / (count + HALF));
    }
  }

  async #write(dataset: DatasetTask, spool: Spool, progress: Progress): Promise<void> {
    const { folder, formats, locales, locale } = this.#task;
    const { cut, fields, demo } = dataset;
    const census = spool.census();
    if (census.count === 0) {
      this.#absent.push(dataset);
      return;
    }
    const { name, note } = nameOf(dataset, this.#task);
    const title = dataset.title[locale] ?? cut.dataset;
    const inWords = { locale, title, sheets: textSheets(dataset, this.#task) };
    const plan: FilePlan = { folder, name, fields, census, note, demo, source: spool, ...inWords };
    const writers = formats.map((format) => WRITERS[format](plan));
    const before = this.#size();
    let count = 0;
    for await (const feature of spool.features()) {
      for (const writer of writers) writer.add(feature);
      count += 1;
      if (count % STEP !== 0) continue;
      const written = this.#size() - before;
      if (count === PROBE) this.#check(before + (written * census.count) / count);
      progress(READ + ((1 - READ) * count) / census.count);
    }
    const place = (file: string): string => `${cut.dataset}/${file}`;
    for (const writer of writers)
      for (const file of await writer.end())
        this.#files.push({ name: place(file), path: join(folder, file) });
    this.#size();
    const metadata = JSON.stringify(metadataOf(dataset, census, this.#task), null, 2);
    this.#files.push(
      { name: place('fields.csv'), text: `\uFEFF${fieldList(fields, census, locales)}` },
      { name: place('metadata.json'), text: `${metadata}\n` },
    );
    this.#parts.push({ dataset, count: census.count });
  }

  /** Returns the bytes of all files in the folder. Throws `TooMuch` above the limit. */
  #size(): number {
    const { folder } = this.#task;
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    return this.#check(sizes.reduce((sum, size) => sum + size, 0));
  }

  /** Returns a number of bytes. Throws `TooMuch` above the limit. */
  #check(bytes: number): number {
    if (bytes > this.#task.maxBytes) throw new TooMuch();
    return bytes;
  }
}

/**
 * Files with restricted data carry the account and the day in their name. If the format has a place
 * for it, they also say so inside, with the name of their terms.
 */
function nameOf(
  { cut, info }: DatasetTask,
  { locales, recipient }: DownloadTask,
): Pick<FilePlan, 'name' | 'note'> {
  const names = new Set(locales.map((locale) => info.terms?.name[locale] ?? ''));
  const terms = info.terms ? [`${[...names].join(' / ')} (README.txt).`] : [];
  const name = nameOfFile(cut, recipient);
  if (cut.rank === 0) return { name, note: terms[0] ?? null };
  const { username, day } = recipient;
  const note = [`Restricted data, downloaded by ${username} on ${day}.`, ...terms].join(' ');
  return { name, note };
}
