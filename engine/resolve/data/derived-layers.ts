import type { DerivedLayer } from '../../model/derived.ts';
import type { SourceRef, StyleValue, Sublayer } from '../../model/model.ts';
import type { ResolveContext } from '../context.ts';

type DatasetRef = Extract<SourceRef, { kind: 'dataset' }>;

/** Returns a reference to a derived layer, and adds the layer to those of its dataset. */
export function derivedRef(
  ref: DatasetRef,
  layer: DerivedLayer,
  { derived }: Pick<ResolveContext, 'derived'>,
): DatasetRef {
  const layers = derived.get(ref.dataset)!;
  const place = layers.findIndex(({ name }) => name === layer.name);
  if (place === -1) layers.push(layer);
  else {
    const minzoom = Math.min(layer.minzoom, layers[place]!.minzoom);
    const maxzoom = Math.max(layer.maxzoom, layers[place]!.maxzoom);
    layers[place] = { ...layer, minzoom, maxzoom };
  }
  return { ...ref, derived: layer.name };
}

/**
 * Returns the source of labels: for polygons in tiles of the store, their label points, so that
 * each polygon has one label. Labels along lines follow the edges of the polygons.
 */
export function labelSource(
  sublayer: Pick<Sublayer, 'type' | 'source' | 'layout' | 'minzoom' | 'maxzoom'>,
  context: Pick<ResolveContext, 'derived'>,
): SourceRef {
  const { type, source, layout, minzoom, maxzoom } = sublayer;
  if (type !== 'symbol' || !hasDerived(source) || !isAtPoints(layout['symbol-placement']))
    return source;
  const tiles = source.dataset.feeds.tiles!;
  const layer: DerivedLayer = {
    kind: 'label-points',
    name: 'label-points',
    minzoom: Math.max(tiles.minzoom, Math.floor(minzoom ?? 0)),
    maxzoom: Math.min(tiles.maxzoom, Math.ceil(maxzoom ?? Infinity)),
  };
  return derivedRef(source, layer, context);
}

/** Reports whether the server can make derived layers for a source: polygons in tiles of the store. */
export function hasDerived(source: SourceRef): source is DatasetRef {
  if (source.kind !== 'dataset' || source.feed !== 'tiles') return false;
  const { geometry, driver } = source.dataset;
  return geometry === 'polygon' && driver.kind === 'store';
}

function isAtPoints(placement: StyleValue | undefined): boolean {
  return placement === undefined || (placement.kind === 'literal' && placement.value === 'point');
}
