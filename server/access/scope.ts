/** Where a grant is valid, and the text in which the database has it. */
import type { Geometry, MultiPolygon, Polygon } from 'geojson';
import { normalise, parseWkt, unpackToGeoJson, vertexCount } from '../geometry/index.ts';
import type { AccountRules } from './account-rules.ts';

/** A place in which a level is granted. */
export type Scope =
  | { readonly kind: 'project'; readonly project: string }
  | { readonly kind: 'dataset'; readonly dataset: string }
  | { readonly kind: 'area'; readonly area: Polygon | MultiPolygon };

/** The text of a grant that is valid everywhere. */
export const EVERYWHERE = '';

/** Returns the text of a scope; equal scopes have equal texts. */
export function scopeText(scope: Scope): string {
  if (scope.kind === 'project') return `project ${scope.project}`;
  if (scope.kind === 'dataset') return `dataset ${scope.dataset}`;
  const { type, coordinates } = scope.area;
  return `area ${JSON.stringify({ type, coordinates })}`;
}

/** Reads the text of a scope; null for everywhere, and for a text of a newer release. */
export function readScope(text: string): Scope | null {
  const at = text.indexOf(' ');
  const [kind, rest] = [text.slice(0, at), text.slice(at + 1)];
  if (kind === 'project') return { kind, project: rest };
  if (kind === 'dataset') return { kind, dataset: rest };
  return kind === 'area' ? { kind, area: JSON.parse(rest) as Polygon | MultiPolygon } : null;
}

/** The most vertices of an area: each request of the account needs its hash, and each load its shape. */
const MAX_VERTICES = 500;

/** The most characters of an area. */
export const LONGEST_AREA = 50_000;

/** A place as an operator writes it: ids, and an area as well-known text or GeoJSON. */
export type WrittenPlace = Readonly<Partial<Record<Scope['kind'], string>>>;

/** Returns the text of the scope that an operator has written, or what is wrong with it. */
export function scopeOf(
  written: WrittenPlace,
  { places }: Pick<AccountRules, 'places'>,
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
  const read = normalise(geometryOf(area), 'polygon');
  if ('rejected' in read || vertexCount(read.geometry) > MAX_VERTICES)
    return {
      fault: `It must be a polygon of at most ${MAX_VERTICES} vertices, as well-known text or GeoJSON in degrees, longitude first.`,
      at: 'area',
    };
  return { scope: scopeText({ kind: 'area', area: unpackToGeoJson(read.geometry) as Polygon }) };
}

/** Reads well-known text, a GeoJSON geometry, or a GeoJSON feature. */
function geometryOf(text: string): Geometry | null {
  const wkt = parseWkt(text);
  if ('ok' in wkt) return unpackToGeoJson(wkt.ok);
  try {
    const read = JSON.parse(text) as { geometry?: Geometry; features?: { geometry: Geometry }[] };
    return read.features?.[0]?.geometry ?? read.geometry ?? (read as Geometry);
  } catch {
    return null;
  }
}

/** Returns a scope in the form in which an operator writes it; empty for everywhere. */
export function placeOf(text: string): WrittenPlace {
  const scope = readScope(text);
  if (!scope) return {};
  if (scope.kind === 'project') return { project: scope.project };
  if (scope.kind === 'dataset') return { dataset: scope.dataset };
  return { area: JSON.stringify(scope.area) };
}
