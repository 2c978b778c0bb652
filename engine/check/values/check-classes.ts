import type { ClassList, Field, Sublayer } from '../../model/model.ts';
import { meets } from '../../values/conditions.ts';
import type { ClassUse } from '../../values/value-tree.ts';
import { checkClassValues } from './check-class-values.ts';
import { checkOccurrence } from './check-occurrence.ts';
import { checkPixels } from './check-pixels.ts';
import { keyOfPair, pairOf, type Pair, type ValueList } from './class-pairs.ts';
import { type CheckContext } from '../context.ts';
import { valueAt } from '../places.ts';

/**
 * Checks class lists against the fields they are used with. Diagnostics: `unused-classes`,
 * `class-value-impossible`, `class-never-occurs`, `class-never-painted`, `value-without-class`,
 * `swallowed-by-default`, `default-share`, `class-without-color`, `class-without-icon`, those of
 * `checkPixels`.
 */
export function checkClasses(context: CheckContext): void {
  const used = new Set<ClassList>();
  const pairs = new Map<string, Pair>();
  for (const { sublayer, uses } of context.drawn) {
    if (sublayer.rasterClasses) used.add(sublayer.rasterClasses);
    for (const use of uses) {
      used.add(use.classes);
      checkTaken(use, context);
      const pair = pairOf(use, sublayer, context);
      if (!pair) continue;
      const key = keyOfPair(pair);
      if (!pairs.has(key)) pairs.set(key, pair);
      checkPainted(pair.classes, pair.field, sublayer, context);
    }
  }
  checkPixels(context);
  const misspelt = checkOccurrence(pairs.values(), context);
  for (const pair of pairs.values()) checkClassValues(pair, misspelt, context);
  checkUsed(used, context);
}

/**
 * Reports class lists that are not used. A list can be used by a sublayer, or by a field for
 * popups.
 */
function checkUsed(drawn: ReadonlySet<ClassList>, context: CheckContext): void {
  const { datasets, classes } = context.model;
  const fields = [...datasets.values()].flatMap((dataset) => [...dataset.fields.values()]);
  const used = new Set([...drawn, ...fields.map((field) => field.classes)]);
  for (const list of classes.values())
    if (!used.has(list))
      context.report.warn('unused-classes', valueAt(list, 'id', context), { id: list.id });
}

/**
 * Reports classes without a colour for a colour property, or without an icon for an icon property.
 */
function checkTaken(use: ClassUse, { report, nodes }: CheckContext): void {
  const { classes, take, shade } = use;
  if (classes.kind !== 'values' || (take === 'color' && shade !== null)) return;
  for (const { entry } of classes.looks.rows) {
    if (take === 'color' ? entry.color !== null : entry.icon !== undefined) continue;
    const node = nodes.get(entry);
    if (node) report.error(`class-without-${take}`, { node }, { classes: classes.id });
  }
}

/** Reports classes that `where` excludes. They are in the legend, but never drawn. */
function checkPainted(
  classes: ValueList,
  field: Field,
  sublayer: Sublayer,
  context: CheckContext,
): void {
  for (const condition of sublayer.where) {
    if (condition.field !== field.name || !('values' in condition)) continue;
    const out = classes.entries.filter(
      (entry) => !entry.values.some((value) => meets(value, condition)),
    );
    // A condition that excludes all classes is invalid itself, and its values are reported.
    if (out.length === 0 || out.length === classes.entries.length) continue;
    context.report.warn('class-never-painted', valueAt(condition, field.name, context), {
      classes: classes.id,
      values: out.map((entry) => String(entry.values[0])),
    });
  }
}
