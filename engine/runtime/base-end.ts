import type { AtlasBundle, BundleSource, MapState } from '../bundle/bundle.ts';
import { baseLayerOf } from './pick-ground.ts';

/**
 * Returns the highest zoom with tiles of the base map; above it, the map only enlarges them. Null
 * for a hosted style, and when a source does not declare its `maxzoom`.
 */
export function baseEnd(bundle: AtlasBundle, { baseLayer, lost = [] }: MapState): number | null {
  const { style, sublayers } = baseLayerOf(bundle, baseLayer);
  if (style !== undefined) return null;
  const read = new Set(
    sublayers.flatMap(({ source = '' }) => sourceRead(bundle.sources, source, lost) ?? []),
  );
  const ends = Array.from(read, ({ maxzoom = Infinity }) => maxzoom);
  const end = Math.max(...ends);
  return Number.isFinite(end) ? end : null;
}

/** Returns the source, or its replacement when it is lost. */
function sourceRead(
  sources: Readonly<Record<string, BundleSource>>,
  id: string,
  lost: readonly string[],
): BundleSource | undefined {
  const source = sources[id];
  return source?.else !== undefined && lost.includes(id) ? sources[source.else] : source;
}
