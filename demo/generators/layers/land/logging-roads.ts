import type { Feature, LineString, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../../area.ts';
import { createAreaIndex } from '../../area-index.ts';
import { createNearest, kilometres, moved, type Place, sampleLine } from '../../distance.ts';
import { createRandom, type Random } from '../../random.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { lengthOf } from '../../skeleton/roads.ts';
import { drawnRoads } from '../roads.ts';
import { allocationOf } from './allocation.ts';
import { drawSize, type SizeLaw } from './draw-size.ts';

/** Length of a road segment, and distance between branches of a road, as laws of kilometres. */
const PIECE: SizeLaw = { mu: -0.65, sigma: 0.55, least: 0.1, most: 1.9 };
const BRANCH_EVERY: SizeLaw = { mu: 1.35, sigma: 0.5, least: 1.2, most: 15 };
/** Length of a branch and of a main road at most, in kilometres. */
const BRANCH: SizeLaw = { mu: 2, sigma: 0.45, least: 2.5, most: 22 };
const MAIN = 80;
/** Least length of a road, in kilometres. */
const SHORTEST = 2.5;
/** Cotangent of the angle between a branch and its road: from 45 to 100 degrees. */
const ANGLE = { least: -0.17, most: 1 } as const;
/** Strength with which a road returns to its first direction. */
const PULL = 0.12;
/** Share of the units with a public road that have logging roads. */
const OPENED = 0.9;
/** Distance between the places of public roads where a main road may begin, in kilometres. */
const JUNCTION_EVERY = 0.3;
/** Distance between the end of a road and the border of its unit, in kilometres. */
const AHEAD = 0.4;
/** Smallest area of a unit with its own roads, in hectares. */
const SMALLEST = 6000;

type Direction = readonly [x: number, y: number];
type Unit = Feature<Polygon | MultiPolygon>;

/** Creates the logging roads: a main road from a public road in each opened unit, with branches. */
export function makeLoggingRoads(skeleton: Skeleton, cover: LandCover): Feature<LineString>[] {
  const { logging } = allocationOf(skeleton, cover);
  const entryOf = createEntries(skeleton);
  const roads: Feature<LineString>[] = [];
  for (const units of Object.values(logging)) {
    for (const unit of units) {
      const random = createRandom(`roads-${String(unit.properties!['fmu_id'])}`);
      if (hectares(unit.geometry) < SMALLEST || !random.chance(OPENED)) continue;
      for (const { line, kind } of layOut(unit, { skeleton, entryOf, random })) {
        roads.push({
          type: 'Feature',
          geometry: { type: 'LineString', coordinates: line.map(rounded) },
          properties: attributesOf(unit, roads.length, { line, kind, random }),
        });
      }
    }
  }
  return roads;
}

type Kind = 'principale' | 'secondaire';

interface Way {
  readonly skeleton: Skeleton;
  readonly entryOf: EntryOf;
  readonly random: Random;
}

/** Creates the roads of one unit, entirely inside it. A unit without a public road has none. */
function layOut(unit: Unit, { skeleton, entryOf, random }: Way): { line: Place[]; kind: Kind }[] {
  const shape = createAreaIndex([unit.geometry]);
  const isInside = (place: Place): boolean =>
    shape.holds(place) && skeleton.ground.countryAt(place) !== null;
  const ring = (unit.geometry.type === 'Polygon'
    ? unit.geometry.coordinates
    : unit.geometry.coordinates[0]!)[0] as unknown as readonly Place[];
  const entry = entryOf(ring, isInside);
  if (!entry) return [];
  const main = walk(entry.place, towards(entry.place, entry.aim), { most: MAIN, isInside, random });
  if (lengthOf(main) < SHORTEST) return [];
  const roads: { line: Place[]; kind: Kind }[] = [{ line: main, kind: 'principale' }];
  let left = drawSize(random, BRANCH_EVERY);
  for (let i = 1; i < main.length - 1; i++) {
    left -= kilometres(main[i - 1]!, main[i]!);
    if (left > 0) continue;
    left = drawSize(random, BRANCH_EVERY);
    const [x, y] = towards(main[i - 1]!, main[i]!);
    const side = random.chance(0.5) ? 1 : -1;
    const ahead = random.between(ANGLE.least, ANGLE.most);
    const off = towards([0, 0], [x * ahead - side * y, y * ahead + side * x]);
    const branch = walk(main[i]!, off, { most: drawSize(random, BRANCH), isInside, random });
    if (lengthOf(branch) >= SHORTEST) roads.push({ line: branch, kind: 'secondaire' });
  }
  return roads;
}

/** Where a main road begins, and the corner of the unit that it leads to. */
interface Entry {
  readonly place: Place;
  readonly aim: Place;
}

/** Returns the entry of a unit, or null where no public road is inside it. */
type EntryOf = (ring: readonly Place[], isInside: (place: Place) => boolean) => Entry | null;

/**
 * Finds entries: the aim is the corner that is farthest from public roads, and the road begins at
 * the place of a public road that is nearest to the aim. It therefore leads away from that road.
 */
function createEntries(skeleton: Skeleton): EntryOf {
  const far = 60;
  const places = drawnRoads(skeleton).flatMap(({ line }) => sampleLine(line, JUNCTION_EVERY));
  const index = createNearest(0.1, places);
  return (ring, isInside) => {
    const distances = ring.map((corner) => index.nearest(corner, far)?.km ?? far);
    const farthest = distances.indexOf(distances.reduce((one, other) => Math.max(one, other)));
    const aim = ring[farthest]!;
    const reach = ring.reduce((most, corner) => Math.max(most, kilometres(aim, corner)), 0);
    const nearestFirst = index.within(aim, reach).sort((a, b) => a.km - b.km || a.index - b.index);
    const first = nearestFirst.find((junction) => isInside(places[junction.index]!));
    return first ? { place: places[first.index]!, aim } : null;
  };
}

function towards(from: Place, to: Place): Direction {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.sqrt(x * x + y * y) || 1;
  return [x / length, y / length];
}

/** Creates a winding line from a place to the edge of the unit. */
function walk(
  start: Place,
  direction: Direction,
  way: { most: number; isInside: (place: Place) => boolean; random: Random },
): Place[] {
  const { most, isInside, random } = way;
  if (!isInside(start)) return [];
  const line = [start];
  let [x, y] = direction;
  let bend = 0;
  let left = most;
  while (left > 0) {
    const step = drawSize(random, PIECE);
    left -= step;
    bend = bend * 0.6 + random.between(-0.25, 0.25);
    // Pulled back towards its first direction, otherwise it would run in circles.
    const [aimX, aimY] = [x - bend * y + PULL * direction[0], y + bend * x + PULL * direction[1]];
    const length = Math.sqrt(aimX * aimX + aimY * aimY) || 1;
    [x, y] = [aimX / length, aimY / length];
    const from = line.at(-1)!;
    const next = moved(from, x * step, y * step);
    // Places ahead are also tested, so that roads end before the border.
    const tested = [0.3 * step, 0.65 * step, step + AHEAD].map((km) => moved(from, x * km, y * km));
    if (![...tested, next].every(isInside)) break;
    line.push(next);
  }
  return line;
}

function attributesOf(
  unit: Unit,
  number: number,
  road: { line: readonly Place[]; kind: Kind; random: Random },
) {
  const { line, kind, random } = road;
  const isMain = kind === 'principale';
  const km = lengthOf(line);
  const condition = random.pick(
    isMain ? ['bonne', 'bonne', 'moyenne', 'mauvaise'] : ['moyenne', 'mauvaise', 'fermee', 'bonne'],
  );
  const surface = random.chance(0.04)
    ? null
    : isMain
      ? random.pick(['laterite', 'laterite', 'gravier'])
      : random.pick(['terre', 'terre', 'laterite']);
  const isOpenAllYear = random.chance(0.06) ? null : condition === 'bonne' && isMain;
  const bridges = random.integer(0, Math.ceil(km / 6));
  const bridgeCondition = random.pick(['solide', 'solide', 'a_reparer', 'detruit']);
  return {
    road_id: `P-${String(number + 1).padStart(5, '0')}`,
    fmu_id: String(unit.properties!['fmu_id']),
    road_class: kind,
    surface,
    condition,
    all_year: isOpenAllYear,
    bridges,
    // Drawn for all roads, so that what follows does not depend on it.
    bridge_condition: bridges === 0 ? null : bridgeCondition,
    width_m: isMain ? random.integer(6, 9) : random.integer(4, 6),
    opened: String(random.integer(1998, 2024)),
    length_km: Math.round(km * 10) / 10,
  };
}

/** Rounds to five decimals, about a metre. */
const rounded = ([lng, lat]: Place): [number, number] => [
  Math.round(lng * 1e5) / 1e5,
  Math.round(lat * 1e5) / 1e5,
];
