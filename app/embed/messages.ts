/**
 * The messages between the compact map and the page around it. Both sides compare the origin of a
 * message and then read it with these functions.
 */

/** The centre of the map in degrees, and its zoom. */
export interface EmbedView {
  readonly zoom: number;
  readonly lat: number;
  readonly lng: number;
}

/** An object that a visitor selected. */
export interface EmbedFeature {
  /** The id of the layer. */
  readonly layer: string;
  /** The id of the object in its layer; empty if it has none. */
  readonly id: string;
  /** The title of its popup, in the language of the map. */
  readonly title: string;
}

/** A message from the map. */
export type MapMessage =
  | { readonly type: 'ready'; readonly project: string | null; readonly locale: string }
  | { readonly type: 'moved'; readonly view: EmbedView }
  | { readonly type: 'selected'; readonly feature: EmbedFeature | null };

/** A message to the map. */
export type HostMessage =
  | { readonly type: 'set-project'; readonly project: string | null }
  | { readonly type: 'set-locale'; readonly locale: string }
  | { readonly type: 'fly-to'; readonly view: EmbedView };

/** The version of the messages. Messages of other programs do not have it. */
const VERSION = 1;

export function writeMessage<T extends MapMessage | HostMessage>(message: T): T & { atlas: 1 } {
  return { atlas: VERSION, ...message };
}

/** Reads a message from the map; null if it is invalid. */
export function readMapMessage(data: unknown): MapMessage | null {
  if (!isMessage(data)) return null;
  const { type, project, locale, view, feature } = data;
  if (type === 'ready' && isId(project) && typeof locale === 'string')
    return { type, project, locale };
  if (type === 'moved' && isView(view)) return { type, view };
  if (type === 'selected' && (feature === null || isFeature(feature))) return { type, feature };
  return null;
}

/** Reads a message to the map; null if it is invalid. */
export function readHostMessage(data: unknown): HostMessage | null {
  if (!isMessage(data)) return null;
  const { type, project, locale, view } = data;
  if (type === 'set-project' && isId(project)) return { type, project };
  if (type === 'set-locale' && typeof locale === 'string') return { type, locale };
  if (type === 'fly-to' && isView(view)) return { type, view };
  return null;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isMessage(data: unknown): data is Fields {
  return isFields(data) && data['atlas'] === VERSION;
}

function isId(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isView(value: unknown): value is EmbedView {
  if (!isFields(value)) return false;
  const { zoom, lat, lng } = value;
  const isWithin = (number: unknown, least: number, most: number): boolean =>
    typeof number === 'number' && number >= least && number <= most;
  return isWithin(zoom, 0, 24) && isWithin(lat, -90, 90) && isWithin(lng, -180, 180);
}

function isFeature(value: unknown): value is EmbedFeature {
  return isFields(value) && ['layer', 'id', 'title'].every((key) => typeof value[key] === 'string');
}
