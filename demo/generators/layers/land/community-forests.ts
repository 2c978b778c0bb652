import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { hectares } from '../../area.ts';
import { createNearest, moved } from '../../distance.ts';
import { createRandom, type Random } from '../../random.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import { ofName } from '../../skeleton/names.ts';
import type { Skeleton, Village } from '../../skeleton/skeleton.ts';
import { drawDate } from '../calendar.ts';
import { allocationOf } from './allocation.ts';
import { drawSize, type SizeLaw } from './draw-size.ts';
import { type AreaSeat, growAreas } from './grow-areas.ts';

/** Edge length of the cells, in kilometres. */
const EDGE = 0.35;
/** Minimum tree cover at the start of a forest, in percent. */
const WOODED = 55;

/**
 * Number of forests in a country, the law of their sizes (at most 5000 ha in Cameroon and Gabon, 50
 * 000 ha in DR Congo), and the distance between them in kilometres.
 */
const PLANS = {
  cmr: { count: 230, law: { mu: 3.3, sigma: 0.4, most: 48, least: 5 }, spacing: 9 },
  cod: { count: 130, law: { mu: 4.9, sigma: 0.7, most: 480, least: 20 }, spacing: 30 },
  gab: { count: 48, law: { mu: 3.2, sigma: 0.45, most: 48, least: 5 }, spacing: 12 },
} as const satisfies Record<string, { count: number; law: SizeLaw; spacing: number }>;

export type CommunityForestCountry = keyof typeof PLANS;

type Forests = readonly Feature<Polygon | MultiPolygon>[];

const made = new WeakMap<Skeleton, Map<CommunityForestCountry, Forests>>();

/**
 * Returns the community forests of a country, near villages and outside allocated land. They are
 * computed at the first call. In DR Congo, `application.status` is 0 (granted), 1 (under
 * examination) or 2 (refused).
 */
export function communityForestsOf(
  skeleton: Skeleton,
  cover: LandCover,
  country: CommunityForestCountry,
): Forests {
  let known = made.get(skeleton);
  if (!known) made.set(skeleton, (known = new Map<CommunityForestCountry, Forests>()));
  let forests = known.get(country);
  if (!forests) known.set(country, (forests = makeForests(skeleton, cover, country)));
  return forests;
}

function makeForests(
  skeleton: Skeleton,
  cover: LandCover,
  country: CommunityForestCountry,
): Forests {
  const { isAllocated } = allocationOf(skeleton, cover);
  const { count, law, spacing } = PLANS[country];
  const random = createRandom(`community-forests-${country}`);
  const taken = createNearest(0.1);
  const seats: (AreaSeat & { readonly village: Village })[] = [];
  const villages = skeleton.villages.filter((village) => village.country === country);
  for (const village of random.shuffle(villages)) {
    if (seats.length === count) break;
    const [x, y] = random.direction();
    const place = moved(village.place, x * 2.5, y * 2.5);
    if (taken.nearest(place, spacing) || (cover.treesAt(place) ?? 0) < WOODED) continue;
    if (isAllocated(place)) continue;
    taken.add(place);
    seats.push({ place, country, village, size: drawSize(random, law) });
  }
  const areas = growAreas(skeleton, seats, {
    seed: `community-forests-${country}`,
    edge: EDGE,
    isTaken: isAllocated,
  });
  // The legal limit is compared with the area drawn on the map, so that no forest exceeds it.
  const most = law.most * 105;
  return [...areas]
    .filter(([, geometry]) => hectares(geometry) <= most)
    .map(([seat, geometry], number) => ({
      type: 'Feature',
      geometry,
      properties: {
        forest_id: `FC-${country.toUpperCase()}-${String(number + 1).padStart(4, '0')}`,
        ...ATTRIBUTES[country](seats[seat]!.village, number, random),
        area_ha: hectares(geometry),
      },
    }));
}

type Attributes = Readonly<Record<string, unknown>>;

/** People of a household; surveys of villages in the region find 4 to 7. */
const HOUSEHOLD = 5.8;

/** Draws the households of a forest: those of its village, and some of those around it. */
function householdsOf({ people }: Village, random: Random): number {
  return Math.round((people / HOUSEHOLD) * random.between(1, 2.5));
}

/** The attributes that each country publishes, under its own field names. */
const ATTRIBUTES: Readonly<
  Record<CommunityForestCountry, (village: Village, number: number, random: Random) => Attributes>
> = {
  cmr(village, number, random) {
    const isFinal = random.chance(0.62);
    const provisional = drawDate(random, 1999, 2012);
    const year = Number(provisional.slice(0, 4));
    return {
      nom_fcom: `Forêt communautaire ${ofName(village.name)}`,
      attributai: random.chance(0.04) ? ' ' : `Groupement démo ${number + 1}`,
      type_attr: random.pick(['GIC', 'GIC', 'GIC', 'ASS', 'ASS', 'COOP']),
      statu_conv: random.chance(0.06) ? ' ' : isFinal ? 'definitive' : 'provisoire',
      statu_amgt: random.pick(['amenge', 'amenge', 'non_amenage', 'en_cours']),
      // Milliseconds since 1970, the date format of the ministry's data.
      date_con_p: Date.parse(provisional),
      // A provisional agreement lasts at most three years, and may be extended once.
      ...(isFinal ? { date_con_d: Date.parse(drawDate(random, year + 2, year + 5)) } : {}),
    };
  },
  cod(village, number, random) {
    const submitted = drawDate(random, 2016, 2021);
    const year = Number(submitted.slice(0, 4));
    const status = random.pick([0, 0, 0, 1, 1, 2]);
    return {
      name: `Concession forestière des communautés ${ofName(village.name)}`,
      village: village.name,
      households: random.chance(0.08) ? null : householdsOf(village, random),
      application: {
        reference: `DEM-${String(number + 1).padStart(4, '0')}`,
        status,
        submitted,
        ...(status === 1 ? {} : { decided: drawDate(random, year + 1, year + 3) }),
      },
    };
  },
  gab(village, number, random) {
    return {
      name: `Forêt communautaire ${ofName(village.name)}`,
      association: `Association démo ${number + 1}`,
      statut: random.chance(0.55) ? 'definitive' : 'provisoire',
      ...(random.chance(0.1) ? {} : { signed: drawDate(random, 2012, 2023) }),
      villages: random.integer(1, 5),
    };
  },
};
