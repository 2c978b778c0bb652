/** Measures the cells of a raster inside polygons. */
import type { Bounds } from 'atlas-engine';
import { tick } from './deadline.ts';
import { northing } from './equal-area.ts';
import { boundsOf, UNITS_PER_DEGREE, type PackedGeometry } from './packed.ts';

const RADIANS_PER_DEGREE = Math.PI / 180;

/** Number of values of a cell. */
const VALUES = 256;

/**
 * Number of lines from west to east on which a polygon is measured, at least. They are exact to a
 * part of a cell, so the error is that of the edges between two lines.
 */
const LEAST_LINES = 512;

/** The place of the cells: `height` rows of `width` cells, the first in the north. */
export interface CellGrid {
  readonly bounds: Bounds;
  readonly width: number;
  readonly height: number;
}

/** The rows of a raster that touch polygons: `count` of them after the first `from`. */
export interface CellRows {
  readonly from: number;
  readonly count: number;
}

/** Some rows of a raster with their cells. */
export interface CellPart {
  readonly rows: CellRows;
  readonly values: Uint8Array;
}

/** Returns the rows that polygons touch; none if they are outside of the raster. */
export function rowsTouching(polygons: PackedGeometry, grid: CellGrid): CellRows {
  const [, south, , north] = grid.bounds;
  const [, bottom, , top] = boundsOf(polygons);
  const rowAt = (units: number): number =>
    ((north - units / UNITS_PER_DEGREE) / (north - south)) * grid.height;
  const from = Math.max(0, Math.floor(rowAt(top)));
  const to = Math.min(grid.height, Math.ceil(rowAt(bottom)));
  return { from, count: Math.max(0, to - from) };
}

/**
 * Returns the land inside polygons in m² for each value of the cells, on the ellipsoid. The part has
 * all rows that they touch. A cell at the edge counts with its part inside. Throws `DeadlineExceeded`.
 */
export function cellsInside(
  polygons: PackedGeometry,
  grid: CellGrid,
  { values, rows }: CellPart,
): Float64Array {
  const { bounds, width, height } = grid;
  const [west, south, east, north] = bounds;
  const [, bottom, , top] = boundsOf(polygons);
  const [low, high] = [bottom / UNITS_PER_DEGREE, top / UNITS_PER_DEGREE];
  const cross = crossingsFrom(
    polygons,
    (x) => ((x / UNITS_PER_DEGREE - west) / (east - west)) * width,
  );
  const lines = Math.ceil(LEAST_LINES / Math.max(1, rows.count));
  const radians = ((east - west) / width) * RADIANS_PER_DEGREE;
  const areas = new Float64Array(VALUES);
  const row = new RowCover(width);
  const latitudeOf = (edge: number): number => north - (edge / height) * (north - south);
  for (let at = 0; at < rows.count; at++) {
    const upper = Math.min(high, latitudeOf(rows.from + at));
    const lower = Math.max(low, latitudeOf(rows.from + at + 1));
    const step = (upper - lower) / lines;
    for (let line = 0; line < lines && step > 0; line++) {
      const [from, to] = [upper - line * step, upper - (line + 1) * step];
      const area = (northing(from * UNITS_PER_DEGREE) - northing(to * UNITS_PER_DEGREE)) * radians;
      const ends = cross(((from + to) / 2) * UNITS_PER_DEGREE);
      for (let i = 0; i + 1 < ends.length; i += 2) row.add(ends[i]!, ends[i + 1]!, area);
    }
    row.addTo(areas, values.subarray(at * width, (at + 1) * width));
  }
  return areas;
}

/** Collects how much land of each cell of a row is covered. */
class RowCover {
  readonly #width: number;
  /** The land of cells that are covered in part. */
  readonly #parts: Float64Array;
  /** The land of whole cells, as changes from each cell to the next. */
  readonly #changes: Float64Array;
  #from = Infinity;
  #to = -1;

  constructor(width: number) {
    this.#width = width;
    this.#parts = new Float64Array(width + 1);
    this.#changes = new Float64Array(width + 1);
  }

  /** Covers from one position to another, in cells, with `area` for each cell. */
  add(start: number, end: number, area: number): void {
    const from = Math.max(0, start);
    const to = Math.min(this.#width, end);
    if (to <= from) return;
    const [first, last] = [Math.floor(from), Math.floor(to)];
    this.#parts[first]! -= (from - first) * area;
    this.#parts[last]! += (to - last) * area;
    this.#changes[first]! += area;
    this.#changes[last]! -= area;
    this.#from = Math.min(this.#from, first);
    this.#to = Math.max(this.#to, last);
  }

  /** Adds the land of the row to that of each value, and starts again. */
  addTo(areas: Float64Array, values: Uint8Array): void {
    if (this.#to < 0) return;
    const last = Math.min(this.#to, this.#width - 1);
    tick(last - this.#from + 1);
    let whole = 0;
    for (let cell = this.#from; cell <= last; cell++) {
      whole += this.#changes[cell]!;
      areas[values[cell]!]! += whole + this.#parts[cell]!;
    }
    this.#parts.fill(0, this.#from, this.#to + 1);
    this.#changes.fill(0, this.#from, this.#to + 1);
    this.#from = Infinity;
    this.#to = -1;
  }
}

/**
 * Returns a function that gives the positions, from west to east, at which a line of one latitude
 * enters and leaves polygons. It must be called from north to south. `placeOf` turns units of longitude
 * into positions.
 */
function crossingsFrom(
  { coords, ends }: PackedGeometry,
  placeOf: (x: number) => number,
): (y: number) => Float64Array {
  const edges = edgesOf(coords, ends);
  const active: Edge[] = [];
  let next = 0;
  return (y) => {
    while (next < edges.length && edges[next]!.top > y) active.push(edges[next++]!);
    const found = new Float64Array(active.length);
    let count = 0;
    let kept = 0;
    for (const edge of active) {
      if (edge.bottom > y) continue;
      active[kept++] = edge;
      found[count++] = placeOf(edge.x + (y - edge.bottom) * edge.slope);
    }
    active.length = kept;
    tick(count + 1);
    return found.subarray(0, count).sort();
  };
}

/** An edge that is not level: its latitudes, and its longitude at the lower one. */
interface Edge {
  readonly bottom: number;
  readonly top: number;
  readonly x: number;
  readonly slope: number;
}

/** Returns the edges that are not level, those that begin in the north first. */
function edgesOf(coords: Int32Array, ends: Uint32Array): Edge[] {
  const edges: Edge[] = [];
  let start = 0;
  for (const end of ends) {
    tick(end - start);
    for (let v = start, before = end - 1; v < end; before = v++) {
      const [ax, ay, bx, by] = [
        coords[2 * before]!,
        coords[2 * before + 1]!,
        coords[2 * v]!,
        coords[2 * v + 1]!,
      ];
      if (ay === by) continue;
      const [x, bottom, top] = ay < by ? [ax, ay, by] : [bx, by, ay];
      edges.push({ bottom, top, x, slope: (bx - ax) / (by - ay) });
    }
    start = end;
  }
  return edges.sort((a, b) => b.top - a.top);
}
