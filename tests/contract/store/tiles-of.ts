import type { Bounds } from '../../../server/store/store.ts';

/** Lists the tiles of a zoom inside bounds, at most `limit` of them, spread evenly. */
export function tilesOf(
  z: number,
  [west, south, east, north]: Bounds,
  limit: number,
): { readonly x: number; readonly y: number }[] {
  const size = 2 ** z;
  const column = (longitude: number): number => Math.floor((longitude / 360 + 0.5) * size);
  const row = (latitude: number): number => {
    const sine = Math.sin((latitude * Math.PI) / 180);
    return Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size);
  };
  const [left, top, right, bottom] = [column(west), row(north), column(east), row(south)];
  const columns = right - left + 1;
  const all = columns * (bottom - top + 1);
  const count = Math.min(all, limit);
  return Array.from({ length: count }, (_, i) => {
    const at = Math.floor((i * all) / count);
    return { x: left + (at % columns), y: top + Math.floor(at / columns) };
  });
}
