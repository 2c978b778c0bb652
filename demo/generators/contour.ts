import type { Bounds } from 'atlas-engine';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { contours } from 'd3-contour';
import type { Place } from './distance.ts';
import { signedArea } from './rings.ts';

/** The region to outline. */
export interface Region {
  /** Bounds of the search. The region has no parts outside of them. */
  readonly box: Bounds;
  /**
   * Distance between the sampled places, in degrees. Parts of the region that are narrower than
   * this distance may be missed.
   */
  readonly step: number;
  readonly holds: (place: Place) => boolean;
  /** Minimum area of an island or hole, in square degrees. Smaller ones are left out. */
  readonly least: number;
}

/**
 * Minimum distance between a corner and the sampled places, as a share of a step. It keeps corners
 * apart.
 */
const MARGIN = 0.02;
/** Number of bisections that locate the edge of the region within a step: 500 m becomes 4 m. */
const HALVINGS = 7;

/**
 * Draws the outline of a region that is defined by the function `holds`: d3-contour finds the grid
 * edges that the outline crosses, and bisection finds the position on each edge. Every corner is in
 * the region. Returns null if nothing is left.
 */
export function outlineOf(region: Region): Polygon | MultiPolygon | null {
  const { box, step, least } = region;
  const columns = Math.ceil((box[2] - box[0]) / step) + 1;
  const rows = Math.ceil((box[3] - box[1]) / step) + 1;
  const nodes = nodesOf(region, columns, rows);
  const corner = cornersOf(region, columns, nodes);
  const { coordinates } = contours()
    .size([columns, rows])
    .smooth(false)
    .contour([...nodes], 0.5);
  const polygons = coordinates.flatMap((rings) => {
    // Rows are counted to the north here and downwards in d3-contour, so the winding of the rings
    // is reversed.
    const placed = rings.map((ring) =>
      ring.map((point) => corner(edgeAt(point, columns))).toReversed(),
    );
    const [shell, ...holes] = placed.filter((ring) => Math.abs(signedArea(ring)) >= least);
    return shell && shell === placed[0] ? [[shell, ...holes]] : [];
  });
  if (polygons.length === 0) return null;
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/**
 * Returns the number of the grid edge whose midpoint is a point of d3-contour, in which nodes are
 * at half units. The number is twice that of the start node, plus one if the edge runs north.
 */
function edgeAt([x, y]: Position, columns: number): number {
  const isNorth = Number.isInteger(y!);
  const [column, row] = isNorth ? [x! - 0.5, y! - 1] : [x! - 1, y! - 0.5];
  return (row * columns + column) * 2 + (isNorth ? 1 : 0);
}

/**
 * Returns 1 for each grid node in the region, otherwise 0. The nodes on the border of the grid are
 * 0.
 */
function nodesOf({ box, step, holds }: Region, columns: number, rows: number): Uint8Array {
  const nodes = new Uint8Array(columns * rows);
  for (let row = 1; row + 1 < rows; row++) {
    for (let column = 1; column + 1 < columns; column++) {
      const [lng, lat] = [box[0] + column * step, box[1] + row * step];
      if (holds([lng, lat])) nodes[row * columns + column] = 1;
    }
  }
  return nodes.map((held, node) => {
    if (!held) return 0;
    const [lng, lat] = [
      box[0] + (node % columns) * step,
      box[1] + Math.floor(node / columns) * step,
    ];
    const near = MARGIN * step;
    const safe =
      (nodes[node + 1]! || holds([lng + near, lat])) &&
      (nodes[node - 1]! || holds([lng - near, lat])) &&
      (nodes[node + columns]! || holds([lng, lat + near])) &&
      (nodes[node - columns]! || holds([lng, lat - near]));
    return safe ? 1 : 0;
  });
}

/** Finds the last place on each grid edge that is in the region. */
function cornersOf(
  { box, step, holds }: Region,
  columns: number,
  nodes: Uint8Array,
): (edge: number) => Position {
  const known = new Map<number, Position>();
  return (edge) => {
    const found = known.get(edge);
    if (found) return found;
    const north = edge % 2;
    const start = (edge - north) / 2;
    const end = start + (north ? columns : 1);
    const [inner, outer] = nodes[start] ? [start, end] : [end, start];
    const at = (share: number): Place => {
      const column = (inner % columns) * (1 - share) + (outer % columns) * share;
      const row = Math.floor(inner / columns) * (1 - share) + Math.floor(outer / columns) * share;
      // Rounded first, so that the tested coordinates are exactly the drawn ones.
      return [rounded(box[0] + column * step), rounded(box[1] + row * step)];
    };
    let [low, high] = [MARGIN, 1 - MARGIN];
    if (holds(at(high))) low = high;
    for (let i = 0; i < HALVINGS; i++) {
      const middle = (low + high) / 2;
      if (holds(at(middle))) low = middle;
      else high = middle;
    }
    const place = [...at(low)];
    known.set(edge, place);
    return place;
  };
}

/** Rounds to six decimals, a tenth of a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
