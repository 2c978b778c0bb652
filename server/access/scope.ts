/** Where a grant is valid, and the text in which the database has it. */
import { createHash } from 'node:crypto';
import { boxOf, present, touches } from 'atlas-engine/runtime';
import type { Geometry, MultiPolygon, Polygon } from 'geojson';
import {
  geodesicArea,
  normalise,
  packGeoJson,
  parseWkt,
  unpackToGeoJson,
  vertexCount,
  type PackedGeometry,
} from '../geometry/index.ts';
import type { AccountRules } from './account-rules.ts';

/** A place in which a level is granted. */
export type Scope =
  | { readonly kind: 'project'; readonly project: string }
  | { readonly kind: 'dataset'; readonly dataset: string }
  | { readonly kind: 'area'; readonly area: Polygon | MultiPolygon; readonly name?: string };

/** The text of a grant that is valid everywhere. */
export const EVERYWHERE = '';

/** Returns the text of a scope; equal scopes have equal texts. */
export function scopeText(scope: Scope): string {
  if (scope.kind === 'project') return `project ${scope.project}`;
  if (scope.kind === 'dataset') return `dataset ${scope.dataset}`;
  const { type, coordinates } = scope.area;
  return `area ${JSON.stringify({ type, coordinates, name: scope.name || undefined })}`;
}

const KEY_DIGITS = 12;

/** Returns a short key of the text of a scope. */
export function keyOfScope(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, KEY_DIGITS);
}

/** Reads the text of a scope; null for everywhere, and for a text of a newer release. */
export function readScope(text: string): Scope | null {
  const at = text.indexOf(' ');
  const [kind, rest] = [text.slice(0, at), text.slice(at + 1)];
  if (kind === 'project') return { kind, project: rest };
  if (kind === 'dataset') return { kind, dataset: rest };
  if (kind !== 'area') return null;
  const { type, coordinates, name } = JSON.parse(rest) as StoredArea;
  return { kind, area: { type, coordinates } as Polygon | MultiPolygon, ...present({ name }) };
}

/** An area in the text of a scope. */
type StoredArea = (Polygon | MultiPolygon) & { readonly name?: string };

/** The most vertices of an area: each request of the account needs its hash, and each load its shape. */
export const MAX_AREA_VERTICES = 2_000;

/** The most characters of an area. */
export const LONGEST_AREA = 100_000;

/** The most characters of the name of an area; the rest is left out. */
const LONGEST_NAME = 200;

/**
 * A place as an operator writes it: ids, and an area as well-known text or GeoJSON. The property `name`
 * of a GeoJSON feature is the name of the area.
 */
export type WrittenPlace = Readonly<Partial<Record<Scope['kind'], string>>>;

/** Returns the text of the scope that an operator has written, or what is wrong with it. */
export function scopeOf(
  written: WrittenPlace,
  { places, region }: Pick<AccountRules, 'places' | 'region'>,
): { readonly scope: string } | { readonly fault: string; readonly at: Scope['kind'] } {
  const { project = '', dataset = '', area = '' } = written;
  const given = [project, dataset, area].filter((text) => text !== '');
  if (given.length === 0) return { scope: EVERYWHERE };
  if (given.length > 1) return { fault: 'Only one place is allowed.', at: 'area' };
  if (project !== '')
    return Object.hasOwn(places.project, project)
      ? { scope: scopeText({ kind: 'project', project }) }
      : { fault: 'The atlas has no such project.', at: 'project' };
  if (dataset !== '')
    return Object.hasOwn(places.dataset, dataset)
      ? { scope: scopeText({ kind: 'dataset', dataset }) }
      : { fault: 'The atlas has no such dataset.', at: 'dataset' };
  const { geometry, name } = areaIn(area);
  const read = normalise(geometry, 'polygon');
  if ('rejected' in read || vertexCount(read.geometry) > MAX_AREA_VERTICES)
    return {
      fault: `It must be a polygon of at most ${MAX_AREA_VERTICES} vertices, as well-known text or GeoJSON in degrees, longitude first.`,
      at: 'area',
    };
  const outline = unpackToGeoJson(read.geometry) as Polygon | MultiPolygon;
  if (read.repaired === 'made-valid' && crossesItself(geometry, read.geometry))
    return { fault: 'Its outline crosses itself.', at: 'area' };
  if (!touches(boxOf(outline), region))
    return { fault: 'It is outside of the region. Longitude comes first.', at: 'area' };
  return { scope: scopeText({ kind: 'area', area: outline, name }) };
}

/** The share of its area by which the repair of an outline that only touches itself may change it. */
const SAME_AREA = 0.01;

/** Returns whether the repair of an outline has changed its area: then its sides cross each other. */
function crossesItself(written: Geometry | null, repaired: PackedGeometry): boolean {
  const packed = packGeoJson(written);
  if ('rejected' in packed) return true;
  const area = geodesicArea(repaired);
  return Math.abs(geodesicArea(packed.ok) - area) > SAME_AREA * area;
}

/** What `areaIn` reads of JSON: a geometry, a feature, or the first feature of a collection. */
interface WrittenFeature {
  readonly geometry?: Geometry;
  readonly properties?: { readonly name?: unknown } | null;
  readonly features?: readonly WrittenFeature[];
}

/** Reads well-known text, a GeoJSON geometry, or a GeoJSON feature with its name. */
function areaIn(text: string): { readonly geometry: Geometry | null; readonly name: string } {
  const wkt = parseWkt(text);
  if ('ok' in wkt) return { geometry: unpackToGeoJson(wkt.ok), name: '' };
  try {
    const read = JSON.parse(text) as WrittenFeature | null;
    const feature = read?.features?.[0] ?? read;
    const name = feature?.properties?.name;
    return {
      geometry: feature?.geometry ?? (feature as Geometry | null),
      name: typeof name === 'string' ? name.trim().slice(0, LONGEST_NAME) : '',
    };
  } catch {
    return { geometry: null, name: '' };
  }
}

/** Returns a scope in the form in which an operator writes it; empty for everywhere. */
export function placeOf(text: string): WrittenPlace {
  const scope = readScope(text);
  if (!scope) return {};
  if (scope.kind === 'project') return { project: scope.project };
  if (scope.kind === 'dataset') return { dataset: scope.dataset };
  const { area: geometry, name } = scope;
  if (name === undefined) return { area: JSON.stringify(geometry) };
  return { area: JSON.stringify({ type: 'Feature', properties: { name }, geometry }) };
}
