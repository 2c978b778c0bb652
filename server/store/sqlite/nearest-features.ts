import { tick } from '../../geometry/deadline.ts';
import { edgeTreeOf } from '../../geometry/edge-tree.ts';
import { shortestLine, squareToBox } from '../../geometry/nearest.ts';
import type { PackedGeometry } from '../../geometry/packed.ts';
import { boxOnSphere, squareOfMetres } from '../../geometry/sphere.ts';
import { byDistance } from '../nearest-first.ts';
import { MOST_COUNTED, type NearFeature } from '../store.ts';
import type { BoxNode } from './box-tree.ts';
import { NearQueue } from './near-queue.ts';
import type { VersionReader } from './version-reader.ts';

/** Steps that reading an entry of a node takes. */
const STEPS_PER_ENTRY = 4;

/** The nearest features, the nearest first, and the number of features within each distance. */
interface NearestFeatures {
  readonly nearest: readonly Omit<NearFeature, 'properties'>[];
  readonly within: readonly number[];
}

/**
 * Finds the features that are nearest to an area, without those of `except`, which are all that touch
 * it. Nodes and features are read nearest first, and none that is farther than the last of the best so
 * far and than the distances of `rings`. Throws `DeadlineExceeded`.
 */
export function nearestFeatures(
  area: PackedGeometry,
  reader: VersionReader,
  {
    count,
    except,
    rings = [],
  }: {
    readonly count: number;
    readonly except: ReadonlySet<number>;
    readonly rings?: readonly number[];
  },
): NearestFeatures {
  const edges = edgeTreeOf(area);
  const tree = reader.boxTree();
  /** Nodes, and ids of features. */
  const queue = new NearQueue<BoxNode | number>();
  queue.push(0, tree.root());
  const within = rings.map(() => 0);
  const squares = rings.map(squareOfMetres);
  let best: Omit<NearFeature, 'properties'>[] = [];
  let limit = Infinity;
  const take = (found: Omit<NearFeature, 'properties'>): void => {
    best = [...best, found].sort(byDistance).slice(0, count);
    for (const [i, metres] of rings.entries())
      if (found.line.metres <= metres && within[i]! < MOST_COUNTED) within[i]! += 1;
    if (best.length < count) return;
    const open = within.findLastIndex((counted) => counted < MOST_COUNTED);
    limit = Math.max(squareOfMetres(best.at(-1)!.line.metres), squares[open] ?? 0);
  };
  for (let next = queue.pop(limit); next !== undefined; next = queue.pop(limit)) {
    if (typeof next === 'number') {
      if (except.has(next)) continue;
      const line = shortestLine(edges, edgeTreeOf(reader.geometry(next)), limit);
      if (line === null) continue;
      take({ id: next, line });
      continue;
    }
    const level = next.level - 1;
    for (const { id, bounds } of tree.entries(next)) {
      tick(STEPS_PER_ENTRY);
      const square = squareToBox(edges, boxOnSphere(bounds), limit);
      if (square < limit) queue.push(square, level < 0 ? id : { id, level });
    }
  }
  return { nearest: best, within };
}
