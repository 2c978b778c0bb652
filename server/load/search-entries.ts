import type { Dataset, Level } from 'atlas-engine';
import { joinNames } from '../search/join-names.ts';
import type { AttributeValue } from '../store/store.ts';
import type { SearchEntry } from '../store/writer.ts';

/** Maximum number of characters of a value that are searched. */
const VALUE_LENGTH = 200;

/** One search index of a dataset, for all levels that see the same searched fields. */
interface Plan {
  readonly fields: readonly string[];
  readonly places: readonly number[];
}

/**
 * Creates the search entries of a dataset. Each set of searched fields that a level sees has its
 * own index, so that fields above a level do not affect its search.
 */
export class SearchEntries {
  readonly #plans: readonly Plan[];
  readonly #rankPlace: number;

  constructor(dataset: Dataset, levels: readonly Level[]) {
    const { search } = dataset.feeds;
    const fields = [...dataset.fields.values()];
    const plans = new Map<string, Plan>();
    for (const level of search ? levels : []) {
      if (level.rank < dataset.permission.view.rank) continue;
      const places = fields.flatMap(({ name, permission }, place) =>
        search!.fields.includes(name) && permission.rank <= level.rank ? [place] : [],
      );
      if (places.length > 0)
        plans.set(places.join(), { places, fields: places.map((place) => fields[place]!.name) });
    }
    this.#plans = [...plans.values()];
    this.#rankPlace = fields.findIndex(({ name }) => name === search?.rank);
  }

  /** Returns the fields of each index. */
  get indexes(): readonly (readonly string[])[] {
    return this.#plans.map(({ fields }) => fields);
  }

  /** Returns the entry of a feature in each index; null where it has no name. */
  of(values: readonly AttributeValue[]): (SearchEntry | null)[] {
    const rank = values[this.#rankPlace];
    return this.#plans.map(({ places }) => {
      const names = joinNames(places.flatMap((place) => textsOf(values[place] ?? null)));
      return names === '' ? null : { names, rank: typeof rank === 'number' ? rank : null };
    });
  }
}

function textsOf(value: AttributeValue): string[] {
  if (value === null || typeof value === 'boolean') return [];
  const texts = typeof value === 'object' ? value : [String(value)];
  return texts.map((text) => text.slice(0, VALUE_LENGTH));
}
