/** Kilometres in a degree of latitude (mean radius of the Earth, 6371.0088 km). */
export const KM_PER_DEGREE = 111.195;

/** A position `[lng, lat]` in degrees. */
export type Place = readonly [lng: number, lat: number];

/**
 * Returns the distance between two places of the region, in kilometres. Computed on a plane: within
 * 14 degrees of the equator and up to a few hundred kilometres, the error is below 1 %.
 */
export function kilometres(from: Place, to: Place): number {
  return distance(from[0], from[1], to[0], to[1]);
}

/** Returns the distance between two positions in kilometres. No place is allocated for it. */
function distance(fromLng: number, fromLat: number, toLng: number, toLat: number): number {
  const east = (toLng - fromLng) * shrink((fromLat + toLat) / 2);
  const north = toLat - fromLat;
  return Math.sqrt(east * east + north * north) * KM_PER_DEGREE;
}

/** Returns false for two latitudes that are farther apart than a distance: a fast first test. */
function mayBeWithin(from: number, to: number, km: number): boolean {
  const north = (to - from) * KM_PER_DEGREE;
  return north <= km + 1e-6 && north >= -km - 1e-6;
}

/**
 * Returns the cosine of a latitude in degrees, computed by its series. It is accurate to 1e-6 below
 * 20 degrees, and gives the same result on every machine.
 */
export function shrink(lat: number): number {
  const square = (lat * (Math.PI / 180)) ** 2;
  return 1 - square / 2 + (square * square) / 24;
}

/** Returns a place that is shifted by kilometres to the east and north. */
export function moved(place: Place, east: number, north: number): Place {
  return [place[0] + east / (KM_PER_DEGREE * shrink(place[1])), place[1] + north / KM_PER_DEGREE];
}

/** Finds the nearest of many places within `reach` kilometres. */
export interface NearestIndex {
  add(place: Place): void;
  nearest(place: Place, reach: number): { readonly index: number; readonly km: number } | null;
  /** Returns all places within `reach` kilometres. */
  within(place: Place, reach: number): { readonly index: number; readonly km: number }[];
  readonly size: number;
}

/**
 * Creates an index over places, grouped into buckets of `bucket` degrees. The places are numbered
 * in the order in which they were added.
 */
export function createNearest(bucket: number, places: readonly Place[] = []): NearestIndex {
  const lngs: number[] = [];
  const lats: number[] = [];
  const buckets = new Map<number, number[]>();
  const key = (column: number, row: number): number => column * 100_000 + row;
  const slot = (degrees: number): number => Math.floor((degrees + 180) / bucket);
  const index: NearestIndex = {
    add([lng, lat]) {
      const at = key(slot(lng), slot(lat));
      const there = buckets.get(at);
      if (there) there.push(lngs.length);
      else buckets.set(at, [lngs.length]);
      lngs.push(lng);
      lats.push(lat);
    },
    nearest(place, reach) {
      const column = slot(place[0]);
      const row = slot(place[1]);
      let found = -1;
      let best = reach;
      const rings = Math.ceil(reach / (KM_PER_DEGREE * 0.95 * bucket));
      for (let size = 0; size <= rings; size++) {
        if (found >= 0 && best < (size - 1) * bucket * KM_PER_DEGREE * 0.95) break;
        // Buckets that are farther away than the best result are skipped.
        const span = best / (KM_PER_DEGREE * 0.95);
        const last = Math.min(slot(place[0] + span), column + size);
        const low = slot(place[1] - span);
        const high = slot(place[1] + span);
        for (let c = Math.max(slot(place[0] - span), column - size); c <= last; c++) {
          const step = Math.abs(c - column) === size ? 1 : size * 2;
          for (let r = row - size; r <= row + size; r += step) {
            const bucketed = r < low || r > high ? undefined : buckets.get(key(c, r));
            if (!bucketed) continue;
            for (const candidate of bucketed) {
              if (!mayBeWithin(place[1], lats[candidate]!, best)) continue;
              const km = distance(place[0], place[1], lngs[candidate]!, lats[candidate]!);
              if (km > best || (km === best && found >= 0)) continue;
              best = km;
              found = candidate;
            }
          }
        }
      }
      return found < 0 ? null : { index: found, km: best };
    },
    within(place, reach) {
      const span = reach / (KM_PER_DEGREE * 0.95);
      const found: { index: number; km: number }[] = [];
      for (let c = slot(place[0] - span); c <= slot(place[0] + span); c++)
        for (let r = slot(place[1] - span); r <= slot(place[1] + span); r++)
          for (const index of buckets.get(key(c, r)) ?? []) {
            if (!mayBeWithin(place[1], lats[index]!, reach)) continue;
            const km = distance(place[0], place[1], lngs[index]!, lats[index]!);
            if (km <= reach) found.push({ index, km });
          }
      return found;
    },
    get size() {
      return lngs.length;
    },
  };
  for (const place of places) index.add(place);
  return index;
}

/** Divides a line into places at most `step` kilometres apart. Both ends are included. */
export function sampleLine(line: readonly Place[], step: number): Place[] {
  const places: Place[] = [];
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1]!, line[i]!];
    const parts = Math.max(1, Math.ceil(kilometres(from, to) / step));
    for (let part = 0; part < parts; part++) {
      const share = part / parts;
      places.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
    }
  }
  if (line.length > 0) places.push(line.at(-1)!);
  return places;
}
