import { createNearest, type NearestIndex, type Place, sampleLine } from '../distance.ts';
import { type Geography, readGeography } from './geography.ts';
import { createGround, type Ground } from './ground.ts';
import { inventRoads } from './roads.ts';
import { settle, type Site } from './sites.ts';
import { inventStreams } from './streams.ts';
import { createVillageNames, type Tongue, type VillageName } from './names.ts';

/** What all demonstration layers stand on; made once for each folder of an atlas. */
export interface Skeleton {
  readonly geography: Geography;
  readonly ground: Ground;
  /** Invented roads. */
  readonly roads: readonly (readonly Place[])[];
  /** Invented streams, from spring to mouth; a brook ends where it joins a longer one. */
  readonly streams: readonly (readonly Place[])[];
  /** Real rivers, lake shores, and invented streams. */
  readonly waters: readonly (readonly Place[])[];
  readonly nearRoads: NearestIndex;
  /** Real rivers alone. */
  readonly nearRivers: NearestIndex;
  readonly nearWaters: NearestIndex;
  readonly nearVillages: NearestIndex;
  /** Numbered as `nearVillages` numbers them. */
  readonly villages: readonly Village[];
}

/** A site with an invented name. */
export interface Village extends Site, VillageName {
  /** The language it is named and surveyed in. */
  readonly tongue: Tongue;
}

const made = new Map<string, Promise<Skeleton>>();

/** Gives the skeleton over the geography of an atlas folder; made at the first call. */
export function skeletonOf(configDir: string): Promise<Skeleton> {
  const known = made.get(configDir);
  if (known) return known;
  const making = readGeography(configDir).then(createSkeleton);
  // A failure is not kept: the geography may be built before the next call.
  making.catch(() => made.delete(configDir));
  made.set(configDir, making);
  return making;
}

/** Makes the skeleton over a geography. */
export function createSkeleton(geography: Geography): Skeleton {
  const ground = createGround(geography);
  const roads = inventRoads(geography, ground);
  const shores = geography.lakes.flatMap((lake) =>
    lake.type === 'Polygon' ? lake.coordinates : lake.coordinates.flat(),
  ) as unknown as Place[][];
  const streams = inventStreams(geography, ground);
  const waters = [...geography.rivers, ...shores, ...streams];
  const nearRoads = createNearest(
    0.1,
    roads.flatMap((road) => sampleLine(road, 1)),
  );
  const nearRivers = createNearest(
    0.1,
    geography.rivers.flatMap((river) => sampleLine(river, 1)),
  );
  const nearWaters = createNearest(
    0.1,
    waters.flatMap((water) => sampleLine(water, 1)),
  );
  const sites = settle(ground, roads, waters, { roads: nearRoads, waters: nearWaters });
  const nameOf = createVillageNames(geography.realNames);
  const villages = sites.map((site) => {
    const tongue = tongueOf(site);
    return { ...site, tongue, ...nameOf(site.country, tongue) };
  });
  const nearVillages = createNearest(
    0.05,
    villages.map(({ place }) => place),
  );
  return {
    geography,
    ground,
    roads,
    streams,
    waters,
    nearRoads,
    nearRivers,
    nearWaters,
    nearVillages,
    villages,
  };
}

/** English in the nguti extent, Spanish in Equatorial Guinea, French elsewhere. */
function tongueOf({ country, extent }: Site): Tongue {
  if (country === 'gnq') return 'es';
  return country === 'cmr' && extent === 'nguti' ? 'en' : 'fr';
}
