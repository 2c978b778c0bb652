import type { GroupEntry } from 'atlas-engine/runtime';
import type { BundleStore } from '../../stores/bundle/bundle-store.ts';
import { foldText } from '../layers/match-text.ts';
import type { Found } from 'atlas-engine/http';
import type { KnownPlace } from './request-results.ts';

const LIMIT = 24;

/** Finds layers and projects of the bundle, and known places, without the server; best first. */
export function findHere(
  text: string,
  { bundles, places }: { readonly bundles: BundleStore; readonly places: readonly KnownPlace[] },
): readonly Found[] {
  const question = wordsOf(text);
  if (question.length === 0) return [];
  const found = [...projects(bundles), ...groups(bundles), ...places.map(fromPlace)].flatMap(
    ({ names, result }) => {
      const fits = names.flatMap((name) => fitOf(wordsOf(name), question) ?? []);
      return fits.length === 0 ? [] : [{ fit: Math.min(...fits), result }];
    },
  );
  // The sort is stable, so the projects and layers stay before the places.
  return found
    .sort((a, b) => a.fit - b.fit)
    .slice(0, LIMIT)
    .map(({ result }) => result);
}

interface Named {
  readonly names: readonly string[];
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

function groups({ categories }: BundleStore): Named[] {
  return categories.flatMap((category) =>
    category.groups
      .filter(({ project }) => project === undefined)
      .map((entry) => ({ names: namesOf(entry), result: fromGroup(entry, category.name) })),
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

function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Rates how well a name matches: 0 if it equals the question, 1 if it begins with it, 2 if words of
 * it begin with the words of the question, null if it does not match.
 */
function fitOf(name: readonly string[], question: readonly string[]): 0 | 1 | 2 | null {
  const whole = name.join(' ');
  const asked = question.join(' ');
  if (whole === asked) return 0;
  if (whole.startsWith(asked)) return 1;
  return question.every((word) => name.some((one) => one.startsWith(word))) ? 2 : null;
}
