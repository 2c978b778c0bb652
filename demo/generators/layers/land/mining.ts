import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../../area.ts';
import { moved, type Place, sampleLine } from '../../distance.ts';
import { createLattice, type Lattice, type Square } from '../../lattice.ts';
import { createRandom, type Random } from '../../random.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { yearsAfter } from '../calendar.ts';
import { drawGranted } from '../vocabulary.ts';
import { allocationOf } from './allocation.ts';
import { drawPlace } from './draw-place.ts';
import { drawSize, type SizeLaw } from './draw-size.ts';

/** Side of a square of the mining cadastre in degrees: 30 seconds of arc. */
const SQUARE = 1 / 120;
/** Maximum distance between a permit and the centre of its district, in kilometres. */
const SPREAD = 55;

/** Number of districts and permits in a country. */
const PLANS = {
  cmr: { districts: 7, permits: 110 },
  cod: { districts: 14, permits: 340 },
  caf: { districts: 6, permits: 80 },
  cog: { districts: 5, permits: 75 },
  gab: { districts: 5, permits: 65 },
} as const;

export type MiningCountry = keyof typeof PLANS;

const KINDS: readonly {
  readonly type: string;
  /** The letters before a permit's number in a cadastre. */
  readonly prefix: string;
  readonly share: number;
  readonly law: SizeLaw;
  readonly years: number;
}[] = [
  {
    type: 'recherche',
    prefix: 'PR',
    share: 0.66,
    law: { mu: 4.9, sigma: 0.7, most: 400, least: 5 },
    years: 5,
  },
  {
    type: 'exploitation',
    prefix: 'PE',
    share: 0.2,
    law: { mu: 3.6, sigma: 0.8, most: 300, least: 2 },
    years: 25,
  },
  {
    type: 'petite_mine',
    prefix: 'PEPM',
    share: 0.14,
    law: { mu: 2, sigma: 0.6, most: 25, least: 1 },
    years: 10,
  },
];

/** Share of the permits that are valid. */
const VALID = 0.82;
/** Share of the applications for land under another permit that a cadastre records. */
const CONTESTED = 0.07;

type Minerals = readonly [string, ...string[]];

/** Minerals that occur together in a district, by country, as their geological surveys say. */
const MINERALS: Readonly<
  Record<Exclude<MiningCountry, 'cod'>, readonly [Minerals, ...Minerals[]]>
> = {
  cmr: [['or'], ['or', 'diamant'], ['fer'], ['or']],
  caf: [['or', 'diamant'], ['diamant'], ['or']],
  cog: [['fer'], ['or', 'diamant'], ['or']],
  gab: [['manganese'], ['fer'], ['or']],
};
/** Minerals of large mines only: small ones dig gold, stones and ores of heavy metals. */
const BULK = ['fer', 'manganese'];

/**
 * Returns the minerals that occur at a place: in DR Congo, copper in the south, ores of tin and
 * tantalum in the east.
 */
function mineralsAt([lng, lat]: Place, country: MiningCountry): readonly [Minerals, ...Minerals[]] {
  if (country !== 'cod') return MINERALS[country];
  if (lat < -8) return [['cuivre', 'cobalt']];
  if (lng > 26) return [['cassiterite', 'coltan', 'wolframite'], ['or'], ['or']];
  return lat < -3 ? [['diamant']] : [['or'], ['or', 'diamant'], ['diamant']];
}

/**
 * Creates the mining permits of a country, in districts: rectangles, some without one corner, on
 * the 30-second grid of the cadastre, outside protected areas. A few applications are for land under
 * another permit.
 */
