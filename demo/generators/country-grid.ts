import type { MultiPolygon, Polygon } from 'geojson';
import type { Place } from './distance.ts';
import { REGION } from './skeleton/extents.ts';
import { COUNTRIES, type Country, type Geography } from './skeleton/geography.ts';

/** The country at the centre of each cell of a grid over the region, without lakes. */
export interface CountryGrid {
  readonly columns: number;
  readonly rows: number;
  readonly step: number;
  /** Returns the centre of a cell. Column 0, row 0 is in the south-west. */
  middle(column: number, row: number): Place;
  at(column: number, row: number): Country | null;
}

/**
 * Rasterises the countries row by row into a grid of `step` degrees (even-odd rule). This is a
 * hundred times faster than testing each place.
 */
export function createCountryGrid(
  { countries, lakes }: Pick<Geography, 'countries' | 'lakes'>,
  step: number,
): CountryGrid {
  const [west, south, east, north] = REGION;
  const columns = Math.round((east - west) / step);
  const rows = Math.round((north - south) / step);
  const cells = new Uint8Array(columns * rows);
  countries.forEach((area, number) => fill(area, number + 1));
  for (const lake of lakes) fill(lake, 0);
  return {
    columns,
    rows,
    step,
    middle: (column, row) => [west + (column + 0.5) * step, south + (row + 0.5) * step],
    at: (column, row) =>
      column < 0 || row < 0 || column >= columns || row >= rows
        ? null
        : (COUNTRIES[cells[row * columns + column]! - 1] ?? null),
  };

  function fill(area: Polygon | MultiPolygon, value: number): void {
    const crossings = new Map<number, number[]>();
    const rings = area.type === 'Polygon' ? area.coordinates : area.coordinates.flat();
    for (const ring of rings) {
      for (let i = 1; i < ring.length; i++) {
        const [from, to] = [ring[i - 1]!, ring[i]!];
        const low = Math.min(from[1]!, to[1]!);
        const high = Math.max(from[1]!, to[1]!);
        // One extra row is included on either side, because an exact test for crossings follows.
        const first = Math.max(0, Math.floor((low - south) / step - 1));
        const last = Math.min(rows - 1, Math.ceil((high - south) / step));
        for (let row = first; row <= last; row++) {
          const lat = south + (row + 0.5) * step;
          if (from[1]! > lat === to[1]! > lat) continue;
          const lng = from[0]! + ((lat - from[1]!) / (to[1]! - from[1]!)) * (to[0]! - from[0]!);
          const there = crossings.get(row);
          if (there) there.push(lng);
          else crossings.set(row, [lng]);
        }
      }
    }
    for (const [row, lngs] of crossings) {
      lngs.sort((one, other) => one - other);
      for (let i = 1; i < lngs.length; i += 2) {
        const start = Math.max(0, Math.ceil((lngs[i - 1]! - west) / step - 0.5));
        const end = Math.min(columns, Math.ceil((lngs[i]! - west) / step - 0.5));
        cells.fill(value, row * columns + start, row * columns + Math.max(start, end));
      }
    }
  }
}
