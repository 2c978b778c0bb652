import { suggest } from '../../diagnostics/suggest.ts';
import type { ClassEntry } from '../../model/model.ts';
import { groupBy } from '../../basics/group-by.ts';
import { present } from '../../basics/present.ts';
import { MAX_COMPARISONS, namedValues, type Pair, type ValueList } from './class-pairs.ts';
import { foundField, nodeOf, profileOf, type CheckContext } from '../context.ts';
import { itemAt, valueAt } from '../places.ts';

/** The values of a class list's field in the datasets that use it. */
interface Found {
  /** All values that occur in the datasets. */
  readonly seen: ReadonlySet<string>;
  /** Values that occur in the datasets and belong to no class. */
  readonly free: readonly string[];
  /** Id of the first dataset that uses the class list. */
  readonly dataset: string;
  /** Whether records are missing that cannot be read, and may have any value. */
  readonly isPartial: boolean;
}

/** A value of a class that no feature has. */
interface Unseen {
  readonly entry: ClassEntry;
  readonly value: ClassEntry['values'][number];
  /** Another spelling in the same class, which occurs. */
  readonly spelling?: ClassEntry['values'][number];
  /** The closest value that occurs and belongs to no class. */
  readonly nearest?: string;
}

/** Maximum number of warnings about one class list. More are combined to one. */
const MAX_WARNINGS = 3;

/**
 * Reports classes and spellings of a class that occur in none of the datasets; several countries
 * may share a list. It is an error when the value is close to a value without a class, and
 * therefore probably misspelt; otherwise it is a warning. Returns the correct values, as
 * `<classes>|<value>`. Diagnostics: `class-never-occurs`, `classes-never-occur`.
 */
export function checkOccurrence(pairs: Iterable<Pair>, context: CheckContext): Set<string> {
  const meant = [...groupBy(pairs, ({ classes }) => classes)].flatMap(([classes, its]) => {
    const lists = its.map(({ dataset, field }) => foundField(dataset, field.name, context)?.values);
    if (lists.includes(undefined)) return [];
    const seen = new Set(lists.flatMap((values) => values!.map(([value]) => String(value))));
    const named = namedValues(classes);
    const free = [...seen].filter((value) => !named.has(value));
    const isPartial = its.some(({ dataset }) => profileOf(dataset, context)?.data?.refused);
    return checkList(classes, { seen, free, dataset: its[0]!.dataset.id, isPartial }, context);
  });
  return new Set(meant);
}

function checkList(classes: ValueList, found: Found, context: CheckContext): readonly string[] {
  const { free, dataset, isPartial } = found;
  const unseen = classes.entries.flatMap((entry) => unseenOf(entry, found));
  const isCompared = unseen.length * free.length <= MAX_COMPARISONS;
  const compared = unseen.map((each): Unseen => {
    const nearest = isCompared ? suggest(String(each.value), free) : undefined;
    return present({ ...each, nearest });
  });
  const [misspelt, others] = [true, false].map((isNear) =>
    compared.filter(({ nearest }) => (nearest !== undefined) === isNear),
  ) as [Unseen[], Unseen[]];
  for (const each of misspelt) report(each, 'error', { classes: classes.id, dataset }, context);
  // Records that cannot be read are reported, and may have the values.
  if (isPartial) return misspelt.map(({ nearest }) => `${classes.id}|${nearest}`);
  if (others.length <= MAX_WARNINGS)
    for (const each of others) report(each, 'warn', { classes: classes.id, dataset }, context);
  else
    context.report.warn('classes-never-occur', valueAt(classes, 'id', context), {
      classes: classes.id,
      dataset,
      count: others.length,
      of: classes.entries.length,
      examples: others.slice(0, MAX_WARNINGS).map(({ value }) => String(value)),
    });
  return misspelt.map(({ nearest }) => `${classes.id}|${nearest}`);
}

/** Returns the spellings that never occur; for a class that never occurs, only its first value. */
function unseenOf(entry: ClassEntry, { seen }: Found): readonly Unseen[] {
  const isSeen = (value: Unseen['value']): boolean => seen.has(String(value));
  const spelling = entry.values.find(isSeen);
  const unseen = entry.values.filter((value) => !isSeen(value));
  return unseen
    .slice(0, spelling === undefined ? 1 : undefined)
    .map((value) => present({ entry, value, spelling }));
}

function report(
  { entry, value, spelling, nearest }: Unseen,
  severity: 'error' | 'warn',
  names: { readonly classes: string; readonly dataset: string },
  context: CheckContext,
): void {
  const node = nodeOf(entry, context);
  const place = [node['value']].flat().indexOf(value);
  const target = spelling === undefined ? { node, key: 'value' } : itemAt(node, 'value', place);
  const params = present({
    ...names,
    found: String(value),
    nearest,
    spelling: spelling?.toString(),
  });
  context.report[severity]('class-never-occurs', target, params);
}
