import type { MultiPolygon, Polygon, Position } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAreaIndex } from '../../../demo/generators/area-index.ts';
import {
  createNearest,
  type NearestIndex,
  type Place,
  sampleLine,
  moved as moveBy,
} from '../../../demo/generators/distance.ts';
import { makeSurveyAreas } from '../../../demo/generators/layers/survey-areas.ts';
import { makeTenure } from '../../../demo/generators/layers/tenure.ts';
import { type Skeleton, skeletonOf } from '../../../demo/generators/skeleton/skeleton.ts';
import { NIGHTLY } from '../../size.ts';
import { type Areas, geosFindsValid, holds, polygonsOf, ringFaults, variation } from './checks.ts';
import { CONFIG, GENERATION_TIMEOUT, makeFeatures, valuesOf, villageOf } from './made.ts';

/** Distance between tested places in degrees, about 1.1 km. */
const STEP = 0.01;

let skeleton: Skeleton;
let lands: Areas;
let sectors: Areas;
let unmapped: Areas;
/** The borders of the lands, and of the land that was not surveyed, every 100 and 200 m. */
let landBorders: NearestIndex;
let unmappedBorders: NearestIndex;

const ringsOf = (areas: Areas): Place[][] =>
  areas.flatMap(({ geometry }) => polygonsOf(geometry).flat()) as unknown as Place[][];
const bordersOf = (areas: Areas, step: number): NearestIndex =>
  createNearest(
    0.02,
    ringsOf(areas).flatMap((ring) => sampleLine(ring, step)),
  );
const edgesOf = (areas: Areas): [Place, Place][] =>
  ringsOf(areas).flatMap((ring) => ring.slice(1).map((to, i): [Place, Place] => [ring[i]!, to]));
const nameOf = (from: Position | Place, to: Position | Place): string =>
  `${String(from)} ${String(to)}`;

/** Returns the places of a grid in an area. */
function gridIn(geometry: Polygon | MultiPolygon): Place[] {
  const corners = polygonsOf(geometry).flat(2);
  const [west, south] = [0, 1].map((axis) => Math.min(...corners.map((at) => at[axis]!)));
  const [east, north] = [0, 1].map((axis) => Math.max(...corners.map((at) => at[axis]!)));
  const area = createAreaIndex([geometry]);
  const places: Place[] = [];
  for (let x = Math.ceil(west! / STEP); x * STEP < east!; x++)
    for (let y = Math.ceil(south! / STEP); y * STEP < north!; y++)
      if (area.holds([x * STEP, y * STEP])) places.push([x * STEP, y * STEP]);
  return places;
}

beforeAll(async () => {
  skeleton = await skeletonOf(CONFIG);
  lands = await makeFeatures('tenure');
  sectors = await makeFeatures('survey-areas');
  unmapped = await makeFeatures('unmapped-areas');
  landBorders = bordersOf(lands, 0.1);
  unmappedBorders = bordersOf(unmapped, 0.2);
}, GENERATION_TIMEOUT);

describe('customary lands', () => {
  it('lie in the sectors that were surveyed', () => {
    const sector = createAreaIndex(sectors.map(({ geometry }) => geometry));
    const corners = ringsOf(lands).flat();
    expect(corners.filter((corner) => !sector.holds(corner))).toEqual([]);
  });

  it('cover the inner part of each sector without gaps: 97 % of it', () => {
    // The inner part is further from the unsurveyed land than the strip without lands is wide, and
    // a cell away from shores, borders and towns, which lands and sectors follow in whole cells.
    const names = new Set(edgesOf(sectors).map(([from, to]) => nameOf(from, to)));
    const outer = edgesOf(sectors).filter(([from, to]) => !names.has(nameOf(to, from)));
    const edge = createNearest(0.02, outer.flat());
    const land = createAreaIndex(lands.map(({ geometry }) => geometry));
    const shares = sectors.flatMap(({ geometry, properties }) => {
      const inner = gridIn(geometry).filter(
        (place) => !unmappedBorders.nearest(place, 5.1) && !edge.nearest(place, 1.5),
      );
      // With fewer places, two at a shore would be 3 %.
      if (inner.length < 60) return [];
      return {
        id: properties!['survey_id'],
        share: inner.filter(land.holds).length / inner.length,
      };
    });
    expect(shares.length).toBeGreaterThan(120);
    expect(shares.filter(({ share }) => share < 0.97)).toEqual([]);
  });

  it('share their borders to the last digit, but for what neighbours both claim', () => {
    const edges = edgesOf(lands);
    const names = new Set(edges.map(([from, to]) => nameOf(from, to)));
    // An edge between two lands, which is not at the edge of all lands.
    const inside = edges.filter(([[x, y], [toX, toY]]) => {
      const middle: Place = [(x + toX) / 2, (y + toY) / 2];
      return !unmappedBorders.nearest(middle, 6);
    });
    const shared = inside.filter(([from, to]) => names.has(nameOf(to, from)));
    expect(inside.length).toBeGreaterThan(5000);
    // The others border water and towns, or are claimed by both sides.
    expect(shared.length / inside.length).toBeGreaterThan(0.7);
  });

  it('overlap where neighbours disagree: on 3 to 8 % of the land', () => {
    const claims = new Map<string, number>();
    for (const { geometry } of lands)
      for (const [lng, lat] of gridIn(geometry)) {
        const at = `${Math.round(lng / STEP)} ${Math.round(lat / STEP)}`;
        claims.set(at, (claims.get(at) ?? 0) + 1);
      }
    const twice = [...claims.values()].filter((count) => count > 1).length / claims.size;
    expect(twice).toBeGreaterThan(0.03);
    expect(twice).toBeLessThan(0.08);
  });

  it('hold their village', () => {
    const lost = lands.filter((land) => {
      const [lng, lat] = villageOf(skeleton, land).place;
      // A village at the edge of its cell may be 300 m outside of the drawn border.
      const near = [-0.003, 0, 0.003].flatMap((dx) =>
        [-0.003, 0, 0.003].map((dy): Position => [lng! + dx, lat! + dy]),
      );
      return !near.some((place) => holds(land.geometry, place));
    });
    expect(valuesOf(lost, 'tenure_id')).toEqual([]);
  });
});

