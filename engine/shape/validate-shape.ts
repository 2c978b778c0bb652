import { LIST_KINDS, SINGLE_KINDS, type ListKind, type SingleKind } from '../../schemas/index.ts';
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
export function validateShape({ lists, singles, faulty }: Expanded, report: Report): BrokenShape {
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
