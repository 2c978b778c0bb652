import type { Bounds } from 'atlas-engine';
import type { PackedGeometry } from '../../geometry/packed.ts';
import { TILE_EXTENT, unprojectFromTile, type TileAddress } from '../../geometry/project.ts';
import { generalise, tierOfZoom, type TierId } from '../../geometry/tiers.ts';
import { geometryInTile, tileBounds } from '../../geometry/tile.ts';
import type { ThinnedReport } from '../../store/store.ts';
import type { ThinnedTile } from '../../store/thinned-tiles.ts';
import { TimeSlices } from '../../time/time-slices.ts';
import type { FeatureRows } from '../rows/feature-rows.ts';
import type { ValueColumn } from '../rows/value-codes.ts';
import type { TileLimits } from '../tile-limits.ts';
import { bytesOnGrid, mostBytes, mostBytesIn, TileSize } from './tile-cost.ts';

/** Vertices of shapes that are kept for the next tile: 8 bytes each. */
const KEPT_VERTICES = 4_000_000;

/** How the tiles of a cut are thinned. */
export interface ThinningPlan extends TileLimits {
  /** Numbers of the derived layers at a zoom: label points, and bands along outlines. */
  readonly derived: (zoom: number) => { readonly labels: number; readonly bands: number };
}

/** The features of a cut. */
export interface ThinInput {
  readonly rows: FeatureRows;
  readonly kind: PackedGeometry['kind'];
  /** The rows in the order in which they are kept. */
  readonly order: Uint32Array;
  /**
   * Returns the parts of the configuration that ask for a row (`Dataset.asks`), by number. Equal lists
   * are the same list.
   */
  readonly asks: (row: number) => readonly number[];
  /** The fields in the tiles. */
  readonly columns: readonly ValueColumn[];
}

/** Why a feature is or is not in the tiles of a zoom. */
export interface Reason extends TileAddress {
  /** It did not fit into this tile, or was the first in it with the number `ask`. */
  readonly ask?: number;
}

/**
 * Decides from which zoom each feature of a cut is in the tiles.
 *
 * Features are taken in one order. A feature fits into a tile if the features before it in this tile,
 * fitting or not, are smaller than the budget together with it. So a tile that is small enough is
 * whole, and removing a feature never hides another one. The first zoom of a feature is the lowest
 * one from which on it fits into all tiles that it touches. In addition, the first feature in a tile
 * of each part that the configuration asks for is kept, from the zoom of this tile on.
 */
export class FirstZooms {
  readonly #rows: FeatureRows;
  readonly #kind: PackedGeometry['kind'];
  readonly #order: Uint32Array;
  readonly #asks: ThinInput['asks'];
  readonly #columns: ThinInput['columns'];
  readonly #plan: ThinningPlan;
  readonly #ids: Float64Array;
  readonly #boxes: Int32Array;
  readonly #vertices: Uint32Array;
  readonly #parts: Uint32Array;
  readonly #fitsFrom: Uint8Array;
  readonly #keptFrom: Uint8Array;
  readonly #shapes = new Map<TierId, Map<number, PackedGeometry>>();
  #keptVertices = 0;
  readonly #slices = new TimeSlices();
  readonly #why: Map<number, Reason[]>;
  /** The size of the largest tile by zoom, of those that were measured. */
  readonly #largest = new Map<number, number>();

  private constructor(
    { rows, kind, order, asks, columns }: ThinInput,
    plan: ThinningPlan,
    watched: readonly number[],
  ) {
    this.#rows = rows;
    this.#kind = kind;
    this.#order = order;
    this.#asks = asks;
    this.#columns = columns;
    this.#plan = plan;
    this.#ids = rows.ids;
    this.#boxes = rows.boxes;
    this.#vertices = rows.vertices;
    this.#parts = rows.parts;
    this.#fitsFrom = new Uint8Array(rows.count).fill(plan.minzoom);
    this.#keptFrom = new Uint8Array(rows.count).fill(plan.maxzoom);
    this.#why = new Map(watched.map((row) => [row, []]));
  }

  /** Thins a cut; the reasons are known for the rows `watched`. */
  static async decide(
    input: ThinInput,
    plan: ThinningPlan,
    watched: readonly number[] = [],
  ): Promise<FirstZooms> {
    const zooms = new FirstZooms(input, plan, watched);
    await zooms.#visit({ z: 0, x: 0, y: 0 }, zooms.#order);
    return zooms;
  }

  /** The first zoom of each row. */
  get first(): Uint8Array {
    return this.#fitsFrom.map((zoom, row) => Math.min(zoom, this.#keptFrom[row]!));
  }

