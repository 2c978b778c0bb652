/** Tracks the current version file of each dataset, and which of them cannot be read. */
import { join } from 'node:path';
import { DatasetDamaged } from '../damage.ts';
import type { DatasetStatus } from '../store.ts';
import { UnknownDataset } from '../writer.ts';
import { DamagedFile } from './damaged-file.ts';
import { damagedVersions } from './damaged-versions.ts';
import type { Pointer, Pointers } from './pointers.ts';
import { writing } from './store-errors.ts';
import { sweepVersions } from './sweep-versions.ts';

export interface VersionsOptions {
  /** Folder of `pointers.sqlite` and `versions/`. */
  readonly dataDir: string;
  /** If true, each file is read completely at the start; otherwise only its beginning is read. */
  readonly checkWhole: boolean;
  /** Called with the paths of all current files when they have changed. */
  readonly onChange: (paths: readonly string[]) => void;
}

/** The version files of a data folder, by their pointers. */
export class Versions {
  readonly #pointers: Pointers;
  readonly #folder: string;
  readonly #onChange: VersionsOptions['onChange'];
  /** Paths of version files that cannot be read; their datasets count as not loaded. */
  readonly #damaged: Set<string>;
  #known: ReadonlyMap<string, Pointer> | null = null;

  constructor(pointers: Pointers, { dataDir, checkWhole, onChange }: VersionsOptions) {
    this.#pointers = pointers;
    this.#folder = join(dataDir, 'versions');
    this.#onChange = onChange;
    const files = [...pointers.all().values()].map(({ file }) => this.pathOf(file));
    this.#damaged = damagedVersions(files, { whole: checkWhole });
  }

  /** Returns the path of a file name. */
  pathOf(name: string): string {
    return join(this.#folder, name);
  }

  /** Returns null when the dataset is not loaded, or damaged. */
  status(dataset: string): DatasetStatus | null {
    const pointer = this.#current().get(dataset);
    return pointer && !this.#isDamaged(pointer) ? pointer.status : null;
  }

  statuses(): DatasetStatus[] {
    const pointers = [...this.#current().values()];
    return pointers.filter((one) => !this.#isDamaged(one)).map(({ status }) => status);
  }

  /** Returns the ids of datasets whose file cannot be read. Throws `StoreDamaged`. */
  damaged(): string[] {
    const pointers = [...writing(() => this.#pointers.all()).values()];
    return pointers.filter((one) => this.#isDamaged(one)).map(({ status }) => status.dataset);
  }

  /** Returns the path of the current file of a dataset. Throws `UnknownDataset` and `DatasetDamaged`. */
  fileOf(dataset: string): string {
    const pointer = this.#current().get(dataset);
    if (pointer === undefined) throw new UnknownDataset(dataset);
    if (this.#isDamaged(pointer)) throw new DatasetDamaged(dataset);
    return this.pathOf(pointer.file);
  }

  isDamaged(dataset: string): boolean {
    const pointer = this.#current().get(dataset);
    return pointer !== undefined && this.#isDamaged(pointer);
  }

  /** Marks a file as damaged. Returns false when it was already marked. */
  markDamaged(path: string): boolean {
    if (this.#damaged.has(path)) return false;
    this.#damaged.add(path);
    return true;
  }

  /** Checks for loads of other processes. */
  refresh(): void {
    this.#current();
  }

  /** Makes a file the current version of a dataset; the change is on disk when this returns. */
  point(dataset: string, pointer: Pointer): void {
    this.#pointers.set(dataset, pointer);
  }

  /** Removes a dataset; its file is deleted by the next `sweep`. */
  remove(dataset: string): void {
    this.#pointers.delete(dataset);
  }

  /** Deletes the files without a pointer. The caller must hold the load lock. */
  sweep(): void {
    sweepVersions(this.#folder, this.#current());
  }

  close(): void {
    this.#pointers.close();
  }

  /** Returns the current pointers, or the last known ones when the table can no longer be read. */
  #current(): ReadonlyMap<string, Pointer> {
    let all: ReadonlyMap<string, Pointer>;
    try {
      all = this.#pointers.all();
    } catch (error) {
      if (!(error instanceof DamagedFile) || this.#known === null) throw error;
      return this.#known;
    }
    if (all !== this.#known) {
      this.#known = all;
      this.#onChange([...all.values()].map(({ file }) => this.pathOf(file)));
    }
    return all;
  }

  #isDamaged({ file }: Pointer): boolean {
    return this.#damaged.has(this.pathOf(file));
  }
}
