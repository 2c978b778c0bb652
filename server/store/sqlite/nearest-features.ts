import { tick } from '../../geometry/deadline.ts';
import { edgeTreeOf } from '../../geometry/edge-tree.ts';
import { shortestLine, squareToBox } from '../../geometry/nearest.ts';
import type { PackedGeometry } from '../../geometry/packed.ts';
import { boxOnSphere, squareOfMetres } from '../../geometry/sphere.ts';
import { byDistance } from '../nearest-first.ts';
import type { NearFeature } from '../store.ts';
import type { BoxNode } from './box-tree.ts';
import { NearQueue } from './near-queue.ts';
import type { VersionReader } from './version-reader.ts';

/** Steps that reading an entry of a node takes. */
const STEPS_PER_ENTRY = 4;

/**
 * Returns the features that are nearest to an area, the nearest first, without those of `except`,
 * which are all that touch it. Nodes and features are read nearest first, and none that is farther
 * than the last of the best so far. Throws `DeadlineExceeded`.
 */
export function nearestFeatures(
  area: PackedGeometry,
  reader: VersionReader,
  { count, except }: { readonly count: number; readonly except: ReadonlySet<number> },
): readonly Omit<NearFeature, 'properties'>[] {
  const edges = edgeTreeOf(area);
  const tree = reader.boxTree();
  /** Nodes, and ids of features. */
  const queue = new NearQueue<BoxNode | number>();
  queue.push(0, tree.root());
  let best: Omit<NearFeature, 'properties'>[] = [];
  let limit = Infinity;
  for (let next = queue.pop(limit); next !== undefined; next = queue.pop(limit)) {
    if (typeof next === 'number') {
      if (except.has(next)) continue;
      const line = shortestLine(edges, edgeTreeOf(reader.geometry(next)), limit);
      if (line === null) continue;
      best = [...best, { id: next, line }].sort(byDistance).slice(0, count);
      if (best.length === count) limit = squareOfMetres(best.at(-1)!.line.metres);
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
