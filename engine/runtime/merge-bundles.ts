import type {
  AtlasBundle,
  BundleCategory,
  BundleIndex,
  BundlePart,
  GroupEntry,
  SessionPart,
} from '../bundle/bundle.ts';

/**
 * Merges the public index, the loaded parts and the session part, without changing them. A session
 * part for another revision is ignored, because its entries may refer to content that no longer
 * exists.
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
    tools: session?.tools ?? index.tools,
    groups: Object.assign({}, index.groups, ...contents.map(({ groups }) => groups)),
    sources: Object.assign({}, index.sources, ...contents.map(({ sources }) => sources)),
    pictures: Object.assign({}, index.pictures, ...contents.map(({ pictures }) => pictures)),
    loaded: new Set(
      categories.filter(({ id, part }) => !part || fetched.has(id)).map(({ id }) => id),
    ),
  };
}

/** Adds the entries of a session to their categories; they replace entries with the same id. */
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

/** Sorts by declared order, then by id, like the public bundle. */
function inOrder<T extends { readonly id: string; readonly order: number }>(
  items: readonly T[],
): T[] {
  return [...items].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