export function makeMining(
  skeleton: Skeleton,
  cover: LandCover,
  country: MiningCountry,
): Feature<Polygon | MultiPolygon>[] {
  const { ground } = skeleton;
  const { isPark } = allocationOf(skeleton, cover);
  const random = createRandom(`mining-${country}`);
  const lattice = createLattice(SQUARE);
  const { districts, permits } = PLANS[country];
  const seats = Array.from({ length: districts }, () => {
    const place = drawPlace(skeleton, country, random);
    return { place, minerals: random.pick(mineralsAt(place, country)) };
  });
  const used = new Set<Square>();
  const numbers = new Set<number>();
  const order: string[] = [];
  const isOpen = (cell: Square): boolean => {
    if (isPark(lattice.centre(cell))) return false;
    const centre = lattice.centre(cell);
    if (ground.isPlain(centre, 1.5)) return ground.countryAt(centre) === country;
    const corners = lattice.corners(cell);
    const border = sampleLine([...corners, corners[0]], 0.3);
    return border.every((place) => ground.countryAt(place) === country);
  };
  const features: Feature<Polygon | MultiPolygon>[] = [];
  for (let attempt = 0; attempt < permits * 30 && features.length < permits; attempt++) {
    const seat = seats[random.integer(0, seats.length - 1)]!;
    const kind = kindOf(seat.minerals, random);
    const place = near(seat.place, random);
    const cells = shape(lattice, lattice.at(place), drawSize(random, kind.law), random);
    const isUsed = cells.some((cell) => used.has(cell));
    if ((isUsed && !random.chance(CONTESTED)) || !cells.every(isOpen)) continue;
    for (const cell of cells) used.add(cell);
    const geometry = lattice.outline(new Set(cells));
    let number = random.integer(1000, 19_999);
    while (numbers.has(number)) number++;
    numbers.add(number);
    const status = isUsed ? 'demande' : drawStatus(random);
    const granted = drawGranted(random, kind.years, status !== 'expire');
    order.push(status === 'demande' ? APPLIED : granted);
    features.push({
      type: 'Feature',
      geometry,
      properties: {
        permit_id: `PM-${country.toUpperCase()}-${String(features.length + 1).padStart(4, '0')}`,
        permit_no: kind.prefix,
        permit_type: kind.type,
        holder: random.chance(0.05) ? null : `Société minière fictive ${letter(random)}`,
        minerals: random.sample(seat.minerals, random.integer(1, seat.minerals.length)),
        status,
        // A permit that is applied for has no dates.
        ...(status === 'demande'
          ? { granted: null, expires: null }
          : {
              granted: random.chance(0.06) ? null : granted,
              expires: yearsAfter(granted, kind.years),
            }),
        squares: cells.length,
        area_ha: hectares(geometry),
      },
    });
  }
  return numbered(features, order, numbers);
}

const drawStatus = (random: Random): 'actif' | 'demande' | 'expire' =>
  random.chance(VALID) ? 'actif' : random.chance(0.6) ? 'demande' : 'expire';

/** A day after those of all permits: the numbers of applications are the last ones. */
const APPLIED = '9999-12-31';

/** Returns a number that rises with an ISO date. */
const dayNumber = (date: string): number => Number(date.replaceAll('-', ''));

/** Gives the permits their numbers, which rise with the dates. */
function numbered<F extends Feature>(
  features: readonly F[],
  dates: readonly string[],
  numbers: ReadonlySet<number>,
): F[] {
  const rising = [...numbers].sort((one, other) => one - other);
  const byDate = [...features.keys()].sort(
    (one, other) => dayNumber(dates[one]!) - dayNumber(dates[other]!) || one - other,
  );
  const rank = new Map(byDate.map((place, i) => [place, rising[i]!]));
  return features.map((feature, place) => ({
    ...feature,
    properties: {
      ...feature.properties,
      permit_no: `${String(feature.properties!['permit_no'])} ${rank.get(place)!}`,
    },
  }));
}

/** Draws a kind of permit. There are no small mines of bulk minerals. */
function kindOf([mineral]: Minerals, random: Random) {
  let drawn = random.next();
  const kind = KINDS.find(({ share }) => (drawn -= share) < 0) ?? KINDS[0]!;
  return kind.type === 'petite_mine' && BULK.includes(mineral) ? KINDS[0]! : kind;
}

/** Draws one of twenty holders: a few have most of the permits. */
const letter = (random: Random): string =>
  String.fromCodePoint(65 + Math.floor(20 * random.next() ** 3));

/** Draws a place around a district; places near its centre are more likely. */
function near(place: Place, random: Random): Place {
  const [x, y] = random.direction();
  const far = SPREAD * random.next();
  return moved(place, x * far, y * far);
}

/** Returns the squares of a permit with about a given size (km²). */
function shape(lattice: Lattice, start: Square, size: number, random: Random): Square[] {
  const squares = Math.max(1, size / lattice.area(start));
  const wide = Math.max(1, Math.round(Math.sqrt(squares * random.between(0.5, 2))));
  const tall = Math.max(1, Math.round(squares / wide));
  const bite = random.chance(0.35)
    ? { wide: random.integer(1, Math.ceil(wide / 2)), tall: random.integer(1, Math.ceil(tall / 2)) }
    : { wide: 0, tall: 0 };
  const [column, row] = [lattice.columnOf(start), lattice.rowOf(start)];
  const cells: Square[] = [];
  for (let c = 0; c < wide; c++) {
    for (let r = 0; r < tall; r++) {
      const isBitten = wide > 2 && tall > 2 && c < bite.wide && r < bite.tall;
      if (!isBitten) cells.push(lattice.square(column + c, row + r));
    }
  }
  return cells;
}
