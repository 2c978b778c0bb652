import type { Feature, LineString, MultiPolygon, Polygon } from 'geojson';
import { createAreaIndex } from '../../area-index.ts';
import { kilometres, moved, type Place } from '../../distance.ts';
import { createRandom, type Random } from '../../random.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { allocationOf } from './allocation.ts';

/** Length of a road segment, in kilometres. */
const PIECE = 0.9;
/** Distance between branches of a road, in kilometres. */
const BRANCH_EVERY = 4.5;
/** Strength with which a road returns to its first direction. */
const PULL = 0.12;
/** Share of the units that have roads. */
const OPENED = 0.7;
/** Smallest area of a unit with its own roads, in hectares. */
const SMALLEST = 6000;

type Direction = readonly [x: number, y: number];
type Unit = Feature<Polygon | MultiPolygon>;

/** Creates the logging roads: a main road from the edge of each opened unit, with branches. */
export function makeLoggingRoads(skeleton: Skeleton, cover: LandCover): Feature<LineString>[] {
  const { logging } = allocationOf(skeleton, cover);
  const roads: Feature<LineString>[] = [];
  for (const units of Object.values(logging)) {
    for (const unit of units) {
      const random = createRandom(`roads-${String(unit.properties!['fmu_id'])}`);
      if (Number(unit.properties!['area_ha']) < SMALLEST || !random.chance(OPENED)) continue;
      for (const { line, kind } of layOut(unit, skeleton, random)) {
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

/** Creates the roads of one unit, entirely inside it. */
function layOut(unit: Unit, skeleton: Skeleton, random: Random): { line: Place[]; kind: Kind }[] {
  const shape = createAreaIndex([unit.geometry]);
  const isInside = (place: Place): boolean =>
    shape.holds(place) && skeleton.ground.countryAt(place) !== null;
  const ring = (unit.geometry.type === 'Polygon'
    ? unit.geometry.coordinates
    : unit.geometry.coordinates[0]!)[0] as unknown as readonly Place[];
  const middle = middleOf(ring);
  const entry = entryOf(ring, middle, skeleton);
  const main = walk(entry, towards(entry, middle), { most: 90, isInside, random });
  if (main.length < 5) return [];
  const roads: { line: Place[]; kind: Kind }[] = [{ line: main, kind: 'principale' }];
  const every = Math.round(BRANCH_EVERY / PIECE);
  for (let i = every; i < main.length - 1; i += every + random.integer(-1, 2)) {
    const [x, y] = towards(main[i - 1]!, main[i]!);
    const side = random.chance(0.5) ? 1 : -1;
    const off: Direction = [x * 0.5 - side * y * 0.86, y * 0.5 + side * x * 0.86];
    const branch = walk(main[i]!, off, { most: random.integer(4, 16), isInside, random });
    if (branch.length >= 4) roads.push({ line: branch, kind: 'secondaire' });
  }
  return roads;
}

function middleOf(ring: readonly Place[]): Place {
  const sum = ring.slice(1).reduce<Place>(([x, y], [lng, lat]) => [x + lng, y + lat], [0, 0]);
  return [sum[0] / (ring.length - 1), sum[1] / (ring.length - 1)];
}

/** Returns a place just inside the corner that is nearest to a public road. */
function entryOf(ring: readonly Place[], middle: Place, { nearRoads }: Skeleton): Place {
  const far = 60;
  const distances = ring.map((corner) => nearRoads.nearest(corner, far)?.km ?? far);
  const nearest = distances.indexOf(distances.reduce((one, other) => Math.min(one, other)));
  const corner = ring[nearest]!;
  const [x, y] = towards(corner, middle);
  return moved(corner, x * PIECE, y * PIECE);
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
  while (line.length < most) {
    bend = bend * 0.6 + random.between(-0.25, 0.25);
    // Pulled back towards its first direction, otherwise it would run in circles.
    const [aimX, aimY] = [x - bend * y + PULL * direction[0], y + bend * x + PULL * direction[1]];
    const length = Math.sqrt(aimX * aimX + aimY * aimY) || 1;
    [x, y] = [aimX / length, aimY / length];
    const from = line.at(-1)!;
    const next = moved(from, x * PIECE, y * PIECE);
    const half = moved(from, (x * PIECE) / 2, (y * PIECE) / 2);
    // Half a segment ahead is also tested, so that roads end before the border.
    if (![half, next, moved(next, (x * PIECE) / 2, (y * PIECE) / 2)].every(isInside)) break;
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
  const km = line.slice(1).reduce((sum, place, i) => sum + kilometres(line[i]!, place), 0);
  const condition = random.pick(
    isMain ? ['bonne', 'bonne', 'moyenne', 'mauvaise'] : ['moyenne', 'mauvaise', 'fermee', 'bonne'],
  );
  return {
    road_id: `P-${String(number + 1).padStart(5, '0')}`,
    fmu_id: String(unit.properties!['fmu_id']),
    road_class: kind,
    surface: random.chance(0.04)
      ? null
      : isMain
        ? random.pick(['laterite', 'laterite', 'gravier'])
        : random.pick(['terre', 'terre', 'laterite']),
    condition,
    all_year: random.chance(0.06) ? null : condition === 'bonne' && isMain,
    bridges: random.integer(0, Math.ceil(km / 6)),
    bridge_condition: random.pick(['solide', 'solide', 'a_reparer', 'detruit']),
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
