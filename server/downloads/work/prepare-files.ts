/** Prepares the files of a download: reads the features, writes each format, packs them. */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DownloadFormat } from 'atlas-engine/runtime';
import { storeUnder } from '../../access/loaded-for.ts';
import { parseWkt, unpackToGeoJson } from '../../geometry/index.ts';
import type { DatasetStore, StoredFeature } from '../../store/store.ts';
import type { FileCut } from '../../accounts/download.ts';
import { fieldList, metadataOf, readmeOf } from './describe-files.ts';
import type { FeatureCensus, FeatureWriter, FilePlan } from '../files/feature-file.ts';
import { packZip, type Packed } from '../files/pack-zip.ts';
import { Spool } from '../files/spool.ts';
import { writeCsv } from '../files/write-csv.ts';
import { writeGeojson } from '../files/write-geojson.ts';
import { writeGeopackage } from '../files/write-geopackage.ts';
import { writeShapefile } from '../files/write-shapefile.ts';
import type { DatasetTask, DownloadTask, TaskEnd } from './task.ts';

const WRITERS: Readonly<Record<DownloadFormat, (plan: FilePlan) => FeatureWriter>> = {
  geojson: writeGeojson,
  csv: writeCsv,
  geopackage: writeGeopackage,
  shapefile: writeShapefile,
};

/** Features that are read at once. */
const PAGE = 1_000;
/** Time limit of one query in milliseconds. */
const QUERY_TIMEOUT = 30_000;
/** The part of the work that reading, writing and packing are, for the progress. */
const [READ, WRITE] = [0.4, 0.4];

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
  progress: (share: number) => void,
): Promise<TaskEnd> {
  const preparing = new Preparing(task, storeUnder(store, task));
  try {
    for (const [at, dataset] of task.datasets.entries()) {
      progress(((READ + WRITE) * at) / task.datasets.length);
      await preparing.add(dataset);
    }
    progress(READ + WRITE);
    return await preparing.pack();
  } catch (error) {
    if (error instanceof TooMuch) return { kind: 'too-much' };
    throw error;
  }
}

class Preparing {
  readonly #task: DownloadTask;
  readonly #store: DatasetStore;
  readonly #geometry: StoredFeature['geometry'];
  readonly #files: Packed[] = [];
  readonly #parts: { readonly dataset: DatasetTask; readonly count: number }[] = [];
  #bytes = 0;

  constructor(task: DownloadTask, store: DatasetStore) {
    this.#task = task;
    this.#store = store;
    const parsed = parseWkt(task.area);
    if (!('ok' in parsed)) throw new Error('the area of a download cannot be read');
    this.#geometry = unpackToGeoJson(parsed.ok);
  }

  /** Writes the files of a dataset, unless it has no feature in the area. */
  async add(dataset: DatasetTask): Promise<void> {
    const path = join(this.#task.folder, `${dataset.cut.dataset}.ndjson`);
    const spool = new Spool(path);
    await this.#read(dataset.cut, spool);
    const census = spool.census();
    if (census.count > 0) await this.#write(dataset, spool, census);
    rmSync(path);
  }

  /** Packs all files; without features there are none. */
  async pack(): Promise<TaskEnd> {
    if (this.#parts.length === 0) return { kind: 'empty' };
    const readme = { name: 'README.txt', text: `\uFEFF${readmeOf(this.#task, this.#parts)}\n` };
    const bytes = await packZip(this.#task.zip, [readme, ...this.#files]);
    return { kind: 'done', cuts: this.#parts.map(({ dataset }) => dataset.cut), bytes };
  }

  async #read({ dataset, fields }: FileCut, spool: Spool): Promise<void> {
    const request = { dataset, fields, geometry: this.#geometry, timeout: QUERY_TIMEOUT };
    let after: number | undefined;
    for (;;) {
      const page = await this.#store.intersects({
        ...request,
        limit: PAGE,
        ...(after !== undefined && { after }),
      });
      for (const feature of page) spool.add(feature);
      this.#spend(0, spool.bytes);
      if (page.length < PAGE) return;
      after = page.at(-1)!.id;
    }
  }

  async #write(dataset: DatasetTask, spool: Spool, census: FeatureCensus): Promise<void> {
    const { folder, formats, locales } = this.#task;
    const { cut, fields, demo } = dataset;
    const { name, note } = nameOf(cut, this.#task);
    const plan: FilePlan = { folder, name, fields, census, note, demo };
    const writers = formats.map((format) => WRITERS[format](plan));
    for await (const feature of spool.features()) for (const writer of writers) writer.add(feature);
    const place = (file: string): string => `${cut.dataset}/${file}`;
    for (const file of writers.flatMap((writer) => writer.end())) {
      const path = join(folder, file);
      this.#spend(statSync(path).size);
      this.#files.push({ name: place(file), path });
    }
    const metadata = JSON.stringify(metadataOf(dataset, census, this.#task), null, 2);
    this.#files.push(
      { name: place('fields.csv'), text: `\uFEFF${fieldList(fields, census, locales)}` },
      { name: place('metadata.json'), text: `${metadata}\n` },
    );
    this.#parts.push({ dataset, count: census.count });
  }

  /** Counts bytes of files, and checks the limit with further bytes that are removed again. */
  #spend(bytes: number, passing = 0): void {
    this.#bytes += bytes;
    if (this.#bytes + passing > this.#task.maxBytes) throw new TooMuch();
  }
}

/** Files with restricted data carry the account and the day in their name and, if possible, inside. */
function nameOf(
  { dataset, rank }: FileCut,
  { recipient: { username, day } }: DownloadTask,
): Pick<FilePlan, 'name' | 'note'> {
  if (rank === 0) return { name: dataset, note: null };
  const who = username.replaceAll(/[^A-Za-z0-9]+/g, '-');
  return {
    name: `${dataset}_${who}_${day}`,
    note: `Restricted data, downloaded by ${username} on ${day}.`,
  };
}
