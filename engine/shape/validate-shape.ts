import { LIST_KINDS, SINGLE_KINDS, type ListKind, type SingleKind } from '../../schemas/index.ts';
import type { RawNode, Report } from '../model/report.ts';
import { checkShape } from './check-shape.ts';

/** What has faults of its own: later stages leave these entries out, or cannot run. */
export interface BrokenShape {
  readonly entries: ReadonlySet<RawNode>;
  readonly singles: ReadonlySet<SingleKind>;
}

/** A configuration whose entries are gathered over all files. */
export interface Gathered<Kind extends ListKind = ListKind> {
  readonly lists: Readonly<Record<Kind, readonly RawNode[]>>;
  /** The mapping that holds the key, so that a diagnostic can point at it. */
  readonly singles: Readonly<
    Partial<Record<SingleKind, { readonly holder: RawNode; readonly value: unknown }>>
  >;
}

/** A configuration after expansion; what has a fault since then is not looked at again. */
interface Expanded extends Gathered<Exclude<ListKind, 'templates'>> {
  readonly faulty: ReadonlySet<object>;
}

/**
 * Holds every expanded entry against the schema of its kind, with the diagnostics of `checkShape`.
 * Returns what has faults.
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
