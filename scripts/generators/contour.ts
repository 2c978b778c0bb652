import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { Place } from './distance.ts';
import { assembleRings, signedArea } from './rings.ts';
import type { Box } from './skeleton/extents.ts';

/** What to draw the outline of. */
export interface Region {
  /** Outside of it nothing is looked at. */
  readonly box: Box;
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
 * Sides of a cell, counter-clockwise from below, that a border enters and leaves by, with the region
 * on its left; by which corners it holds: 1 south-west, 2 south-east, 4 north-east, 8 north-west.
 */
const CROSSINGS: readonly (readonly (readonly [from: number, to: number])[])[] = [
  [],
  [[0, 3]],
  [[1, 0]],
  [[1, 3]],
  [[2, 1]],
  [
    [0, 3],
    [2, 1],
  ],
  [[2, 0]],
  [[2, 3]],
  [[3, 2]],
  [[0, 2]],
  [
    [1, 0],
    [3, 2],
  ],
  [[1, 2]],
  [[3, 1]],
  [[0, 1]],
  [[3, 0]],
  [],
];

/**
 * Draws the outline of a region that is known by asking, by marching squares; every corner lies in
 * the region. Null when nothing is left of it.
 */
export function outlineOf(region: Region): Polygon | MultiPolygon | null {
  const { box, step, least } = region;
  const columns = Math.ceil((box[2] - box[0]) / step) + 1;
  const rows = Math.ceil((box[3] - box[1]) / step) + 1;
  const nodes = nodesOf(region, columns, rows);
  const corner = cornersOf(region, columns, nodes);
  const next = new Map<number, readonly [key: number, place: Position]>();
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < columns; column++) {
      const node = row * columns + column;
      const held =
        nodes[node]! +
        nodes[node + 1]! * 2 +
        nodes[node + columns + 1]! * 4 +
        nodes[node + columns]! * 8;
      // Edges by number: twice the node they start at, and one more for those that go north.
      const sides = [node * 2, node * 2 + 3, (node + columns) * 2, node * 2 + 1];
      for (const [from, to] of CROSSINGS[held]!) {
        next.set(sides[from]!, [sides[to]!, corner(sides[to]!)]);
      }
    }
  }
  const rings: Position[][] = [];
  for (const start of [...next.keys()]) {
    const ring: Position[] = [];
    for (let at = next.get(start), edge = start; at; at = next.get(edge)) {
      next.delete(edge);
      ring.push(at[1]);
      edge = at[0];
    }
    if (ring.length > 0) rings.push([...ring, ring[0]!]);
  }
  const kept = rings.filter((ring) => Math.abs(signedArea(ring)) >= least);
  return kept.some((ring) => signedArea(ring) > 0) ? assembleRings(kept) : null;
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
