/** Measures the features that touch an area, for both stores. */
import { AreaInside } from '../geometry/area-inside.ts';
import { geodesicArea } from '../geometry/area.ts';
import { lengthInside } from '../geometry/length-inside.ts';
import type { PreparedQuery } from '../geometry/intersects.ts';
import type { PackedGeometry } from '../geometry/packed.ts';
import type { Analysed, AttributeValue, Sum } from './store.ts';

/** A feature that touches a query, with the value of one field. */
export interface TouchingFeature {
  /** Lines or polygons; null for points, which are only counted. */
  readonly shape: PackedGeometry | null;
  readonly value: AttributeValue;
  /** The values that are added up. */
  readonly numbers: readonly AttributeValue[];
  /** In m²; null if it is not stored. */
  readonly area: number | null;
}

/** Counts and measures features that touch a query. Throws `DeadlineExceeded`. */
export function measureInside(
  query: PreparedQuery,
  features: Iterable<TouchingFeature>,
): Omit<Analysed, 'nearest'> {
  const inside = new AreaInside(query);
  const values = new Map<string, Analysed['values'][number]>();
  let count = 0;
  let area = 0;
  let length = 0;
  let sums: readonly Sum[] = [];
  try {
    for (const { shape, value, numbers, area: whole } of features) {
      const isArea = shape?.kind === 'polygon';
      const part = isArea ? inside.add(shape, whole ?? geodesicArea(shape)) : 0;
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
    return { count, area, length, sums, covered: inside.union(), values: [...values.values()] };
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
