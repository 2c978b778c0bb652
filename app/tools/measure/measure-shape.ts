import geodesic from 'geographiclib-geodesic';
import type { MeasureKind } from './measure-store.ts';
import type { Place } from '../../stores/places/place.ts';

/** The size of a measurement on the ellipsoid of WGS 84. */
export interface Measured {
  /** Length of the line, or of the outline of the area, in metres. */
  readonly length: number;
  /** In square metres; null for a distance, and with fewer than three corners. */
  readonly area: number | null;
}

const { Geodesic } = geodesic;

/** Measures the line through the corners, or the area inside them. */
export function measureShape(corners: readonly Place[], kind: MeasureKind): Measured {
  const isArea = kind === 'area' && corners.length > 2;
  const shape = Geodesic.WGS84.Polygon(!isArea);
  for (const [lng, lat] of corners) shape.AddPoint(lat, lng);
  const { perimeter, area = 0 } = shape.Compute(false, true);
  return { length: perimeter, area: isArea ? Math.abs(area) : null };
}
