import type { StyleValue, Sublayer } from '../../model/model.ts';
import { kindIn } from '../../values/value-tree.ts';
import { nodeOf, type CheckContext } from '../context.ts';
import { languageAt, propertyAt } from '../places.ts';

/**
 * Reports vector tiles of rasters, an analysis of a raster whose values mean nothing, datasets that
 * nothing uses, and labels that show the name of a field or an expression, or can be empty.
 * Diagnostics: `tiles-of-raster`, `analysis-without-classes`, `unused-dataset`, `text-is-a-field`,
 * `text-is-an-expression`, `label-without-fallback`.
 */
export function checkFeeds(context: CheckContext): void {
  const { model, report } = context;
  const drawn = new Set<string>();
  const classed = new Set(
    model.groups.flatMap(({ sublayers }) =>
      sublayers.flatMap(({ source, rasterClasses }) =>
        source.kind === 'dataset' && rasterClasses ? [source.dataset.id] : [],
      ),
    ),
  );
  for (const { sublayers } of [...model.groups, ...model.baseLayers])
    for (const { source } of sublayers)
      if (source.kind === 'dataset') drawn.add(source.dataset.within?.of ?? source.dataset.id);
  for (const { outline } of model.projects) if (outline) drawn.add(outline.dataset.id);
  for (const dataset of model.datasets.values()) {
    if (dataset.within) continue;
    const node = nodeOf(dataset, context);
    const feeds = (node['feeds'] ?? {}) as Readonly<Record<string, unknown>>;
    if (dataset.geometry === 'raster' && feeds['tiles']) {
      const isDefault = context.origins.isShared(feeds, 'tiles');
      const related = { target: { node, key: 'id' }, note: 'default-used-here' } as const;
      report.error(
        'tiles-of-raster',
        { node: feeds, key: 'tiles', part: 'key' },
        { dataset: dataset.id, isDefault },
        isDefault ? [related] : [],
      );
    }
    if (dataset.geometry === 'raster' && dataset.feeds.analysis && !classed.has(dataset.id))
      report.error(
        'analysis-without-classes',
        { node: feeds, key: 'analysis', part: 'key' },
        { dataset: dataset.id },
      );
    const others = Object.entries(feeds).some(([feed, value]) => feed !== 'tiles' && value);
    if (!drawn.has(dataset.id) && !others)
      report.warn('unused-dataset', { node, key: 'id' }, { dataset: dataset.id });
  }
  checkTexts(context);
}

function checkTexts(context: CheckContext): void {
  for (const { sublayer } of context.drawn) {
    const text = sublayer.layout['text-field'];
    if (!text || sublayer.source.kind !== 'dataset') continue;
    const { fields, id } = sublayer.source.dataset;
    checkLabel(text, sublayer, context);
    const texts = kindIn('literal', text).flatMap(({ value }) =>
      typeof value === 'string' ? [value] : [],
    );
    const target = propertyAt(sublayer, 'text-field', context);
    const field = texts.find((value) => fields.has(value));
    if (field !== undefined) context.report.warn('text-is-a-field', target, { field, dataset: id });
    const found = texts.find((value) => readsFields(value, [...fields.keys()]));
    if (found !== undefined) context.report.warn('text-is-an-expression', target, { found });
  }
}

/**
 * Returns whether a text is an expression of QGIS or SQL with one of the fields: `"name" || ' m'`,
 * `concat("name", ' m')` or `[name]`.
 */
function readsFields(text: string, fields: readonly string[]): boolean {
  return fields.some(
    (field) =>
      text.includes(`"${field}"`) ||
      text.trim() === `[${field}]` ||
      text.trim() === `[% ${field} %]` ||
      text.startsWith(`${field} ||`),
  );
}

/**
 * Reports a label by language without a `fallback`, because the label is empty where the field of
 * the language is empty.
 */
function checkLabel(text: StyleValue, { source, where }: Sublayer, context: CheckContext): void {
  if (text.kind !== 'field-by-locale' || text.fallback !== null || source.kind !== 'dataset')
    return;
  const profile = context.facts.profiles.get(source.dataset.id);
  for (const [locale, field] of Object.entries(text.byLocale)) {
    const found = profile?.fields[field];
    const asked = where.some((condition) => condition.field === field);
    if (!found || found.nulls === 0 || found.nulls === found.count || asked) continue;
    context.report.warn('label-without-fallback', languageAt(nodeOf(text, context), locale), {
      field,
      dataset: source.dataset.id,
      nulls: found.nulls,
      count: found.count,
    });
  }
}