  /** The lowest zoom from which on all features are in the tiles. */
  get whole(): number {
    return this.first.reduce((most, zoom) => Math.max(most, zoom), this.#plan.minzoom);
  }

  /** Returns why a watched feature has its first zoom: the tiles that decided about it. */
  reasons(row: number): readonly Reason[] {
    return this.#why.get(row) ?? [];
  }

  /** Returns the zooms that are not whole, and those with a tile that was measured. */
  table(): ThinnedReport['zooms'] {
    const { minzoom, maxzoom } = this.#plan;
    const { first, whole } = this;
    return Array.from({ length: maxzoom + 1 - minzoom }, (_, i) => minzoom + i)
      .filter((zoom) => zoom < whole || this.#largest.has(zoom))
      .map((zoom) => ({
        zoom,
        shown: first.reduce((shown, from) => shown + (from <= zoom ? 1 : 0), 0),
        bytes: Math.round(this.#largest.get(zoom) ?? 0),
      }));
  }

  /** Yields the tiles that are not whole. */
  *thinned(): Generator<ThinnedTile> {
    const { minzoom, maxzoom } = this.#plan;
    const { first } = this;
    const pending: TileList[] = [{ tile: { z: 0, x: 0, y: 0 }, list: this.#order }];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { tile, list } = next;
      let last = 0;
      for (const row of list) last = Math.max(last, first[row]!);
      if (tile.z >= Math.min(last, maxzoom)) continue;
      if (tile.z >= minzoom) {
        const ids = list.filter((row) => first[row]! <= tile.z);
        yield { ...tile, ids: Float64Array.from(ids, (row) => this.#ids[row]!).sort() };
      }
      for (const child of this.#split(tile, list)) pending.push(child);
    }
  }

  /** Fills a tile with `list`, the features that may touch it, and the tiles inside it. */
  async #visit(tile: TileAddress, list: Uint32Array): Promise<void> {
    const { minzoom, maxzoom } = this.#plan;
    if (this.#slices.over) await this.#slices.pause();
    if (this.#isSmall(tile, list)) return;
    if (tile.z >= maxzoom) return this.#measure(tile, list);
    if (tile.z >= minzoom) this.#fill(tile, list);
    for (const child of this.#split(tile, list)) await this.#visit(child.tile, child.list);
  }

  /** Returns whether a tile and all tiles inside it fit their budget with all their features. */
  #isSmall(tile: TileAddress, list: Uint32Array): boolean {
    const { budget } = this.#plan;
    const { labels, bands } = this.#derivedFrom(tile.z);
    const size = new TileSize(this.#columns, 1 + labels + bands);
    const box = tileBounds(tile.z, tile.x, tile.y);
    for (const row of list) {
      const bytes = (1 + 2 * bands) * this.#mostBytesIn(row, box) + labels * LABEL_BYTES;
      size.add(row, bytes);
      if (size.bytes > budget) return false;
    }
    return true;
  }

  /** Returns the most bytes of a shape in any tile inside a box. */
  #mostBytesIn(row: number, box: Bounds): number {
    if (this.#kind === 'point' || this.#isWithin(row, box))
      return mostBytes(this.#kind, this.#vertices[row]!, this.#parts[row]!);
    return mostBytesIn(this.#rows.geometry(row), box);
  }

  #isWithin(row: number, [west, south, east, north]: Bounds): boolean {
    const at = 4 * row;
    const boxes = this.#boxes;
    return (
      boxes[at]! >= west &&
      boxes[at + 1]! >= south &&
      boxes[at + 2]! <= east &&
      boxes[at + 3]! <= north
    );
  }

  /** Returns the most derived layers of a zoom or a deeper one. */
  #derivedFrom(zoom: number): { labels: number; bands: number } {
    const found = { labels: 0, bands: 0 };
    for (let z = zoom; z <= this.#plan.maxzoom; z++) {
      const { labels, bands } = this.#plan.derived(z);
      found.labels = Math.max(found.labels, labels);
      found.bands = Math.max(found.bands, bands);
    }
    return found;
  }

  #fill(tile: TileAddress, list: Uint32Array): void {
    const { budget } = this.#plan;
    const size = this.#sizeOf(tile.z);
    const inner = innerBounds(tile);
    const kept = new Set<number>();
    /** The lists of parts that are all kept. */
    const done = new Set<readonly number[]>();
    let isFull = false;
    for (const row of list) {
      const asks = this.#asks(row);
      const isFirst = asks.length > 0 && !done.has(asks);
      const isKnown = this.#fitsFrom[row]! > tile.z && !this.#why.has(row);
      if (isFull && !isFirst && (isKnown || this.#hide(row, tile, inner))) continue;
      const shape = this.#inTile(row, tile);
      if (shape === null) continue;
      if (isFirst) this.#keep(row, tile, kept);
      done.add(asks);
      const before = size.bytes;
      const fits = !isFull && this.#add(size, row, { shape, tile });
      isFull ||= size.bytes > budget;
      this.#note(tile.z, isFull ? before : size.bytes);
      if (!fits || isFull) this.#hideFrom(row, tile);
    }
  }

  /** Hides a feature that lies in a full tile; returns false if it may only touch the tile. */
  #hide(row: number, tile: TileAddress, [west, south, east, north]: Bounds): boolean {
    const at = 4 * row;
    const boxes = this.#boxes;
    const isInside =
      boxes[at]! > west &&
      boxes[at + 1]! > south &&
      boxes[at + 2]! < east &&
      boxes[at + 3]! < north;
    if (isInside) this.#hideFrom(row, tile);
    return isInside;
  }

  #hideFrom(row: number, tile: TileAddress): void {
    this.#fitsFrom[row] = Math.max(this.#fitsFrom[row]!, tile.z + 1);
    this.#why.get(row)?.push(tile);
  }

  /** Keeps a feature from the zoom of a tile on, for what it is the first with in this tile. */
  #keep(row: number, tile: TileAddress, kept: Set<number>): void {
    for (const ask of this.#asks(row)) {
      if (kept.has(ask)) continue;
      kept.add(ask);
      this.#why.get(row)?.push({ ...tile, ask });
    }
    this.#keptFrom[row] = Math.min(this.#keptFrom[row]!, tile.z);
  }

  /** Measures a whole tile of the last zoom. */
  #measure(tile: TileAddress, list: Uint32Array): void {
    const size = this.#sizeOf(tile.z);
    for (const row of list) {
      const shape = this.#inTile(row, tile);
      if (shape !== null) this.#add(size, row, { shape, tile });
    }
    this.#note(tile.z, size.bytes);
  }

  #note(zoom: number, bytes: number): void {
    this.#largest.set(zoom, Math.max(bytes, this.#largest.get(zoom) ?? 0));
  }

  #sizeOf(zoom: number): TileSize {
    const { labels, bands } = this.#plan.derived(zoom);
    return new TileSize(this.#columns, 1 + labels + bands);
  }

  /** Adds a feature to the size of a tile; returns false if it is larger than a tile may be. */
  #add(
    size: TileSize,
    row: number,
    { shape, tile }: { readonly shape: PackedGeometry; readonly tile: TileAddress },
  ): boolean {
    const { labels, bands } = this.#plan.derived(tile.z);
    // A band has an outer and an inner outline.
    const geometry = (1 + 2 * bands) * bytesOnGrid(shape) + labels * LABEL_BYTES;
    const { budget, maxzoom } = this.#plan;
    return size.add(row, geometry, tile.z < maxzoom ? budget : Infinity);
  }

  /** Returns the shape of a feature in a tile; null if it is not in it. */
  #inTile(row: number, tile: TileAddress): PackedGeometry | null {
    return geometryInTile(this.#shapeOf(row, tierOfZoom(tile.z)), tile);
  }

  #shapeOf(row: number, tier: TierId): PackedGeometry {
    if (this.#kind === 'point' && this.#vertices[row] === 1) {
      const coords = this.#boxes.subarray(4 * row, 4 * row + 2);
      return { kind: 'point', coords, ends: ONE, polygons: NONE };
    }
    const kept = this.#shapes.get(tier)?.get(row);
    if (kept) return kept;
    const whole = this.#rows.geometry(row);
    const shape = this.#kind === 'point' ? whole : generalise(whole, tier);
    this.#keptVertices += this.#vertices[row]!;
    if (this.#keptVertices > KEPT_VERTICES) {
      this.#shapes.clear();
      this.#keptVertices = this.#vertices[row]!;
    }
    const shapes = this.#shapes.get(tier) ?? new Map<number, PackedGeometry>();
    this.#shapes.set(tier, shapes.set(row, shape));
    return shape;
  }

  /** Returns the four tiles inside a tile, with the features whose boxes touch them. */
  #split({ z, x, y }: TileAddress, list: Uint32Array): TileList[] {
    const boxes = this.#boxes;
    return [0, 1, 2, 3].map((quarter) => {
      const tile = { z: z + 1, x: 2 * x + (quarter & 1), y: 2 * y + (quarter >> 1) };
      const [west, south, east, north] = tileBounds(tile.z, tile.x, tile.y);
      const found = new Uint32Array(list.length);
      let count = 0;
      for (let i = 0; i < list.length; i++) {
        const row = list[i]!;
        const at = 4 * row;
        if (boxes[at]! > east || boxes[at + 1]! > north) continue;
        if (boxes[at + 2]! < west || boxes[at + 3]! < south) continue;
        found[count++] = row;
      }
      return { tile, list: found.slice(0, count) };
    });
  }
}

/** A tile with the features that may touch it, in their order. */
interface TileList {
  readonly tile: TileAddress;
  readonly list: Uint32Array;
}

const ONE = Uint32Array.of(1);
const NONE = new Uint32Array(0);

/** Bytes of a label point: its geometry and its zoom. */
export const LABEL_BYTES = 15;

/** Returns the bounds of a tile without its buffer. A feature inside is in the tile. */
function innerBounds(tile: TileAddress): Bounds {
  const [west, north] = unprojectFromTile([0, 0], tile, TILE_EXTENT);
  const [east, south] = unprojectFromTile([TILE_EXTENT, TILE_EXTENT], tile, TILE_EXTENT);
  return [west, south, east, north];
}
