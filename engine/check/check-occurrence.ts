import { suggest } from '../diagnostics/suggest.ts';
import type { ClassEntry } from '../model/model.ts';
import { groupBy } from '../runtime/group-by.ts';
import { present } from '../runtime/present.ts';
import { namedValues, type Pair, type ValueList } from './class-pairs.ts';
import { foundField, nodeOf, type CheckContext } from './context.ts';
import { itemAt } from './places.ts';

/** The values of a class list's field in the datasets that use it. */
interface Found {
  /** All values that occur in the datasets. */
  readonly seen: ReadonlySet<string>;
  /** Values that occur in the datasets and belong to no class. */
  readonly free: readonly string[];
  /** Id of the first dataset that uses the class list. */
  readonly dataset: string;
}

/**
 * Reports classes and spellings of a class that occur in none of the datasets; several countries
 * may share a list. It is an error when the value is close to a value without a class, and
 * therefore probably misspelt; otherwise it is a warning. Returns the correct values, as
 * `<classes>|<value>`. Diagnostic: `class-never-occurs`.
 */
export function checkOccurrence(pairs: Iterable<Pair>, context: CheckContext): Set<string> {
  const meant = [...groupBy(pairs, ({ classes }) => classes)].flatMap(([classes, its]) => {
    const lists = its.map(({ dataset, field }) => foundField(dataset, field.name, context)?.values);
    if (lists.includes(undefined)) return [];
    const seen = new Set(lists.flatMap((values) => values!.map(([value]) => String(value))));
    const named = namedValues(classes);
    const free = [...seen].filter((value) => !named.has(value));
    const found = { seen, free, dataset: its[0]!.dataset.id };
    return classes.entries.flatMap((entry) => checkEntry(entry, classes, found, context));
  });
  return new Set(meant);
}

/** Reports the spellings that never occur; for a class that never occurs, only its first value. */
function checkEntry(
  entry: ClassEntry,
  classes: ValueList,
  { seen, free, dataset }: Found,
  context: CheckContext,
): readonly string[] {
  const isSeen = (value: ClassEntry['values'][number]): boolean => seen.has(String(value));
  const spelling = entry.values.find(isSeen);
  const unseen = entry.values.filter((value) => !isSeen(value));
  const node = nodeOf(entry, context);
  return unseen.slice(0, spelling === undefined ? 1 : undefined).flatMap((value) => {
    const nearest = suggest(String(value), free);
    const place = [node['value']].flat().indexOf(value);
    const target = spelling === undefined ? { node, key: 'value' } : itemAt(node, 'value', place);
    const params = { found: String(value), classes: classes.id, dataset, nearest };
    const words = present({ ...params, spelling: spelling?.toString() });
    context.report[nearest === undefined ? 'warn' : 'error']('class-never-occurs', target, words);
    return nearest === undefined ? [] : `${classes.id}|${nearest}`;
  });
}
