import type { Bounds } from 'atlas-engine';
import type { Place } from '../../distance.ts';
import type { Random } from '../../random.ts';
import { COUNTRIES, type Country, type Geography } from '../../skeleton/geography.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';

const boxes = new WeakMap<Geography, Map<Country, Bounds>>();

/** Returns the bounds of a country. */
function boxOf(geography: Geography, country: Country): Bounds {
  let known = boxes.get(geography);
  if (!known) boxes.set(geography, (known = new Map<Country, Bounds>()));
  let box = known.get(country);
  if (!box) {
    const area = geography.countries[COUNTRIES.indexOf(country)]!;
    const rings = area.type === 'Polygon' ? area.coordinates : area.coordinates.flat();
    box = rings
      .flat()
      .reduce<Bounds>(
        ([west, south, east, north], [lng, lat]) => [
          Math.min(west, lng!),
          Math.min(south, lat!),
          Math.max(east, lng!),
          Math.max(north, lat!),
        ],
        [Infinity, Infinity, -Infinity, -Infinity],
      );
    known.set(country, box);
  }
  return box;
}

/** Draws a random place on the dry land of a country, uniformly within its bounds. */
export function drawPlace(
  { geography, ground }: Skeleton,
  country: Country,
  random: Random,
): Place {
  const [west, south, east, north] = boxOf(geography, country);
  for (;;) {
    const place: Place = [random.between(west, east), random.between(south, north)];
    if (ground.countryAt(place) === country) return place;
  }
}
