import type { ClassList, Dataset } from '../model/model.ts';
import { type CheckContext } from './context.ts';
import { valueAt } from './places.ts';
import { reportUnknownField } from './unknown-field.ts';

/**
 * Reports the field of a class list, once, where no dataset that the list is used with has it, and
 * returns these lists: their uses are not at fault. Diagnostic: `unknown-field`.
 */
export function checkClassFields(context: CheckContext): ReadonlySet<ClassList> {
  const uses = new Map<ClassList, Dataset[]>();
  for (const { dataset, uses: own } of context.drawn) {
    if (!dataset) continue;
    for (const use of own) {
      if (namesOwnField(use, context)) continue;
      const known = uses.get(use.classes);
      if (known) known.push(dataset);
      else uses.set(use.classes, [dataset]);
    }
  }
  const wrong = new Set<ClassList>();
  for (const [classes, datasets] of uses) {
    if (classes.kind === 'ramp' || datasets.some(({ fields }) => fields.has(classes.field)))
      continue;
    wrong.add(classes);
    const target = valueAt(classes, 'field', context);
    reportUnknownField(classes.field, [...new Set(datasets)], target, context);
  }
  return wrong;
}

/** Whether a use of a class list names a field itself instead of the one of the list. */
export function namesOwnField(value: object, { nodes }: CheckContext): boolean {
  const node = nodes.get(value);
  return node !== undefined && 'field' in node;
}
