import type * as Config from '../../schemas/config.g.ts';
import type { RawNode } from '../model/report.ts';

type AtlasFile = Required<Config.AtlasFile>;
type ListKind = {
  [K in keyof AtlasFile]: AtlasFile[K] extends readonly object[] ? K : never;
}[keyof AtlasFile];
type EntryKind = Exclude<ListKind, 'templates'>;
type SingleKind = Exclude<keyof AtlasFile, ListKind | 'texts' | 'defaults'>;

/** The required parts. If one of them is invalid, no other entry can be checked. */
const FOUNDATIONS = ['locales', 'permissions', 'region'] as const;
type Foundation = (typeof FOUNDATIONS)[number];

/** The valid part of a configuration: entries by kind, and single values. */
export interface ValidConfig {
  readonly lists: { readonly [K in EntryKind]: Readonly<AtlasFile[K]> };
  readonly singles: Pick<AtlasFile, Foundation> &
    Partial<Pick<AtlasFile, Exclude<SingleKind, Foundation>>>;
}

/** The values that were checked against the schemas. */
interface Checked {
  readonly lists: Readonly<Record<EntryKind, readonly RawNode[]>>;
  readonly singles: Readonly<Partial<Record<SingleKind, { readonly value: unknown }>>>;
}

/** The invalid entries of lists, and the invalid single values. */
interface Broken {
  readonly entries: ReadonlySet<object>;
  readonly singles: ReadonlySet<string>;
}

/**
 * Returns the same objects without the invalid ones, with the types of their schemas. Returns null
 * when a required part is invalid.
 */
export function validConfig(checked: Checked, broken: Broken): ValidConfig | null {
  const lists = Object.entries(checked.lists).map(([kind, entries]) => [
    kind,
    entries.filter((entry) => !broken.entries.has(entry)),
  ]);
  const singles = Object.entries(checked.singles)
    .filter(([kind]) => !broken.singles.has(kind))
    .map(([kind, { value }]) => [kind, value]);
  const valid = { lists: Object.fromEntries(lists), singles: Object.fromEntries(singles) };
  // Validation has established these types.
  return FOUNDATIONS.every((kind) => kind in valid.singles) ? (valid as ValidConfig) : null;
}
