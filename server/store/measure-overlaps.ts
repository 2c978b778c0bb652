/** Measures the features that overlap a feature, for both stores. */
import { AreaInside } from '../geometry/area-inside.ts';
import { geodesicArea } from '../geometry/area.ts';
import type { PreparedQuery } from '../geometry/intersects.ts';
import { edgeTest, type TouchingFeature } from './measure-inside.ts';
import type { OverlapFeature, Overlaps, OverlapsRequest } from './store.ts';

/** What overlaps a feature, without bounds and attributes. */
export interface MeasuredOverlaps extends Omit<Overlaps, 'largest'> {
  readonly largest: readonly Pick<OverlapFeature, 'id' | 'area' | 'shared'>[];
}

export interface Overlapped extends Pick<OverlapsRequest, 'limit'> {
  readonly query: PreparedQuery;
  /** In m²; null if it is not stored. */
  readonly area: number | null;
  /** The feature itself, if it may be among the others; else null. */
  readonly except: number | null;
}

/** Throws `DeadlineExceeded`. */
export function measureOverlaps(
  { query, area: stored, except, limit }: Overlapped,
  features: Iterable<TouchingFeature>,
): MeasuredOverlaps {
  const isArea = query.geometry.kind === 'polygon';
  const own = isArea ? (stored ?? geodesicArea(query.geometry)) : 0;
  const isOnlyEdge = edgeTest(query, own);
  const inside = isArea ? new AreaInside(query) : null;
  const found: MeasuredOverlaps['largest'][number][] = [];
  try {
    for (const { id, shape, area } of features) {
      if (id === except) continue;
      if (inside === null || shape?.kind !== 'polygon') {
        found.push({ id, area: 0, shared: 0 });
        continue;
      }
      const whole = area ?? geodesicArea(shape);
      const shared = inside.add(shape, whole);
      if (!isOnlyEdge(shared, whole)) found.push({ id, area: whole, shared });
    }
    const covered = inside?.union() ?? 0;
    const largest = found.sort((a, b) => b.shared - a.shared || a.id - b.id).slice(0, limit);
    return { area: own, covered, count: found.length, largest };
  } finally {
    inside?.close();
  }
}

/** What overlaps a feature near which there is nothing. */
export const NO_OVERLAPS: Overlaps = { area: 0, covered: 0, count: 0, largest: [] };
