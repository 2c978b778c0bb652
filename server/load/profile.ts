import type { PlaceOfValue } from 'atlas-engine';
import { joinBoxes, present } from 'atlas-engine/runtime';
import type { AttributeValue, Bounds, FieldProfile } from '../store/store.ts';

/** Maximum number of distinct values that are listed. If there are more, they are only counted. */
const MAX_LISTED = 1000;
const MAX_DISTINCT = 100_000;
/** Maximum number of distinct values whose places are kept; class lists have fewer values. */
const MAX_PLACES = 50;

type FieldType = NonNullable<FieldProfile['type']>;
type Scalar = string | number | boolean;

/** Collects statistics about the values of one field. A list counts each of its items. */
export class ProfileCollector {
  readonly #type: FieldType | null;
  readonly #counts = new Map<Scalar, number>();
  readonly #places = new Map<Scalar | null, Bounds>();
  #present = 0;
  #unread = 0;
  #lists = 0;
  #least: number | string | undefined;
  #greatest: number | string | undefined;

  /** `type` is the declared type, or null to guess one that fits. */
  constructor(type: FieldType | null) {
    this.#type = type;
  }

  /** `place` is the rectangle around the feature. */
  add(value: AttributeValue, unread: boolean, place?: Bounds): void {
    if (unread) this.#unread++;
    if (place) for (const each of [value].flat()) this.#addPlace(each, place);
    if (value === null) return;
    this.#present++;
    if (typeof value !== 'object') {
      this.#count(value);
      return;
    }
    this.#lists++;
    for (const item of value) this.#count(item);
  }

  /** Returns the profile of `total` features; those without the field count as null. */
  profile(total: number): FieldProfile {
    const type = this.#type ?? this.#guess();
    const ordered = type === 'integer' || type === 'number' || type === 'date';
    const listed = this.#counts.size <= MAX_LISTED;
    return present({
      type,
      count: total,
      nulls: total - this.#present,
      unread: this.#unread,
      distinct: this.#counts.size,
      values: listed ? [...this.#counts].sort(byFrequency) : undefined,
      min: ordered ? this.#least : undefined,
      max: ordered ? this.#greatest : undefined,
      places: placesFew(this.#places) ? [...this.#places].map(coarsely) : undefined,
    });
  }

  #addPlace(value: Scalar | null, place: Bounds): void {
    const known = this.#places.get(value);
    if (known) this.#places.set(value, joinBoxes(known, place));
    else if (this.#places.size <= MAX_PLACES) this.#places.set(value, place);
  }

  #count(value: Scalar): void {
    const seen = this.#counts.get(value);
    if (seen !== undefined || this.#counts.size < MAX_DISTINCT) {
      this.#counts.set(value, (seen ?? 0) + 1);
    }
    if (typeof value === 'boolean') return;
    if (this.#least === undefined || value < this.#least) this.#least = value;
    if (this.#greatest === undefined || value > this.#greatest) this.#greatest = value;
  }

  #guess(): FieldType {
    if (this.#lists > 0) return 'list';
    const values = [...this.#counts.keys()];
    if (values.length === 0) return 'text';
    if (values.every((value) => typeof value === 'boolean')) return 'boolean';
    if (values.every((value) => typeof value === 'number')) {
      return values.every(Number.isSafeInteger) ? 'integer' : 'number';
    }
    const isDate = (value: Scalar): boolean =>
      typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T|$)/.test(value);
    return values.every(isDate) ? 'date' : 'text';
  }
}

function placesFew({ size }: ReadonlyMap<unknown, unknown>): boolean {
  return size > 0 && size <= MAX_PLACES;
}

/** Returns the place of a value in whole degrees, so that it does not show where one feature is. */
function coarsely([value, [west, south, east, north]]: readonly [
  Scalar | null,
  Bounds,
]): PlaceOfValue {
  return [value, [Math.floor(west), Math.floor(south), Math.ceil(east), Math.ceil(north)]];
}

function byFrequency(
  [a, countA]: readonly [Scalar, number],
  [b, countB]: readonly [Scalar, number],
): number {
  if (countA !== countB) return countB - countA;
  return String(a) < String(b) ? -1 : 1;
}
