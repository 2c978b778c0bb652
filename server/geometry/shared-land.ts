/** Measures how much land of polygons is counted twice, without building their union. */
import type { Bounds } from 'atlas-engine';
import Flatbush from 'flatbush';
import { equalArea } from './equal-area.ts';
import { tick } from './deadline.ts';
import { addCovered, type Edges } from './covered-edges.ts';
import { prepareQuery, segmentsOf } from './intersects.ts';
import { boundsOf, type PackedGeometry } from './packed.ts';

/** Maximum number of edges of a polygon whose edges are searched without an index. */
const MOST_WITHOUT_INDEX = 128;

/**
 * Returns the area in m² that is lost when `inner` and `outer` polygons are united and only the areas
 * of `inner` and of the united `outer` are known: the land that an inner polygon shares with another
 * one of either list. Polygons are valid, with shells that turn left and holes that turn right.
 *
 * The area of a union is an integral along its outline, which is the parts of the edges that no other
 * polygon covers. So the integral along the covered parts is what has to be subtracted. Edges that
 * polygons share count for the first of them. Edges are straight lines between their ends.
 */
export function sharedLand(
  inner: readonly PackedGeometry[],
  outer: readonly PackedGeometry[],
): number {
  const polygons = [...outer, ...inner].map(edgesOf);
  if (inner.length === 0 || polygons.length < 2) return 0;
  const index = new Flatbush(polygons.length);
  for (const { bounds } of polygons) index.add(...bounds);
  index.finish();
  const area = equalArea(polygons[0]!.bounds);
  const coveredBy = (place: number, others: readonly number[]): number => {
    const polygon = polygons[place]!;
    const covered = { whole: new Uint8Array(polygon.segments.length >> 2), parts: new Map() };
    for (const other of others) {
      tick();
      const by = { other: polygons[other]!, isFirst: other < place };
      if (other !== place) addCovered(covered, polygon, by);
    }
    return area.under(polygon.segments, covered);
  };
  let shared = 0;
  for (const [place, { bounds }] of polygons.entries()) {
    const others = index.search(...bounds);
    const isOuter = place < outer.length;
    shared += coveredBy(place, others);
    if (isOuter)
      shared -= coveredBy(
        place,
        others.filter((other) => other < outer.length),
      );
  }
  return shared;
}

function edgesOf(geometry: PackedGeometry): Edges {
  const bounds: Bounds = boundsOf(geometry);
  const vertices = geometry.coords.length >> 1;
  tick(vertices);
  if (vertices > MOST_WITHOUT_INDEX) {
    const prepared = prepareQuery(geometry);
    return { bounds, segments: prepared.segmentEnds, prepared };
  }
  return { bounds, segments: segmentsOf(geometry), prepared: null };
}
