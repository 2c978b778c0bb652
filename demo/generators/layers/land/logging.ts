import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../../area.ts';
import { createAreaIndex } from '../../area-index.ts';
import { createCountryGrid } from '../../country-grid.ts';
import { createNearest, moved, type Place, sampleLine } from '../../distance.ts';
import { createLattice, type Lattice, type Square } from '../../lattice.ts';
import { createNoise } from '../../noise.ts';
import { connected, partition } from '../../partition.ts';
import { createRandom, type Random } from '../../random.ts';
import { COUNTRIES, type Country } from '../../skeleton/geography.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { areaOf, ringsOf, type Trimmer } from '../../trim.ts';
import { type Polygon as Rings, simplifyLine } from '../../../../cli/geography/geometry.ts';
import { simplifyShared } from '../../../../cli/geography/polygons.ts';
import { yearsAfter } from '../calendar.ts';
import { drawGranted } from '../vocabulary.ts';
import { drawSize } from './draw-size.ts';
import { SALES, type Title, TITLES } from './logging-laws.ts';
import { officialArea } from './official-area.ts';

/** Side of the squares that units consist of, in degrees. */
const STEP = 0.02;
/**
 * Simplification tolerance of borders in degrees, large enough to remove the steps between squares.
 */
const STAIRS = 0.046;
/** Tolerance to which borders follow the bends of rivers, in degrees: 80 m. */
const BEND = 0.000_7;
/** Longest and shortest side of a felling sale, as shares of the root of its area. */
const SALE_SIDES = { least: 0.75, most: 1.3 } as const;
/** How far a corner of a felling sale is moved, at most, as a share of half its sides. */
const SALE_SKEW = 0.22;
/** Minimum tree cover of the land of a unit, in percent. With less, it is savanna. */
const FOREST = 50;
/** Weight of a large town against a unit near it, in percent of tree cover. */
const URBAN = 110;
/** Distance from a capital within which there are no units, in kilometres. */
const AROUND_CAPITAL = 54;
/** Minimum tree cover of a felling sale, in percent. */
const WOODED = 45;
/** Effect of a large town from which on there is no felling sale. */
const NO_SALES = 0.45;
/** Minimum number of places along a stream that borders follow (about 80 km). */
const LONG_STREAM = 25;
/**
 * Factor by which more squares are allocated than units need, because some squares remain unused
 * when the land is divided into units.
 */
const SPARE = 1.2;
/**
 * Width of the land on either side of a national road of Cameroon that is not allocated, in
 * kilometres. The zoning plan (decree 95/678) leaves it to villages and their fields.
 */
const ROADSIDE = { least: 1.5, most: 9 } as const;
/** Share of the pieces of allocated land without a title: it was returned, or not yet granted. */
const FREE = 0.08;

/** Where forest cannot be allocated. */
interface Limits {
  readonly trimmer: Trimmer;
  readonly parks: Readonly<Record<Country, readonly Feature<Area>[]>>;
  /** True on the land of a town and beside it. */
  isTown(place: Place): boolean;
}

type Unit = Feature<Polygon | MultiPolygon>;
type Area = Polygon | MultiPolygon;

/**
 * Creates the logging units of all countries: the most wooded land outside protected areas is
 * allocated, then cut into units whose sizes follow the distribution of each country. Cuts are
 * straight or follow rivers.
 */
