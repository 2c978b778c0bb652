import { fieldsOfValue } from '../resolve/fields-read.ts';
import type { Group, StyleValue, Sublayer } from '../model/model.ts';
import { nodeOf, sublayersOf, type CheckContext } from './context.ts';

/**
 * Finds what is declared and reaches nobody. Diagnostics: `tiles-of-raster`, `unused-dataset`,
 * `text-is-a-field`, `style-reads-restricted`.
 */
export function checkFeeds(context: CheckContext): void {
  const { model, report } = context;
  const drawn = new Set<string>();
  for (const { sublayers } of [...model.groups, ...model.baseLayers])
    for (const { source } of sublayers)
      if (source.kind === 'dataset') drawn.add(source.dataset.cut?.of ?? source.dataset.id);
  for (const dataset of model.datasets.values()) {
    if (dataset.cut) continue;
    const node = nodeOf(dataset, context);
    const feeds = (node['feeds'] ?? {}) as Readonly<Record<string, unknown>>;
    if (dataset.geometry === 'raster' && feeds['tiles']) {
      report.error(
        'tiles-of-raster',
        { node: feeds, key: 'tiles', part: 'key' },
        { dataset: dataset.id },
      );
    }
    const others = Object.entries(feeds).some(([feed, value]) => feed !== 'tiles' && value);
    if (!drawn.has(dataset.id) && !others)
      report.warn('unused-dataset', { node, key: 'id' }, { dataset: dataset.id });
  }
  checkTexts(context);
  for (const group of model.groups) {
    if (group.project !== null || nodeOf(group, context)['permission'] !== undefined) continue;
    for (const sublayer of group.sublayers) checkReads(sublayer, group, context);
  }
}

/** A style that reads a field locks the whole group to those who may not see it. */
function checkReads(sublayer: Sublayer, group: Group, context: CheckContext): void {
  if (sublayer.source.kind !== 'dataset' || sublayer.outlineOf !== null) return;
  const { fields, id, permission } = sublayer.source.dataset;
  const node = nodeOf(sublayer, context);
  for (const part of ['paint', 'layout'] as const) {
    for (const [property, value] of Object.entries(sublayer[part])) {
      for (const name of fieldsOfValue(value)) {
        const field = fields.get(name);
        if (!field || field.permission.rank <= permission.view.rank) continue;
        const holder = node[part] as object | undefined;
        context.report.warn(
          'style-reads-restricted',
          holder && property in holder ? { node: holder, key: property } : { node },
          { field: name, dataset: id, level: field.permission.id, group: group.id },
        );
      }
    }
  }
}

function checkTexts(context: CheckContext): void {
  for (const { sublayer } of sublayersOf(context.model)) {
    const text = sublayer.layout['text-field'];
    if (!text || sublayer.source.kind !== 'dataset') continue;
    const { fields, id } = sublayer.source.dataset;
    const field = literalTexts(text).find((literal) => fields.has(literal));
    if (field === undefined) continue;
    const node = nodeOf(sublayer, context);
    const layout = node['layout'] as object | undefined;
    context.report.warn(
      'text-is-a-field',
      layout && 'text-field' in layout ? { node: layout, key: 'text-field' } : { node },
      { field, dataset: id },
    );
  }
}

function literalTexts(value: StyleValue): string[] {
  switch (value.kind) {
    case 'literal':
      return typeof value.value === 'string' ? [value.value] : [];
    case 'by-zoom':
    case 'by-value':
      return value.stops.flatMap(([, inner]) => literalTexts(inner));
    case 'by-ground':
      return Object.values(value.values).flatMap(literalTexts);
    default:
      return [];
  }
}
