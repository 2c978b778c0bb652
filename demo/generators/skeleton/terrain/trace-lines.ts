import type { Place } from '../../distance.ts';
import type { GridCell } from './cell-grid.ts';

/** The cells of a line between two junctions or ends of a network. */
export type Chain = readonly GridCell[];

/** Collects steps between cells, each once, and joins them into chains. */
export interface StepSet {
  add(from: GridCell, to: GridCell): void;
  /** Returns the steps as chains that end at the junctions and ends of the network. */
  chains(): Chain[];
}

/** Makes an empty set of steps. Chains also end at the cells for which `isStop` returns true. */
export function createStepSet(isStop: (cell: GridCell) => boolean = () => false): StepSet {
  const around = new Map<GridCell, Set<GridCell>>();
  const forks = new Set<GridCell>();
  const join = (from: GridCell, to: GridCell): void => {
    const known = around.get(from);
    if (known) known.add(to);
    else around.set(from, new Set([to]));
  };
  const follow = (from: GridCell, first: GridCell): GridCell[] => {
    const chain = [from];
    let [here, next]: [GridCell, GridCell | undefined] = [from, first];
    while (next !== undefined) {
      around.get(here)!.delete(next);
      around.get(next)!.delete(here);
      chain.push(next);
      here = next;
      // A chain ends at a junction, which had at least three steps before this chain used one of
      // them.
      const ways = forks.has(here) ? [] : [...around.get(here)!];
      next = ways[0];
    }
    return chain;
  };
  return {
    add(from, to) {
      join(from, to);
      join(to, from);
    },
    chains() {
      for (const [cell, ways] of around) if (ways.size !== 2 || isStop(cell)) forks.add(cell);
      const chains: Chain[] = [];
      // Closed loops have no junction: they begin at the first remaining cell.
      for (const start of [...forks, ...around.keys()]) {
        // The loop removes steps while it follows them, so it runs over a copy.
        for (const way of Array.from(around.get(start)!)) {
          if (around.get(start)!.has(way)) chains.push(follow(start, way));
        }
      }
      return chains;
    },
  };
}

/** Draws a line through places, with smoothed corners (Chaikin). Its ends are kept. */
export function drawLine(places: readonly Place[]): Place[] {
  return cutCorners(cutCorners(places));
}

/** Returns the place on a drawn line that is nearest to the corner `i`, which is not an end. */
export function drawnAt(places: readonly Place[], i: number): Place {
  const [before, corner, after] = [places[i - 1]!, places[i]!, places[i + 1]!];
  return between(between(before, corner, 0.75), between(corner, after, 0.25), 0.5);
}

/**
 * Replaces each corner by two places, each a quarter of the way to a neighbour. The ends are kept.
 */
function cutCorners(line: readonly Place[]): Place[] {
  if (line.length < 3) return [...line];
  const drawn: Place[] = [line[0]!];
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1]!, line[i]!];
    if (i > 1) drawn.push(between(from, to, 0.25));
    if (i < line.length - 1) drawn.push(between(from, to, 0.75));
  }
  drawn.push(line.at(-1)!);
  return drawn;
}

const between = (from: Place, to: Place, share: number): Place => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
];
