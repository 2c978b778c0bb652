import type { Bounds } from 'atlas-engine';
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../area.ts';
import { createAreaIndex } from '../area-index.ts';
import { outlineOf } from '../contour.ts';
import { createNearest, kilometres, KM_PER_DEGREE, type Place } from '../distance.ts';
import { createNoise } from '../noise.ts';
import { createRandom, type Random } from '../random.ts';
import { REGION } from '../skeleton/extents.ts';
import type { Country } from '../skeleton/geography.ts';
import type { LandCover } from '../skeleton/land-cover.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { allocationOf } from './land/allocation.ts';
import { drawDate } from './calendar.ts';
import { OVERLAP } from './vocabulary.ts';

/** Number of areas in each country. */
const COUNTS: Readonly<Record<Country, number>> = {
  cmr: 6,
  cod: 15,
  caf: 4,
  cog: 7,
  gab: 5,
  gnq: 1,
};
/** Minimum tree cover at the centre of an area, in percent. */
const FORESTED = 55;
/** Maximum density of villages in an area: where others are many, forest peoples have no land left. */
const SETTLED = 0.5;
/** Distance between the centres of areas, in kilometres. */
const SPACING = 100;
const ATTEMPTS = 6000;
/** Minimum tree cover of a catchment that belongs to an area, in percent. */
const WOODED = 48;
/** Distance from the centre to the edge before the edge is made irregular, in kilometres. */
const RADIUS = { low: 20, high: 52 };
/** Cell size of the grid for outlines, in degrees. */
const STEP = 0.025;
/** Distance between the land of a town and the corners of an area, in kilometres. */
const MARGIN = 1.2;
/** Share of an area above which a concession or a park in it is a difficulty. */
const PART = 0.03;
/** Minimum size of a separate part of an area, in square degrees. */
const LEAST = 0.01;
/** The peoples of the demonstration data are named by letters, so that no real people is named. */
const LETTERS = [...'ABCDEFGHIJKL'] as [string, ...string[]];

const PEOPLE = { en: 'People', fr: 'Peuple', es: 'Pueblo' } as const;

const ANSWERS = {
  mobility: ['camps', 'half_year', 'settled'],
  livelihoods: ['gathering', 'hunting', 'fishing', 'honey', 'small_fields', 'crafts'],
  /** The difficulty of people whose area is in a park. */
  park: 'little_access_to_protected_areas',
  others: ['land_not_recognised', 'no_identity_papers', 'less_game'],
} as const;

interface Seat {
  readonly place: Place;
  readonly country: Country;
  readonly radius: number;
}

/**
 * Creates areas of indigenous peoples in the forests of the six countries. An area consists of the
 * wooded catchments around its centre, so its borders follow ridges and streams. Areas do not
 * overlap.
 */
export function makeIndigenousPeoples(
  skeleton: Skeleton,
  cover: LandCover,
): Feature<Polygon | MultiPolygon>[] {
  const { trimmer, isUnit, isPark } = allocationOf(skeleton, cover);
  const seats = drawSeats(skeleton, cover);
  const shape = createNoise('indigenous-peoples', 0.45, 4);
  /** Returns the distance of a place from the centre, where 1 is the edge of the area. */
  const depth = (seat: Seat, place: Place): number =>
    kilometres(seat.place, place) / (seat.radius * (0.2 + 1.6 * shape(place[0], place[1])));
  const features: Feature<Polygon | MultiPolygon>[] = [];
  for (const seat of seats) {
    const rivals = seats.filter(
      (other) => other !== seat && kilometres(other.place, seat.place) < 4 * RADIUS.high,
    );
    const outline = outlineOf({
      box: boxAround(seat),
      step: STEP,
      least: LEAST,
      holds: (place) => {
        if (skeleton.ground.countryAt(place) !== seat.country) return false;
        if (skeleton.townLand.holds(place, MARGIN)) return false;
        const anchor = skeleton.terrain.anchorOf(place);
        if (skeleton.settlement.density(anchor) > SETTLED) return false;
        const own = depth(seat, anchor);
        if (own >= 1 || (own > 0.3 && (cover.treesAt(anchor) ?? 0) < WOODED)) return false;
        return rivals.every((rival) => depth(rival, anchor) > own);
      },
    });
    const geometry = outline && trimmer.outside(outline, townsIn(outline, skeleton));
    if (!geometry) continue;
    const places = placesIn(geometry, boxAround(seat));
    const isIn = (holds: (place: Place) => boolean): boolean =>
      places.filter(holds).length > PART * places.length;
    const properties = attributesOf(seat, features.length, {
      geometry,
      difficulties: [...(isIn(isUnit) ? [OVERLAP] : []), ...(isIn(isPark) ? [ANSWERS.park] : [])],
    });
    features.push({ type: 'Feature', geometry, properties });
  }
  return features;
}

