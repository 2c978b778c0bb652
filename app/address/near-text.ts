/** What the tool “What is near” is about, as a part of the address. */

/** A place in degrees. */
export interface NearPlace {
  readonly lng: number;
  readonly lat: number;
}

/** A feature: its dataset and its id. */
export interface NearObject {
  readonly dataset: string;
  readonly id: number;
}

export type Near = NearPlace | NearObject;

/** Number of decimals of a place, about a metre. */
const DECIMALS = 5;

/** Formats a place as `latitude/longitude`, a feature as `dataset:id`. */
export function formatNear(near: Near): string {
  if ('dataset' in near) return `${encodeURIComponent(near.dataset)}:${near.id}`;
  return [near.lat, near.lng].map((degrees) => Number(degrees.toFixed(DECIMALS)) + 0).join('/');
}

/** Parses the text of `formatNear`; null if it has another form. */
export function parseNear(text = ''): Near | null {
  const object = /^([a-z0-9][a-z0-9_-]*):([1-9]\d{0,15})$/.exec(text);
  if (object) return { dataset: object[1]!, id: Number(object[2]) };
  if (!/^-?\d+(\.\d+)?\/-?\d+(\.\d+)?$/.test(text)) return null;
  const [lat, lng] = text.split('/').map(Number) as [number, number];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lng, lat } : null;
}

export function sameNear(a: Near | null, b: Near | null): boolean {
  return a === b || (a !== null && b !== null && formatNear(a) === formatNear(b));
}
