import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { createAreaIndex } from '../../area-index.ts';
import type { Place } from '../../distance.ts';
import type { Country } from '../../skeleton/geography.ts';
import type { LandCover } from '../../skeleton/land-cover.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { createTrimmer, type Trimmer } from '../../trim.ts';
import { makeLogging } from './logging.ts';
import { makeProtectedAreas } from './protected-areas.ts';

/** Width of the squares that titles are made of, in kilometres. */
const SQUARE = 1.5;

type Areas = readonly Feature<Polygon | MultiPolygon>[];

/** The land that the state has allocated. Layers created later avoid it. */
export interface Allocation {
  readonly trimmer: Trimmer;
  readonly parks: Readonly<Record<Country, Areas>>;
  readonly logging: Readonly<Record<Country, Areas>>;
  /** Returns true in a protected area, or on the land of a town. */
  isPark(place: Place): boolean;
  /** Returns true in a logging unit. */
  isUnit(place: Place): boolean;
  /** Returns true in a protected area or a logging unit, or on the land of a town. */
  isAllocated(place: Place): boolean;
}

const made = new WeakMap<Skeleton, Allocation>();

/** Returns the allocated land of all countries for a skeleton. It is computed at the first call. */
export function allocationOf(skeleton: Skeleton, cover: LandCover): Allocation {
  const known = made.get(skeleton);
  if (known) return known;
  const trimmer = createTrimmer(skeleton.geography);
  const parks = makeProtectedAreas(skeleton, cover, trimmer);
  const isTown = (place: Place): boolean => skeleton.townLand.holds(place, SQUARE);
  const logging = makeLogging(skeleton, cover, { trimmer, parks, isTown });
  const park = indexOf(parks);
  const unit = indexOf(logging);
  const allocation: Allocation = {
    trimmer,
    parks,
    logging,
    isPark: (place) => park.holds(place) || isTown(place),
    isUnit: unit.holds,
    isAllocated: (place) => park.holds(place) || unit.holds(place) || isTown(place),
  };
  made.set(skeleton, allocation);
  return allocation;
}

function indexOf(areas: Readonly<Record<Country, Areas>>) {
  return createAreaIndex(
    Object.values(areas).flatMap((list) => list.map(({ geometry }) => geometry)),
  );
}
