import type { MultiPolygon, Polygon } from 'geojson';
import { kilometres, type Place } from '../../distance.ts';
import { createHexes } from '../../hexes.ts';
import { createNoise } from '../../noise.ts';
import type { Country } from '../../skeleton/geography.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { cellsBySeat, growTerritories } from '../../territories.ts';
import { createDryCells } from '../whole-cells.ts';

/** The start position of an area, and its approximate size in km². */
export interface AreaSeat {
  readonly place: Place;
  readonly country: Country;
  readonly size: number;
}

/**
 * Grows areas from their start positions. They tend to end at ridges, do not touch each other, and
 * are on dry land of their country where `isTaken` is false. `edge` is the cell size in kilometres.
 * Returns the area of each start position by its number; start positions without space have none.
 */
export function growAreas(
  skeleton: Skeleton,
  seats: readonly AreaSeat[],
  options: { seed: string; edge: number; isTaken: (place: Place) => boolean },
): Map<number, Polygon | MultiPolygon> {
  const { terrain } = skeleton;
  const { seed, edge, isTaken } = options;
  const hexes = createHexes(seed, edge);
  const countryOf = createDryCells(hexes, skeleton, edge);
  const shape = createNoise(seed, 0.09, 4);
  const sites = seats.map(({ place, size }) => ({
    cell: hexes.at(place),
    reach: 1e6,
    radius: Math.sqrt(size / Math.PI),
  }));
  const homes = seats.map(({ place }) => terrain.catchmentAt(place));
  const owner = growTerritories(hexes, sites, (cell, seat) => {
    const centre = hexes.centre(cell);
    const share = kilometres(seats[seat]!.place, centre) / sites[seat]!.radius;
    // An area extends less beyond the ridge of its catchment.
    const most = terrain.catchmentAt(centre) === homes[seat] ? 1.25 : 0.7;
    if (share > most + 2.6 * (shape(centre[0], centre[1]) - 0.5)) return Infinity;
    return countryOf(cell) === seats[seat]!.country && !isTaken(centre) ? 1 : Infinity;
  });
  const labels = (cell: number): number => owner.get(cell) ?? -1;
  const areas = new Map<number, Polygon | MultiPolygon>();
  for (const [number, cells] of cellsBySeat(owner)) {
    const { cell } = sites[number]!;
    // The cell of a start position was not checked. On a border or in a park, it gives no area.
    if (cells.size < 6 || countryOf(cell) !== seats[number]!.country) continue;
    if (isTaken(hexes.centre(cell))) continue;
    areas.set(number, hexes.outline(cells, labels));
  }
  return areas;
}
