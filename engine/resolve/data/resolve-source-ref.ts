import type * as Config from '../../../schemas/config.g.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import type { Dataset, Source, SourceRef, SublayerType } from '../../model/model.ts';
import type { AnyOf } from '../any-of.ts';
import type { ResolveContext } from '../context.ts';

type RawSublayer = AnyOf<Config.Sublayer>;

/** Layer types that draw features. With a `vector` source, they need `source-layer`. */
const DRAWS_FEATURES: ReadonlySet<SublayerType> = new Set(['fill', 'line', 'circle', 'symbol']);

/**
 * Resolves the source of a sublayer; undefined when an error was reported. Diagnostics:
 * `unknown-source`, `feed-missing`, `missing-source-layer`, `unknown-source-layer`,
 * `source-layer-not-used`.
 */
export function resolveSourceRef(raw: RawSublayer, context: ResolveContext): SourceRef | undefined {
  const { source: id } = raw;
  // Only a background has no source.
  if (id === undefined) return { kind: 'none' };
  const { dataset: datasets, source: sources } = context.things;
  const dataset = datasets.get(id);
  if (dataset) return datasetRef(raw, dataset, context);
  const source = sources.get(id);
  if (source) return foreignRef(raw, source, context);
  const broken = [id, '?'].flatMap((each) => [`dataset:${each}`, `source:${each}`]);
  if (!broken.some((each) => context.broken.has(each))) {
    const known = [...datasets.keys(), ...sources.keys()];
    context.report.error(
      'unknown-source',
      { node: raw, key: 'source' },
      { sublayer: raw.id, found: id, nearest: suggest(id, known), known },
    );
  }
  return undefined;
}

function foreignRef(
  raw: RawSublayer,
  source: Source,
  context: ResolveContext,
): SourceRef | undefined {
  const { id } = source;
  const { 'source-layer': sourceLayer = null } = raw;
  if (source.type === 'vector' && DRAWS_FEATURES.has(raw.type)) {
    const known = source.fields ? [...source.fields.keys()] : [];
    if (sourceLayer === null) {
      context.report.error(
        'missing-source-layer',
        { node: raw, key: 'source' },
        { source: id, known },
      );
      return undefined;
    }
    if (source.fields && !source.fields.has(sourceLayer)) {
      context.report.error(
        'unknown-source-layer',
        { node: raw, key: 'source-layer' },
        { found: sourceLayer, source: id, nearest: suggest(sourceLayer, known), known },
      );
      return undefined;
    }
  } else if (sourceLayer !== null) {
    context.report.error(
      'source-layer-not-used',
      { node: raw, key: 'source-layer', part: 'key' },
      { type: source.type },
    );
  }
  return { kind: 'source', source, sourceLayer };
}

function datasetRef(
  raw: RawSublayer,
  dataset: Dataset,
  context: ResolveContext,
): SourceRef | undefined {
  const wanted = raw.feed;
  const feeds = ['tiles', 'geojson', 'wms'] as const;
  const available = feeds.filter((feed) => dataset.feeds[feed] !== null);
  const feed = wanted === undefined ? available[0] : available.find((name) => name === wanted);
  if (!feed) {
    // A dataset without feeds is reported once, however many sublayers read it.
    const target =
      wanted === undefined
        ? ({ node: context.nodes.get(dataset)!, key: 'feeds', part: 'key' } as const)
        : { node: raw, key: 'feed' };
    context.report.error('feed-missing', target, {
      dataset: dataset.id,
      feed: dataset.geometry === 'raster' ? 'wms' : 'tiles',
      found: wanted,
      known: available,
    });
    return undefined;
  }
  const { 'source-layer': sourceLayer } = raw;
  if (sourceLayer !== undefined && sourceLayer !== dataset.feeds.tiles?.name) {
    context.report.error(
      'unknown-source-layer',
      { node: raw, key: 'source-layer' },
      {
        found: sourceLayer,
        source: dataset.id,
        nearest: dataset.feeds.tiles?.name ?? '',
        known: dataset.feeds.tiles ? [dataset.feeds.tiles.name] : [],
      },
    );
  }
  return { kind: 'dataset', dataset, feed };
}

/** Returns the declared fields of sources; undefined if none of them declares fields. */
export function fieldsOfSources(sources: readonly SourceRef[]): ReadonlySet<string> | undefined {
  const declared = sources.flatMap((ref) => {
    if (ref.kind === 'dataset') return ref.dataset.fields;
    return ref.kind === 'none' ? [] : (ref.source.fields?.get(ref.sourceLayer ?? '') ?? []);
  });
  if (declared.length === 0) return undefined;
  return new Set(declared.flatMap((fields) => [...fields.keys()]));
}
