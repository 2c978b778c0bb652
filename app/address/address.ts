/**
 * Formats and parses the address of a view. The query contains the project and the language. The
 * fragment contains the rest. Values equal to the defaults are omitted. Parsing a formatted address
 * returns the same view.
 *
 * `?project=delta&lang=fr#7.25/-2.1034/17.9412&base=dark&relief=0&layers=rivers,!roads,parks~40*area:5..&compare=base:dark&near=villages:7&area=provinces:3`
 */

import type { FieldFilter } from 'atlas-engine/runtime';
import { formatArea, parseArea, type AreaName } from './area-text.ts';
import { formatDifference, parseDifference, type Difference } from './compare-text.ts';
import { formatNear, parseNear, type Near } from './near-text.ts';
import { decodePart, encodePart, formatFilters, parseFilters } from './filter-text.ts';

/**
 * A group in the address: `!` marks a hidden group, `~40` an opacity of 40 %, `*` a filter
 * (`filter-text.ts`).
 */
export interface AddressGroup {
  readonly id: string;
  readonly visible: boolean;
  /**
   * The opacity from 0 to 1, in steps of 0.01; null for the opacity that the configuration
   * declares.
   */
  readonly opacity: number | null;
  /** The filters of the visitor; absent without one. */
  readonly filters?: readonly FieldFilter[];
}

/** The centre in degrees and the zoom of the map, rounded by `roundView`. */
export interface View {
  readonly zoom: number;
  readonly lat: number;
  readonly lng: number;
}

/** The part of the application's state that an address contains. */
export interface AddressState {
  readonly project: string | null;
  /** The language that the address names; null means that the visitor's own preference decides. */
  readonly lang: string | null;
  /** The map view. Null means the extent of the project or of the region. */
  readonly view: View | null;
  readonly baseLayer: string;
  readonly hillshade: boolean;
  /** The groups on the map, top first. */
  readonly groups: readonly AddressGroup[];
  /** What differs on the right of a comparison; null while nothing is compared. */
  readonly compare: Difference | null;
  /** What the tool “What is near” is about; null while it is closed. */
  readonly near: Near | null;
  /** The area outside of which the map shows nothing; null for the whole map. */
  readonly area: AreaName | null;
}

/** The values that an address leaves out. The default groups depend on the project. */
export interface AddressDefaults {
  readonly baseLayer: string;
  readonly hillshade: boolean;
  groups(project: string | null): readonly AddressGroup[];
}

/** Rounds the zoom to 0.01 and the position to 1e-5 degree (about a metre). */
export function roundView(view: View): View {
  return {
    zoom: round(view.zoom, 2),
    lat: round(view.lat, 5),
    lng: round(view.lng, 5),
  };
}

/** Formats a view as a query (`?…` or empty) and a fragment (`#…` or empty). */
export function formatAddress(
  state: AddressState,
  defaults: AddressDefaults,
): { search: string; hash: string } {
  const query = new URLSearchParams();
  if (state.project) query.set('project', state.project);
  if (state.lang) query.set('lang', state.lang);
  const parts: string[] = [];
  if (state.view) parts.push(formatView(state.view));
  if (state.baseLayer !== defaults.baseLayer) parts.push(`base=${encodePart(state.baseLayer)}`);
  if (state.hillshade !== defaults.hillshade) parts.push(`relief=${state.hillshade ? 1 : 0}`);
  const layers = formatGroups(state.groups);
  if (layers !== formatGroups(defaults.groups(state.project))) parts.push(`layers=${layers}`);
  if (state.compare) parts.push(`compare=${formatDifference(state.compare)}`);
  if (state.near) parts.push(`near=${formatNear(state.near)}`);
  if (state.area) parts.push(`area=${formatArea(state.area)}`);
  const search = query.toString();
  return { search: search && `?${search}`, hash: parts.length > 0 ? `#${parts.join('&')}` : '' };
}

/**
 * Parses an address. A malformed part falls back to its default. The function does not check that
 * the ids exist.
 */
export function parseAddress(
  { search, hash }: { search: string; hash: string },
  defaults: AddressDefaults,
): AddressState {
  const query = new URLSearchParams(search);
  const project = query.get('project') || null;
  const values = new Map<string, string>();
  let view: View | null = null;
  for (const part of hash.replace(/^#/, '').split('&')) {
    const equals = part.indexOf('=');
    if (equals < 0) view = parseView(part) ?? view;
    else values.set(part.slice(0, equals), part.slice(equals + 1));
  }
  const relief = values.get('relief');
  const layers = values.get('layers');
  return {
    project,
    lang: query.get('lang') || null,
    view,
    baseLayer: decodePart(values.get('base')) || defaults.baseLayer,
    hillshade: relief === '1' || (relief !== '0' && defaults.hillshade),
    groups: layers === undefined ? defaults.groups(project) : parseGroups(layers),
    compare: parseDifference(values.get('compare')),
    near: parseNear(values.get('near')),
    area: parseArea(values.get('area')),
  };
}

/** Formats groups, top first. Lists of groups that draw the same map have the same text. */
export function formatGroups(groups: readonly AddressGroup[]): string {
  return groups.map(formatGroup).join(',');
}

/**
 * Returns whether two parts of a view are the same: they have the same text. Two absent parts are the
 * same.
 */
export function samePart<T extends object>(
  a: T | null,
  b: T | null,
  format: (part: T) => string,
): boolean {
  return (a && format(a)) === (b && format(b));
}

/** Returns whether two views have the same place and zoom. Two absent views are the same. */
export function sameView(a: View | null, b: View | null): boolean {
  return samePart(a, b, formatView);
}

/** Formats a view as `zoom/latitude/longitude`. */
function formatView(view: View): string {
  const { zoom, lat, lng } = roundView(view);
  return `${zoom}/${lat}/${lng}`;
}

function formatGroup({ id, visible, opacity, filters }: AddressGroup): string {
  const dimmed = opacity === null ? '' : `~${Math.round(opacity * 100)}`;
  return `${visible ? '' : '!'}${encodePart(id)}${dimmed}${formatFilters(filters)}`;
}

function parseGroups(text: string): AddressGroup[] {
  const groups = new Map<string, AddressGroup>();
  for (const item of text.split(',')) {
    const match = /^(!?)([^!~*]+)(?:~(\d{1,3}))?(\*.*)?$/.exec(item);
    const id = decodePart(match?.[2]);
    if (!match || !id || groups.has(id)) continue;
    const percent = match[3] === undefined ? null : Math.min(100, Number(match[3]));
    const filters = parseFilters(match[4] ?? '');
    groups.set(id, {
      id,
      visible: match[1] === '',
      opacity: percent === null ? null : percent / 100,
      ...(filters.length > 0 && { filters }),
    });
  }
  return [...groups.values()];
}

function parseView(text: string): View | null {
  const numbers = text.split('/').map((word) => (word.trim() === '' ? NaN : Number(word)));
  const [zoom, lat, lng] = numbers;
  if (numbers.length !== 3 || zoom === undefined || lat === undefined || lng === undefined) {
    return null;
  }
  if (!(zoom >= 0 && zoom <= 24 && Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return null;
  return roundView({ zoom, lat, lng });
}

function round(value: number, digits: number): number {
  // `+ 0` turns -0 into 0, so that parsing the text gives the same number.
  return Number(value.toFixed(digits)) + 0;
}
