import { isWithin } from '../basics/bounds.ts';
import type { Bounds } from '../basics/values.ts';
import type { Condition } from '../model/model.ts';
import { isPossible } from '../values/conditions.ts';
import type { Candidate } from './compile-legend-symbols.ts';
import type { CompileOptions, PlaceOfValue } from './compile-options.ts';

/**
 * Returns where the features of a legend row are: a rectangle for each value that its class has in a
 * dataset, without those inside others. Undefined if it is unknown or the row has no class.
 */
export function placesOf(
  members: readonly Candidate[],
  { places }: Pick<CompileOptions, 'places'>,
): readonly Bounds[] | undefined {
  const found: Bounds[] = [];
  for (const { look, from } of members) {
    const known = from && places?.(from.dataset, from.field);
    if (!look || !known) return undefined;
    for (const [value, place] of known)
      if (isPossible(look, from.looks, [conditionOf(value, from.field)])) found.push(place);
  }
  const largestFirst = found.sort((a, b) => sizeOf(b) - sizeOf(a));
  const kept: Bounds[] = [];
  for (const place of largestFirst)
    if (!kept.some((other) => isWithin(place, other))) kept.push(place);
  return kept;
}

function sizeOf([west, south, east, north]: Bounds): number {
  return (east - west) * (north - south);
}

function conditionOf(value: PlaceOfValue[0], field: string): Condition {
  return value === null
    ? { kind: 'present', present: false, field }
    : { kind: 'equals', values: [value], field };
}
