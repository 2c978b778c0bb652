import type { Place } from '../stores/places/place.ts';
import { fromUtm } from './utm.ts';

/**
 * The reason why a text is not a place: it has another form, an angle is out of its range, or the
 * zone or a distance of UTM is.
 */
export type CoordinatesProblem = 'unknown' | 'range' | 'utm';

export type ParsedCoordinates =
  | { readonly ok: true; readonly place: Place }
  | { readonly ok: false; readonly problem: CoordinatesProblem };

/** An angle in degrees, and its minutes and seconds, before the letter is applied. */
type Angle = readonly number[];

const UNKNOWN = { ok: false, problem: 'unknown' } as const;

/** Zone, easting and northing: `33N 500000 345000`, with or without `UTM`, `E`, `N` and `m`. */
const METRES = String.raw`(\d{5,7}(?:\.\d+)?)\s*M?\s*E?[\s,;]+(\d{1,8}(?:\.\d+)?)\s*M?\s*N?`;
const ZONE = String.raw`(?:ZONE\s*)?(\d{1,3})\s*([NS])`;
const UTM_ZONE_FIRST = new RegExp(String.raw`^(?:UTM\s*)?${ZONE}[\s,;]+${METRES}$`);
const UTM_ZONE_LAST = new RegExp(String.raw`^${METRES}[\s,;]+(?:UTM\s*)?${ZONE}$`);

/**
 * Reads a place from a text: decimal degrees, degrees with minutes and seconds, or UTM with its
 * zone. The decimal mark is a point or a comma. Without letters, the latitude is first. The letters
 * are N, S, E, and W or O for west.
 */
export function parseCoordinates(text: string): ParsedCoordinates {
  const plain = normalise(text);
  return parseUtm(plain) ?? parseAngles(plain);
}

/** Uses one sign for each kind of mark, and points as decimal marks. */
function normalise(text: string): string {
  const marked = text
    .trim()
    .toUpperCase()
    .replaceAll(/[\u2212\u2013]/g, '-')
    .replaceAll(/[º˚]/g, '°')
    .replaceAll(/''|[″”“]/g, '"')
    .replaceAll(/[′’‘´`]/g, "'");
  const four = /^(-?\d+),(\d+),\s*(-?\d+),(\d+)$/.exec(marked);
  if (four) return `${four[1]}.${four[2]} ${four[3]}.${four[4]}`;
  const hasDecimalCommas = !marked.includes('.') && /[\s;°NSEWO]/.test(marked);
  return hasDecimalCommas ? marked.replaceAll(/(\d),(\d)/g, '$1.$2') : marked;
}

function parseUtm(text: string): ParsedCoordinates | null {
  const first = UTM_ZONE_FIRST.exec(text);
  const last = UTM_ZONE_LAST.exec(text);
  const parts = first?.slice(1) ?? (last && [last[3], last[4], last[1], last[2]]);
  if (!parts) return null;
  const [zone, easting, northing] = [parts[0], parts[2], parts[3]].map(Number);
  const utm = {
    zone: zone ?? 0,
    hemisphere: parts[1] === 'S' ? 'S' : 'N',
    easting: easting ?? 0,
    northing: northing ?? 0,
  } as const;
  const isInside =
    utm.zone >= 1 &&
    utm.zone <= 60 &&
    utm.easting >= 100_000 &&
    utm.easting <= 900_000 &&
    utm.northing <= 10_000_000;
  return isInside ? { ok: true, place: fromUtm(utm) } : { ok: false, problem: 'utm' };
}

function parseAngles(text: string): ParsedCoordinates {
  const letters = [...text.matchAll(/[NSEWO]/g)].map(([letter]) => letter);
  const numbers = [...text.matchAll(/([+-]?\d+(?:\.\d+)?)\s*([°'"])?/g)].map(
    ([, number, mark]) => ({ value: Number(number), negative: number!.startsWith('-'), mark }),
  );
  const rest = text.replaceAll(/[+-]?\d+(?:\.\d+)?\s*[°'"]?|[NSEWO]|[\s,;]/g, '');
  if (rest !== '' || ![0, 2].includes(letters.length)) return UNKNOWN;
  const starts = numbers.flatMap(({ mark }, place) => (mark === '°' ? [place] : []));
  const second = starts.length > 0 ? starts[1] : numbers.length / 2;
  if (starts.length > 0 && (starts.length !== 2 || starts[0] !== 0)) return UNKNOWN;
  if (second === undefined || !Number.isInteger(second)) return UNKNOWN;
  const halves = [numbers.slice(0, second), numbers.slice(second)];
  if (halves.some(({ length }) => length < 1 || length > 3)) return UNKNOWN;
  // Only the first number of an angle may have a sign, and none beside a letter.
  if (
    halves.some((half) => half.some(({ negative }, i) => negative && (i > 0 || letters.length > 0)))
  )
    return UNKNOWN;
  const angles = halves.map((half) => valueOf(half.map(({ value }) => value)));
  const [a, b] = angles;
  if (a === undefined || b === undefined) return UNKNOWN;
  if (a === null || b === null) return { ok: false, problem: 'range' };
  const signed = halves.map((half, i) => (half[0]!.negative ? -angles[i]! : angles[i]!));
  return place(signed, letters);
}

/** Returns an angle in degrees without its sign; null when minutes or seconds are 60 or more. */
function valueOf([whole = 0, minutes = 0, seconds = 0]: Angle): number | null {
  if (minutes >= 60 || seconds >= 60) return null;
  return Math.abs(whole) + minutes / 60 + seconds / 3600;
}

/** Puts two angles in order by their letters, and checks their range. */
function place([a = 0, b = 0]: readonly number[], letters: readonly string[]): ParsedCoordinates {
  const [first = 'N', second = 'E'] = letters;
  const isLatitude = (letter: string): boolean => letter === 'N' || letter === 'S';
  if (isLatitude(first) === isLatitude(second)) return UNKNOWN;
  const sign = (letter: string, value: number): number =>
    letter === 'N' || letter === 'E' ? value : -value;
  const [one, two] = [sign(first, a), sign(second, b)];
  const [lat, lng] = isLatitude(first) ? [one, two] : [two, one];
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) return { ok: false, problem: 'range' };
  return { ok: true, place: [lng, lat] };
}