export function makeLogging(
  skeleton: Skeleton,
  cover: LandCover,
  { trimmer, parks, isTown }: Limits,
): Readonly<Record<Country, readonly Unit[]>> {
  const { rivers } = skeleton.geography;
  const streams = skeleton.streams.filter(({ length }) => length >= LONG_STREAM);
  const lattice = createLattice(
    STEP,
    [...rivers, ...streams].map((line) => sampleLine(line, 0.3)),
  );
  const { grid, catchment } = skeleton.terrain;
  const catchmentOf = (square: Square): number => catchment[grid.at(lattice.centre(square))] ?? 0;
  const ranked = rankBlocks({ lattice, catchmentOf }, skeleton, cover);
  const all: Record<Country, Unit[]> = { cmr: [], cod: [], caf: [], cog: [], gab: [], gnq: [] };
  for (const country of COUNTRIES) {
    const random = createRandom(`logging-${country}`);
    const titles = TITLES[country].flatMap((title) =>
      Array.from({ length: title.count }, () => ({ title, size: drawSize(random, title.law) })),
    );
    const free = random.sample(titles, Math.round(titles.length * FREE));
    // Shuffled, so that adjacent units have different titles and sizes.
    const sizes = random.shuffle([...titles, ...free].map(({ size }) => size));
    const parksHere = parks[country].map(({ geometry }) => geometry);
    const isPark = createAreaIndex(parksHere);
    const isRoadside = country === 'cmr' ? createRoadside(skeleton) : () => false;
    const kept = [...parksHere, ...skeleton.townLand.areas];
    const allocated = allocate(
      lattice,
      ranked[country],
      sizes.reduce((sum, size) => sum + size, 0) * SPARE,
      (place) => isPark.holds(place) || isTown(place) || isRoadside(place),
    );
    const most = Math.max(...TITLES[country].map(({ law }) => law.most));
    const pieces = partition({ lattice, random, most, catchmentOf }, allocated, sizes);
    const outlines = pieces.map((squares) => ringsOf(lattice.outline(squares)));
    const simple = simplifyShared(outlines, STAIRS, { outline: true });
    const areas = random
      .shuffle(simple)
      .slice(free.length)
      .flatMap((polygons) => {
        const area = areaOf(alongRivers(lattice, polygons));
        const inside = area && trimmer.inside(area, country);
        return (inside && trimmer.outside(inside, kept)) ?? [];
      });
    byLikelySize(areas, titles).forEach((titled, i) => {
      all[country].push(unitOf(titled, country, i, random));
    });
  }
  const random = createRandom('felling-sales');
  const taken = createAreaIndex([...all.cmr, ...parks.cmr].map(({ geometry }) => geometry));
  const isTaken = (place: Place): boolean => taken.holds(place) || isTown(place);
  for (const area of drawSales(skeleton, cover, random, isTaken))
    all.cmr.push(unitOf({ area, title: SALES }, 'cmr', all.cmr.length, random));
  return all;
}

/** Lets borders between two corners on a river follow its bends. */
function alongRivers(lattice: Lattice, polygons: readonly Rings[]): Rings[] {
  return polygons.map((rings) =>
    rings.map((ring) =>
      ring.flatMap((corner, i) => {
        const next = ring[i + 1];
        if (!next) return [corner];
        // The direction is the same for the areas on both sides, so that they keep a common border.
        const isForward = corner[0] < next[0];
        const [from, to] = isForward ? [corner, next] : [next, corner];
        const bends = lattice.between([...from], [...to]);
        const drawn = simplifyLine([from, ...bends, to], BEND).slice(1, -1);
        return [corner, ...(isForward ? drawn : drawn.toReversed())];
      }),
    ),
  );
}

/** Offsets of the eight squares around a square. */
const AROUND = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y): [number, number][] => (x === 0 && y === 0 ? [] : [[x, y]])),
);
/** Minimum number of dry squares around a square of water in a river. At a shore there are three. */
const RIVER_BANKS = 5;

/** The squares of a catchment in one country, and how probable it is that they are allocated. */
interface Ranked {
  readonly cells: Square[];
  rank: number;
}

/** The squares that units consist of. */
interface Squares {
  readonly lattice: Lattice;
  catchmentOf(square: Square): number;
}

/**
 * Ranks the wooded catchments of each country, most probable first, by their trees, their distance
 * from large towns and a smooth noise field. The noise makes the allocated land connected and leaves
 * some forest unallocated. Land is allocated by catchments, so that its outline runs along divides.
 */
function rankBlocks(
  { lattice, catchmentOf }: Squares,
  { geography, settlement }: Skeleton,
  cover: LandCover,
): Readonly<Record<Country, readonly Ranked[]>> {
  const grid = createCountryGrid(geography, STEP);
  const nations = createCountryGrid({ ...geography, lakes: [] }, STEP);
  // A unit continues across a river, but ends at the shore of a lake.
  const countryAt = (column: number, row: number): Country | null => {
    const dry = AROUND.filter(([x, y]) => grid.at(column + x, row + y)).length;
    return dry >= RIVER_BANKS ? nations.at(column, row) : grid.at(column, row);
  };
  const nearCapitals = createNearest(0.5, geography.capitals);
  const leaning = createNoise('logging', 1.7, 4);
  const blocks = new Map<string, Ranked>();
  const ranked: Record<Country, Ranked[]> = {
    cmr: [],
    cod: [],
    caf: [],
    cog: [],
    gab: [],
    gnq: [],
  };
  for (let row = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++) {
      const country = countryAt(column, row);
      if (!country) continue;
      const [lng, lat] = grid.middle(column, row);
      let trees = 0;
      for (const dx of [-0.1, 0, 0.1])
        for (const dy of [-0.1, 0, 0.1]) trees += cover.treesAt([lng + dx, lat + dy]) ?? 0;
      if (trees / 9 < FOREST || nearCapitals.nearest([lng, lat], AROUND_CAPITAL)) continue;
      const cell = lattice.at([lng, lat]);
      // A square of water has no catchment.
      const key = `${country} ${catchmentOf(cell) || -cell}`;
      const block: Ranked = blocks.get(key) ?? { cells: [], rank: 0 };
      if (block.cells.length === 0) {
        blocks.set(key, block);
        ranked[country].push(block);
      }
      block.cells.push(cell);
      block.rank += trees / 9 + 80 * leaning(lng, lat) - URBAN * settlement.urban([lng, lat]);
    }
  }
  for (const list of Object.values(ranked)) {
    for (const block of list) block.rank /= block.cells.length;
    list.sort((one, other) => other.rank - one.rank || one.cells[0]! - other.cells[0]!);
  }
  return ranked;
}

