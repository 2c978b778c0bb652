import { schemas } from '../../schemas/index.ts';
import type { RawNode, Report } from '../model/report.ts';
import { isMapping } from '../parse/node-type.ts';
import type { Origins } from '../parse/origins.ts';
import { checkShape } from '../shape/check-shape.ts';
import { keysUnder, layOver } from './lay-over.ts';

/** The kinds whose entries take defaults from their file. */
const KINDS = { datasets: schemas.dataset, groups: schemas.group } as const;

/** Keys whose mapping is merged with that of the entry; other defaults are only used if the entry lacks the key. */
const JOINED: readonly string[] = ['feeds', 'info', 'popup'];

/** Keys that cannot have a default. */
const OWN_KEYS: readonly string[] = ['id', 'for'];

/** The defaults of a file by kind; null if they are invalid, which has been reported. */
export type FileDefaults = Readonly<Record<string, RawNode>> | null;

/**
 * Reads `defaults` of a file; `key` may be a misspelling of `defaults`. Diagnostics: those of its
 * shape, `unknown-key` for a key that cannot have a default.
 */
export function readDefaults(top: RawNode, key: string, report: Report): FileDefaults {
  const value = top[key];
  if (!checkShape('defaults', value, { node: top, key }, report)) return null;
  const all = value as Readonly<Record<string, RawNode>>;
  const strange = Object.entries(KINDS).flatMap(([kind, { properties }]) => {
    const known = Object.keys(properties).filter((name) => !OWN_KEYS.includes(name));
    const found = OWN_KEYS.filter((name) => name in (all[kind] ?? {}));
    return found.map((name) => ({ name, node: all[kind]!, known }));
  });
  for (const { name, node, known } of strange)
    report.error('unknown-key', { node, key: name, part: 'key' }, { key: name, known });
  return strange.length === 0 ? all : null;
}

/**
 * Returns the entries of one kind in a file with the defaults added. Diagnostic: `unused-default` for
 * a default that no entry uses.
 */
export function withDefaults(
  entries: readonly RawNode[],
  defaults: RawNode,
  { origins, report }: { readonly origins: Origins; readonly report: Report },
): RawNode[] {
  origins.share(defaults);
  const taken = new Map<object, Set<string>>();
  const lay = (under: RawNode, over: RawNode): RawNode => {
    const before = taken.get(under) ?? [];
    taken.set(under, new Set([...before, ...keysUnder(under, over)]));
    return layOver(under, over, origins);
  };
  const made = entries.map((entry) => {
    const joined = JOINED.flatMap((key) => {
      const [under, over] = [defaults[key], entry[key]];
      return isMapping(under) && isMapping(over) ? [[key, lay(under, over)] as const] : [];
    });
    const own = { ...entry, ...Object.fromEntries(joined) };
    origins.record(own, entry);
    return lay(defaults, own);
  });
  for (const target of unusedIn(defaults, taken))
    report.warn('unused-default', { ...target, part: 'key' }, { key: target.key });
  return made;
}

/** Returns the keys that no entry uses: keys of the defaults, and keys inside merged mappings. */
function unusedIn(
  defaults: RawNode,
  taken: ReadonlyMap<unknown, ReadonlySet<string>>,
): readonly { readonly node: RawNode; readonly key: string }[] {
  const isTaken = (node: RawNode, key: string): boolean => taken.get(node)?.has(key) ?? false;
  return Object.entries(defaults).flatMap(([key, value]) => {
    if (isTaken(defaults, key)) return [];
    const inner = isMapping(value) ? value : {};
    const unused = Object.keys(inner).filter((name) => !isTaken(inner, name));
    return unused.length === Object.keys(inner).length
      ? [{ node: defaults, key }]
      : unused.map((name) => ({ node: inner, key: name }));
  });
}
