import { describe, expect, it } from 'vitest';
import { shareEdges, type Corner } from '../../../app/map/shared-edges.ts';
import { seededRandom } from '../../bench/geometry/polygons.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';

type Ring = readonly Corner[];

describe('the outlines of polygons that share edges', () => {
  it('are drawn whole where no edge is shared', () => {
    expect(shareEdges([[box([0, 0, 2, 2])], [box([3, 0, 5, 2])]])).toEqual([null, null]);
  });

  it('leave a shared edge to the last polygon', () => {
    const [first, last] = shareEdges([[box([0, 0, 2, 2])], [box([2, 0, 4, 2])]]);
    expect(last).toBe(null);
    expect(first).toEqual({ rings: [], lines: [at('2 2, 0 2, 0 0, 2 0')] });
  });

  it('leave a part of an edge to each of the polygons along it', () => {
    const tall = [box([0, 0, 2, 6])];
    const [first] = shareEdges([tall, [box([2, 0, 4, 2])], [box([2, 3, 4, 6])]]);
    expect(first!.lines).toEqual([at('2 6, 0 6, 0 0, 2 0'), at('2 2, 2 3')]);
  });

  it('keep the rings that are not shared', () => {
    const hole = box([1, 1, 2, 2]);
    const [first] = shareEdges([[box([0, 0, 4, 4]), hole], [box([4, 0, 6, 4])]]);
    expect(first!.rings).toEqual([hole]);
  });

  it('leave nothing of a polygon inside the outline of another', () => {
    const [first] = shareEdges([[box([0, 0, 2, 2])], [box([0, 0, 2, 2])]]);
    expect(first).toEqual({ rings: [], lines: [] });
  });

  it('cover each edge of random polygons once, in the last of its polygons', () => {
    const random = seededRandom(SEED_OF_THE_DAY);
    const whole = (below: number): number => Math.floor(random() * below);
    for (let round = 0; round < 200; round++) {
      const polygons = Array.from({ length: 2 + whole(6) }, () => {
        const [x, y] = [whole(6), whole(6)];
        return [box([x, y, x + 1 + whole(5), y + 1 + whole(5)], random)];
      });
      const last = new Map<string, number>();
      polygons.forEach((rings, i) => unitEdges(rings).forEach((edge) => last.set(edge, i)));
      const outlines = shareEdges(polygons);
      polygons.forEach((rings, i) => {
        const { rings: kept, lines } = outlines[i] ?? { rings, lines: [] };
        const own = [...last].flatMap(([edge, owner]) => (owner === i ? [edge] : []));
        expect(unitEdges([...kept, ...lines]).sort()).toEqual(own.sort());
      });
    }
  });
});

/** Returns the ring of a box, in one of both directions, with some corners along its edges. */
function box(sides: readonly [number, number, number, number], random = () => 1): Ring {
  const [west, south, east, north] = sides;
  const corners = at(`${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}`);
  const ring = corners.flatMap((corner, i) => {
    const [, ...between] = stepsOf(corner, corners[(i + 1) % 4]!);
    return [corner, ...between.slice(0, -1).filter(() => random() < 0.3)];
  });
  const closed = [...ring, ring[0]!];
  return random() < 0.5 ? closed.toReversed() : closed;
}

function at(places: string): Corner[] {
  return places.split(', ').map((place) => {
    const [x, y] = place.split(' ').map(Number);
    return { x: x!, y: y! };
  });
}

/** Returns the whole places from one corner to another, both included. */
function stepsOf(from: Corner, to: Corner): Corner[] {
  const size = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  return Array.from({ length: size + 1 }, (_, i) => ({
    x: from.x + (i * (to.x - from.x)) / size,
    y: from.y + (i * (to.y - from.y)) / size,
  }));
}

/** Returns the edges of lines, cut at each whole number, regardless of their direction. */
function unitEdges(lines: readonly Ring[]): string[] {
  return lines.flatMap((line) =>
    line.slice(1).flatMap((to, i) => {
      const steps = stepsOf(line[i]!, to);
      return steps.slice(1).map((step, j) =>
        [step, steps[j]!]
          .map(({ x, y }) => `${x} ${y}`)
          .sort()
          .join(' - '),
      );
    }),
  );
}
