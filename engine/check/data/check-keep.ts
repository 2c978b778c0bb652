import type { Dataset } from '../../model/model.ts';
import { nodeOf, type CheckContext } from '../context.ts';
import { insideOf } from '../places.ts';
import { isNumeric } from '../require-field.ts';
import { reportUnknownField } from '../unknown-field.ts';

/**
 * Checks the field by which the tiles of a dataset keep features. Diagnostics: `unknown-field`,
 * `keep-no-number`, `keep-restricted`.
 */
export function checkKeep(dataset: Dataset, context: CheckContext): void {
  const { fields, feeds, permission } = dataset;
  const written = insideOf(nodeOf(dataset, context), 'feeds', 'tiles', 'keep');
  const by = feeds.tiles?.keepBy ?? null;
  if (by === null || !written) return;
  const target = { node: written, key: 'by' };
  const rank = fields.get(by);
  if (!rank) return reportUnknownField(by, [dataset], target, context);
  const { report } = context;
  if (!isNumeric(rank))
    report.error('keep-no-number', target, { field: rank.name, type: rank.type });
  // The selection would reveal the restricted values.
  if (rank.permission.rank > permission.view.rank)
    report.error('keep-restricted', target, {
      field: rank.name,
      level: rank.permission.id,
      dataset: dataset.id,
      open: permission.view.id,
    });
}
