import type { Geometry, Position } from 'geojson';

/** Maximum nesting of collections. */
const MAX_DEPTH = 8;
const EWKB_Z = 0x80000000;
const EWKB_M = 0x40000000;
const EWKB_SRID = 0x20000000;

/**
 * Reads well-known binary (OGC Simple Features with ISO heights and measures, or PostGIS' EWKB) as
 * GeoJSON of two dimensions. Returns null for an empty point and for types that GeoJSON lacks.
 * Throws a `RangeError` when the bytes are truncated.
 */
export function readWkb(bytes: Uint8Array): Geometry | null {
  return new WkbReader(bytes).geometry(0);
}

class WkbReader {
  readonly #view: DataView;
  #at = 0;
  #little = true;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  geometry(depth: number): Geometry | null {
    if (depth > MAX_DEPTH) throw new RangeError('collections are nested too deeply');
    this.#little = this.#view.getUint8(this.#at++) === 1;
    const code = this.#uint();
    const kind = (code & 0x0fffffff) % 1000;
    const thousands = Math.floor((code & 0x0fffffff) / 1000);
    const more =
      (code & EWKB_Z ? 1 : 0) +
      (code & EWKB_M ? 1 : 0) +
      (thousands === 3 ? 2 : thousands > 0 ? 1 : 0);
    if (code & EWKB_SRID) this.#uint();
    const position = (): Position => this.#position(more);
    const line = (): Position[] => this.#list(16 + 8 * more, position);
    const parts = (): (Geometry | null)[] => this.#list(5, () => this.geometry(depth + 1));
    switch (kind) {
      case 1: {
        const at = position();
        return Number.isNaN(at[0]) ? null : { type: 'Point', coordinates: at };
      }
      case 2:
        return { type: 'LineString', coordinates: line() };
      case 3:
        return { type: 'Polygon', coordinates: this.#list(4, line) };
      case 4:
        return { type: 'MultiPoint', coordinates: coordinatesOf<Position>(parts()) };
      case 5:
        return { type: 'MultiLineString', coordinates: coordinatesOf<Position[]>(parts()) };
      case 6:
        return { type: 'MultiPolygon', coordinates: coordinatesOf<Position[][]>(parts()) };
      case 7:
        return { type: 'GeometryCollection', geometries: parts().filter((part) => part !== null) };
      default:
        return null;
    }
  }

  #uint(): number {
    const value = this.#view.getUint32(this.#at, this.#little);
    this.#at += 4;
    return value;
  }

  #position(more: number): Position {
    const x = this.#view.getFloat64(this.#at, this.#little);
    const y = this.#view.getFloat64(this.#at + 8, this.#little);
    this.#at += 16 + 8 * more;
    return [x, y];
  }

  /** Reads a counted list. Checks first that enough bytes follow for that many items. */
  #list<T>(bytesEach: number, item: () => T): T[] {
    const count = this.#uint();
    if (count * bytesEach > this.#view.byteLength - this.#at)
      throw new RangeError('the geometry is truncated');
    return Array.from({ length: count }, item);
  }
}

function coordinatesOf<T>(parts: readonly (Geometry | null)[]): T[] {
  return parts.flatMap((part) =>
    part && 'coordinates' in part ? [part.coordinates as unknown as T] : [],
  );
}
