import type { FoundField } from '../../model/profile.ts';

/**
 * The largest 32-bit integer and the latest date it can represent. Programs write them for missing
 * values.
 */
const LARGEST = 2 ** 31 - 1;
const NEAR = 1000;
const LAST_MOMENT = '2038-01-19';

/**
 * Returns the only value of a field, if all features have it and programs commonly write it for a
 * missing value. `unreadExamples` are values that the type of the field cannot parse.
 */
export function nullMarkerOf(
  { count, nulls, distinct, values = [], unread }: FoundField,
  unreadExamples: readonly string[] = [],
): string | undefined {
  const [only] = unread === count ? unreadExamples : values.map(([value]) => String(value));
  const isEverywhere = unread === count ? unreadExamples.length === 1 : distinct === 1 && !nulls;
  return only !== undefined && isEverywhere && isMarker(only) ? only : undefined;
}

function isMarker(text: string): boolean {
  const number = Number(text);
  return text.startsWith(LAST_MOMENT) || (number <= LARGEST && number > LARGEST - NEAR);
}
