import type { ChosenArea } from '../../stores/places/area-store.ts';
import type { Place } from '../../stores/places/place.ts';

/** Returns whether an area contains a place, by the even-odd rule. */
export function isInside([lng, lat]: Place, geometry: ChosenArea['geometry']): boolean {
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
  let inside = false;
  for (const ring of rings)
    for (let i = 1; i < ring.length; i++) {
      const [x1 = 0, y1 = 0] = ring[i - 1] ?? [];
      const [x2 = 0, y2 = 0] = ring[i] ?? [];
      if (y1 > lat !== y2 > lat && lng < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1))
        inside = !inside;
    }
  return inside;
}