describe('public sectors', () => {
  /** Returns true within 5 km of the land of a town, whose edge is irregular. */
  const isNearTown = (place: Place): boolean =>
    [-1, 0, 1].some((x) => [-1, 0, 1].some((y) => skeleton.townLand.holds(moveBy(place, x, y), 4)));
  /**
   * The middles of the edges that a sector shares with the land that was not surveyed. Near a town,
   * which is as public as a shore, lands go up to the edge.
   */
  const outerBorder = (): Place[] => {
    const names = new Set(edgesOf(unmapped).map(([from, to]) => nameOf(from, to)));
    return edgesOf(sectors)
      .filter(([from, to]) => names.has(nameOf(to, from)))
      .map(([[x, y], [toX, toY]]): Place => [(x + toX) / 2, (y + toY) / 2])
      .filter((place) => !isNearTown(place));
  };

  it('are wider than their lands, by 1 to 5 km and unevenly', () => {
    const widths = outerBorder().map((place) => landBorders.nearest(place, 20)?.km ?? 20);
    expect(widths.length).toBeGreaterThan(10_000);
    expect(widths.filter((km) => km < 0.95)).toEqual([]);
    // A spur of a sector is narrower than twice the strip, so no land reaches into it.
    expect(widths.filter((km) => km < 5).length / widths.length).toBeGreaterThan(0.75);
    expect(variation(widths)).toBeGreaterThan(0.35);
  });

  it('do not change when the lands in them move (at night, the lands are made too)', () => {
    const people = skeleton.villages.map((village) => village.people).toReversed();
    const moved: Skeleton = {
      ...skeleton,
      villages: skeleton.villages.map((village, i) => ({ ...village, people: people[i]! })),
    };
    expect(JSON.stringify(makeSurveyAreas(moved))).toBe(JSON.stringify(sectors));
    if (!NIGHTLY) return;
    const known = new Set(lands.map(({ geometry }) => JSON.stringify(geometry)));
    const kept = makeTenure(moved, () => false).filter(({ geometry }) =>
      known.has(JSON.stringify(geometry)),
    );
    expect(kept.length / lands.length).toBeLessThan(0.1);
  });

  it('border each other where the lands in them do not', () => {
    const names = new Set(edgesOf(sectors).map(([from, to]) => nameOf(from, to)));
    const between = edgesOf(sectors)
      .filter(([from, to]) => names.has(nameOf(to, from)))
      .map(([[x, y], [toX, toY]]): Place => [(x + toX) / 2, (y + toY) / 2]);
    const isAtBorder = (place: Place): boolean => landBorders.nearest(place, 0.3) !== null;
    const land = createAreaIndex(lands.map(({ geometry }) => geometry));
    const inLands = between.filter(land.holds);
    const byChance = lands
      .filter((_, i) => i % 5 === 0)
      .flatMap(({ geometry }) => gridIn(geometry));
    const share = (places: readonly Place[]): number =>
      places.filter(isAtBorder).length / places.length;
    expect(inLands.length).toBeGreaterThan(500);
    // Both go between villages, so that they meet more often than by chance, but not twice as often.
    expect(share(inLands)).toBeLessThan(2 * share(byChance));
  });
});

describe('land that was not surveyed', () => {
  it('is valid, and all dry land without the sectors', () => {
    for (const { geometry } of unmapped) {
      expect(ringFaults(geometry)).toEqual([]);
      expect(geosFindsValid(geometry)).toBe(true);
    }
    const hatched = createAreaIndex(unmapped.map(({ geometry }) => geometry));
    const sector = createAreaIndex(sectors.map(({ geometry }) => geometry));
    const lakes = createAreaIndex(skeleton.geography.stillWaters);
    const places = Array.from({ length: 200 * 200 }, (_, i): Place => [
      8.003 + (i % 200) * 0.12,
      -13.997 + Math.floor(i / 200) * 0.13,
    ]);
    const wrong = places.filter((place) => {
      const isLand = skeleton.ground.nationAt(place) !== null && !lakes.holds(place);
      const areas = Number(hatched.holds(place)) + Number(sector.holds(place));
      // The cells between a sector and a shore or a border are in neither.
      return areas !== (isLand ? 1 : 0) && skeleton.ground.isPlain(place, 1.9);
    });
    // Pieces of less than 2 km² are left out.
    expect(wrong.length).toBeLessThan(5);
    expect(places.filter(hatched.holds).length).toBeGreaterThan(
      5 * places.filter(sector.holds).length,
    );
  });
});
