import type { Dataset } from '../../model/model.ts';
import { nodeOf, type CheckContext } from '../context.ts';
import { insideOf } from '../places.ts';
import { isNumeric } from '../require-field.ts';
import { reportUnknownField } from '../unknown-field.ts';

/**
 * Checks the fields that an analysis adds up. Diagnostics: `unknown-field`, `sum-no-number`,
 * `sum-without-points`.
 */
export function checkSums(dataset: Dataset, context: CheckContext): void {
  const { id, fields, feeds, geometry } = dataset;
  const node = insideOf(nodeOf(dataset, context), 'feeds', 'analysis');
  if (!feeds.analysis || !node) return;
  const { report } = context;
  if (geometry !== 'point') {
    const target = { node, key: 'sum', part: 'key' } as const;
    return report.error('sum-without-points', target, { dataset: id, geometry });
  }
  const list = insideOf(node, 'sum');
  const numbers = [...fields.values()].filter(isNumeric).map(({ name }) => name);
  for (const [place, name] of feeds.analysis.sum.entries()) {
    const target = list ? { node: list, key: place } : { node, key: 'sum' };
    const field = fields.get(name);
    if (!field) reportUnknownField(name, [dataset], target, context);
    else if (!isNumeric(field))
      report.error('sum-no-number', target, { field: name, type: field.type, known: numbers });
  }
}
