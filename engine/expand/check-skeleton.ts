import {
  FILE_KEYS,
  isPerFile,
  isSingleKind,
  LIST_KINDS,
  LOCALE_KINDS,
  NEEDED_LISTS,
  NEEDED_SINGLES,
  type ListKind,
  type LocaleKind,
  type SingleKind,
} from '../../schemas/index.ts';
import type { RawNode, Report } from '../model/report.ts';
import { isMapping } from '../parse/node-type.ts';
import type { Origins } from '../parse/origins.ts';
import type { ParsedYaml } from '../parse/parse-yaml.ts';
import { checkShape } from '../shape/check-shape.ts';
import { nearestKey } from '../shape/schema-words.ts';
import type { WordTree } from '../words/word-tree.ts';
import type { Gathered } from '../shape/validate-shape.ts';
import { readDefaults, withDefaults, type FileDefaults } from './file-defaults.ts';

export { isMapping, nameOfType } from '../parse/node-type.ts';

/** A configuration before templates are expanded, with the entries of all files grouped by kind. */
export interface Skeleton extends Gathered {
  /** The `texts` of each locale's file. */
  readonly texts: ReadonlyMap<string, RawNode>;
  /** The valid `interface` of each locale's file. */
  readonly interface: ReadonlyMap<string, WordTree>;
  /** The mapping with `atlas:`, or the first mapping of the first file. */
  readonly entry: RawNode;
  /** Entries of files with invalid `defaults`. Such entries may lack keys. */
  readonly faulty: ReadonlySet<object>;
}

/** A top-level key as written, and the intended key. */
interface TopKey {
  readonly top: RawNode;
  readonly path: string;
  readonly key: string;
  readonly meant: string;
}

/**
 * Sorts the top-level keys of all files by kind. A misspelt key is treated as the intended one, so
 * that its contents are not reported as missing. Diagnostics: those of the shape of a file,
 * `defined-twice`, `missing-key` and `wrong-length` (for required keys), `texts-outside-locales`,
 * those of `defaults`.
 */
export function checkSkeleton(
  files: readonly (ParsedYaml & { ok: true })[],
  origins: Origins,
  report: Report,
): Skeleton {
  for (const { value } of files) checkShape('file', value, { node: value }, report);
  const keys = topKeys(files);
  const faulty = new Set<object>();
  const entriesOf = entriesWithDefaults(keys, faulty, { origins, report });
  const lists = byKind(LIST_KINDS, entriesOf);
  const singles = gatherSingles(keys, report);
  const entry = singles.atlas?.holder ?? files[0]?.value ?? {};
  for (const key of NEEDED_SINGLES)
    if (!singles[key]) report.error('missing-key', { node: entry }, { key, parent: 'atlas' });
  for (const key of NEEDED_LISTS) {
    if (lists[key].length > 0) continue;
    const written = keys.find(({ meant }) => meant === key);
    const list = written?.top[written.key];
    if (!written) report.error('missing-key', { node: entry }, { key, parent: 'atlas' });
    else if (list === null || Array.isArray(list)) {
      const params = { key, found: 0, rule: 'minItems', limit: 1 };
      report.error('wrong-length', { node: written.top, key: written.key, part: 'key' }, params);
    }
  }
  const { texts, interface: written } = byKind(LOCALE_KINDS, (kind) =>
    gatherLocales(kind, keys, report),
  );
  const fitting = [...written].filter(([, value]) =>
    checkShape('interface', value, { node: value }, report),
  );
  return {
    lists,
    singles,
    texts,
    interface: new Map(fitting as [string, WordTree][]),
    entry,
    faulty,
  };
}

/** Returns an object with a value for each kind. */
export function byKind<Kind extends string, Value>(
  kinds: readonly Kind[],
  valueOf: (kind: Kind) => Value,
): Record<Kind, Value> {
  return Object.fromEntries(kinds.map((kind) => [kind, valueOf(kind)])) as Record<Kind, Value>;
}

function topKeys(files: readonly (ParsedYaml & { ok: true })[]): TopKey[] {
  const written = new Set(files.flatMap(({ value }) => Object.keys(value)));
  return files.flatMap(({ file: { path }, value: top }) =>
    Object.keys(top).map((key) => {
      const nearest = FILE_KEYS.includes(key) ? undefined : nearestKey(key, FILE_KEYS);
      // A single key may be in any file; `interface` and `texts` may be in every file of a language.
      if (nearest === undefined) return { top, path, key, meant: key };
      const taken = isSingleKind(nearest)
        ? written.has(nearest)
        : isPerFile(nearest) && nearest in top;
      return { top, path, key, meant: taken ? key : nearest };
    }),
  );
}

/**
 * Returns the entries of a list from all files, with the defaults of their file. Entries that are not
 * mappings were reported before; entries with invalid defaults are added to `faulty`. Diagnostic:
 * `unused-default` for a kind without entries in the file.
 */
function entriesWithDefaults(
  keys: readonly TopKey[],
  faulty: Set<object>,
  context: { readonly origins: Origins; readonly report: Report },
): (kind: ListKind) => RawNode[] {
  const byFile = new Map<RawNode, FileDefaults>();
  for (const { top, key, meant } of keys)
    if (meant === 'defaults') byFile.set(top, readDefaults(top, key, context.report));
  for (const [top, defaults] of byFile) {
    const kinds = keys.filter((each) => each.top === top).map(({ meant }) => meant);
    for (const key of Object.keys(defaults ?? {}).filter((kind) => !kinds.includes(kind)))
      context.report.warn('unused-default', { node: defaults!, key, part: 'key' }, { key });
  }
  const entriesOf = ({ top, key, meant }: TopKey): RawNode[] => {
    const list: unknown = top[key];
    const entries = Array.isArray(list) ? list.filter(isMapping) : [];
    const defaults = byFile.get(top);
    if (defaults === null) for (const entry of entries) faulty.add(entry);
    const under = defaults?.[meant];
    return under ? withDefaults(entries, under, context) : entries;
  };
  return (kind) => keys.filter(({ meant }) => meant === kind).flatMap(entriesOf);
}

function gatherSingles(keys: readonly TopKey[], report: Report): Skeleton['singles'] {
  const singles: Partial<Record<SingleKind, { holder: RawNode; value: unknown }>> = {};
  for (const { top, key, meant } of keys) {
    if (!isSingleKind(meant)) continue;
    const first = singles[meant];
    if (first)
      report.error('defined-twice', { node: top, key, part: 'key' }, { key }, [
        { target: { node: first.holder, key, part: 'key' }, note: 'first-defined-here' },
      ]);
    else singles[meant] = { holder: top, value: top[key] };
  }
  return singles;
}

function gatherLocales(
  kind: LocaleKind,
  keys: readonly TopKey[],
  report: Report,
): Map<string, RawNode> {
  const byLocale = new Map<string, RawNode>();
  for (const { top, path, key, meant } of keys) {
    if (meant !== kind) continue;
    const locale = /(?:^|\/)locales\/([\w-]+)\.ya?ml$/.exec(path)?.[1];
    const value = top[key];
    if (locale === undefined)
      report.error('texts-outside-locales', { node: top, key, part: 'key' }, { key: kind });
    else if (value === null || isMapping(value)) byLocale.set(locale, value ?? {});
  }
  return byLocale;
}
