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

export type Near = (NearPlace | NearObject) & {
  /** The distance in km up to which objects are listed, such as `~10`, if it was chosen. */
  readonly to?: string | undefined;
};

/** Number of decimals of a place, about a metre. */
const DECIMALS = 5;

/** Formats a place as `latitude/longitude`, a feature as `dataset:id`; a distance follows. */
export function formatNear(near: Near): string {
  const { to = '' } = near;
  if ('dataset' in near) return `${encodeURIComponent(near.dataset)}:${near.id}${to}`;
  return (
    [near.lat, near.lng].map((degrees) => Number(degrees.toFixed(DECIMALS)) + 0).join('/') + to
  );
}

const FORM =
  /^(?:([a-z0-9][a-z0-9_-]*):([1-9]\d{0,15})|(-?\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?))(~\d+)?$/;

/** Parses the text of `formatNear`; null if it has another form. */
export function parseNear(text = ''): Near | null {
  const [, dataset, id, north, east, to] = FORM.exec(text) ?? [];
  if (dataset) return { dataset, id: Number(id), to };
  const lng = Number(east);
  const lat = Number(north);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lng, lat, to } : null;
}
