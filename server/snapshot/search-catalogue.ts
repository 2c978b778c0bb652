/** What a search finds beside the features: groups and projects, as each level is shown them. */
import type { AtlasModel, Dataset } from 'atlas-engine';
import type { AtlasBundle } from 'atlas-engine/runtime';
import type { CatalogueEntry, SearchCatalogue, SearchedDataset } from '../access/atlas-snapshot.ts';
import { joinNames } from '../search/fold.ts';

type Listed = Omit<CatalogueEntry, 'names'>;

/**
 * Makes the catalogue. `bundleOf` gives what a level is sent in a language: who is not shown a name
 * there cannot find it here.
 */
export function searchCatalogue(
  model: AtlasModel,
  bundleOf: (rank: number, locale: string) => AtlasBundle,
): SearchCatalogue {
  const { available } = model.locales;
  const entries = model.levels.map(({ rank }) => {
    const listed = available.map((locale) => listedIn(bundleOf(rank, locale)));
    // A name is found in every language, and said in that of the reader.
    return new Map(
      available.map((locale, own) => [
        locale,
        listed[own]!.map((entry, place) => ({
          ...entry,
          names: joinNames([entry.title, ...listed.map((other) => other[place]!.title)]),
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

function listedIn({ categories, projects }: AtlasBundle): Listed[] {
  const nameOf = new Map(categories.map(({ id, name }) => [id, name]));
  const groups = categories.flatMap(({ name, groups: all }) =>
    all
      .filter(({ project }) => project === undefined)
      .map(({ id, name: title, bounds, locked }): Listed => ({
        kind: 'group',
        id,
        title,
        context: name,
        bounds: bounds ?? null,
        locked: locked !== undefined,
      })),
  );
  const stories = projects.map(({ id, name: title, category, bounds }): Listed => ({
    kind: 'project',
    id,
    title,
    context: (category !== undefined && nameOf.get(category)) || null,
    bounds,
    locked: false,
  }));
  return [...stories, ...groups];
}

function searchedDataset(dataset: Dataset, { groups }: AtlasModel): SearchedDataset | null {
  const { search } = dataset.feeds;
  if (!search) return null;
  const drawing = groups.filter(
    ({ project, sublayers }) =>
      project === null &&
      sublayers.some(({ source }) => source.kind === 'dataset' && source.dataset === dataset),
  );
  return {
    fields: search.fields,
    title: search.title,
    label: search.label,
    groups: drawing.map(({ id }) => id),
  };
}
