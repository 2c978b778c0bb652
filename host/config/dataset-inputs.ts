import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset, LoadFrom } from 'atlas-engine';
import { digestOf, type LoadInput } from '../../server/load/load-input.ts';
import { listPictures } from '../../server/load/picture-folder.ts';
import { readFeatureFile } from '../../server/load/files/read-feature-file.ts';
import { readRasterFile } from '../../server/load/files/raster/read-raster-file.ts';
import { readTable } from '../../server/load/read-table.ts';
import type { ServiceInputs } from '../../server/services/service-inputs.ts';
import { InputError } from '../common/input-error.ts';

/**
 * Finds the input of each dataset. A file, table or service used by several datasets is read once.
 * Throws `UnreadableData` for files and tables, `InputError` for the rest. When a service fails, its
 * fallback is used and nothing is thrown.
 */
export class DatasetInputs {
  readonly #configDir: string;
  readonly #services: ServiceInputs;
  readonly #databaseUrl: string | null;
  readonly #known = new Map<string, Promise<LoadInput | null>>();

  /** `databaseUrl` is the address of the database with the tables; null if there is none. */
  constructor(configDir: string, services: ServiceInputs, databaseUrl: string | null) {
    this.#configDir = configDir;
    this.#services = services;
    this.#databaseUrl = databaseUrl;
  }

  /** Returns null when a service is off or fails, and there is no fallback. */
  async of(dataset: Dataset): Promise<LoadInput | null> {
    const input = await this.#loaded(dataset);
    const folders = [...dataset.fields.values()].flatMap(({ folder }) => folder ?? []);
    if (input?.kind !== 'features' || folders.length === 0) return input;
    const pictures = new Map<string, ReadonlySet<string>>();
    for (const folder of folders) {
      const listed = await listPictures(this.#configDir, folder);
      pictures.set(folder, new Set(listed.keys()));
    }
    const names = [...pictures].map(([folder, listed]) => [folder, ...listed]);
    return { ...input, pictures, digest: digestOf(input.digest, JSON.stringify(names)) };
  }

  /** Returns the size of the file of a dataset in bytes; 1 for a table, a service or a missing file. */
  sizeOf({ load }: Dataset): number {
    if (load.kind !== 'file') return 1;
    return statSync(join(this.#configDir, load.file), { throwIfNoEntry: false })?.size ?? 1;
  }

  #loaded(dataset: Dataset): Promise<LoadInput | null> {
    const { load, pixels } = dataset;
    const key = JSON.stringify([load, pixels?.scale, pixels?.offset]);
    let input = this.#known.get(key);
    if (!input) {
      input = this.#read(load, dataset);
      this.#known.set(key, input);
    }
    return input;
  }

  async #read(load: LoadFrom, dataset: Dataset): Promise<LoadInput | null> {
    switch (load.kind) {
      case 'file': {
        if (load.format === 'geotiff')
          return readRasterFile(join(this.#configDir, load.file), dataset.pixels);
        const { kind: _kind, file, ...options } = load;
        return readFeatureFile(join(this.#configDir, file), options);
      }
      case 'table':
        if (this.#databaseUrl !== null) return readTable(this.#databaseUrl, load.table);
        throw new InputError(
          `The dataset \`${dataset.id}\` is loaded from a table, but DATABASE_URL is not set.`,
        );
      case 'service': {
        const served = await this.#services.of(load, dataset.id);
        if (served.use === 'service') return served.input;
        return served.use === 'fallback' && load.fallback
          ? this.#read(load.fallback, dataset)
          : null;
      }
    }
  }
}
