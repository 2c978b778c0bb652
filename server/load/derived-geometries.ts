import type { Dataset } from 'atlas-engine';
import { labelPoint } from '../geometry/label-point.ts';
import type { PackedGeometry } from '../geometry/packed.ts';
import type { DerivedGeometry, DerivedTable } from '../store/writer.ts';

/** Increased when the geometries are made differently; datasets that have some are then reloaded. */
const DERIVED_FORMAT = 1;

/** Makes the derived geometries of the features of a dataset, and counts them. */
export class DerivedGeometries {
  readonly tables: readonly DerivedTable[];
  readonly #counts = new Map<string, number>();

  constructor({ derived }: Dataset) {
    this.tables = derived.map(({ name, minzoom, maxzoom }) => ({ layer: name, minzoom, maxzoom }));
  }

  /** Returns the geometries of a polygon, in the order of the tables. */
  of(geometry: PackedGeometry): (DerivedGeometry | null)[] {
    return this.tables.map(({ layer }) => {
      const { point, zoom } = labelPoint(geometry);
      this.#counts.set(layer, (this.#counts.get(layer) ?? 0) + 1);
      return { geometry: point, labelZoom: zoom };
    });
  }

  /** Returns the numbers of geometries by layer; undefined when the dataset has no derived layers. */
  counts(): Readonly<Record<string, number>> | undefined {
    if (this.tables.length === 0) return undefined;
    return Object.fromEntries(
      this.tables.map(({ layer }) => [layer, this.#counts.get(layer) ?? 0]),
    );
  }
}

/** Returns what the derived geometries of a dataset depend on, for hashes; undefined when it has none. */
export function derivedIdentity({ derived }: Dataset): unknown {
  return derived.length === 0 ? undefined : [DERIVED_FORMAT, derived];
}
