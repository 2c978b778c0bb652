import { fitOf, foldKeywords, foldNames, foldWords, type GroupEntry } from 'atlas-engine/runtime';
import type { BundleStore } from '../../stores/bundle/bundle-store.ts';
import type { Found } from 'atlas-engine/http';
import type { KnownPlace } from './request-results.ts';

const LIMIT = 24;

/** What the page knows without the server. */
interface Known {
  readonly bundles: BundleStore;
  /** The keywords of groups, separated by commas. */
  readonly keywords: ReadonlyMap<string, string>;
  readonly places: readonly KnownPlace[];
}

/** Finds layers and projects of the bundle, and known places, without the server; best first. */
export function findHere(text: string, { bundles, keywords, places }: Known): readonly Found[] {
  const question = foldWords(text);
  if (question.length === 0) return [];
  const found = [
    ...projects(bundles),
    ...groups(bundles, keywords),
    ...places.map(fromPlace),
  ].flatMap(({ names, keywords = [], result }) => {
    const searched = { names: foldNames(names), keywords: foldKeywords(keywords) };
    const fit = fitOf(searched, question);
    return fit === null ? [] : [{ fit, result }];
  });
  // The sort is stable, so the projects and layers stay before the places.
  return found
    .sort((a, b) => a.fit - b.fit)
    .slice(0, LIMIT)
    .map(({ result }) => result);
}

interface Named {
  readonly names: readonly string[];
  readonly keywords?: readonly (string | undefined)[];
  readonly result: Found;
}

function projects({ bundle }: BundleStore): Named[] {
  return bundle.projects.map(({ id, name, aliases = [], bounds }) => ({
    names: [name, id, ...aliases],
    result: {
      kind: 'project',
      id,
      title: name,
      context: null,
      bbox: bounds,
      center: null,
      open: { groups: [], project: id },
    },
  }));
}

function groups({ categories }: BundleStore, keywords: ReadonlyMap<string, string>): Named[] {
  return categories.flatMap((category) =>
    category.groups
      .filter(({ project }) => project === undefined)
      .map((entry) => ({
        names: namesOf(entry),
        keywords: [keywords.get(entry.id)],
        result: fromGroup(entry, category.name),
      })),
  );
}

function namesOf({ name, subtitle, aliases = [] }: GroupEntry): string[] {
  return [name, ...(subtitle === undefined ? [] : [subtitle]), ...aliases];
}

function fromGroup({ id, name, bounds, locked }: GroupEntry, category: string): Found {
  return {
    kind: 'group',
    id,
    title: name,
    context: category,
    bbox: bounds ?? null,
    center: null,
    open: { groups: [id] },
    ...(locked && { locked: true }),
  };
}

function fromPlace({ title, context, bounds, names }: KnownPlace): Named {
  const [west, south] = bounds;
  return {
    names,
    result: {
      kind: 'place',
      id: `${title} ${west} ${south}`,
      title,
      context,
      bbox: bounds,
      center: [(west + bounds[2]) / 2, (south + bounds[3]) / 2],
      open: { groups: [] },
    },
  };
}
