import type * as Config from '../../schemas/config.g.ts';
import type { RawNode } from '../model/report.ts';

type AtlasFile = Required<Config.AtlasFile>;
type ListKind = {
  [K in keyof AtlasFile]: AtlasFile[K] extends readonly object[] ? K : never;
}[keyof AtlasFile];
type EntryKind = Exclude<ListKind, 'templates'>;
type SingleKind = Exclude<keyof AtlasFile, ListKind | 'texts' | 'defaults'>;

/** Without these a correct entry would seem wrong. */
const FOUNDATIONS = ['locales', 'permissions', 'region'] as const;
type Foundation = (typeof FOUNDATIONS)[number];

/** What of a configuration its schemas allow: entries by kind, and what there is one of. */
export interface ValidConfig {
  readonly lists: { readonly [K in EntryKind]: Readonly<AtlasFile[K]> };
  readonly singles: Pick<AtlasFile, Foundation> &
    Partial<Pick<AtlasFile, Exclude<SingleKind, Foundation>>>;
}

/** What was held against the schemas. */
interface Checked {
  readonly lists: Readonly<Record<EntryKind, readonly RawNode[]>>;
  readonly singles: Readonly<Partial<Record<SingleKind, { readonly value: unknown }>>>;
}

/** What has faults. */
interface Broken {
  readonly entries: ReadonlySet<object>;
  readonly singles: ReadonlySet<string>;
}

/**
 * The same objects without those that have faults of shape, with the types that their schemas give
 * them; null where the rest cannot be judged.
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
  // Validation has shown that these are the types.
  return FOUNDATIONS.every((kind) => kind in valid.singles) ? (valid as ValidConfig) : null;
}
