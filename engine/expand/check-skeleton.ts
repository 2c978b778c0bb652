import { suggest } from '../diagnostics/suggest.ts';
import type { RawNode, Report } from '../model/report.ts';
import type { ParsedYaml } from '../parse/parse-yaml.ts';

/** The kinds of thing that stand in lists, which any number of files may add to. */
export const LIST_KINDS = [
  'categories',
  'base-layers',
  'services',
  'datasets',
  'sources',
  'classes',
  'templates',
  'groups',
  'projects',
  'attribution',
] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** The things there is one of; each stands in one file. */
export const SINGLE_KINDS = [
  'atlas',
  'id',
  'title',
  'locales',
  'region',
  'home',
  'permissions',
  'hillshade',
  'theme',
  'overlays',
  'limits',
] as const;
export type SingleKind = (typeof SINGLE_KINDS)[number];

const REQUIRED: readonly SingleKind[] = [
  'atlas',
  'id',
  'title',
  'locales',
  'region',
  'home',
  'permissions',
];

/** Lists without which there is nothing to show: a panel has headings, a map has a ground. */
const FILLED: readonly ListKind[] = ['categories', 'base-layers'];

/** A configuration with its kinds of thing gathered over all files, before templates. */
export interface Skeleton {
  readonly lists: Readonly<Record<ListKind, readonly RawNode[]>>;
  /** The mapping that holds the key, so that a diagnostic can point at it. */
  readonly singles: Readonly<
    Partial<Record<SingleKind, { readonly holder: RawNode; readonly value: unknown }>>
  >;
  /** `texts` of each locale's file. */
  readonly texts: ReadonlyMap<string, RawNode>;
  /** The mapping that holds `atlas:`, or the first of the first file. */
  readonly entry: RawNode;
}

/**
 * Sorts the top-level keys of all files by kind. Diagnostics: `unknown-key`, `defined-twice`,
 * `wrong-type`, `missing-key` and `wrong-length` (for what an atlas must have),
 * `texts-outside-locales`.
 */
export function checkSkeleton(
  files: readonly (ParsedYaml & { ok: true })[],
  report: Report,
): Skeleton {
  const lists = Object.fromEntries(LIST_KINDS.map((kind) => [kind, [] as RawNode[]])) as Record<
    ListKind,
    RawNode[]
  >;
  const singles: Partial<Record<SingleKind, { holder: RawNode; value: unknown }>> = {};
  const texts = new Map<string, RawNode>();
  const misspelt = new Set<string>();
  for (const { file, value: top } of files) {
    for (const key of Object.keys(top)) {
      const target = { node: top, key, part: 'key' } as const;
      if (isListKind(key)) {
        gatherList(top, key, lists[key], report);
      } else if (isSingleKind(key)) {
        const first = singles[key];
        if (first) {
          report.error('defined-twice', target, { key }, [
            { target: { node: first.holder, key, part: 'key' }, note: 'first-defined-here' },
          ]);
        } else singles[key] = { holder: top, value: top[key] };
      } else if (key === 'texts') {
        gatherTexts(file.path, top, texts, report);
      } else {
        const names = [...LIST_KINDS, ...SINGLE_KINDS, 'texts'];
        const nearest = suggest(key, names) ?? '';
        misspelt.add(nearest);
        report.error('unknown-key', target, { key, nearest, known: names });
      }
    }
  }
  const entry = singles.atlas?.holder ?? files[0]?.value ?? {};
  for (const kind of REQUIRED) {
    if (!singles[kind] && !misspelt.has(kind))
      report.error('missing-key', { node: entry }, { key: kind, parent: 'atlas' });
  }
  for (const kind of FILLED) {
    if (lists[kind].length > 0 || misspelt.has(kind)) continue;
    const written = files.find(({ value }) => kind in value)?.value;
    if (!written) report.error('missing-key', { node: entry }, { key: kind, parent: 'atlas' });
    else if (written[kind] === null || Array.isArray(written[kind])) {
      const params = { key: kind, found: 0, rule: 'minItems', limit: 1 };
      report.error('wrong-length', { node: written, key: kind, part: 'key' }, params);
    }
  }
  return { lists, singles, texts, entry };
}

function gatherList(top: RawNode, key: ListKind, into: RawNode[], report: Report): void {
  const list = top[key];
  if (list === null) return;
  if (!Array.isArray(list)) {
    report.error(
      'wrong-type',
      { node: top, key },
      { key, expected: 'a list', found: nameOfType(list) },
    );
    return;
  }
  list.forEach((item: unknown, i) => {
    if (isMapping(item)) into.push(item);
    else
      report.error(
        'wrong-type',
        { node: list, key: i },
        { key, expected: 'a mapping', found: nameOfType(item) },
      );
  });
}

function gatherTexts(
  path: string,
  top: RawNode,
  texts: Map<string, RawNode>,
  report: Report,
): void {
  const locale = /(?:^|\/)locales\/([\w-]+)\.ya?ml$/.exec(path)?.[1];
  const value = top['texts'];
  if (!locale) {
    report.error('texts-outside-locales', { node: top, key: 'texts', part: 'key' }, {});
  } else if (value !== null && !isMapping(value)) {
    report.error(
      'wrong-type',
      { node: top, key: 'texts' },
      { key: 'texts', expected: 'a mapping', found: nameOfType(value) },
    );
  } else texts.set(locale, value ?? {});
}

function isListKind(key: string): key is ListKind {
  return (LIST_KINDS as readonly string[]).includes(key);
}

function isSingleKind(key: string): key is SingleKind {
  return (SINGLE_KINDS as readonly string[]).includes(key);
}

/** True for a YAML mapping. */
export function isMapping(value: unknown): value is RawNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a cartographer calls the type of a value. */
export function nameOfType(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'boolean') return 'true or false';
  return 'a number';
}
