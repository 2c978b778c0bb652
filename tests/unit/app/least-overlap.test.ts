import { describe, expect, it } from 'vitest';
import { overlapLeast, type CollisionIndex } from '../../../app/map/least-overlap.ts';

type Edges = readonly [left: number, top: number, right: number, bottom: number];
type Mode = 'never' | 'cooperative' | 'always';

/** A name of 40x10 px. */
const WIDTH = 40;
const HEIGHT = 10;

interface Taken {
  readonly edges: Edges;
  readonly mode: Mode;
}

/** The index of the renderer with boxes that have their place; a name is placed at its shift. */
function makeIndex(taken: readonly Taken[]): CollisionIndex {
  const below = ([left, top, right, bottom]: Edges): Taken[] =>
    taken.filter(
      ({ edges }) => left < edges[2] && right > edges[0] && top < edges[3] && bottom > edges[1],
    );
  const index = {
    grid: {
      query: (...edges: Edges) =>
        below(edges).map(({ edges: [x1, y1, x2, y2] }) => ({ x1, y1, x2, y2 })),
    },
    placeCollisionBox: (_: object, mode: Mode, x: number, y: number) => {
      const box: Edges = [x, y, x + WIDTH, y + HEIGHT];
      const hits = below(box).filter((other) => mode === 'never' || other.mode === 'never');
      return { box, placeable: hits.length === 0, offscreen: false, occluded: false };
    },
  };
  return index as unknown as CollisionIndex;
}

/** Places a name as the renderer does: in a free place, else in the first one that is allowed. */
function placeName(
  index: CollisionIndex,
  places: readonly (readonly [number, number])[],
): readonly number[] | null {
  const name = {};
  const place = index.placeCollisionBox as unknown as (
    ...given: [object, Mode, number, number]
  ) => { readonly box: readonly number[]; readonly placeable: boolean };
  for (const mode of ['never', 'cooperative'] as const)
    for (const [x, y] of places) {
      const { box, placeable } = place(name, mode, x, y);
      if (placeable) return box.slice(0, 2);
    }
  return null;
}

const NAME: Taken = { edges: [0, 0, 40, 10], mode: 'cooperative' };
const DOT: Taken = { edges: [50, 0, 56, 6], mode: 'always' };
const TITLE: Taken = { edges: [0, 30, 40, 40], mode: 'never' };

describe('a name that may overlap others', () => {
  it.each<[string, readonly (readonly [number, number])[], readonly [number, number]]>([
    [
      'has the first free place',
      [
        [5, 5],
        [60, 0],
        [100, 0],
      ],
      [60, 0],
    ],
    [
      'covers the least of other names',
      [
        [0, 0],
        [10, 4],
        [30, 6],
      ],
      [30, 6],
    ],
    [
      'covers a dot rather than a name',
      [
        [5, 0],
        [20, 0],
        [45, 0],
      ],
      [45, 0],
    ],
    [
      'has the first of equal places',
      [
        [10, 5],
        [-10, 5],
      ],
      [10, 5],
    ],
    [
      'covers no name that forbids it',
      [
        [0, 32],
        [5, 5],
      ],
      [5, 5],
    ],
  ])('%s', (_, places, expected) => {
    const index = makeIndex([NAME, DOT, TITLE]);
    overlapLeast(index);
    expect(placeName(index, places)).toEqual(expected);
  });

  it('has no place where all are forbidden', () => {
    const index = makeIndex([TITLE]);
    overlapLeast(index);
    expect(
      placeName(index, [
        [0, 32],
        [10, 35],
      ]),
    ).toBeNull();
  });
});
