import type { FoundField } from '../model/profile.ts';

/** The largest integer of 32 bits and the last moment it can count, which programs write for "none". */
const LARGEST = 2 ** 31 - 1;
const NEAR = 1000;
const LAST_MOMENT = '2038-01-19';

/**
 * The only value of a field, in every feature, where programs write it for an empty one; it is not
 * a value of the data. `unreadExamples` are values that the type of the field cannot read.
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
