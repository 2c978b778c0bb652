import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOneSheet, type Download } from '../accounts/download.ts';

/** The files of downloads on disk: one for each finished job, mostly a zip, and a folder for one that runs. */
export class DownloadFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  fileOf({ id, request }: Pick<Download, 'id' | 'request'>): string {
    return join(this.#folder, `${id}.${isOneSheet(request) ? 'xlsx' : 'zip'}`);
  }

  /** Returns the empty folder in which a job works. */
  workFolder(id: string): string {
    const folder = join(this.#folder, `${id}.work`);
    rmSync(folder, { recursive: true, force: true });
    // Other accounts of the machine have no access to restricted data.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  removeWork(id: string): void {
    rmSync(join(this.#folder, `${id}.work`), { recursive: true, force: true });
  }

  remove(id: string): void {
    this.removeWork(id);
    for (const ending of ['zip', 'xlsx'])
      rmSync(join(this.#folder, `${id}.${ending}`), { force: true });
  }

  /** Returns the ids of the jobs that have files. */
  ids(): readonly string[] {
    return this.#names().map((name) => name.replace(/\.(?:zip|xlsx|work)$/, ''));
  }

  /** Returns the bytes of all finished files. */
  bytes(): number {
    return this.#names().reduce((sum, name) => {
      const found = statSync(join(this.#folder, name), { throwIfNoEntry: false });
      return sum + (found?.isFile() === true ? found.size : 0);
    }, 0);
  }

  #names(): readonly string[] {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    return readdirSync(this.#folder);
  }
}
