import type { MultiPolygon, Polygon } from 'geojson';
import { createAreaIndex } from '../area-index.ts';
import { KM_PER_DEGREE, type Place } from '../distance.ts';
import { boxHolds, REGION } from './extents.ts';
import { COUNTRIES, type Country, type Geography } from './geography.ts';

/** The dry land of the countries, without their lakes. */
export interface Ground {
  /** Returns the country whose dry land contains the place, or null over water and abroad. */
  countryAt(place: Place): Country | null;
  /**
   * Returns true if no coast, border or shore is within `reach` kilometres (at most 2) of the
   * place.
   */
  isPlain(place: Place, reach: number): boolean;
  /** Returns the country that contains the place, on land or on a lake, or null. */
  nationAt(place: Place): Country | null;
}

/** Side of a tile in degrees. The country of a tile is cached if no outline is near the tile. */
const TILE = 0.02;
/**
 * The state of a tile whose country is not known yet. `NEAR` is the state of a tile near an
 * outline; larger values are the number of a country.
 */
const UNKNOWN = 0;
const MIXED = 1;
const NOWHERE = 2;

/** Creates the ground (the dry land) of a geography. */
export function createGround({ countries, lakes }: Geography): Ground {
  const land = createAreaIndex(countries);
  const water = createAreaIndex(lakes);
  const exactly = (place: Place): Country | null => {
    const number = land.at(place);
    return number < 0 || water.holds(place) ? null : COUNTRIES[number]!;
  };

  const [west, south, east, north] = REGION;
  const columns = Math.round((east - west) / TILE);
  const tiles = new Uint8Array(columns * Math.round((north - south) / TILE) + columns);
  const tileOf = (lng: number, lat: number): number =>
    Math.floor((lat - south) / TILE) * columns + Math.floor((lng - west) / TILE);
  const tileAt = ([lng, lat]: Place): number => tileOf(lng, lat);
  const isUnmarked = (lng: number, lat: number): boolean => tiles[tileOf(lng, lat)] !== MIXED;
  for (const area of [...countries, ...lakes]) markOutline(area, tiles, tileAt, columns);

  return {
    countryAt(place) {
      if (!boxHolds(REGION, place)) return exactly(place);
      const tile = tileAt(place);
      const state = tiles[tile] ?? MIXED;
      if (state === MIXED) return exactly(place);
      if (state > UNKNOWN) return COUNTRIES[state - NOWHERE - 1] ?? null;
      const country = exactly(place);
      tiles[tile] = country ? NOWHERE + 1 + COUNTRIES.indexOf(country) : NOWHERE;
      return country;
    },
    isPlain([lng, lat], reach) {
      const far = reach / (KM_PER_DEGREE * 0.97);
      // Marked tiles have a margin of one tile, so it is enough to test four corners less than two
      // tiles apart.
      return (
        lng - far >= west &&
        lng + far <= east &&
        lat - far >= south &&
        lat + far <= north &&
        isUnmarked(lng - far, lat - far) &&
        isUnmarked(lng + far, lat - far) &&
        isUnmarked(lng - far, lat + far) &&
        isUnmarked(lng + far, lat + far)
      );
    },
    nationAt: (place) => COUNTRIES[land.at(place)] ?? null,
  };
}

/**
 * Marks every tile that an outline crosses, and the eight tiles around it, because sampling may
 * miss a tile.
 */
function markOutline(
  area: Polygon | MultiPolygon,
  tiles: Uint8Array,
  tileAt: (place: Place) => number,
  columns: number,
): void {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  for (const ring of polygons.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [from, to] = [ring[i - 1]!, ring[i]!];
      const [dx, dy] = [to[0]! - from[0]!, to[1]! - from[1]!];
      const parts = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / (TILE / 2)));
      for (let part = 0; part <= parts; part++) {
        const place: Place = [from[0]! + (dx * part) / parts, from[1]! + (dy * part) / parts];
        if (!boxHolds(REGION, place)) continue;
        const tile = tileAt(place);
        for (const row of [-columns, 0, columns]) {
          for (const column of [-1, 0, 1]) tiles[tile + row + column] = MIXED;
        }
      }
    }
  }
}
