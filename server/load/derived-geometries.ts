import { BAND_ZOOMS, type Dataset, type DerivedLayer } from 'atlas-engine';
import { innerBands } from '../geometry/inner-band.ts';
import { labelPoint } from '../geometry/label-point.ts';
import type { PackedGeometry } from '../geometry/packed.ts';
import type { LoadReport } from '../store/store.ts';
import type { DerivedGeometry, DerivedTable } from '../store/writer.ts';

/** Increased when the geometries are made differently; datasets that have some are then reloaded. */
const DERIVED_FORMAT = 1;

/** The tables of a layer, and how the geometries for them are made. */
interface Maker {
  readonly kind: DerivedLayer['kind'];
  readonly tables: readonly DerivedTable[];
  readonly make: (geometry: PackedGeometry) => readonly (DerivedGeometry | null)[];
}

/** Makes the derived geometries of the features of a dataset, and counts them. */
export class DerivedGeometries {
  readonly #makers: readonly Maker[];
  readonly #counts = new Map<DerivedLayer['kind'], number>();

  constructor({ derived }: Pick<Dataset, 'derived'>) {
    this.#makers = derived.map(makerOf);
    for (const { kind } of derived) this.#counts.set(kind, 0);
  }

  get tables(): readonly DerivedTable[] {
    return this.#makers.flatMap(({ tables }) => tables);
  }

  /** Returns the geometries of a polygon, in the order of the tables. */
  of(geometry: PackedGeometry): (DerivedGeometry | null)[] {
    return this.#makers.flatMap(({ kind, make }) => {
      const made = make(geometry);
      const count = made.filter((one) => one !== null).length;
      this.#counts.set(kind, this.#counts.get(kind)! + count);
      return made;
    });
  }

  /** Returns the numbers of geometries by kind; undefined when the dataset has no derived layers. */
  counts(): LoadReport['derived'] {
    return this.#counts.size === 0 ? undefined : Object.fromEntries(this.#counts);
  }
}

/** Returns the maker of a layer: one table of label points, or a table of bands for each zoom. */
function makerOf(layer: DerivedLayer): Maker {
  const { kind, name, minzoom, maxzoom } = layer;
  if (layer.kind === 'label-points')
    return { kind, tables: [{ layer: name, minzoom, maxzoom }], make: makeLabel };
  const sizes = layer.widths
    .map((width, index) => ({ width, zoom: BAND_ZOOMS[0] + index }))
    .filter(({ zoom }) => zoom >= minzoom && zoom <= maxzoom);
  return {
    kind,
    tables: sizes.map(({ zoom }) => ({ layer: name, minzoom: zoom, maxzoom: zoom })),
    make: (geometry) => innerBands(geometry, sizes).map((band) => band && { geometry: band }),
  };
}

function makeLabel(geometry: PackedGeometry): DerivedGeometry[] {
  const { point, zoom } = labelPoint(geometry);
  return [{ geometry: point, labelZoom: zoom }];
}

/** Returns what the derived geometries of a dataset depend on, for hashes; undefined when it has none. */
export function derivedIdentity({ derived }: Pick<Dataset, 'derived'>): unknown {
  return derived.length === 0 ? undefined : [DERIVED_FORMAT, derived];
}
