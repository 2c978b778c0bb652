import type { Position } from 'geojson';
import { seededRandom } from '../../../bench/geometry/polygons.ts';
import type { PackedGeometry } from '../../../../server/geometry/index.ts';
import { GeometryBuilder } from '../../../../server/geometry/rings.ts';

/** Polygons as lists of closed rings, in the square from -1 to 1. */
export type Shape = Position[][][];

/** The families of shapes for the property tests of tiles and tiers. */
export const SHAPE_NAMES = ['star', 'comb', 'spiral', 'holes', 'multi'] as const;

/** Makes a valid shape of a family, determined by the seed. */
export function makeShape(name: (typeof SHAPE_NAMES)[number], seed: number): Shape {
  const random = seededRandom(seed);
  switch (name) {
    case 'star':
      return [[star(random, 5 + Math.floor(random() * 60), 0.1, 1)]];
    case 'comb':
      return [[comb(random, 2 + Math.floor(random() * 20))]];
    case 'spiral':
      return [[spiral(1 + random() * 5, 0.1 + random() * 0.8)]];
    case 'holes':
      return [
        [
          star(random, 40, 0.85, 1),
          ...cells(random, 3, 0.55).map((at) => moved(star(random, 9, 0.2, 1).reverse(), at, 0.15)),
        ],
      ];
    case 'multi':
      return cells(random, 4, 0.75).map((at) => [moved(star(random, 12, 0.1, 1), at, 0.18)]);
  }
}

/** Packs a shape, moved to `centre` and scaled to `size` units from its middle; not repaired. */
export function packShape(
  shape: Shape,
  [cx, cy]: readonly [number, number],
  size: number,
): PackedGeometry {
  const builder = new GeometryBuilder();
  for (const polygon of shape) {
    for (const ring of polygon) {
      for (const [x, y] of ring.slice(0, -1)) {
        builder.addVertex(Math.round(cx + x! * size), Math.round(cy + y! * size));
      }
      builder.endPart();
    }
    builder.endPolygon();
  }
  return builder.build('polygon')!;
}

/** Packs parts given as flat lists x, y, x, y …; for polygons each part is a polygon of one ring. */
export function packParts(kind: PackedGeometry['kind'], parts: number[][]): PackedGeometry {
  const builder = new GeometryBuilder();
  for (const part of parts) {
    for (let i = 0; i < part.length; i += 2) builder.addVertex(part[i]!, part[i + 1]!);
    if (kind === 'point') builder.endPoints();
    else builder.endPart();
    if (kind === 'polygon') builder.endPolygon();
  }
  return builder.build(kind)!;
}

function star(random: () => number, corners: number, least: number, most: number): Position[] {
  const ring = Array.from({ length: corners }, (_, i): Position => {
    const angle = ((i + random() * 0.8) / corners) * 2 * Math.PI;
    const reach = least + (most - least) * random();
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

function comb(random: () => number, teeth: number): Position[] {
  const ring: Position[] = [
    [-1, -1],
    [1, -1],
  ];
  const step = 2 / teeth;
  for (let i = teeth - 1; i >= 0; i--) {
    const left = -1 + i * step;
    const top = random() * 1.5 - 0.5;
    const width = step * (0.02 + 0.9 * random());
    ring.push([left + width, -0.9], [left + width, top], [left, top], [left, -0.9]);
  }
  // The first tooth starts at the back of the comb.
  ring.splice(-2, 2, [-1, 0.9]);
  return [...ring, ring[0]!];
}

function spiral(turns: number, fill: number): Position[] {
  const steps = Math.ceil(turns * 24);
  const gap = 0.9 / (turns + 1);
  const at = (i: number, inset: number): Position => {
    const angle = (i / 24) * 2 * Math.PI;
    const reach = 0.1 + (gap * i) / 24 + inset;
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  };
  const outer = Array.from({ length: steps }, (_, i) => at(i, gap * fill * 0.9));
  const inner = Array.from({ length: steps }, (_, i) => at(i, 0));
  const ring = [...outer, ...inner.reverse()];
  return [...ring, ring[0]!];
}

/** Returns the middles of some cells of a grid of `n` by `n` over the square of half-side `reach`. */
function cells(random: () => number, n: number, reach: number): Position[] {
  const all = Array.from({ length: n * n }, (_, i): Position => [
    (((i % n) + 0.5) / n) * 2 * reach - reach,
    ((Math.floor(i / n) + 0.5) / n) * 2 * reach - reach,
  ]);
  const some = all.filter(() => random() < 0.5);
  return some.length > 0 ? some : all.slice(0, 1);
}

function moved(ring: Position[], [cx, cy]: Position, size: number): Position[] {
  return ring.map(([x, y]) => [cx! + x! * size, cy! + y! * size]);
}
