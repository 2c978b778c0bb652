/** Collects the groups and projects that a search finds, as each level sees them. */
import { showsOf, type AtlasModel, type Dataset } from 'atlas-engine';
import { filterFields, foldKeywords, foldNames, type AtlasBundle } from 'atlas-engine/runtime';
import type {
  CatalogueEntry,
  CatalogueValue,
  SearchCatalogue,
  SearchedDataset,
} from '../access/atlas-snapshot.ts';

type ListedValue = Omit<CatalogueValue, 'searched'>;

type Listed = Omit<CatalogueEntry, 'searched' | 'keywords' | 'values'> & {
  readonly aliases: readonly string[];
  readonly values: readonly ListedValue[];
};

/**
 * Builds the catalogue. `bundleOf` returns the bundle of a level in a language; a search finds only
 * names in that bundle.
 */
export function searchCatalogue(
  model: AtlasModel,
  bundleOf: (rank: number, locale: string) => AtlasBundle,
): SearchCatalogue {
  const { available } = model.locales;
  const keywords = keywordsOf(model);
  // A project may have the id of a group.
  const keywordsFor = ({ kind, id }: Pick<Listed, 'kind' | 'id'>) =>
    kind === 'group' ? keywords.get(id) : undefined;
  const entries = model.levels.map(({ rank }) => {
    const listed = available.map((locale) => listedIn(bundleOf(rank, locale)));
    // Names are searched in every language and shown in that of the reader.
    return new Map(
      available.map((locale, own) => [
        locale,
        listed[own]!.map(({ aliases, ...entry }, place) => ({
          ...entry,
          keywords: keywordsFor(entry)?.[locale] ?? null,
          searched: {
            names: foldNames([
              entry.title,
              ...listed.map((other) => other[place]!.title),
              ...aliases,
            ]),
            keywords: foldKeywords(Object.values(keywordsFor(entry) ?? {})),
          },
          values: entry.values.map((value) => ({
            ...value,
            searched: {
              names: foldNames(listed.flatMap((other) => labelsOf(other[place]!, value))),
              keywords: [],
            },
          })),
        })),
      ]),
    );
  });
  const datasets = [...model.datasets.values()].flatMap((dataset) => {
    const searched = searchedDataset(dataset, model);
    return searched ? [[dataset.id, searched] as const] : [];
  });
  const open = entries.map((byLocale) => {
    const [listed = []] = byLocale.values();
    const groups = listed.filter(({ kind, locked }) => kind === 'group' && !locked);
    return new Set(groups.map(({ id }) => id));
  });
  return { datasets: new Map(datasets), entries, open };
}

/** Returns the keywords of each group and its category by language, separated by commas. */
function keywordsOf({ groups, locales }: AtlasModel): ReadonlyMap<string, Record<string, string>> {
  return new Map(
    groups.flatMap((group) => {
      const texts = [group.keywords, group.category.keywords];
      if (texts.every((text) => text === null)) return [];
      const byLocale = locales.available.map((locale) => [
        locale,
        texts.flatMap((text) => text?.[locale] ?? []).join(', '),
      ]);
      return [[group.id, Object.fromEntries(byLocale) as Record<string, string>]];
    }),
  );
}

function listedIn(bundle: AtlasBundle): Listed[] {
  const { categories, projects } = bundle;
  const nameOf = new Map(categories.map(({ id, name }) => [id, name]));
  const groups = categories.flatMap(({ name, groups: all }) =>
    all
      .filter(({ project }) => project === undefined)
      .map(({ id, name: title, bounds, locked, aliases = [] }): Listed => ({
        aliases,
        kind: 'group',
        id,
        title,
        context: name,
        bounds: bounds ?? null,
        locked: locked !== undefined,
        values: valuesOf(bundle, id),
      })),
  );
  const stories = projects.map(({ id, name: title, category, bounds, aliases = [] }): Listed => ({
    aliases: [id, ...aliases],
    kind: 'project',
    id,
    title,
    context: (category !== undefined && nameOf.get(category)) || null,
    bounds,
    locked: false,
    values: [],
  }));
  return [...stories, ...groups];
}

/** Maximum number of values of a field that are found: more are names, and every search reads them. */
const MOST_VALUES = 100;

/**
 * Returns the values by which a group can be filtered, in the order of its popup. Values with the same
 * label are left out, because a filter shows only one of them.
 */
function valuesOf(bundle: AtlasBundle, group: string): ListedValue[] {
  return filterFields(bundle, group).flatMap(({ field, values = {} }) => {
    const labels = Object.values(values);
    if (labels.length > MOST_VALUES) return [];
    return Object.entries(values)
      .filter(([, title]) => labels.indexOf(title) === labels.lastIndexOf(title))
      .map(([value, title]) => ({ field, value, title }));
  });
}

function searchedDataset(dataset: Dataset, model: AtlasModel): SearchedDataset | null {
  const { search } = dataset.feeds;
  if (!search) return null;
  const groups = showsOf(model).get(dataset.id)!.at(-1)!.groups;
  return {
    fields: search.fields,
    title: search.title,
    label: search.label,
    groups: groups.map(({ group }) => group.id),
  };
}

/** Returns the label of a value in a language. */
function labelsOf({ values }: Listed, { field, value }: ListedValue): string[] {
  return values
    .filter((other) => other.field === field && other.value === value)
    .map(({ title }) => title);
}
