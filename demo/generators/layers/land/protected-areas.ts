import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../../area.ts';
import {
  createNearest,
  type NearestIndex,
  kilometres,
  KM_PER_DEGREE,
  type Place,
  sampleLine,
  shrink,
} from '../../distance.ts';
import { type Cell, createHexes } from '../../hexes.ts';
import { createNoise } from '../../noise.ts';
import { inOnePiece } from '../../one-piece.ts';
import { createRandom, type Random } from '../../random.ts';
import { COUNTRIES, type Country } from '../../skeleton/geography.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import { createLandNames, ofName } from '../../skeleton/names.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { cellsBySeat, growTerritories } from '../../territories.ts';
import type { Trimmer } from '../../trim.ts';
import { drawDate } from '../calendar.ts';
import { drawSize } from './draw-size.ts';
import { officialArea } from './official-area.ts';

/** Edge length of the cells that areas consist of, in kilometres. */
const EDGE = 1.3;
/** Distance between centres, in kilometres. */
const SPACING = 55;
/** The same distance from an area that a text of a project mentions, whose size must not change. */
const SPACING_NAMED = 120;
/** Minimum distance between a centre and the nearest road, in kilometres. */
const ROADLESS = 7;
/** Radius around a town without protected areas, in kilometres. */
const TOWN = 9;
/** Maximum density of villages at the centre of an area. */
const SETTLED = 0.62;
/** Size of the smallest protected area, in hectares. */
const SMALLEST = 8000;
/**
 * Distance from the centre, as a share of the radius of an area, beyond which the area does not
 * cross a river.
 */
const RIVERSIDE = 0.6;

/** Number of areas in each country. */
const COUNTS: Readonly<Record<Country, number>> = {
  cmr: 20,
  cod: 34,
  caf: 13,
  cog: 14,
  gab: 15,
  gnq: 7,
};

/** A kind of area: its frequency, its size (logarithm of km²) and its names. */
interface Kind {
  readonly share: number;
  readonly law: { readonly mu: number; readonly sigma: number; readonly most: number };
  readonly iucn: string;
  /** The year from which areas of this kind were declared. */
  readonly since: number;
  readonly designation: { readonly fr: string; readonly es: string; readonly en: string };
}

const KINDS: readonly Kind[] = [
  {
    share: 0.42,
    law: { mu: 7.7, sigma: 0.6, most: 14_000 },
    iucn: 'II',
    since: 1935,
    designation: { fr: 'Parc national', es: 'Parque nacional', en: 'National Park' },
  },
  {
    share: 0.3,
    law: { mu: 6.9, sigma: 0.7, most: 8000 },
    iucn: 'IV',
    since: 1935,
    designation: { fr: 'Réserve de faune', es: 'Reserva natural', en: 'Wildlife Reserve' },
  },
  {
    share: 0.14,
    law: { mu: 5.6, sigma: 0.6, most: 2000 },
    iucn: 'III',
    since: 1966,
    designation: { fr: 'Sanctuaire de faune', es: 'Monumento natural', en: 'Wildlife Sanctuary' },
  },
  {
    share: 0.14,
    law: { mu: 7.3, sigma: 0.5, most: 7000 },
    iucn: 'VI',
    since: 1994,
    designation: {
      fr: 'Réserve communautaire',
      es: 'Reserva comunitaria',
      en: 'Community Reserve',
    },
  },
];

const [NATIONAL_PARK] = KINDS as [Kind];

/**
 * Areas that the texts of projects mention: a reserve in tumba-ledima of about the size in the
 * specification (741 000 ha), and a park at the edge of lup.
 */
const NAMED: Partial<Record<Country, readonly { place: Place; km2: number; kind: Kind }[]>> = {
  cod: [
    { place: [17.16, -1.52], km2: 10_660, kind: KINDS[1]! },
    { place: [25.8, -2.18], km2: 1500, kind: NATIONAL_PARK },
  ],
};

const AUTHORITIES = [
  'Agence fictive des aires protégées',
  'Administration fictive des forêts',
  'Partenariat fictif public-privé',
] as const;

type Area = Feature<Polygon | MultiPolygon>;

/**
 * Creates the protected areas of all countries. Their outlines follow the ridges of catchments and
 * tend to end at rivers. National parks end at national roads.
 */
