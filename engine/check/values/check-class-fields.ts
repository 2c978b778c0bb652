import type { ClassList, Dataset } from '../../model/model.ts';
import { type CheckContext } from '../context.ts';
import { valueAt } from '../places.ts';
import { reportUnknownField } from '../unknown-field.ts';

/**
 * Reports class lists whose field is missing in all datasets that use them, once per list. Returns
 * these lists, so that their uses are not reported again. Diagnostic: `unknown-field`.
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

/**
 * Returns whether a use of a class list names its own field instead of using the field of the list.
 */
export function namesOwnField(value: object, { nodes }: CheckContext): boolean {
  const node = nodes.get(value);
  return node !== undefined && 'field' in node;
}
