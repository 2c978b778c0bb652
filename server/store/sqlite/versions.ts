/** Which file holds the current version of each dataset, and which of them cannot be read. */
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
  /** True: all of each file is read at the start, else its beginning. */
  readonly checkWhole: boolean;
  /** Is given the paths of all current files when they have changed. */
  readonly onChange: (paths: readonly string[]) => void;
}

/** The version files of a data folder as the pointers name them. */
export class Versions {
  readonly #pointers: Pointers;
  readonly #folder: string;
  readonly #onChange: VersionsOptions['onChange'];
  /** Paths of version files that cannot be read: their datasets are as if they were not loaded. */
  readonly #damaged: Set<string>;
  #known: ReadonlyMap<string, Pointer> | null = null;

  constructor(pointers: Pointers, { dataDir, checkWhole, onChange }: VersionsOptions) {
    this.#pointers = pointers;
    this.#folder = join(dataDir, 'versions');
    this.#onChange = onChange;
    const files = [...pointers.all().values()].map(({ file }) => this.pathOf(file));
    this.#damaged = damagedVersions(files, { whole: checkWhole });
  }

  /** Path of a file by its name. */
  pathOf(name: string): string {
    return join(this.#folder, name);
  }

  /** null: not loaded, or damaged. */
  status(dataset: string): DatasetStatus | null {
    const pointer = this.#current().get(dataset);
    return pointer && !this.#isDamaged(pointer) ? pointer.status : null;
  }

  statuses(): DatasetStatus[] {
    const pointers = [...this.#current().values()];
    return pointers.filter((one) => !this.#isDamaged(one)).map(({ status }) => status);
  }

  /** Ids of datasets whose file cannot be read. Throws `StoreDamaged`. */
  damaged(): string[] {
    const pointers = [...writing(() => this.#pointers.all()).values()];
    return pointers.filter((one) => this.#isDamaged(one)).map(({ status }) => status.dataset);
  }

  /** Path of the current file of a dataset. Throws `UnknownDataset` and `DatasetDamaged`. */
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

  /** Takes a file for damaged from now on. Returns false when it was already. */
  markDamaged(path: string): boolean {
    if (this.#damaged.has(path)) return false;
    this.#damaged.add(path);
    return true;
  }

  /** Looks for what other processes have loaded. */
  look(): void {
    this.#current();
  }

  /** Makes a file the current version of a dataset; when it returns, that is on disk. */
  point(dataset: string, pointer: Pointer): void {
    this.#pointers.set(dataset, pointer);
  }

  /** Forgets a dataset; its file is deleted by the next `sweep`. */
  remove(dataset: string): void {
    this.#pointers.delete(dataset);
  }

  /** Deletes the files that no pointer names. The load lock has to be held. */
  sweep(): void {
    sweepVersions(this.#folder, this.#current());
  }

  close(): void {
    this.#pointers.close();
  }

  /** The pointers of now, or those known last when they can be read no more: what they name is read on. */
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
