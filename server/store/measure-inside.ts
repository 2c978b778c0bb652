/** Measures the features that touch an area, for both stores. */
import { AreaInside } from '../geometry/area-inside.ts';
import { geodesicArea } from '../geometry/area.ts';
import { lengthInside } from '../geometry/length-inside.ts';
import type { PreparedQuery } from '../geometry/intersects.ts';
import type { PackedGeometry } from '../geometry/packed.ts';
import type { Analysed, AttributeValue, Sum } from './store.ts';

/** A feature that touches a query, with the value of one field. */
export interface TouchingFeature {
  readonly id: number;
  /** Lines or polygons; null for points, which are only counted. */
  readonly shape: PackedGeometry | null;
  readonly value: AttributeValue;
  /** The values that are added up. */
  readonly numbers: readonly AttributeValue[];
  /** In m²; null if it is not stored. */
  readonly area: number | null;
}

/** What is inside a query, and a polygon that only touches its edge. */
export interface Measured extends Omit<Analysed, 'nearest'> {
  readonly edge: number | null;
}

/** A polygon of which less is inside, as a part of the smaller of both areas, only touches the edge. */
export const EDGE_PART = 1e-6;

/** Returns what leaves out the polygons that only touch the edge of a query, such as its neighbours. */
export function edgeTest(
  query: PreparedQuery,
  own = geodesicArea(query.geometry),
): (part: number, whole: number) => boolean {
  return (part, whole) => own > 0 && part <= EDGE_PART * Math.min(whole, own);
}

/**
 * Counts and measures features that touch a query, without polygons that only touch its edge; `edge` is
 * the id of the first of these, and null without any. Throws `DeadlineExceeded`.
 */
export function measureInside(query: PreparedQuery, features: Iterable<TouchingFeature>): Measured {
  const inside = new AreaInside(query);
  const isOnlyEdge = edgeTest(query);
  const values = new Map<string, Analysed['values'][number]>();
  let edge: number | null = null;
  let count = 0;
  let area = 0;
  let length = 0;
  let sums: readonly Sum[] = [];
  try {
    for (const { id, shape, value, numbers, area: whole } of features) {
      const size = shape?.kind === 'polygon' ? (whole ?? geodesicArea(shape)) : null;
      const part = shape && size !== null ? inside.add(shape, size) : 0;
      if (size !== null && isOnlyEdge(part, size)) {
        edge ??= id;
        continue;
      }
      const metres = shape?.kind === 'line' ? lengthInside(query, shape) : 0;
      count++;
      area += part;
      length += metres;
      sums = added(sums, numbers);
      const key = JSON.stringify(value);
      const before = values.get(key);
      values.set(key, {
        value,
        count: (before?.count ?? 0) + 1,
        area: (before?.area ?? 0) + part,
        length: (before?.length ?? 0) + metres,
        sums: added(before?.sums ?? [], numbers),
      });
    }
    const covered = inside.union();
    return { count, area, length, sums, covered, edge, values: [...values.values()] };
  } finally {
    inside.close();
  }
}

/** Adds the values of a feature; what is not a number is not counted. */
function added(sums: readonly Sum[], numbers: readonly AttributeValue[]): readonly Sum[] {
  return numbers.map((number, i) => {
    const { value, counted } = sums[i] ?? { value: 0, counted: 0 };
    return typeof number === 'number'
      ? { value: value + number, counted: counted + 1 }
      : { value, counted };
  });
}
