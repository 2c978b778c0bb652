import type { Condition } from 'atlas-engine';
import { UNITS_PER_DEGREE, boundsOf, type PackedGeometry } from '../../geometry/packed.ts';
import { doubleArea, partStart } from '../../geometry/rings.ts';
import type { AttributeValue } from '../../store/store.ts';
import { passesAll } from '../conditions.ts';

/** A feature that is thinned, with the values of all fields. */
export interface ThinFeature {
  readonly id: number;
  readonly geometry: PackedGeometry;
  readonly values: readonly AttributeValue[];
}

/**
 * Returns the places of features in the order in which they are kept: those with the largest value at
 * the place `by` first, then the largest, then scattered, so that any beginning of the list has the
 * same share of all values and regions. The order depends on nothing but the features themselves.
 */
export function orderFeatures(features: readonly ThinFeature[], by: number): Uint32Array {
  const ranks = Float64Array.from(features, ({ values }) => {
    const rank = values[by];
    return typeof rank === 'number' ? rank : -Infinity;
  });
  const sizes = Float64Array.from(features, ({ geometry }) => sizeOf(geometry));
  const scatter = Uint32Array.from(features, ({ id }) => scattered(id));
  return Uint32Array.from(features, (_, place) => place).sort((a, b) => {
    if (ranks[a] !== ranks[b]) return ranks[b]! > ranks[a]! ? 1 : -1;
    return sizes[b]! - sizes[a]! || scatter[a]! - scatter[b]! || features[a]!.id - features[b]!.id;
  });
}

/**
 * Returns the numbers of the `asks` that a feature meets, for each feature. Features with the same
 * numbers have the same list.
 */
export function asksOfEach(
  features: readonly ThinFeature[],
  fields: readonly string[],
  asks: readonly (readonly Condition[])[],
): readonly (readonly number[])[] {
  const places = new Map(fields.map((name, place) => [name, place]));
  const lists = new Map<string, readonly number[]>();
  return features.map(({ values }) => {
    const valueOf = (name: string): AttributeValue => values[places.get(name) ?? -1] ?? null;
    const found: number[] = [];
    for (let ask = 0; ask < asks.length; ask++) if (passesAll(asks[ask]!, valueOf)) found.push(ask);
    const key = found.join();
    const known = lists.get(key);
    if (known) return known;
    lists.set(key, found);
    return found;
  });
}

/** Returns the area of a polygon or the length of a line on the map; 0 for points. */
function sizeOf(geometry: PackedGeometry): number {
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

/** Returns a whole number that differs for similar ids (the finaliser of MurmurHash3). */
function scattered(id: number): number {
  let hash = (id >>> 0) ^ Math.floor(id / 2 ** 32);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
