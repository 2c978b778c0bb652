import { createHash } from 'node:crypto';
import type { Dataset, Level } from 'atlas-engine';
import type { AttributeValue, Raster } from '../store/store.ts';
import { cutsOf, type LevelCut } from './cuts-of.ts';
import { derivedIdentity } from './derived-geometries.ts';
import { LOAD_FORMAT } from './stamp.ts';

const VERSION_DIGITS = 16;

interface Reader {
  readonly levels: readonly string[];
  readonly places: readonly number[];
  readonly hash: ReturnType<typeof createHash>;
}

/**
 * Hashes what each level receives of a dataset: ids, geometries and the fields of the level, in the
 * order of ids. Data above a level never enter its hash; levels below that of the dataset have none.
 * Levels that see the same fields share a hash.
 */
export class VersionHasher {
  readonly #readers: readonly Reader[];

  constructor(dataset: Dataset, levels: readonly Level[]) {
    const fields = [...dataset.fields.values()];
    // A dataset without derived geometries keeps its version.
    const derived = [derivedIdentity(dataset)].filter((identity) => identity !== undefined);
    this.#readers = cutsOf(dataset, levels).map(({ levels: ids, places }) => {
      const seen = places.map((place) => [fields[place]!.name, fields[place]!.type]);
      const head = JSON.stringify([LOAD_FORMAT, dataset.geometry, seen, ...derived]);
      return { levels: ids, places, hash: createHash('sha256').update(head) };
    });
  }

  add(id: number, geometry: Uint8Array, values: readonly AttributeValue[]): void {
    for (const { places, hash } of this.#readers) {
      const seen = places.map((place) => values[place]);
      hash.update(`\n${id} ${geometry.length} `).update(geometry).update(JSON.stringify(seen));
    }
  }

  /** Adds the first zooms of the features of a thinned cut, in the order of ids. */
  addZooms({ levels: [level] }: Pick<LevelCut, 'levels'>, zooms: Uint8Array): void {
    for (const { levels, hash } of this.#readers) if (levels[0] === level) hash.update(zooms);
  }

  addRaster({ bounds, width, height, values }: Raster): void {
    for (const { hash } of this.#readers) {
      hash.update(JSON.stringify([bounds, width, height])).update(values);
    }
  }

  /** Returns the versions by level id; nothing may be added after this. */
  versions(): Record<string, string> {
    return Object.fromEntries(
      this.#readers.flatMap(({ levels, hash }) => {
        const version = hash.digest('hex').slice(0, VERSION_DIGITS);
        return levels.map((level) => [level, version] as const);
      }),
    );
  }
}
