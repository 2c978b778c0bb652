import type { Dataset } from '../model/model.ts';
import type { Target } from '../model/report.ts';
import { nodeOf, type CheckContext } from './context.ts';
import { reportUnknownField } from './unknown-field.ts';

/**
 * Checks the fields that `search` of a dataset names. Diagnostics: `unknown-field`,
 * `search-rank-no-number`, `search-rank-restricted`.
 */
export function checkSearch(dataset: Dataset, context: CheckContext): void {
  const { search } = dataset.feeds;
  if (!search || dataset.cut) return;
  const { fields } = dataset;
  const { report } = context;
  for (const [name, target] of fieldTargets(dataset, context))
    if (!fields.has(name)) reportUnknownField(name, [dataset], target, context);
  if (search.rank === null) return;
  const target = { node: searchNode(dataset, context) as object, key: 'rank' };
  const rank = fields.get(search.rank);
  if (!rank) return reportUnknownField(search.rank, [dataset], target, context);
  if (rank.type !== 'integer' && rank.type !== 'number')
    report.error('search-rank-no-number', target, { field: rank.name, type: rank.type });
  // The order of what is found would tell of it.
  if (rank.permission.rank > dataset.permission.view.rank)
    report.error('search-rank-restricted', target, {
      field: rank.name,
      level: rank.permission.id,
      dataset: dataset.id,
      open: dataset.permission.view.id,
    });
}

function searchNode(dataset: Dataset, context: CheckContext): unknown {
  const node = nodeOf(dataset, context);
  return (node['feeds'] as { readonly search?: unknown } | undefined)?.search;
}

/** Every field that is searched, at the places that name it. */
function fieldTargets(dataset: Dataset, context: CheckContext): (readonly [string, Target])[] {
  const written = searchNode(dataset, context);
  const list = Array.isArray(written) ? written : (written as { fields?: unknown })?.fields;
  const title = (written as { title?: unknown })?.title;
  return [list, title].flatMap((holder) =>
    Object.entries((holder ?? {}) as Readonly<Record<string, unknown>>)
      .filter(([, name]) => typeof name === 'string')
      .map(
        ([key, name]) =>
          [
            name as string,
            { node: holder as object, key: Array.isArray(holder) ? Number(key) : key },
          ] as const,
      ),
  );
}
