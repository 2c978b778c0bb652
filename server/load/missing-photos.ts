import { suggest, type Dataset } from 'atlas-engine';
import { present } from 'atlas-engine/runtime';
import type { AttributeValue, LoadReport } from '../store/store.ts';

const MAX_EXAMPLES = 5;

/** The photos of one field. */
interface FieldPhotos {
  readonly name: string;
  readonly place: number;
  /** The file names in the folder of the field. */
  readonly there: ReadonlySet<string>;
  readonly examples: Set<string>;
  count: number;
}

/** Counts the photos that features name and that do not exist in the folder of their field. */
export class MissingPhotos {
  readonly #fields: readonly FieldPhotos[];

  /** `pictures` has the file names in each folder. */
  constructor(dataset: Dataset, pictures: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#fields = [...dataset.fields.values()].flatMap(({ name, folder }, place) => {
      const there = folder === undefined ? undefined : pictures.get(folder);
      return there ? [{ name, place, there, examples: new Set<string>(), count: 0 }] : [];
    });
  }

  /** Adds the values of one feature, in the order of the fields. Returns the fields that lack photos. */
  add(values: readonly AttributeValue[]): readonly string[] {
    return this.#fields.flatMap((field) => {
      const missing = photoNames(values[field.place] ?? null).filter(
        (name) => !field.there.has(name),
      );
      field.count += missing.length;
      for (const name of missing) if (field.examples.size < MAX_EXAMPLES) field.examples.add(name);
      return missing.length > 0 ? [field.name] : [];
    });
  }

  /** Returns the missing photos; undefined if no photo is missing. */
  found(): LoadReport['missingPhotos'] {
    const count = this.#fields.reduce((sum, field) => sum + field.count, 0);
    if (count === 0) return undefined;
    const examples = new Set(this.#fields.flatMap((field) => [...field.examples]));
    return { count, examples: [...examples].slice(0, MAX_EXAMPLES) };
  }

  /** Returns the missing photos of each field, with the file that the first one probably means. */
  byField(): Record<string, { count: number; examples: readonly string[]; nearest?: string }> {
    const lacking = this.#fields.filter(({ count }) => count > 0);
    return Object.fromEntries(
      lacking.map(({ name, count, examples: found, there }) => {
        const examples = [...found];
        const nearest = suggest(examples[0]!, there);
        return [name, present({ count, examples, nearest })];
      }),
    );
  }
}

/** Returns the file names in a value of a photo field. */
export function photoNames(value: AttributeValue): readonly string[] {
  if (value === null) return [];
  return typeof value === 'object' ? value : [String(value)];
}
