import type { Bounds } from 'atlas-engine';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { contours } from 'd3-contour';
import type { Place } from './distance.ts';
import { signedArea } from './rings.ts';

/** What to draw the outline of. */
export interface Region {
  /** Outside of it nothing is looked at. */
  readonly box: Bounds;
  /** Degrees between the places that are looked at: what is narrower may be missed. */
  readonly step: number;
  readonly holds: (place: Place) => boolean;
  /** Square degrees under which islands and holes are left out. */
  readonly least: number;
}

/** Share of a step that a corner keeps from the places looked at, so that no two fall together. */
const MARGIN = 0.02;
/** Halvings of a step to find where its edge lies: 500 m to 4 m. */
const HALVINGS = 7;

/**
 * Draws the outline of a region that is known by asking: d3-contour finds which edges of a grid it
 * crosses, halving finds where; every corner lies in the region. Null when nothing is left of it.
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
    // Rows go north here and down there, so that rings are wound the other way round.
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
 * The edge of the grid whose middle a point of d3-contour is, where nodes lie at halves: twice the
 * node it starts at, and one more when it goes north.
 */
function edgeAt([x, y]: Position, columns: number): number {
  const isNorth = Number.isInteger(y!);
  const [column, row] = isNorth ? [x! - 0.5, y! - 1] : [x! - 1, y! - 0.5];
  return (row * columns + column) * 2 + (isNorth ? 1 : 0);
}

/** Which places of the grid the region holds, 1 or 0; none at its rim, none that lies at an edge. */
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

/** Finds where the region ends on an edge of the grid: the last place that it holds. */
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
      // What is asked about is what is drawn, to the last digit.
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

/** Six decimals: a tenth of a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