/** Returns the land of the towns inside an outline, which has no small holes for them. */
function townsIn(outline: Polygon | MultiPolygon, { townLand }: Skeleton): Polygon[] {
  const { holds } = createAreaIndex([outline]);
  return townLand.areas.filter(({ coordinates: [ring] }) =>
    ring!.every(([lng, lat]) => holds([lng!, lat!])),
  );
}

function drawSeats({ ground, settlement }: Skeleton, cover: LandCover): Seat[] {
  const random = createRandom('indigenous-peoples');
  const taken = createNearest(1);
  const seats: Seat[] = [];
  const left = { ...COUNTS };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [west, south, east, north] = REGION;
    const place: Place = [random.between(west, east), random.between(south, north)];
    const country = ground.countryAt(place);
    if (!country || left[country] === 0 || (cover.treesAt(place) ?? 0) < FORESTED) continue;
    if (taken.nearest(place, SPACING) || settlement.density(place) > SETTLED) continue;
    taken.add(place);
    left[country]--;
    seats.push({ place, country, radius: random.between(RADIUS.low, RADIUS.high) });
  }
  return seats;
}

/**
 * Returns the largest possible bounds of an area. The edge can be moved outwards by at most eight
 * tenths of the radius, and then by the catchments.
 */
function boxAround({ place: [lng, lat], radius }: Seat): Bounds {
  const most = (radius * 1.9) / (KM_PER_DEGREE * 0.95);
  return [lng - most, lat - most, lng + most, lat + most];
}

/** Returns places in an area, on a grid. */
function placesIn(area: Polygon | MultiPolygon, [west, south, east, north]: Bounds): Place[] {
  const { holds } = createAreaIndex([area]);
  const places: Place[] = [];
  for (let lng = west; lng < east; lng += STEP)
    for (let lat = south; lat < north; lat += STEP) if (holds([lng, lat])) places.push([lng, lat]);
  return places;
}

interface Found {
  readonly geometry: Polygon | MultiPolygon;
  /** Difficulties that follow from the land that the state has allocated. */
  readonly difficulties: readonly string[];
}

function attributesOf(seat: Seat, number: number, { geometry, difficulties }: Found) {
  const random = createRandom(`people-${number}`);
  const letter = random.pick(LETTERS);
  const { mobility, livelihoods, others } = ANSWERS;
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
    difficulties: [
      ...difficulties,
      ...random.sample(others, random.integer(difficulties.length > 0 ? 0 : 1, 1)),
    ],
    area_ha: hectares(geometry),
    ...(random.chance(0.1) ? {} : { surveyed: drawDate(random, 2011, 2025) }),
  };
}

/**
 * Draws a population of one person per 3 to 9 km², rounded to hundreds because such numbers are
 * estimates.
 */
function drawPopulation(geometry: Polygon | MultiPolygon, random: Random): number {
  return Math.max(1, Math.round(hectares(geometry) / 100 / random.between(3, 9) / 100)) * 100;
}
