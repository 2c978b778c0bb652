import { boundsOf, distance, within, type Bounds, type Line, type Point } from './geometry.ts';

/** Maximum distance of a traced river from the box around two guide points, degrees. */
const CORRIDOR = 0.7;

/**
 * Draws a line through scattered points (the centres of water areas) from guide point to guide point.
 * Path costs are squared distances, so the path prefers dense points and follows the water instead of
 * the straight line.
 */
export function traceThrough(points: readonly Point[], guides: Line): Line {
  const legs = guides.slice(1).map((end, i) => {
    const start = guides[i]!;
    const near = points.filter((point) => within(point, widen(boundsOf([start, end]))));
    return cheapestPath([start, ...near, end]);
  });
  const chain = legs.flatMap((leg, i) => (i === 0 ? leg : leg.slice(1)));
  // The guide points were placed by eye; the points of the water are more accurate.
  const onWater = chain.filter((point) => !guides.slice(1, -1).includes(point));
  return evenOut(onWater);
}

function widen([west, south, east, north]: Bounds): Bounds {
  return [west - CORRIDOR, south - CORRIDOR, east + CORRIDOR, north + CORRIDOR];
}

/** Finds the cheapest path from the first point to the last (Dijkstra), with squared distances as costs. */
function cheapestPath(points: Line): Line {
  const cost = points.map((_, i) => (i === 0 ? 0 : Infinity));
  const from = points.map(() => -1);
  const open = new Set(points.keys());
  const last = points.length - 1;
  while (open.size > 0) {
    let at = -1;
    for (const i of open) if (at < 0 || cost[i]! < cost[at]!) at = i;
    open.delete(at);
    if (at === last) break;
    for (const i of open) {
      const hop = cost[at]! + distance(points[at]!, points[i]!) ** 2;
      if (hop < cost[i]!) {
        cost[i] = hop;
        from[i] = at;
      }
    }
  }
  const path: Point[] = [];
  for (let i = last; i >= 0; i = from[i]!) path.unshift(points[i]!);
  return path;
}

/** Averages each point with its neighbours; the ends stay. */
function evenOut(line: Line): Line {
  return line.map((point, i) => {
    const [before, after] = [line[i - 1], line[i + 1]];
    if (!before || !after) return point;
    return [(before[0] + 2 * point[0] + after[0]) / 4, (before[1] + 2 * point[1] + after[1]) / 4];
  });
}
