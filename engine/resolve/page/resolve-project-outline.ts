import type * as Config from '../../../schemas/config.g.ts';
import type { Dataset, Project } from '../../model/model.ts';
import { lookUp, type ResolveContext } from '../context.ts';
import { resolveConditions } from '../values/resolve-conditions.ts';

type RawOutline = NonNullable<Config.Project['outline']>;

/**
 * Resolves the outline of a project; null when an error was reported. The outline is public, so
 * everyone must be able to view its dataset and the fields of its conditions. Diagnostics:
 * `unknown-dataset`, `outline-without-area`, `outline-restricted`, `consent-in-public-file`, those of
 * conditions.
 */
export function resolveProjectOutline(
  raw: RawOutline,
  context: ResolveContext,
): Project['outline'] {
  const target = { node: raw, key: 'dataset' };
  const dataset = lookUp('dataset', raw.dataset, target, context);
  if (!dataset) return null;
  const where = resolveConditions(raw.where, context);
  const { report } = context;
  if (dataset.geometry !== 'polygon') {
    const params = { dataset: dataset.id, geometry: dataset.geometry };
    report.error('outline-without-area', target, params);
  }
  if (dataset.permission.view.rank > 0) {
    const params = { dataset: dataset.id, level: dataset.permission.view.id };
    report.error('outline-restricted', target, params);
  } else reportStrictFields(raw, dataset, context);
  if (dataset.consent)
    report.error('consent-in-public-file', target, { dataset: dataset.id, by: 'outline' });
  return { dataset, where };
}

function reportStrictFields(
  { where = {} }: RawOutline,
  { id: dataset, fields }: Dataset,
  { report }: ResolveContext,
): void {
  for (const key of Object.keys(where)) {
    const field = fields.get(key);
    if (!field || field.permission.rank === 0) continue;
    const params = { dataset, field: key, level: field.permission.id };
    report.error('outline-restricted', { node: where, key, part: 'key' }, params);
  }
}
