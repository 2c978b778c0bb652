import type { Place } from '../distance.ts';
import { createNearest, moved, type NearestIndex, sampleLine } from '../distance.ts';
import { createNoise } from '../noise.ts';
import { createRandom, type Random } from '../random.ts';
import { EXTENTS, extentAt, insideness, type ExtentName } from './extents.ts';
import type { Country } from './geography.ts';
import type { Ground } from './ground.ts';

/** Where a village of the demonstration stands. */
export interface Site {
  readonly place: Place;
  readonly country: Country;
  /** The project extent it lies in. */
  readonly extent: ExtentName | null;
  /** Kilometres to the nearest river, stream or shore; at most `FAR`. */
  readonly toWater: number;
  /** Kilometres to the nearest road; at most `FAR`. */
  readonly toRoad: number;
}

/** Distances beyond this many kilometres are all alike. */
export const FAR = 15;

/** From this density of mapping on villages are known; the extents add to it. */
const MAPPED = 0.7;
/** Countries where more was mapped: without it the smallest would have no village. */
const ZEAL: Partial<Record<Country, number>> = { gnq: 0.12, cog: 0.04, cmr: 0.04, gab: -0.03 };
/** Share of an extent's height over which the mapping thins out at its edge. */
const FADE = 0.14;

/**
 * Sets villages beside roads, rivers and shores, each a distance from all others (Poisson disc):
 * 3 to 5 km at least in the project extents, 5 elsewhere, where only some parts have been mapped.
 */
export function settle(
  ground: Ground,
  roads: readonly (readonly Place[])[],
  waters: readonly (readonly Place[])[],
  near: { readonly roads: NearestIndex; readonly waters: NearestIndex },
): Site[] {
  const random = createRandom('sites');
  const mapped = createNoise('mapped', 1.5, 2);
  const candidates = random.shuffle([
    ...roads.flatMap((road) => beside(road, 1.5, 0.7, random)),
    ...waters.flatMap((water) => beside(water, 3, 1.6, random)),
    ...inExtents(random),
  ]);
  const taken = createNearest(0.08);
  const sites: Site[] = [];
  for (const candidate of candidates) {
    const place: Place = [round(candidate[0]), round(candidate[1])];
    const extent = extentAt(place);
    const country = ground.countryAt(place);
    if (!country) continue;
    const known = mapped(place[0], place[1]) + (ZEAL[country] ?? 0) + closeness(place);
    if (known < MAPPED) continue;
    const spacing = extent ? EXTENTS[extent].spacing : 5.3;
    if (taken.nearest(place, spacing * random.between(1, 1.5))) continue;
    taken.add(place);
    sites.push({
      place,
      country,
      extent,
      toWater: near.waters.nearest(place, FAR)?.km ?? FAR,
      toRoad: near.roads.nearest(place, FAR)?.km ?? FAR,
    });
  }
  return sites;
}

/** What the extents add to the density of mapping at a place. */
function closeness(place: Place): number {
  const shares = Object.values(EXTENTS).map(
    ({ box, mapped }) => mapped * insideness(box, place, FADE * (box[3] - box[1])),
  );
  return Math.max(...shares);
}

/** Places beside a line, every `step` kilometres or so, at most `off` kilometres from it. */
function beside(line: readonly Place[], step: number, off: number, random: Random): Place[] {
  return sampleLine(line, step).map((place) =>
    moved(place, random.between(-off, off), random.between(-off, off)),
  );
}

/** Some places anywhere in the extents: communities that no road reaches. */
function inExtents(random: Random): Place[] {
  return Object.values(EXTENTS).flatMap(({ box: [west, south, east, north], spacing }) => {
    const area = (east - west) * (north - south) * 12_364;
    return Array.from({ length: Math.round((area / spacing ** 2) * 0.12) }, (): Place => [
      random.between(west, east),
      random.between(south, north),
    ]);
  });
}

/** Five decimals: a metre, and what surveyors write down. */
const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
