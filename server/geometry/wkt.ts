import { tick } from './deadline.ts';
import type { RejectionCode } from './pack-geojson.ts';
import { MAX_FEATURE_VERTICES, packGeoJson } from './pack-geojson.ts';
import type { PackedGeometry } from './packed.ts';
import { vertexCount } from './packed.ts';
import { isValid } from './repair.ts';
import { orientRings } from './rings.ts';

/** Maximum length of a query geometry, in bytes of text. */
export const MAX_QUERY_BYTES = 1_000_000;
/** Maximum number of vertices of a query geometry, without the closing ones of rings. */
export const MAX_QUERY_VERTICES = 20_000;
/** Maximum nesting of brackets and collections. */
const MAX_QUERY_DEPTH = 8;

/** The reason why a query geometry is rejected. The codes never change. */
export type QueryErrorCode =
  | RejectionCode
  | 'text-too-long'
  | 'nested-too-deep'
  | 'not-well-known-text'
  | 'not-geojson'
  | 'invalid-polygon';

/**
 * A query geometry, or an error: a code for programs and a sentence for people. The sentence
 * contains no coordinates.
 */
export type QueryParse =
  { readonly ok: PackedGeometry } | { readonly error: QueryErrorCode; readonly message: string };

/** The types of well-known text, with their GeoJSON names and the nesting of their coordinates. */
const TYPES: Readonly<Record<string, { name: string; depth: number }>> = {
  POINT: { name: 'Point', depth: 0 },
  MULTIPOINT: { name: 'MultiPoint', depth: 1 },
  LINESTRING: { name: 'LineString', depth: 1 },
  MULTILINESTRING: { name: 'MultiLineString', depth: 2 },
  POLYGON: { name: 'Polygon', depth: 2 },
  MULTIPOLYGON: { name: 'MultiPolygon', depth: 3 },
};

const MESSAGES: Readonly<Record<QueryErrorCode, string>> = {
  'text-too-long': `The geometry is longer than ${MAX_QUERY_BYTES} bytes.`,
  'too-many-vertices': `The geometry has more than ${MAX_QUERY_VERTICES} vertices.`,
  'nested-too-deep': `The geometry is nested deeper than ${MAX_QUERY_DEPTH} levels.`,
  'not-well-known-text':
    'The geometry is not well-known text such as `POLYGON ((8 0, 9 0, 9 1, 8 0))`.',
  'not-geojson': 'The geometry is not a GeoJSON geometry.',
  'invalid-polygon': 'The polygon crosses or touches itself, or a hole lies outside it.',
  'no-geometry': 'The geometry is missing.',
  'unknown-geometry-type':
    'The type of the geometry is not one of Point, LineString, Polygon and their Multi types.',
  'mixed-collection': 'A collection must have geometries of one kind.',
  'wrong-kind': 'The geometry is of the wrong kind.',
  'wrong-nesting': 'The coordinates are not nested as the type of the geometry requires.',
  'not-finite': 'A coordinate is not a finite number.',
  'outside-world': 'A coordinate lies outside longitude -180 to 180 or latitude -90 to 90.',
  'empty-geometry': 'The geometry is empty.',
  'too-few-vertices':
    'A line needs two vertices and a ring of a polygon four, the last equal to the first.',
  'vanished-in-repair': 'The geometry has no length or area at a precision of 1e-7 degree.',
};

class QueryError extends Error {
  readonly code: QueryErrorCode;

  constructor(code: QueryErrorCode) {
    super(code);
    this.code = code;
  }
}

/**
 * Parses a query geometry in well-known text (with or without `SRID=4326;`, Z and M dropped) within
 * the limits above. This parser takes 10 ms for 20 000 vertices; the available library takes 0.8 s.
 */
export function parseWkt(text: string): QueryParse {
  return checked(() => {
    if (Buffer.byteLength(text) > MAX_QUERY_BYTES) throw new QueryError('text-too-long');
    const reader = new WktReader(text);
    const geometry = reader.readGeometry(1);
    reader.expectEnd();
    return geometry;
  });
}

/**
 * Reads well-known text as an unchecked GeoJSON geometry, within the size limit of a feature.
 * Returns null for invalid text and for an empty geometry.
 */