export function makeProtectedAreas(
  skeleton: Skeleton,
  cover: LandCover,
  trimmer: Trimmer,
): Readonly<Record<Country, readonly Area[]>> {
  const { ground, realNames, nearRivers, settlement, terrain, townLand } = skeleton;
  const hexes = createHexes('protected-areas', EDGE);
  const shape = createNoise('protected-shape', 0.55, 4);
  const nameOf = createLandNames(realNames, 'protected-areas');
  const seats = COUNTRIES.flatMap((country) => {
    const named = NAMED[country] ?? [];
    const fixed = named.map(({ place }) => place);
    return drawMiddles(skeleton, cover, { country, fixed }).map((place, i) => {
      const random = createRandom(`protected-area-${country}-${i}`);
      const kind = named[i]?.kind ?? kindOf(random);
      // A tenth larger, because rivers and borders remove a part of the area.
      const radius = 1.1 * Math.sqrt((named[i]?.km2 ?? drawSize(random, kind.law)) / Math.PI);
      const turn = random.direction();
      const stretch = random.between(1, 1.45);
      return {
        country,
        place,
        cell: hexes.at(place),
        reach: 1e6,
        radius,
        turn,
        stretch,
        kind,
        random,
      };
    });
  });
  const isTown = (cell: Cell): boolean =>
    townLand.holds(hexes.centre(cell), 2 * EDGE) ||
    settlement.toTown(terrain.anchorOf(hexes.centre(cell)), TOWN) < TOWN;
  const nearMainRoads = indexMainRoads(skeleton);
  const wet = new Map<Cell, boolean>();
  const owner = growTerritories(hexes, seats, (cell, seat) => {
    const { place, radius, turn, stretch, country, kind } = seats[seat]!;
    const centre = hexes.centre(cell);
    const [east, north] = offset(place, terrain.anchorOf(centre));
    const long = (east * turn[0] + north * turn[1]) / stretch;
    const short = (north * turn[0] - east * turn[1]) * stretch;
    const share = Math.sqrt(long * long + short * short) / radius;
    // Nearly all values of the noise are within 0.15 of one half.
    if (share > 1 + 3.2 * (shape(centre[0], centre[1]) - 0.5)) return Infinity;
    if (ground.nationAt(centre) !== country || isTown(cell)) return Infinity;
    if (kind === NATIONAL_PARK && nearMainRoads.nearest(centre, EDGE)) return Infinity;
    if (share < RIVERSIDE) return 10;
    let isWet = wet.get(cell);
    if (isWet === undefined) wet.set(cell, (isWet = nearRivers.nearest(centre, EDGE) !== null));
    return isWet ? Infinity : 10;
  });
  const labels = (cell: Cell): number => owner.get(cell) ?? -1;
  const areas: Record<Country, Area[]> = { cmr: [], cod: [], caf: [], cog: [], gab: [], gnq: [] };
  for (const [number, cells] of cellsBySeat(owner)) {
    const { country, kind, random } = seats[number]!;
    const piece = inOnePiece(hexes, cells, (cell) => !owner.has(cell) && !isTown(cell));
    if (piece.size === 0) continue;
    const geometry = trimmer.inside(hexes.outline(piece, labels), country);
    if (!geometry || hectares(geometry) < SMALLEST) continue;
    const name = nameOf(country);
    const properties = attributesOf(country, areas[country].length, {
      kind,
      geometry,
      random,
      name,
    });
    areas[country].push({ type: 'Feature', geometry, properties });
  }
  return areas;
}

/** Creates an index of places along the national roads. */
function indexMainRoads({ roads }: Skeleton): NearestIndex {
  const main = roads.filter(({ kind }) => kind === 'nationale');
  return createNearest(
    0.05,
    main.flatMap(({ line }) => sampleLine(line, EDGE / 2)),
  );
}

/** Returns the offset from one place to another, in kilometres east and north. */
function offset(from: Place, to: Place): readonly [east: number, north: number] {
  const degree = KM_PER_DEGREE * shrink((from[1] + to[1]) / 2);
  return [(to[0] - from[0]) * degree, (to[1] - from[1]) * KM_PER_DEGREE];
}

/**
 * Returns the fixed centres, then random ones in the country, far from each other and from roads,
 * and mostly in forest.
 */
function drawMiddles(
  { ground, nearRoads, geography, settlement }: Skeleton,
  cover: LandCover,
  { country, fixed }: { readonly country: Country; readonly fixed: readonly Place[] },
): Place[] {
  const random = createRandom(`protected-areas-${country}`);
  const outline = geography.countries[COUNTRIES.indexOf(country)]!;
  const corners = (outline.type === 'Polygon' ? [outline.coordinates] : outline.coordinates).flat(
    2,
  );
  const [lngs, lats] = [corners.map(([lng]) => lng!), corners.map(([, lat]) => lat!)];
  const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b));
  const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b));
  const spacing = country === 'gnq' ? SPACING / 2 : SPACING;
  const taken = createNearest(0.5);
  const middles: Place[] = [...fixed];
  for (const place of fixed) taken.add(place);
  for (let attempt = 0; attempt < 6000 && middles.length < COUNTS[country]; attempt++) {
    const place: Place = [
      random.between(least(lngs), most(lngs)),
      random.between(least(lats), most(lats)),
    ];
    const trees = cover.treesAt(place);
    if (ground.countryAt(place) !== country || trees === null) continue;
    if (settlement.density(place) > SETTLED) continue;
    if (fixed.some((named) => kilometres(named, place) < SPACING_NAMED)) continue;
    if (!random.chance(0.25 + trees / 130) || taken.nearest(place, spacing)) continue;
    // After many failed attempts, a road may be near: in small countries, roads are everywhere.
    if (attempt < 3000 && nearRoads.nearest(place, ROADLESS)) continue;
    taken.add(place);
    middles.push(place);
  }
  return middles;
}

function kindOf(random: Random): Kind {
  let drawn = random.next();
  return KINDS.find(({ share }) => (drawn -= share) < 0) ?? KINDS[0]!;
}

function attributesOf(
  country: Country,
  number: number,
  area: { kind: Kind; geometry: Polygon | MultiPolygon; random: Random; name: string },
) {
  const { kind, geometry, random, name } = area;
  const isSpanish = country === 'gnq';
  const designation = kind.designation[isSpanish ? 'es' : 'fr'];
  const id = `AP-${country.toUpperCase()}-${String(number + 1).padStart(2, '0')}`;
  return {
    pa_id: id,
    name: `${designation} ${isSpanish ? `de ${name}` : ofName(name)}`,
    name_en: `${name} ${kind.designation.en}`,
    designation,
    iucn_category: kind.iucn,
    established: random.chance(0.06) ? null : drawDate(random, kind.since, 2021),
    authority: random.pick(AUTHORITIES),
    management_plan: random.chance(0.1) ? null : random.chance(0.55),
    area_ha: officialArea(geometry, { id, office: `parks-${country}` }),
  };
}
