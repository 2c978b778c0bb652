import type { Feature, LineString } from 'geojson';
import { simplifyLine } from '../../../cli/geography/geometry.ts';
import { createRandom, type Random } from '../random.ts';
import type { RoadClass } from '../skeleton/road-cost.ts';
import { lengthOf, type Road } from '../skeleton/roads.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';

/** Maximum distance between a drawn road and its exact line, in degrees: 30 m. */
const TOLERANCE = 0.000_27;
/** Minimum length of a track, in kilometres. Shorter tracks are left out. */
const SHORTEST = 1.5;

/** Attributes of roads by class. An entry that occurs twice is twice as likely. */
const CLASSES = {
  nationale: {
    surfaces: ['bitume', 'bitume', 'laterite'],
    conditions: ['bonne', 'bonne', 'moyenne', 'mauvaise'],
    metres: [7, 10],
  },
  regionale: {
    surfaces: ['laterite', 'laterite', 'terre'],
    conditions: ['bonne', 'moyenne', 'moyenne', 'mauvaise'],
    metres: [5, 7],
  },
  piste: {
    surfaces: ['terre', 'terre', 'terre', 'laterite'],
    conditions: ['moyenne', 'mauvaise', 'mauvaise', 'fermee'],
    metres: [3, 5],
  },
} as const satisfies Record<RoadClass, object>;

/** Returns the roads of the skeleton that are drawn. */
export function drawnRoads({ roads }: Skeleton): Road[] {
  return roads.filter(({ line, kind }) => kind !== 'piste' || lengthOf(line) >= SHORTEST);
}

/** Creates the public roads and tracks, one feature between two junctions. */
export function makeRoads(skeleton: Skeleton): Feature<LineString>[] {
  return drawnRoads(skeleton).map((road, number) => ({
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: simplifyLine(road.line, TOLERANCE).map(([lng, lat]) => [round(lng), round(lat)]),
    },
    properties: attributesOf(road, number, createRandom(`road-${number}`)),
  }));
}

function attributesOf({ line, kind }: Road, number: number, random: Random) {
  const { surfaces, conditions, metres } = CLASSES[kind];
  const condition = random.pick(conditions);
  return {
    road_id: `RT-${String(number + 1).padStart(5, '0')}`,
    road_class: kind,
    surface: random.pick(surfaces),
    condition,
    all_year: random.chance(0.05) ? null : condition === 'bonne',
    width_m: random.integer(metres[0], metres[1]),
    length_km: Math.round(lengthOf(line) * 10) / 10,
  };
}

/** Rounds to five decimals, about a metre. */
const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
