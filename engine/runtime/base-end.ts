import type { AtlasBundle, BundleSource, BundleSublayer, MapState } from '../bundle/bundle.ts';
import { lastZoom } from './compile-layer.ts';
import { fadeEnd } from './fade-out.ts';
import { baseLayerOf } from './pick-ground.ts';

/**
 * Returns the zoom from which the base map has no more detail: its tiles are enlarged twice or more,
 * or its pictures have faded out. Null for a hosted style, and when a source declares no zoom.
 */
export function baseEnd(bundle: AtlasBundle, { baseLayer, lost = [] }: MapState): number | null {
  const { style, sublayers } = baseLayerOf(bundle, baseLayer);
  if (style !== undefined) return null;
  const read = sublayers.flatMap(({ source = '' }) => sourceRead(bundle, source, lost) ?? []);
  const tiles = Math.max(...read.map(({ maxzoom = Infinity }) => maxzoom)) + 1;
  const end = Math.min(tiles, ...read.map((source) => fadeEnd(source) ?? Infinity));
  return Number.isFinite(end) ? end : null;
}

/** Returns the zoom from which the relief is invisible; null if there is none. */
export function reliefEnd(bundle: AtlasBundle, { lost = [] }: MapState): number | null {
  const relief: BundleSublayer | undefined = bundle.hillshade?.sublayer;
  return (relief && lastZoom(relief, sourceRead(bundle, relief.source ?? '', lost))) ?? null;
}

/** Returns the source, or its replacement when it is lost. */
function sourceRead(
  { sources }: Pick<AtlasBundle, 'sources'>,
  id: string,
  lost: readonly string[],
): BundleSource | undefined {
  const source = sources[id];
  return source?.else !== undefined && lost.includes(id) ? sources[source.else] : source;
}
