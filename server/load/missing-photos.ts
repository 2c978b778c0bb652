import type { Dataset } from 'atlas-engine';
import type { AttributeValue, LoadReport } from '../store/store.ts';

const MAX_EXAMPLES = 5;

/** Counts the photos that features name and that do not exist in the folder of their field. */
export class MissingPhotos {
  readonly #fields: readonly { readonly place: number; readonly there: ReadonlySet<string> }[];
  readonly #examples = new Set<string>();
  #count = 0;

  /** `pictures` has the file names in each folder. */
  constructor(dataset: Dataset, pictures: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#fields = [...dataset.fields.values()].flatMap(({ folder }, place) => {
      const there = folder === undefined ? undefined : pictures.get(folder);
      return there ? [{ place, there }] : [];
    });
  }

  /** Adds the values of one feature, in the order of the fields. */
  add(values: readonly AttributeValue[]): void {
    for (const { place, there } of this.#fields) {
      for (const name of photoNames(values[place] ?? null)) {
        if (there.has(name)) continue;
        this.#count++;
        if (this.#examples.size < MAX_EXAMPLES) this.#examples.add(name);
      }
    }
  }

  /** Returns the missing photos; undefined if no photo is missing. */
  found(): LoadReport['missingPhotos'] {
    if (this.#count === 0) return undefined;
    return { count: this.#count, examples: [...this.#examples] };
  }
}

/** Returns the file names in a value of a photo field. */
export function photoNames(value: AttributeValue): readonly string[] {
  if (value === null) return [];
  return typeof value === 'object' ? value : [String(value)];
}
