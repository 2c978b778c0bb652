/** The layers of a result, as its figures, bars, table and list of the nearest show them. */
import type {
  AnalysedClass,
  AnalysedDataset,
  MeasuredCells,
  MeasuredDataset,
} from 'atlas-engine/http';
import type { LegendSymbol } from 'atlas-engine/runtime';
import type { BundleStore } from '../../stores/bundle/bundle-store.ts';
import { bySpeed, titleOf } from './analysed-datasets.ts';

/** A dataset of the result, with the name and the symbols of its layer. */
export interface ResultLayer {
  readonly one: MeasuredDataset;
  readonly name: string;
  readonly swatch: readonly LegendSymbol[];
  readonly isOnMap: boolean;
}

/** A raster of the result, with the name and the symbols of its layer. */
export interface CellLayer extends Omit<ResultLayer, 'one'> {
  readonly one: MeasuredCells;
}

/** The parts of a result. */
export interface ResultParts {
  /**
   * What is inside, communities first; communities and the layers on the map are there also without
   * features.
   */
  readonly found: readonly ResultLayer[];
  /** The layers without features inside that have a nearest one, the nearest first. */
  readonly nearest: readonly ResultLayer[];
  /** The names of the layers without any feature. */
  readonly none: readonly string[];
  /** The rasters with data inside, those on the map first. */
  readonly cells: readonly CellLayer[];
  /** The names of the rasters without. */
  readonly bare: readonly string[];
  readonly slow: readonly AnalysedDataset[];
}

/** Number of figures above the result. */
const FIGURES = 3;

/**
 * Sorts a result. Of a layer with several datasets, such as one for each country, only those with
 * features are listed, or else the nearest one.
 */
export function partsOf(
  datasets: readonly AnalysedDataset[],
  { entries, index }: Pick<BundleStore, 'entries' | 'index'>,
  isOnMap: (group: string) => boolean = () => false,
): ResultParts {
  const { measured, cells, slow } = bySpeed(datasets);
  const isAlone = new Map<string, boolean>();
  const layerOf = (one: AnalysedDataset): string => one.group ?? one.dataset;
  const inside = measured.filter(({ count }) => count > 0);
  for (const one of inside) isAlone.set(layerOf(one), !isAlone.has(layerOf(one)));
  const outside = measured
    .filter((one) => !isAlone.has(layerOf(one)))
    .sort((a, b) => (a.nearest ?? Infinity) - (b.nearest ?? Infinity))
    .filter((one, at, all) => all.findIndex((each) => layerOf(each) === layerOf(one)) === at);
  const shown = <One extends MeasuredDataset | MeasuredCells>(one: One) => {
    const entry = entries.get(one.group ?? '')?.entry;
    const isWhole = isAlone.get(layerOf(one)) ?? true;
    const name = (isWhole && entry?.name) || titleOf(one, index.locale);
    return { one, name, swatch: entry?.swatch ?? [], isOnMap: isOnMap(one.group ?? '') };
  };
  const listed = measured.filter(
    (one) =>
      one.count > 0 || (outside.includes(one) && (one.first === true || isOnMap(one.group ?? ''))),
  );
  return {
    found: listed.map(shown),
    nearest: outside.filter(({ nearest }) => nearest !== undefined).map(shown),
    none: outside.filter(({ nearest }) => nearest === undefined).map((one) => shown(one).name),
    cells: onMapFirst(cells.filter(({ covered }) => covered > 0).map(shown)),
    bare: cells.filter(({ covered }) => covered === 0).map((one) => shown(one).name),
    slow,
  };
}

function onMapFirst<Layer extends Pick<ResultLayer, 'isOnMap'>>(
  layers: readonly Layer[],
): readonly Layer[] {
  return layers.toSorted((a, b) => Number(b.isOnMap) - Number(a.isOnMap));
}

/** Returns the layers of the large figures: those on the map, then the first ones with features. */
export function figuresOf({
  found,
  cells,
}: Pick<ResultParts, 'found' | 'cells'>): readonly (ResultLayer | CellLayer)[] {
  const rasters = cells.filter(({ isOnMap }) => isOnMap);
  const layers = onMapFirst(found.filter(({ one }) => one.count > 0));
  return [...rasters, ...layers].slice(0, FIGURES);
}

/** Returns the size of a class, to which its bar is proportional. */
export function sizeOf({ area, length, count }: AnalysedClass): number {
  return area ?? length ?? count;
}
