import type { Bounds } from 'atlas-engine';
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { outlineOf } from '../contour.ts';
import { createNearest, kilometres, KM_PER_DEGREE, type Place } from '../distance.ts';
import { createNoise } from '../noise.ts';
import { createRandom, type Random } from '../random.ts';
import { REGION } from '../skeleton/extents.ts';
import type { Country } from '../skeleton/geography.ts';
import type { LandCover } from '../skeleton/land-cover.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { drawDate } from './vocabulary.ts';

/** Areas in each country. */
const COUNTS: Readonly<Record<Country, number>> = {
  cmr: 6,
  cod: 15,
  caf: 4,
  cog: 7,
  gab: 5,
  gnq: 1,
};
/** Percent of tree cover where an area has its middle, and kilometres between middles. */
const FORESTED = 55;
const SPACING = 100;
const ATTEMPTS = 6000;
/** Percent of tree cover that a catchment has which belongs to an area. */
const WOODED = 48;
/** Kilometres from the middle to the edge, before the edge is bent. */
const RADIUS = { low: 20, high: 52 };
/** Degrees of the grid that outlines are found on, and square degrees of the smallest part. */
const STEP = 0.025;
const LEAST = 0.01;
/** The peoples of the demonstration: letters, and no people's name. */
const LETTERS = [...'ABCDEFGHIJKL'] as [string, ...string[]];

const PEOPLE = { en: 'People', fr: 'Peuple', es: 'Pueblo' } as const;

const ANSWERS = {
  mobility: ['camps', 'half_year', 'settled'],
  livelihoods: ['gathering', 'hunting', 'fishing', 'honey', 'small_fields', 'crafts'],
  threats: [
    'overlap_with_a_concession',
    'little_access_to_protected_areas',
    'land_not_recognised',
    'no_identity_papers',
    'less_game',
  ],
} as const;

interface Seat {
  readonly place: Place;
  readonly country: Country;
  readonly radius: number;
}

/**
 * Makes areas of indigenous peoples in the forests of the six countries: wooded catchments around a
 * middle, so that they end at ridges and streams. None overlaps another.
 */
export function makeIndigenousPeoples(
  skeleton: Skeleton,
  cover: LandCover,
): Feature<Polygon | MultiPolygon>[] {
  const seats = drawSeats(skeleton, cover);
  const shape = createNoise('indigenous-peoples', 0.45, 4);
  /** How far out a place lies: 1 at the edge of the area. */
  const depth = (seat: Seat, place: Place): number =>
    kilometres(seat.place, place) / (seat.radius * (0.2 + 1.6 * shape(place[0], place[1])));
  const features: Feature<Polygon | MultiPolygon>[] = [];
  for (const seat of seats) {
    const rivals = seats.filter(
      (other) => other !== seat && kilometres(other.place, seat.place) < 4 * RADIUS.high,
    );
    const geometry = outlineOf({
      box: boxAround(seat),
      step: STEP,
      least: LEAST,
      holds: (place) => {
        if (skeleton.ground.countryAt(place) !== seat.country) return false;
        const anchor = skeleton.terrain.anchorOf(place);
        const own = depth(seat, anchor);
        if (own >= 1 || (own > 0.3 && (cover.treesAt(anchor) ?? 0) < WOODED)) return false;
        return rivals.every((rival) => depth(rival, anchor) > own);
      },
    });
    if (!geometry) continue;
    const properties = attributesOf(seat, features.length, geometry);
    features.push({ type: 'Feature', geometry, properties });
  }
  return features;
}

function drawSeats({ ground }: Skeleton, cover: LandCover): Seat[] {
  const random = createRandom('indigenous-peoples');
  const taken = createNearest(1);
  const seats: Seat[] = [];
  const left = { ...COUNTS };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [west, south, east, north] = REGION;
    const place: Place = [random.between(west, east), random.between(south, north)];
    const country = ground.countryAt(place);
    if (!country || left[country] === 0 || (cover.treesAt(place) ?? 0) < FORESTED) continue;
    if (taken.nearest(place, SPACING)) continue;
    taken.add(place);
    left[country]--;
    seats.push({ place, country, radius: random.between(RADIUS.low, RADIUS.high) });
  }
  return seats;
}

/** The edge is bent out by eight tenths of the radius at most, and by the catchments there. */
function boxAround({ place: [lng, lat], radius }: Seat): Bounds {
  const most = (radius * 1.9) / (KM_PER_DEGREE * 0.95);
  return [lng - most, lat - most, lng + most, lat + most];
}

function attributesOf(seat: Seat, number: number, geometry: Polygon | MultiPolygon) {
  const random = createRandom(`people-${number}`);
  const letter = random.pick(LETTERS);
  const { mobility, livelihoods, threats } = ANSWERS;
  const local = seat.country === 'gnq' ? PEOPLE.es : PEOPLE.fr;
  return {
    people_id: `I-${String(number + 1).padStart(3, '0')}`,
    name: `${local} ${letter}`,
    name_en: `${PEOPLE.en} ${letter}`,
    name_fr: `${PEOPLE.fr} ${letter}`,
    language: letter,
    population: random.chance(0.1) ? null : drawPopulation(geometry, random),
    mobility: random.pick(mobility),
    livelihoods: random.sample(livelihoods, random.integer(2, 4)),
    difficulties: random.sample(threats, random.integer(1, 2)),
    area_ha: hectares(geometry),
    ...(random.chance(0.1) ? {} : { surveyed: drawDate(random, 2011, 2025) }),
  };
}

/** One person on 3 to 9 km², in round hundreds as it is estimated. */
function drawPopulation(geometry: Polygon | MultiPolygon, random: Random): number {
  return Math.max(1, Math.round(hectares(geometry) / 100 / random.between(3, 9) / 100)) * 100;
}
