import type { Dataset } from '../model/model.ts';
import type { Target } from '../model/report.ts';
import { nodeOf, type CheckContext } from './context.ts';
import { insideOf } from './places.ts';
import { isNumeric } from './require-field.ts';
import { reportUnknownField } from './unknown-field.ts';

/**
 * Checks the fields of a dataset's `search`. Diagnostics: `unknown-field`, `search-rank-no-number`,
 * `search-rank-restricted`.
 */
export function checkSearch(dataset: Dataset, context: CheckContext): void {
  const { fields, feeds, permission } = dataset;
  const written = insideOf(nodeOf(dataset, context), 'feeds', 'search');
  if (!feeds.search || !written) return;
  for (const [name, target] of searchedFields(written))
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

/** Returns every searched field with its place. */
function searchedFields(written: object): readonly (readonly [string, Target])[] {
  const list = Array.isArray(written) ? written : insideOf(written, 'fields');
  return [list, insideOf(written, 'title')].flatMap((node) =>
    Object.entries(node ?? {}).flatMap(([key, name]) =>
      typeof name === 'string'
        ? [[name, { node: node!, key: Array.isArray(node) ? Number(key) : key }] as const]
        : [],
    ),
  );
}
