import type { Dataset } from '../../model/model.ts';
import { nodeOf, type CheckContext } from '../context.ts';
import { fieldsNamedIn, insideOf } from '../places.ts';
import { isNumeric } from '../require-field.ts';
import { reportUnknownField } from '../unknown-field.ts';

/**
 * Checks the fields of a dataset's `search`. Diagnostics: `unknown-field`, `search-rank-no-number`,
 * `search-rank-restricted`.
 */
export function checkSearch(dataset: Dataset, context: CheckContext): void {
  const { fields, feeds, permission } = dataset;
  const written = insideOf(nodeOf(dataset, context), 'feeds', 'search');
  if (!feeds.search || !written) return;
  const searched = Array.isArray(written)
    ? fieldsNamedIn(written)
    : ['fields', 'title'].flatMap((key) => fieldsNamedIn(insideOf(written, key) ?? {}));
  for (const [name, target] of searched)
    if (!fields.has(name)) reportUnknownField(name, [dataset], target, context);
  if (feeds.search.rank === null) return;
  const target = { node: written, key: 'rank' };
  const rank = fields.get(feeds.search.rank);
  if (!rank) return reportUnknownField(feeds.search.rank, [dataset], target, context);
  const { report } = context;
  if (!isNumeric(rank))
    report.error('search-rank-no-number', target, { field: rank.name, type: rank.type });
  // The order of the results would reveal the restricted values.
  if (rank.permission.rank > permission.view.rank)
    report.error('search-rank-restricted', target, {
      field: rank.name,
      level: rank.permission.id,
      dataset: dataset.id,
      open: permission.view.id,
    });
}
