import type { Feature, Point, Position } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Skeleton, skeletonOf } from '../../../demo/generators/skeleton/skeleton.ts';
import { CONFIG, GENERATION_TIMEOUT, makeFeatures } from './made.ts';

/** Length of a name of ten letters at zoom 10, in degrees: 65 px. */
const LENGTH = 0.045;
/** The direction of a name from its village. */
const DIRECTIONS: Readonly<Record<string, readonly [east: number, north: number]>> = {
  east: [1, 0],
  west: [-1, 0],
  south: [0, -0.2],
  north: [0, 0.2],
};

let skeleton: Skeleton;
let villages: readonly Feature<Point>[];

beforeAll(async () => {
  skeleton = await skeletonOf(CONFIG);
  villages = await makeFeatures('villages');
}, GENERATION_TIMEOUT);

/** Size of a name of ten letters at zoom 10 and of its gap to the dot, in degrees. */
const [WIDTH, HEIGHT, GAP] = [0.041, 0.01, 0.005];

/** Returns whether the name of a village, on a side of it, would cover a place. */
function covers([lng, lat]: Position, side: string, [x, y]: Position): boolean {
  const [east, north] = [x! - lng!, y! - lat!];
  if (side === 'east' || side === 'west') {
    const ahead = side === 'east' ? east : -east;
    return ahead > GAP && ahead < GAP + WIDTH && Math.abs(north) < HEIGHT / 2;
  }
  const ahead = side === 'north' ? north : -north;
  return ahead > GAP && ahead < GAP + HEIGHT && Math.abs(east) < WIDTH / 2;
}

/** Returns true if a line from a village in a direction meets a river. */
function meetsRiver([lng, lat]: Position, side: string): boolean {
  const [east, north] = DIRECTIONS[side]!;
  const to = [lng! + east * LENGTH, lat! + north * LENGTH] as const;
  const turn = (a: Position, b: Position, c: Position): boolean =>
    (b[0]! - a[0]!) * (c[1]! - a[1]!) > (b[1]! - a[1]!) * (c[0]! - a[0]!);
  const from = [lng!, lat!];
  return skeleton.geography.rivers.some((river) =>
    river.slice(1).some((end, i) => {
      const start = river[i]!;
      if (Math.abs(start[0] - lng!) > 1 || Math.abs(start[1] - lat!) > 1) return false;
      return (
        turn(from, [...to], [...start]) !== turn(from, [...to], [...end]) &&
        turn([...start], [...end], from) !== turn([...start], [...end], [...to])
      );
    }),
  );
}

describe('the name of a village', () => {
  it('is beside the dots of other villages', () => {
    const dots = villages.map(({ geometry }) => geometry.coordinates);
    const count = (sideOf: (village: Feature<Point>) => string): number =>
      villages.filter((village) => {
        const at = village.geometry.coordinates;
        return dots.some((dot) => covers(at, sideOf(village), dot));
      }).length;
    const covering = count(({ properties }) => String(properties!['name_position']));
    const coveringInTheEast = count(() => 'east');

    expect(coveringInTheEast).toBeGreaterThan(300);
    expect(covering).toBeLessThan(coveringInTheEast / 4);
  });

  it('is on the bank of the village, beside a river', () => {
    const sides = Object.keys(DIRECTIONS);
    const placed = villages.map(({ geometry, properties }) => ({
      at: geometry.coordinates,
      side: String(properties!['name_position']),
    }));
    expect(new Set(placed.map(({ side }) => side))).toEqual(new Set(sides));
    const across = placed.filter(({ at, side }) => meetsRiver(at, side));
    const acrossInTheEast = placed.filter(({ at }) => meetsRiver(at, 'east'));
    expect(acrossInTheEast.length).toBeGreaterThan(100);
    expect(across.length).toBeLessThan(acrossInTheEast.length / 10);
  });
});