/**
 * Allocates catchments in the order of their rank until the given area (km²) is reached. Gaps of one
 * square are filled.
 */
function allocate(
  lattice: Lattice,
  ranked: readonly Ranked[],
  wanted: number,
  isKept: (place: Place) => boolean,
): ReadonlySet<Square> {
  const chosen = new Set<Square>();
  let area = 0;
  for (const { cells } of ranked) {
    if (area >= wanted) break;
    for (const cell of cells) {
      if (isKept(lattice.centre(cell))) continue;
      chosen.add(cell);
      area += lattice.area(cell);
    }
  }
  for (const cell of ranked.flatMap(({ cells }) => cells)) {
    const near = lattice.around(cell).filter((other) => chosen.has(other)).length;
    if (near >= 3 && !isKept(lattice.centre(cell))) chosen.add(cell);
  }
  const pieces = connected(lattice, chosen).filter((piece) => piece.size >= 20);
  return new Set(pieces.flatMap((piece) => [...piece]));
}

/**
 * Returns whether a place is on the land beside a national road. Its width follows noise, because
 * the limits of the forest follow fields and streams, not the road.
 */
function createRoadside({ roads }: Skeleton): (place: Place) => boolean {
  const main = roads.filter(({ kind }) => kind === 'nationale');
  const near = createNearest(
    0.1,
    main.flatMap(({ line }) => sampleLine(line, 1)),
  );
  const wide = createNoise('roadside', 0.35, 3);
  return (place) => {
    // Nearly all values of the noise are within 0.3 of one half.
    const share = Math.min(1, Math.max(0, (wide(...place) - 0.2) / 0.6));
    return (
      near.nearest(place, ROADSIDE.least + (ROADSIDE.most - ROADSIDE.least) * share * share) !==
      null
    );
  };
}

/** An area, and the logging title that it has. */
interface Titled {
  readonly area: Area;
  readonly title: Title;
}

/**
 * Gives each area a title. Areas and titles are matched by rank: the largest area gets the title
 * with the largest size, and so on.
 */
function byLikelySize(
  areas: readonly Area[],
  titles: readonly { readonly title: Title; readonly size: number }[],
): Titled[] {
  const ranked = [...titles].sort((one, other) => one.size - other.size);
  return areas
    .map((area) => ({ area, size: hectares(area) }))
    .sort((one, other) => one.size - other.size)
    .map(({ area }, i) => {
      const rank = Math.floor(((i + 0.5) / areas.length) * ranked.length);
      return { area, title: ranked[rank]!.title };
    });
}

/**
 * Creates felling sales in the remaining forest of southern Cameroon, near roads and away from each
 * other. Each has four straight sides, which run in any direction.
 */
function drawSales(
  { ground, nearRoads, settlement }: Skeleton,
  cover: LandCover,
  random: Random,
  isTaken: (place: Place) => boolean,
): Area[] {
  const used = createNearest(0.1);
  const isFree = (place: Place): boolean => ground.countryAt(place) === 'cmr' && !isTaken(place);
  const sales: Area[] = [];
  for (let attempt = 0; attempt < 40_000 && sales.length < SALES.count; attempt++) {
    const place: Place = [random.between(9.3, 15.6), random.between(2.3, 5.9)];
    if (ground.countryAt(place) !== 'cmr' || (cover.treesAt(place) ?? 0) < WOODED) continue;
    if (!nearRoads.nearest(place, 9) || settlement.urban(place) > NO_SALES) continue;
    const side = Math.sqrt(drawSize(random, SALES.law));
    if (used.nearest(place, 2 * side + 1)) continue;
    const ring = drawSale(place, side, random);
    if (!sampleLine(ring, 0.4).every(isFree) || !isFree(place)) continue;
    used.add(place);
    sales.push({ type: 'Polygon', coordinates: [ring.map(([lng, lat]) => [lng, lat])] });
  }
  return sales;
}

