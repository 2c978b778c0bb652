import { isRecord } from 'atlas-engine/http';
import {
  ImportError,
  type Imported,
  type ImportFeature,
  type ImportField,
  type ImportKind,
  type ImportValue,
} from '../../../stores/bundle/import-types.ts';
import { IMPORT_LIMITS } from '../limits.ts';

/** Depth of nested geometry collections that are read. */
const DEPTH = 8;

const KINDS: Readonly<Record<string, ImportKind>> = {
  Point: 'point',
  MultiPoint: 'point',
  LineString: 'line',
  MultiLineString: 'line',
  Polygon: 'area',
  MultiPolygon: 'area',
};

/** Nesting of the coordinates of each type of geometry: 1 for a position. */
const NESTING: Readonly<Record<string, number>> = {
  Point: 1,
  MultiPoint: 2,
  LineString: 2,
  MultiLineString: 3,
  Polygon: 3,
  MultiPolygon: 4,
};

/**
 * Checks features from any file and returns them with plain values and places of two numbers, with
 * their fields and extent. Records without geometry are counted. Throws `ImportError`.
 */
export function cleanFeatures(raw: readonly unknown[]): Omit<Imported, 'name' | 'shifts'> {
  if (raw.length > IMPORT_LIMITS.features)
    throw new ImportError({ code: 'too-many-features', limit: IMPORT_LIMITS.features });
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const kinds = new Set<ImportKind>();
  const features = raw.flatMap((item): ImportFeature[] => {
    if (!isRecord(item) || item['type'] !== 'Feature') throw new ImportError({ code: 'damaged' });
    if (item['geometry'] === null || item['geometry'] === undefined) return [];
    const geometry = cleanGeometry(item['geometry'], { bounds, kinds }, DEPTH);
    return geometry
      ? [{ type: 'Feature', geometry, properties: valuesOf(item['properties']) }]
      : [];
  });
  if (features.length === 0) throw new ImportError({ code: 'no-features' });
  return {
    features,
    fields: fieldsOf(features),
    bounds,
    skipped: raw.length - features.length,
    kinds: [...kinds],
  };
}

interface Found {
  readonly bounds: [number, number, number, number];
  readonly kinds: Set<ImportKind>;
}

function cleanGeometry(raw: unknown, found: Found, depth: number): GeoJSON.Geometry | null {
  if (!isRecord(raw) || depth === 0) throw new ImportError({ code: 'damaged' });
  const { type, coordinates, geometries } = raw;
  if (type === 'GeometryCollection' && Array.isArray(geometries)) {
    const parts = geometries.flatMap((part) => cleanGeometry(part, found, depth - 1) ?? []);
    return parts.length > 0 ? { type, geometries: parts } : null;
  }
  const nesting =
    typeof type === 'string' && Object.hasOwn(NESTING, type) ? NESTING[type] : undefined;
  if (typeof type !== 'string' || nesting === undefined || !Array.isArray(coordinates))
    throw new ImportError({ code: 'damaged' });
  if (coordinates.length === 0) return null;
  found.kinds.add(KINDS[type] ?? 'area');
  // The nesting was checked, so the coordinates are those of the type.
  return { type, coordinates: places(coordinates, nesting, found.bounds) } as GeoJSON.Geometry;
}

/** Returns the coordinates, from which it removes the heights. Throws for what is not a place on the earth. */
function places(raw: unknown, nesting: number, bounds: Found['bounds']): unknown[] {
  if (!Array.isArray(raw)) throw new ImportError({ code: 'damaged' });
  if (nesting > 1) {
    for (const part of raw) places(part, nesting - 1, bounds);
    return raw;
  }
  if (raw.length > 2) raw.length = 2;
  for (const [axis, most] of LIMITS.entries()) raw[axis] = withinLimit(raw[axis], most);
  const [lng, lat]: unknown[] = raw;
  if (typeof lng !== 'number' || typeof lat !== 'number')
    throw new ImportError({ code: 'damaged' });
  // Also false for NaN.
  if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 90))
    throw new ImportError({ code: 'outside-world' });
  bounds[0] = Math.min(bounds[0], lng);
  bounds[1] = Math.min(bounds[1], lat);
  bounds[2] = Math.max(bounds[2], lng);
  bounds[3] = Math.max(bounds[3], lat);
  return raw;
}

/** The largest longitude and latitude in degrees. */
const LIMITS = [180, 90] as const;
/** Coordinates may be this far beyond a limit, in degrees: a centimetre. */
const SLACK = 1e-7;

/** Returns a coordinate that is beyond its limit by an error of rounding, such as 180.00000000000003, as the limit. */
function withinLimit(value: unknown, most: number): unknown {
  if (typeof value !== 'number') return value;
  const beyond = Math.abs(value) - most;
  return beyond > 0 && beyond < SLACK ? Math.sign(value) * most : value;
}

function valuesOf(raw: unknown): Readonly<Record<string, ImportValue>> {
  if (!isRecord(raw)) return {};
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, valueOf(value)]));
}

function valueOf(value: unknown): ImportValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return JSON.stringify(value) ?? null;
}

function fieldsOf(features: readonly ImportFeature[]): ImportField[] {
  const fields = new Map<string, { isNumber: boolean; values: Set<string> }>();
  for (const { properties } of features) {
    for (const [name, value] of Object.entries(properties)) {
      if (value === null) continue;
      const field = fields.get(name) ?? { isNumber: true, values: new Set() };
      fields.set(name, field);
      if (typeof value !== 'number') field.isNumber = false;
      if (field.values.size <= IMPORT_LIMITS.colors) field.values.add(String(value));
    }
  }
  return [...fields].map(([name, { isNumber, values }]) => ({
    name,
    type: isNumber ? 'number' : 'text',
    values: values.size > 1 && values.size <= IMPORT_LIMITS.colors ? [...values].sort() : null,
  }));
}
