import { UNITS_PER_DEGREE, boundsOf, type PackedGeometry } from '../../geometry/packed.ts';
import { doubleArea, partStart } from '../../geometry/rings.ts';

/** Returns the area of a polygon or the length of a line on the map; 0 for points. */
export function sizeOf(geometry: PackedGeometry): number {
  const { kind, coords, ends } = geometry;
  if (kind === 'point') return 0;
  const [, south, , north] = boundsOf(geometry);
  const stretch = Math.cos((((south + north) / 2 / UNITS_PER_DEGREE) * Math.PI) / 180);
  let size = 0;
  ends.forEach((end, part) => {
    const start = partStart(ends, part);
    if (kind === 'polygon') size += doubleArea(coords, start, end) / 2;
    else
      for (let v = start + 1; v < end; v++)
        size += Math.hypot(
          coords[2 * v]! - coords[2 * v - 2]!,
          (coords[2 * v + 1]! - coords[2 * v - 1]!) / stretch,
        );
  });
  return kind === 'polygon' ? Math.abs(size) / stretch : size;
}