/** Draws an irregular rectangle around a place, counter-clockwise. `side` is in kilometres. */
function drawSale(place: Place, side: number, random: Random): Place[] {
  const [x, y] = random.direction();
  const stretch = random.between(SALE_SIDES.least, SALE_SIDES.most);
  const corners = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([ahead, left]): Place => {
    const skew = (): number => 1 + random.between(-SALE_SKEW, SALE_SKEW);
    const [far, wide] = [
      (ahead! * skew() * side * stretch) / 2,
      (left! * skew() * side) / stretch / 2,
    ];
    const [lng, lat] = moved(place, x * far - y * wide, y * far + x * wide);
    return [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6];
  });
  return [...corners, corners[0]!];
}

const COMPANIES = [
  'Société forestière fictive A',
  'Société forestière fictive B',
  'Société forestière fictive C',
  'Bois fictifs D',
  'Scierie fictive E',
  'Scierie fictive F',
  'Compagnie fictive G',
  'Compagnie fictive H',
] as const;

/** Spellings of a plan that is in force. Only a unit with such a plan can be certified. */
const MANAGED = [
  'Aménagé',
  'Aménagée',
  'amenge',
  'Managed',
  'valide',
  'Rapports_validés',
  'revise',
];
const CERTIFIED = 'Certification obtenue';

/** Returns the certification of a unit: none, applied for, or obtained if its plan is in force. */
function certificateOf(plan: string, number: number): string {
  const certificate = CERTIFICATION[number % CERTIFICATION.length]!;
  return certificate === CERTIFIED && !MANAGED.includes(plan) ? '' : certificate;
}

/** Share of the titles that are valid. */
const VALID = 0.88;

/** Probabilities: one unit in seven is certified, and one has applied. */
const CERTIFICATION = [
  '',
  'Certification demandée',
  '',
  '',
  'Certification obtenue',
  '',
  '',
] as const;

function unitOf({ area, title }: Titled, country: Country, number: number, random: Random): Unit {
  const { type, statuses } = title;
  const isSale = title === SALES;
  const years = isSale ? 3 : random.pick([15, 25, 30]);
  const start = drawGranted(random, years, random.chance(VALID));
  const end = yearsAfter(start, years);
  const plan = weighed(statuses, (number * GOLDEN) % 1) ?? '';
  const id = `${country.toUpperCase()}-${String(number + 1).padStart(4, '0')}`;
  return {
    type: 'Feature',
    geometry: area,
    properties: {
      fmu_id: id,
      fmu_name: random.chance(0.05) ? null : `${nameOf(type)} ${100 + number}`,
      iso3_fmu: country.toUpperCase(),
      fmu_type: type,
      company_na: random.chance(0.08) ? '' : random.pick(COMPANIES),
      m_plan_sta: plan,
      certificat: isSale ? '' : certificateOf(plan, number),
      // Ministries use two date formats, and 1899-12-30 (day 0 of spreadsheets) for an unknown
      // date.
      start_date: random.chance(0.05) ? '1899-12-30' : random.chance(0.2) ? slashed(start) : start,
      end_date: random.chance(0.12) ? '1899-12-30' : end,
      area_ha: officialArea(area, { id, office: `${country}-${type}` }),
    },
  };
}

const NAMES: Readonly<Record<string, string>> = {
  ufa: 'UFA démo',
  foret_communale: 'Forêt communale démo',
  ventes_de_coupe: 'Vente de coupe démo',
  ccf: 'Concession démo',
  pea: 'PEA démo',
  cat: 'UFA démo',
  cti: 'UFE démo',
  cfad: 'CFAD démo',
  cpaet: 'CPAET démo',
  concesion: 'Concesión demo',
};

const nameOf = (type: string): string => NAMES[type]!;

const slashed = (iso: string): string => iso.split('-').toReversed().join('/');

/** Multiples of the golden ratio are spread evenly between 0 and 1, so that each status occurs. */
const GOLDEN = 0.618_034;

/** Returns the choice at a share of all weights. */
function weighed<T>(choices: readonly (readonly [T, number])[], share: number): T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  let left = share * total;
  return (choices.find(([, weight]) => (left -= weight) < 0) ?? choices[0]!)[0];
}
