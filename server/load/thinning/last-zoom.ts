import type { Dataset, DataFacts } from 'atlas-engine';
import { TILE_EXTENT } from '../../geometry/project.ts';
import { tierOfZoom } from '../../geometry/tiers.ts';
import type { AttributeValue } from '../../store/store.ts';
import { bytesOfValue, codeOf } from '../rows/value-codes.ts';
import { tileLimits, type TileLimits } from '../tile-limits.ts';
import { LABEL_BYTES } from './first-zooms.ts';
import { BYTES, MOST_PER_PART } from './tile-cost.ts';
import { derivedOf } from './thin-dataset.ts';

/**
 * The values of a tile are remembered when the features in it may take this share of the budget. What
 * came before is not counted, so a size is too small by this share at most.
 */
const UNCOUNTED = 1 / 8;

/** Steps of the grid within which vertices are dropped at zooms that have generalised shapes. */
const TOLERANCE = 4;

/** A tile that may be large. */
interface LargeTile {
  bytes: number;
  /** The codes of the values that it has. */
  readonly values: Set<number>;
}

/**
 * Estimates the sizes of the tiles of the last zoom, which have all features whatever their size, in
 * one pass over the features and as `TileSize` does. Tiles that have no vertex of a line or area are
 * left out.
 */
export class LastZoom {
  readonly #limits: TileLimits;
  readonly #kind: Dataset['geometry'];
  readonly #labels: number;
  readonly #bands: number;
  readonly #tolerance: number;
  /** The most bytes of each tile that is still small, by number. */
  readonly #small = new Map<number, number>();
  readonly #large = new Map<number, LargeTile>();

  private constructor(dataset: Dataset, limits: TileLimits) {
    this.#limits = limits;
    this.#kind = dataset.geometry;
    const { labels, bands } = derivedOf(dataset)(limits.maxzoom);
    this.#labels = labels;
    this.#bands = bands;
    const isWhole = dataset.geometry === 'point' || tierOfZoom(limits.maxzoom) === 'full';
    this.#tolerance = isWhole ? 0 : TOLERANCE;
  }

  /** Returns null when the store has no tiles of the dataset. */
  static of(dataset: Dataset): LastZoom | null {
    const limits = tileLimits(dataset);
    return limits ? new LastZoom(dataset, limits) : null;
  }

  /** Adds a feature with a GeoJSON geometry of the kind of the dataset. */
  add(geometry: unknown, values: readonly AttributeValue[]): void {
    const parts = new Map<number, number>();
    this.#addShape(geometry, parts);
    for (const [tile, bytes] of parts) this.#addTo(tile, bytes, values);
  }

  /** Returns the largest tile, if it exceeds the budget. */
  largest(): DataFacts['largeTile'] {
    const { budget, maxzoom: zoom } = this.#limits;
    let found: [tile: number, bytes: number] | undefined;
    for (const [tile, { bytes }] of this.#large)
      if (bytes > (found?.[1] ?? budget)) found = [tile, bytes];
    if (!found) return undefined;
    const [tile, bytes] = found;
    const size = 2 ** zoom;
    return { zoom, x: tile % size, y: Math.floor(tile / size), bytes: Math.round(bytes) };
  }

  #addTo(tile: number, shape: number, values: readonly AttributeValue[]): void {
    const layers = 1 + this.#labels + this.#bands;
    const geometry = (1 + 2 * this.#bands) * shape + this.#labels * LABEL_BYTES;
    const large = this.#large.get(tile);
    let more: number = BYTES.feature;
    for (const [place, value] of values.entries()) {
      const single = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
      if (single === null) continue;
      more += BYTES.tag;
      const code = large && codeOf(single) ^ Math.imul(place + 1, 0x9e3779b1);
      if (code !== undefined && large!.values.has(code)) continue;
      more += bytesOfValue(single);
      if (code !== undefined) large!.values.add(code);
    }
    const bytes = geometry + more * layers;
    if (large) {
      large.bytes += bytes;
      return;
    }
    const most = (this.#small.get(tile) ?? 0) + bytes;
    if (most <= this.#limits.budget * UNCOUNTED) this.#small.set(tile, most);
    else {
      this.#small.delete(tile);
      this.#large.set(tile, { bytes, values: new Set() });
    }
  }

  /** Adds the bytes of a geometry to each tile that has a vertex of it. */
  #addShape(shape: unknown, into: Map<number, number>): void {
    const { coordinates, geometries } = Object(shape) as Record<string, unknown>;
    if (Array.isArray(geometries)) for (const each of geometries) this.#addShape(each, into);
    else this.#addPart(coordinates, into);
  }

  #addPart(part: unknown, into: Map<number, number>): void {
    if (!Array.isArray(part)) return;
    const [first] = part as readonly unknown[];
    if (typeof first === 'number') this.#addLine([part], into);
    else if (!Array.isArray(first)) return;
    else if (typeof first[0] === 'number' && this.#kind !== 'point') this.#addLine(part, into);
    else for (const each of part) this.#addPart(each, into);
  }

  #addLine(line: readonly unknown[], into: Map<number, number>): void {
    let [x, y, tile] = [NaN, NaN, -1];
    for (const position of line) {
      const at = this.#gridOf(position);
      if (!at) continue;
      const [dx, dy] = [Math.abs(at.x - x), Math.abs(at.y - y)];
      if (at.tile === tile && dx <= this.#tolerance && dy <= this.#tolerance) continue;
      const bytes = at.tile === tile ? stepBytes(dx) + stepBytes(dy) : MOST_PER_PART;
      into.set(at.tile, (into.get(at.tile) ?? 0) + bytes);
      ({ x, y, tile } = at);
    }
  }

  /** Returns the place of a position on the grid of the last zoom, and the number of its tile. */
  #gridOf(position: unknown): { x: number; y: number; tile: number } | null {
    const [longitude, latitude] = Object(position) as readonly unknown[];
    if (typeof longitude !== 'number' || typeof latitude !== 'number') return null;
    const size = 2 ** this.#limits.maxzoom;
    const sine = Math.sin((latitude * Math.PI) / 180);
    const east = longitude / 360 + 0.5;
    const south = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
    if (!(east >= 0 && east < 1 && south >= 0 && south < 1)) return null;
    const [x, y] = [Math.floor(east * size * TILE_EXTENT), Math.floor(south * size * TILE_EXTENT)];
    return { x, y, tile: Math.floor(y / TILE_EXTENT) * size + Math.floor(x / TILE_EXTENT) };
  }
}

/** Returns the bytes of a number of a command. */
function stepBytes(steps: number): number {
  return steps < 64 ? 1 : steps < 8192 ? 2 : 3;
}
