import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dataset, LoadFrom } from '../engine/index.ts';
import { digestOf, type LoadInput } from '../server/load/load-input.ts';
import { listPictures } from '../server/load/picture-folder.ts';
import { readFeatureFile } from '../server/load/files/read-feature-file.ts';
import { readTable } from '../server/load/read-table.ts';
import type { ServiceInputs } from '../server/services/service-inputs.ts';
import type { Raster } from '../server/store/store.ts';
import { generators, type Generated } from './generators/index.ts';
import { InputError } from './input-error.ts';

/**
 * Finds what a dataset is loaded from. Several datasets may read one file, generator, table or
 * service: it is read once. Errors: `UnreadableData` for files and tables, `InputError` for the rest; a service that
 * fails is no error, what stands in for it is found instead.
 */
export class DatasetInputs {
  readonly #configDir: string;
  readonly #services: ServiceInputs;
  readonly #databaseUrl: string | null;
  readonly #known = new Map<string, Promise<LoadInput | null>>();

  /** `databaseUrl` is that of tables; null where there is no database. */
  constructor(configDir: string, services: ServiceInputs, databaseUrl: string | null) {
    this.#configDir = configDir;
    this.#services = services;
    this.#databaseUrl = databaseUrl;
  }

  /** Null when a service is off or fails, and nothing stands in for it. */
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

  #loaded({ id, load, geometry }: Dataset): Promise<LoadInput | null> {
    const key = JSON.stringify([load, geometry === 'raster']);
    let input = this.#known.get(key);
    if (!input) {
      input = this.#read(load, { id, raster: geometry === 'raster' });
      this.#known.set(key, input);
    }
    return input;
  }

  async #read(
    load: LoadFrom,
    dataset: { readonly id: string; readonly raster: boolean },
  ): Promise<LoadInput | null> {
    switch (load.kind) {
      case 'file': {
        const { kind: _kind, file, ...options } = load;
        return readFeatureFile(join(this.#configDir, file), options);
      }
      case 'generate':
        return this.#generated(load.name, dataset.raster);
      case 'table':
        if (this.#databaseUrl !== null) return readTable(this.#databaseUrl, load.table);
        throw new InputError(
          `The dataset \`${dataset.id}\` is loaded from a table, and no DATABASE_URL is set.`,
        );
      case 'service': {
        const served = await this.#services.of(load, dataset.id);
        if (served.use === 'service') return served.input;
        return served.use === 'else' && load.else ? this.#read(load.else, dataset) : null;
      }
    }
  }

  async #generated(name: string, raster: boolean): Promise<LoadInput> {
    const generator = generators[name];
    if (!generator) throw new InputError(`There is no generator \`${name}\`.`);
    if ((generator.makes === 'raster') !== raster)
      throw new InputError(
        generator.makes === 'raster'
          ? `The generator \`${name}\` makes a raster, and the dataset is none.`
          : `The generator \`${name}\` makes no raster.`,
      );
    await this.#requireFiles(name, generator.needs);
    const digest = digestOf('generate', name, generator.version);
    let made: Promise<Generated> | null = null;
    const make = (): Promise<Generated> =>
      (made ??= generator.generate({ configDir: this.#configDir }));
    if (raster) return { kind: 'raster', digest, raster: async () => rasterOf(await make()) };
    return { kind: 'features', digest, features: featuresOf(make) };
  }

  async #requireFiles(generator: string, needs: readonly string[]): Promise<void> {
    const there = await Promise.all(
      needs.map((path) =>
        access(join(this.#configDir, path)).then(
          () => true,
          () => false,
        ),
      ),
    );
    const missing = needs.filter((_, i) => !there[i]).map((path) => `\`${path}\``);
    if (missing.length > 0)
      throw new InputError(
        `The generator \`${generator}\` needs ${
          missing.length === 1
            ? `the file ${missing[0]}, which is not there`
            : `the files ${missing.join(', ')}, which are not there`
        }.`,
      );
  }
}

function rasterOf(generated: Generated): Raster {
  if (generated.kind !== 'raster') throw new TypeError('the generator made no raster');
  return generated.raster;
}

function featuresOf(make: () => Promise<Generated>): AsyncIterable<unknown> {
  return {
    async *[Symbol.asyncIterator]() {
      const generated = await make();
      if (generated.kind === 'features') yield* generated.features;
    },
  };
}

/** A hash of at least 64 bits for addresses: SHA-256, 16 URL-safe characters (96 bits). */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
