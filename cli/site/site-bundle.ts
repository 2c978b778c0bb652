/** Changes the public bundle to that of a static site: what its files do not have is locked. */
import {
  SCREENS,
  type BundleIndex,
  type BundlePart,
  type BundleSource,
  type ToolWords,
} from 'atlas-engine/runtime';

/** Tools that work without a server. */
const OWN_TOOLS: ReadonlySet<string> = new Set(['import']);

/** What the site has. */
export interface SiteContent {
  /** Ids of datasets that are not part of the site. */
  readonly leftOut: ReadonlySet<string>;
  /** The sources of datasets with files of the site, by id. */
  readonly sources: ReadonlyMap<string, BundleSource>;
  /** The number of files with details, by dataset. */
  readonly details: Readonly<Record<string, number>>;
}

type Groups = BundlePart['groups'];
type Sources = BundlePart['sources'];

/** Returns the datasets that each group shows, by id of the group. */
export function datasetsOfGroups(
  parts: readonly Pick<BundlePart, 'groups' | 'sources'>[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const sources: Sources = Object.assign({}, ...parts.map((part) => part.sources));
  return new Map(
    parts.flatMap(({ groups }) =>
      Object.values(groups).map(({ id, sublayers }) => {
        const used = sublayers.flatMap(({ source }) => sources[source ?? '']?.dataset ?? []);
        return [id, new Set(used)] as const;
      }),
    ),
  );
}

/** Returns the index for a static site, whose groups with data that are left out are locked. */
export function siteBundleIndex(
  index: BundleIndex,
  {
    locked,
    words,
    ...content
  }: SiteContent & { readonly locked: ReadonlySet<string>; readonly words: ToolWords['words'] },
): BundleIndex {
  const own = Object.entries(words).filter(([key]) => key.startsWith('static.'));
  return relative({
    ...index,
    words: { ...index.words, ...Object.fromEntries(own) },
    ...part(index, locked, content),
    categories: index.categories.map((category) => ({
      ...category,
      groups: category.groups.map((entry) =>
        locked.has(entry.id) && !entry.locked ? { ...entry, locked: {} } : entry,
      ),
    })),
    tools: index.tools.filter(({ id }) => OWN_TOOLS.has(id)),
    account: { document: '', forms: [] },
    static: { details: content.details },
  }) as BundleIndex;
}

/** Returns a part of the bundle for a static site. */
export function siteBundlePart(
  document: BundlePart,
  { locked, ...content }: SiteContent & { readonly locked: ReadonlySet<string> },
): BundlePart {
  return relative({ ...document, ...part(document, locked, content) }) as BundlePart;
}

function part(
  { groups, sources }: { readonly groups: Groups; readonly sources: Sources },
  locked: ReadonlySet<string>,
  { leftOut, sources: own }: SiteContent,
): { readonly groups: Groups; readonly sources: Sources } {
  const isOpen = ([, { dataset }]: [string, BundleSource]): boolean =>
    dataset === undefined || !leftOut.has(dataset);
  return {
    groups: Object.fromEntries(Object.entries(groups).filter(([id]) => !locked.has(id))),
    sources: Object.fromEntries(
      Object.entries(sources)
        .filter(isOpen)
        .map(([id, source]) => [id, own.get(id) ?? source]),
    ),
  };
}

/** Addresses of the server that are files of the site. */
const FILE = /^\/(?:atlas|api\/photos)\//;

/**
 * Makes the addresses in a document relative to the page of the site. Links to screens get the query by
 * which the site opens them.
 */
export function relative(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return key === 'href' ? siteLink(value) : relativeAddress(value);
  if (Array.isArray(value)) return value.map((item) => relative(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [relativeAddress(name), relative(item, name)]),
  );
}

function relativeAddress(text: string): string {
  return FILE.test(text) ? `.${text}` : text;
}

/** Returns the address of a link on the page of the site. */
export function siteLink(href: string): string {
  if (!href.startsWith('/') || href.startsWith('//')) return href;
  const [path = '', query] = href.split('?');
  if (path === '/') return `./${query === undefined ? '' : `?${query}`}`;
  return isScreen(path) ? `./?page=${path}` : `.${href}`;
}

function isScreen(path: string): boolean {
  return SCREENS.some(({ path: pattern }) =>
    new RegExp(`^${pattern.replace(/:[a-z]+/g, '[^/]+')}$`).test(path),
  );
}

/** Returns the addresses of files in a document of the site. */
export function filesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('./atlas/') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value)].flatMap(filesIn);
}
