import { LIST_KINDS, SINGLE_KINDS, type ListKind, type SingleKind } from '../../schemas/index.ts';
import { isMapping } from '../parse/node-type.ts';
import type { RawNode, Report } from '../model/report.ts';
import { checkShape } from './check-shape.ts';

/** The invalid parts: later stages omit these entries, or cannot run. */
export interface BrokenShape {
  readonly entries: ReadonlySet<RawNode>;
  readonly singles: ReadonlySet<SingleKind>;
}

/** A configuration with its entries gathered from all files. */
export interface Gathered<Kind extends ListKind = ListKind> {
  readonly lists: Readonly<Record<Kind, readonly RawNode[]>>;
  /**
   * For each single value, the mapping that contains its key. Diagnostics use the mapping as their
   * place.
   */
  readonly singles: Readonly<
    Partial<Record<SingleKind, { readonly holder: RawNode; readonly value: unknown }>>
  >;
}

/** A configuration after expansion. `faulty` entries are invalid and not checked again. */
interface Expanded extends Gathered<Exclude<ListKind, 'templates'>> {
  readonly faulty: ReadonlySet<object>;
}

/**
 * Checks every expanded entry against the schema of its kind, with the diagnostics of `checkShape`.
 * Returns the invalid parts.
 */
export function validateShape(expanded: Expanded, collected: Report): BrokenShape {
  const { lists, singles, faulty } = expanded;
  const report = withIds(collected, (kind) => idsOf(kind, expanded));
  const broken = LIST_KINDS.filter((kind) => kind !== 'templates').flatMap((kind) =>
    lists[kind].filter(
      (entry) => faulty.has(entry) || !checkShape(kind, entry, { node: entry }, report),
    ),
  );
  const brokenSingles = SINGLE_KINDS.filter((kind) => {
    const single = singles[kind];
    const at = single && { node: single.holder, key: kind };
    return at && !checkShape(kind, single.value, at, report);
  });
  return { entries: new Set(broken), singles: new Set(brokenSingles) };
}

/** Returns a report that adds the possible ids to a value of a wrong type in place of an id. */
function withIds(report: Report, ids: (kind: string) => readonly string[]): Report {
  const adding = (reporting: Report['error']): Report['error'] => {
    return (code, target, params, related) => {
      const { refersTo } = params as { readonly refersTo?: string };
      const more =
        refersTo === undefined ? params : Object.assign({}, params, { ids: ids(refersTo) });
      reporting(code, target, more, related);
    };
  };
  return {
    error: adding((...all) => report.error(...all)),
    warn: adding((...all) => report.warn(...all)),
  };
}

/** Returns the declared ids of a kind of entries; none for kinds that are not in a list. */
function idsOf(kind: string, { lists, singles }: Expanded): readonly string[] {
  const inside = (single: SingleKind, key: string): unknown =>
    isMapping(singles[single]?.value) ? singles[single].value[key] : [];
  const entries: unknown =
    kind === 'levels'
      ? inside('permissions', 'levels')
      : kind === 'countries'
        ? inside('region', 'countries')
        : (lists as Readonly<Record<string, readonly RawNode[]>>)[kind];
  return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown) =>
    isMapping(entry) && typeof entry['id'] === 'string' ? entry['id'] : [],
  );
}
