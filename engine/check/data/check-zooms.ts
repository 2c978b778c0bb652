import type { AtlasModel, BaseLayer, SourceRef, Sublayer } from '../../model/model.ts';
import { factsOf, nodeOf, type CheckContext } from '../context.ts';
import { valueAt } from '../places.ts';

/** The size of the map on a first visit in px, and the size of the world at zoom 0. */
const FIRST_VIEW = [1280, 800] as const;
const WORLD = 512;

/**
 * Checks the zooms of each sublayer against the tiles of its source and against the base maps.
 * Diagnostics: `zoom-without-data`, `tiles-begin-later`, `zoom-beyond-maps`.
 */
export function checkZooms(context: CheckContext): void {
  const { model } = context;
  const home = homeZoom(model);
  const highest = Math.max(...model.baseLayers.map(({ maxzoom }) => maxzoom));
  for (const { owner, sublayer } of context.drawn) {
    checkEnd(sublayer, context);
    checkReach(sublayer, 'ground' in owner ? owner : highest, context);
    if (!('ground' in owner)) checkBegin(sublayer, home, context);
  }
}

/**
 * Reports a sublayer that is never drawn because its maxzoom is below the first tiles of its
 * source.
 */
function checkEnd(sublayer: Sublayer, context: CheckContext): void {
  const { maxzoom } = sublayer;
  const first = firstZoomOf(sublayer.source, context);
  if (maxzoom === undefined || maxzoom > first) return;
  const params = { maxzoom, minzoom: first, source: idOf(sublayer.source) };
  context.report.error('zoom-without-data', valueAt(sublayer, 'maxzoom', context), params);
}

/**
 * Reports a sublayer that is never drawn because its minzoom is above the highest zoom of the map.
 */
function checkReach(sublayer: Sublayer, limit: BaseLayer | number, context: CheckContext): void {
  const { minzoom = 0 } = sublayer;
  const [maxzoom, base] = typeof limit === 'number' ? [limit, ''] : [limit.maxzoom, limit.id];
  if (minzoom < maxzoom) return;
  const target = valueAt(sublayer, 'minzoom', context);
  context.report.warn('zoom-beyond-maps', target, { minzoom, maxzoom, base });
}

/**
 * Reports a sublayer whose minzoom is absent or below the first tiles of its source, if these tiles
 * begin at a higher zoom than the first view.
 */
function checkBegin(sublayer: Sublayer, home: number, context: CheckContext): void {
  const { source, minzoom = 0, maxzoom = Infinity } = sublayer;
  if (sublayer.outlineOf !== null) return;
  const first = firstZoomOf(source, context);
  // `checkEnd` already reports a sublayer whose maxzoom is below its first tiles.
  if (first <= home || minzoom >= first || maxzoom <= first) return;
  const key = 'minzoom' in nodeOf(sublayer, context) ? 'minzoom' : 'source';
  const params = { source: idOf(source), sublayer: sublayer.id, minzoom: first, from: minzoom };
  context.report.warn('tiles-begin-later', valueAt(sublayer, key, context), params);
}

/**
 * Returns the zoom at which the whole home extent is in view, with degrees of latitude as long as
 * degrees of longitude.
 */
function homeZoom({ home: [west, south, east, north] }: AtlasModel): number {
  const pixels = Math.min(FIRST_VIEW[0] / (east - west), FIRST_VIEW[1] / (north - south));
  return Math.max(0, Math.floor(Math.log2((pixels * 360) / WORLD)));
}

function idOf(source: SourceRef): string {
  if (source.kind === 'none') return '';
  return source.kind === 'dataset' ? source.dataset.id : source.source.id;
}

/** Returns the first zoom at which a source has data; the minzoom of its archive counts too. */
function firstZoomOf(source: SourceRef, context: CheckContext): number {
  if (source.kind === 'none') return 0;
  if (source.kind === 'dataset')
    return source.feed === 'tiles' ? (source.dataset.feeds.tiles?.minzoom ?? 0) : 0;
  const { file, minzoom = 0 } = source.source;
  const found = factsOf(file, context);
  return found?.kind === 'archive' ? Math.max(minzoom, found.minzoom) : minzoom;
}
