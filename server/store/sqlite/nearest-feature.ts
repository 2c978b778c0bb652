import { tick } from '../../geometry/deadline.ts';
import { edgeTreeOf } from '../../geometry/edge-tree.ts';
import { distanceBetween, squareToBox } from '../../geometry/nearest.ts';
import type { PackedGeometry } from '../../geometry/packed.ts';
import { boxOnSphere, squareOfMetres } from '../../geometry/sphere.ts';
import type { Nearest } from '../store.ts';
import type { BoxNode } from './box-tree.ts';
import { NearQueue } from './near-queue.ts';
import type { VersionReader } from './version-reader.ts';

/** Steps that reading an entry of a node takes. */
const STEPS_PER_ENTRY = 4;

/**
 * Returns the feature that is nearest to an area, which none touches; null when there is no feature. Nodes and features are read nearest first, and none that is farther than
 * the best feature so far. Throws `DeadlineExceeded`.
 */
export function nearestFeature(area: PackedGeometry, reader: VersionReader): Nearest | null {
  const edges = edgeTreeOf(area);
  const tree = reader.boxTree();
  /** Nodes, and ids of features. */
  const queue = new NearQueue<BoxNode | number>();
  queue.push(0, tree.root());
  let best: Nearest | null = null;
  let limit = Infinity;
  for (let next = queue.pop(limit); next !== undefined; next = queue.pop(limit)) {
    if (typeof next === 'number') {
      const feature = edgeTreeOf(reader.geometry(next));
      const metres = distanceBetween(edges, feature, limit);
      if (metres === null || (best && metres >= best.metres)) continue;
      best = { id: next, metres };
      limit = squareOfMetres(metres);
      continue;
    }
    const level = next.level - 1;
    for (const { id, bounds } of tree.entries(next)) {
      tick(STEPS_PER_ENTRY);
      const square = squareToBox(edges, boxOnSphere(bounds), limit);
      if (square < limit) queue.push(square, level < 0 ? id : { id, level });
    }
  }
  return best;
}
