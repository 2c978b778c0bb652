/** Thins the tiles of a dataset that would be larger than their budget, for each cut. */
import { BAND_ZOOMS, type Dataset, type Level } from 'atlas-engine';
import type { PackedGeometry } from '../../geometry/packed.ts';
import type { ThinnedReport } from '../../store/store.ts';
import { cutsOf, type LevelCut } from '../cuts-of.ts';
import type { FeatureRows } from '../rows/feature-rows.ts';
import { tileLimits } from '../tile-limits.ts';
import { FirstZooms, type ThinningPlan } from './first-zooms.ts';
import { asksSeen, orderRows } from './order-rows.ts';

/** A cut whose tiles are thinned. */
export interface ThinnedCut {
  readonly cut: LevelCut;
  readonly zooms: FirstZooms;
}

/** Returns the cuts of a dataset with tiles that need thinning. */
export async function thinDataset(
  dataset: Dataset,
  levels: readonly Level[],
  rows: FeatureRows,
): Promise<ThinnedCut[]> {
  const limits = tileLimits(dataset);
  if (!limits) return [];
  const thinned: ThinnedCut[] = [];
  for (const cut of cutsOf(dataset, levels)) {
    const zooms = await thinCut(dataset, cut, rows);
    if (zooms && zooms.whole > limits.minzoom) thinned.push({ cut, zooms });
  }
  return thinned;
}

/**
 * Thins a cut, from the features and its fields alone; the reasons are known for the row `why`.
 * Null when the store has no tiles of the dataset.
 */
export async function thinCut(
  dataset: Dataset,
  { places, fields }: LevelCut,
  rows: FeatureRows,
  why?: number,
): Promise<FirstZooms | null> {
  const limits = tileLimits(dataset);
  if (!limits) return null;
  const keepBy = dataset.feeds.tiles?.keepBy ?? null;
  const asks = asksSeen(rows.askLists, dataset.asks, asksOf(dataset, fields));
  const input = {
    rows,
    kind: dataset.geometry as PackedGeometry['kind'],
    order: orderRows(rows, keepBy !== null && fields.includes(keepBy)),
    asks: (row: number) => asks[rows.asked[row]!]!,
    columns: places.map((place) => rows.column(place)),
  };
  const plan = { ...limits, derived: derivedOf(dataset) };
  return FirstZooms.decide(input, plan, why === undefined ? [] : [why]);
}

/** Returns what the configuration asks of these fields; reasons have the places in this list. */
export function asksOf(
  { asks }: Pick<Dataset, 'asks'>,
  fields: readonly string[],
): Dataset['asks'] {
  return asks.filter((ask) => ask.every(({ field }) => fields.includes(field)));
}

/** Describes how a cut is thinned. */
export function thinnedReport({ cut: { levels }, zooms }: ThinnedCut): ThinnedReport {
  return { levels, whole: zooms.whole, zooms: zooms.table() };
}

/** Returns the numbers of the derived layers of a dataset at a zoom. */
export function derivedOf({ derived }: Pick<Dataset, 'derived'>): ThinningPlan['derived'] {
  return (zoom) => {
    const at = derived.filter(({ minzoom, maxzoom }) => zoom >= minzoom && zoom <= maxzoom);
    const bands = at.filter(
      ({ kind }) => kind === 'inner-band' && zoom >= BAND_ZOOMS[0] && zoom <= BAND_ZOOMS[1],
    );
    return { labels: at.filter(({ kind }) => kind === 'label-points').length, bands: bands.length };
  };
}
