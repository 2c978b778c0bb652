import type { Bounds } from 'atlas-engine';

type Address = readonly [z: number, x: number, y: number];

/**
 * Yields addresses of tiles within bounds, from the lowest zoom to the highest. At each zoom, the
 * middle comes first.
 */
export function* tilesWithin(
  area: { readonly minzoom: number; readonly maxzoom: number; readonly bounds: Bounds },
  { perZoom, all }: { readonly perZoom: number; readonly all: number },
): Generator<Address> {
  let count = 0;
  for (let z = area.minzoom; z <= area.maxzoom; z++) {
    const [west, south, east, north] = area.bounds;
    const columns = spread(columnOf(west, z), columnOf(east, z), perZoom);
    const rows = spread(rowOf(north, z), rowOf(south, z), perZoom);
    for (const [x, y] of pairs(columns, rows).slice(0, perZoom)) {
      if (count++ === all) return;
      yield [z, x, y];
    }
  }
}

/** Returns whole numbers of a range, the middle first, at most as many as a square of `most` needs. */
function spread(from: number, to: number, most: number): readonly number[] {
  const parts = Math.min(to - from, Math.ceil(Math.sqrt(most)));
  const middle = Math.floor((from + to) / 2);
  const others = Array.from({ length: parts + 1 }, (_, i) =>
    Math.round(from + ((to - from) * i) / Math.max(parts, 1)),
  );
  return [...new Set([middle, ...others])];
}

function pairs(columns: readonly number[], rows: readonly number[]): readonly [number, number][] {
  return rows.flatMap((y) => columns.map((x): [number, number] => [x, y]));
}

function columnOf(lng: number, z: number): number {
  return within(((lng + 180) / 360) * 2 ** z, z);
}

/** The row in Web Mercator, counted from the north. */
function rowOf(lat: number, z: number): number {
  const y = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI;
  return within(((1 - y) / 2) * 2 ** z, z);
}

function within(place: number, z: number): number {
  return Math.min(Math.max(Math.floor(place), 0), 2 ** z - 1);
}
