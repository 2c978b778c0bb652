import type {
  AtlasBundle,
  BundleCategory,
  BundleIndex,
  BundlePart,
  GroupEntry,
  SessionPart,
} from '../bundle/bundle.ts';

/**
 * Adds up the public index, the parts fetched so far and what the visitor's levels add. Pure:
 * without the session part the public bundle is back as it was. A session part that adds to another
 * revision is left out: its entries may replace what is no longer there.
 */
export function mergeBundles(
  index: BundleIndex,
  parts: readonly BundlePart[],
  added?: SessionPart | null,
): AtlasBundle {
  const session = added?.adds === index.revision ? added : null;
  const contents = [...parts, ...(session ? [session] : [])];
  const categories = session ? mergeCategories(index.categories, session) : index.categories;
  const fetched = new Set(parts.map((part) => part.category));
  return {
    ...index,
    categories,
    projects: session ? mergeProjects(index, session) : index.projects,
    groups: Object.assign({}, index.groups, ...contents.map(({ groups }) => groups)),
    sources: Object.assign({}, index.sources, ...contents.map(({ sources }) => sources)),
    loaded: new Set(
      categories.filter(({ id, part }) => !part || fetched.has(id)).map(({ id }) => id),
    ),
  };
}

/** Puts the entries of a session in their places; an entry of the same id gives way. */
function mergeCategories(
  categories: readonly BundleCategory[],
  { entries, categories: added }: SessionPart,
): BundleCategory[] {
  const replaced = new Set(entries.map(({ entry }) => entry.id));
  const known = new Set(categories.map(({ id }) => id));
  const all: BundleCategory[] = [
    ...categories,
    ...added.filter(({ id }) => !known.has(id)).map((category) => ({ ...category, groups: [] })),
  ];
  return inOrder(all).map((category) => {
    const own = entries.filter((item) => item.category === category.id).map(({ entry }) => entry);
    const kept = category.groups.filter(({ id }) => !replaced.has(id));
    if (own.length === 0 && kept.length === category.groups.length) return category;
    return { ...category, groups: inOrder<GroupEntry>([...kept, ...own]) };
  });
}

function mergeProjects(index: BundleIndex, { projects }: SessionPart): AtlasBundle['projects'] {
  const replaced = new Set(projects.map(({ id }) => id));
  return inOrder([...index.projects.filter(({ id }) => !replaced.has(id)), ...projects]);
}

/** By declared order, then id, as the public bundle is. */
function inOrder<T extends { readonly id: string; readonly order: number }>(
  items: readonly T[],
): T[] {
  return [...items].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