export function readWktGeometry(text: string): unknown {
  try {
    const reader = new WktReader(text, 2 * MAX_FEATURE_VERTICES);
    const geometry = reader.readGeometry(1);
    reader.expectEnd();
    return geometry;
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

/**
 * Checks a query geometry in GeoJSON within the limits above. For a Feature, its geometry is used.
 * `parseGeoJsonText` limits the size of its text.
 */
export function checkGeoJsonQuery(value: unknown): QueryParse {
  return checked(() =>
    typeof value === 'object' && value !== null && 'geometry' in value ? value.geometry : value,
  );
}

function checked(read: () => unknown): QueryParse {
  try {
    const packed = packGeoJson(read());
    if ('rejected' in packed) throw new QueryError(packed.rejected);
    if (vertexCount(packed.ok) > MAX_QUERY_VERTICES) throw new QueryError('too-many-vertices');
    if (packed.ok.kind !== 'polygon') return packed;
    if (!isValid(packed.ok)) throw new QueryError('invalid-polygon');
    return { ok: orientRings(packed.ok) };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return { error: error.code, message: MESSAGES[error.code] };
  }
}

/**
 * Parses JSON that contains one geometry. Throws an error for other texts, and for more brackets than
 * the limits of a geometry allow.
 */
export function parseGeoJsonText(text: string): unknown {
  checkBrackets(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new QueryError('not-geojson');
  }
}

/** Checks depth and size before `JSON.parse`, which is recursive. */
function checkBrackets(text: string): void {
  let depth = 0;
  let vertices = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === 0x5b || character === 0x7b) {
      if (++depth > 2 * MAX_QUERY_DEPTH) throw new QueryError('nested-too-deep');
      // Each position is a list; the factor allows for the lists around them.
      if (character === 0x5b && ++vertices > 3 * MAX_QUERY_VERTICES) {
        throw new QueryError('too-many-vertices');
      }
    } else if (character === 0x5d || character === 0x7d) depth--;
  }
}

const MAX_NUMBER_LENGTH = 40;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

type Nested = number | Nested[];

/** Reads well-known text by recursive descent; every failure is a `QueryError`. */
class WktReader {
  readonly #text: string;
  #at = 0;
  readonly #maxVertices: number;
  #vertices = 0;

  /** The limit includes closing vertices; the caller checks the exact number without them. */
  constructor(text: string, maxVertices = 2 * MAX_QUERY_VERTICES) {
    this.#text = text;
    this.#maxVertices = maxVertices;
  }

  readGeometry(depth: number): unknown {
    if (depth === 1) this.#take(/\s*SRID\s*=\s*4326\s*;/iy);
    const word =
      this.#take(/\s*[A-Z]+/iy)
        ?.trim()
        .toUpperCase() ?? '';
    // Z and M may follow the type with or without a space.
    const type = word.replace(/(ZM|Z|M)$/, '');
    this.#take(/\s*(?:ZM|Z|M)(?=[\s(])/iy);
    const isEmpty = this.#take(/\s*EMPTY\b/iy) !== null;
    if (type === 'GEOMETRYCOLLECTION') {
      const geometries = isEmpty ? [] : this.#list(depth, () => this.readGeometry(depth + 1));
      return { type: 'GeometryCollection', geometries };
    }
    const form = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
    if (form === undefined) throw new QueryError('not-well-known-text');
    if (isEmpty) throw new QueryError('empty-geometry');
    const coordinates =
      form.name === 'Point'
        ? this.#list(depth, () => this.#position(), 1)[0]
        : this.#coordinates(form.depth, depth, form.name === 'MultiPoint');
    return { type: form.name, coordinates };
  }

  expectEnd(): void {
    this.#take(/\s*/y);
    if (this.#at !== this.#text.length) throw new QueryError('not-well-known-text');
  }

  #coordinates(levels: number, depth: number, mayWrap: boolean): Nested[] {
    return this.#list(depth, () => {
      if (levels > 1) return this.#coordinates(levels - 1, depth + 1, false);
      // MULTIPOINT is written with and without brackets around each point.
      const wrapped = mayWrap && this.#peek() === '(';
      return wrapped ? this.#list(depth + 1, () => this.#position(), 1)[0]! : this.#position();
    });
  }

  #list<T>(depth: number, readItem: () => T, most = Infinity): T[] {
    if (depth > MAX_QUERY_DEPTH) throw new QueryError('nested-too-deep');
    const items: T[] = [];
    this.#expect('(');
    do {
      if (items.length === most) throw new QueryError('not-well-known-text');
      items.push(readItem());
    } while (this.#skip(','));
    this.#expect(')');
    return items;
  }

  #position(): number[] {
    tick();
    if (++this.#vertices > this.#maxVertices) throw new QueryError('too-many-vertices');
    const position: number[] = [];
    for (let number = this.#number(); number !== null; number = this.#number()) {
      position.push(number);
    }
    if (position.length < 2 || position.length > 4) throw new QueryError('not-well-known-text');
    return position;
  }

  #number(): number | null {
    const token = this.#take(/\s*[-+.\de]+/iy)?.trim();
    if (token === undefined) return null;
    // The pattern for numbers takes quadratic time on a very long run of digits.
    if (token.length > MAX_NUMBER_LENGTH || !NUMBER.test(token)) {
      throw new QueryError('not-well-known-text');
    }
    return Number(token);
  }

  #peek(): string {
    this.#take(/\s*/y);
    return this.#text[this.#at] ?? '';
  }

  #skip(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #expect(character: string): void {
    if (!this.#skip(character)) throw new QueryError('not-well-known-text');
  }

  /** Matches a sticky pattern at the current position and moves past it. */
  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return null;
    this.#at = pattern.lastIndex;
    return match[0];
  }
}
