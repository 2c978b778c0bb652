import type { BaseLayer, Dataset, Source, Sublayer } from '../../model/model.ts';
import type { Target } from '../../model/report.ts';
import { checkZooms } from './check-zooms.ts';
import { nodeOf, type CheckContext } from '../context.ts';
import { draws, FOREIGN, reportGeometry } from './draws.ts';
import { valueAt } from '../places.ts';

/**
 * Checks the type of each sublayer against its source, and the sources of base maps. Diagnostics:
 * `geometry-mismatch`, `wrong-source-type`, `raster-without-classes`, `raster-of-two-looks`,
 * `unused-source`, `labels-twice`, `base-maps-from-services`, `geojson-not-whole`.
 */
export function checkSources(context: CheckContext): void {
  const { baseLayers } = context.model;
  for (const { sublayer } of context.drawn) {
    if (sublayer.source.kind === 'source') checkForeign(sublayer, sublayer.source.source, context);
    else checkOwn(sublayer, context);
  }
  checkRasterLooks(context);
  checkZooms(context);
  for (const base of baseLayers) if (base.style) checkBaseStyle(base, base.style, context);
  checkBaseLayers(context);
  checkUsed(context);
}

function checkUsed(context: CheckContext): void {
  const { baseLayers, hillshade, sources } = context.model;
  const used = new Set([
    ...context.drawn.map(({ sublayer: { source } }) =>
      source.kind === 'source' ? source.source : undefined,
    ),
    ...baseLayers.map(({ style }) => style ?? undefined),
    ...[...sources.values()].map((source) => source.fallback),
    hillshade?.source,
  ]);
  for (const source of sources.values())
    if (!used.has(source))
      context.report.warn('unused-source', valueAt(source, 'id', context), { id: source.id });
}

function checkBaseStyle(base: BaseLayer, style: Source, context: CheckContext): void {
  const { report, model } = context;
  const target = valueAt(base, 'style', context);
  if (style.type !== 'style') {
    const params = { source: style.id, found: style.type, expected: ['style'] };
    report.error('wrong-source-type', target, { ...params, type: 'base layer' });
  }
  const isLabelled = model.groups.some(
    (group) =>
      group.checked &&
      group.sublayers.some(({ type, slot }) => type === 'symbol' && slot !== 'keep-clear'),
  );
  if (!base.without.includes('symbol') && isLabelled)
    report.error('labels-twice', target, { base: base.id });
}

/**
 * Reports an atlas whose base maps all need outside services, because without active services it
 * would have no base map.
 */
function checkBaseLayers({ model, report, nodes, incomplete }: CheckContext): void {
  // A base map that was dropped because of an error may be the one without services.
  if (incomplete.has(model.baseLayers)) return;
  const isRemote = ({ service, fallback }: Source): boolean => !!service && !fallback;
  const outside = model.baseLayers.filter(
    ({ style, sublayers }) =>
      (style !== null && isRemote(style)) ||
      // A base map without sublayers lost them because of errors, which were reported.
      (sublayers.length > 0 &&
        sublayers.every(({ source }) => source.kind === 'source' && isRemote(source.source))),
  );
  const [first] = outside;
  const node = first && nodes.get(first);
  if (node && outside.length === model.baseLayers.length)
    report.error('base-maps-from-services', { node, key: 'id' }, { base: first.id });
}

function checkForeign(sublayer: Sublayer, source: Source, context: CheckContext): void {
  const { type } = sublayer;
  const expected = FOREIGN[type];
  if (expected.includes(source.type)) return;
  const params = { source: source.id, found: source.type, expected, type };
  context.report.error('wrong-source-type', valueAt(sublayer, 'type', context), params);
}

function checkOwn(sublayer: Sublayer, context: CheckContext): void {
  const { source, type } = sublayer;
  if (source.kind !== 'dataset') return;
  const { id, geometry, permission, feeds } = source.dataset;
  const { view, download } = permission;
  const isPicture = source.feed === 'wms' && geometry !== 'raster';
  const fits = isPicture ? type === 'raster' : draws(type, [geometry]);
  if (!fits && sublayer.outlineOf === null) reportGeometry(sublayer, [geometry], id, context);
  const target = (): Target => valueAt(sublayer, 'source', context);
  const isPartial = feeds.wholeGeojson === 'download' && download.rank > view.rank;
  if (source.feed === 'geojson' && isPartial)
    context.report.error('geojson-not-whole', target(), { dataset: id, level: download.id });
  // If `classes` is present but unknown, this was reported before.
  if (type === 'raster' && geometry === 'raster' && !('classes' in nodeOf(sublayer, context)))
    context.report.error('raster-without-classes', target(), { dataset: id });
}

/**
 * Reports a raster dataset that is drawn with several class lists, because the server draws it with
 * one.
 */
function checkRasterLooks(context: CheckContext): void {
  const first = new Map<Dataset, Sublayer>();
  for (const { sublayer, dataset } of context.drawn) {
    const { rasterClasses } = sublayer;
    if (!dataset || !rasterClasses) continue;
    const other = first.get(dataset);
    if (!other) first.set(dataset, sublayer);
    else if (other.rasterClasses !== rasterClasses)
      context.report.warn(
        'raster-of-two-looks',
        valueAt(sublayer, 'classes', context),
        { dataset: dataset.id, classes: other.rasterClasses!.id, found: rasterClasses.id },
        [{ target: valueAt(other, 'classes', context), note: 'drawn-otherwise-here' }],
      );
  }
}
