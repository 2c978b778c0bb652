/** Measures the features that touch an area, for both stores. */
import { AreaInside } from '../geometry/area-inside.ts';
import { geodesicArea } from '../geometry/area.ts';
import type { PreparedQuery } from '../geometry/intersects.ts';
import type { PackedGeometry } from '../geometry/packed.ts';
import type { Analysed, AttributeValue } from './store.ts';

/** A feature that touches a query, with the value of one field. */
export interface TouchingFeature {
  /** Null for points and lines, which have no area. */
  readonly polygons: PackedGeometry | null;
  readonly value: AttributeValue;
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
  try {
    for (const { polygons, value, area: whole } of features) {
      const part = polygons ? inside.add(polygons, whole ?? geodesicArea(polygons)) : 0;
      count++;
      area += part;
      const key = JSON.stringify(value);
      const before = values.get(key);
      values.set(key, {
        value,
        count: (before?.count ?? 0) + 1,
        area: (before?.area ?? 0) + part,
      });
    }
    return { count, area, covered: inside.union(), values: [...values.values()] };
  } finally {
    inside.close();
  }
}
