import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { Place } from './distance.ts';
import { KM_PER_DEGREE } from './distance.ts';
import { hashCell, hashText } from './random.ts';

/** A hexagon of the lattice, by number. */
export type Cell = number;

/** Which area a cell belongs to; cells of no area share one number of their own, such as -1. */
export type Labels = (cell: Cell) => number;

/**
 * A lattice of hexagons over the region whose corners are shaken, so that whatever is put together
 * from cells has bent, natural edges, shared to the last digit by both sides.
 */
export interface Hexes {
  at(place: Place): Cell;
  centre(cell: Cell): Place;
  /** The six cells around, counter-clockwise from the north-west. */
  around(cell: Cell): readonly [Cell, Cell, Cell, Cell, Cell, Cell];
  /** The six corners as they are drawn without smoothing. */
  corners(cell: Cell): readonly Place[];
  /** The outline of a set of cells: valid rings in the order of RFC 7946. */
  outline(cells: ReadonlySet<Cell>, labels?: Labels): Polygon | MultiPolygon;
  /** Square kilometres of one cell. */
  readonly area: number;
}

/** Rows and columns lie between -STRIDE/2 and STRIDE/2: enough for 24 degrees in cells of 20 m. */
const STRIDE = 1 << 18;
const HALF = STRIDE / 2;
const ROOT_3 = Math.sqrt(3);

/**
 * How far a corner is shaken, in edge lengths. Smoothing moves it by a quarter more. Below one half
 * in sum no triangle (centre, corner, next corner) can turn over, hence outlines never cross
 * themselves or each other.
 */
const SHAKE = 0.24;

/** Makes the lattice: `edge` is the edge length in kilometres. */
export function createHexes(seed: string, edge: number): Hexes {
  const size = edge / KM_PER_DEGREE;
  const start = hashText(seed);
  const cellOf = (q: number, r: number): Cell => (q + HALF) * STRIDE + (r + HALF);
  const qOf = (cell: Cell): number => Math.floor(cell / STRIDE) - HALF;
  const rOf = (cell: Cell): number => (cell % STRIDE) - HALF;
  const centre = (cell: Cell): Place => {
    const r = rOf(cell);
    return [size * ROOT_3 * (qOf(cell) + r / 2), size * 1.5 * r];
  };

  // A corner is twice the number of the cell it is the north (0) or the south (1) corner of.
  const shaken = (corner: number): Place => {
    const south = corner % 2;
    const cell = (corner - south) / 2;
    const [x, y] = centre(cell);
    let [dx, dy] = [1, 1];
    for (let attempt = 0; dx * dx + dy * dy > 1; attempt++) {
      dx = hashCell(start + attempt * 2, Math.floor(corner / STRIDE), corner % STRIDE) * 2 - 1;
      dy = hashCell(start + attempt * 2 + 1, Math.floor(corner / STRIDE), corner % STRIDE) * 2 - 1;
    }
    return [x + dx * SHAKE * size, y + (south ? -size : size) + dy * SHAKE * size];
  };

  /** Where a corner is drawn: between its neighbours on the border, unless three areas meet there. */
  const smoothed = (corner: number, labels: Labels): Place => {
    const south = corner % 2;
    const cell = (corner - south) / 2;
    const left = south ? cell - 1 : cell - STRIDE + 1;
    const right = south ? cell + STRIDE - 1 : cell + 1;
    const [own, first, second] = [labels(cell), labels(left), labels(right)];
    const ends: number[] = [];
    const opposite = south ? 0 : 1;
    if (own !== first) ends.push(left * 2 + opposite);
    if (own !== second) ends.push(right * 2 + opposite);
    if (first !== second) ends.push((south ? cell + STRIDE - 2 : cell - STRIDE + 2) * 2 + opposite);
    const here = shaken(corner);
    if (ends.length !== 2) return here;
    const [one, other] = [shaken(ends[0]!), shaken(ends[1]!)];
    return [here[0] / 2 + (one[0] + other[0]) / 4, here[1] / 2 + (one[1] + other[1]) / 4];
  };

  const around = (cell: Cell): readonly [Cell, Cell, Cell, Cell, Cell, Cell] => [
    cell - STRIDE + 1,
    cell - STRIDE,
    cell - 1,
    cell + STRIDE - 1,
    cell + STRIDE,
    cell + 1,
  ];
  const cornersOf = (cell: Cell): readonly number[] => [
    cell * 2,
    (cell - STRIDE + 1) * 2 + 1,
    (cell - 1) * 2,
    cell * 2 + 1,
    (cell + STRIDE - 1) * 2,
    (cell + 1) * 2 + 1,
  ];

  return {
    around,
    centre,
    area: 1.5 * ROOT_3 * edge * edge,
    corners: (cell) => cornersOf(cell).map(shaken),
    at([lng, lat]) {
      const r = lat / (size * 1.5);
      const q = lng / (size * ROOT_3) - r / 2;
      return cellOf(...roundHex(q, r));
    },
    outline(cells, labels = (cell) => (cells.has(cell) ? 1 : 0)) {
      const next = new Map<number, number>();
      for (const cell of cells) {
        const corners = cornersOf(cell);
        around(cell).forEach((neighbour, side) => {
          if (!cells.has(neighbour)) next.set(corners[side]!, corners[(side + 1) % 6]!);
        });
      }
      return assemble(traceRings(next, (corner) => rounded(smoothed(corner, labels))));
    },
  };
}

/** Rounds fractional axial coordinates to the hexagon that holds them (by cube coordinates). */
function roundHex(q: number, r: number): [q: number, r: number] {
  const s = -q - r;
  let [wholeQ, wholeR] = [Math.round(q), Math.round(r)];
  const wholeS = Math.round(s);
  const [offQ, offR, offS] = [Math.abs(wholeQ - q), Math.abs(wholeR - r), Math.abs(wholeS - s)];
  if (offQ > offR && offQ > offS) wholeQ = -wholeR - wholeS;
  else if (offR > offS) wholeR = -wholeQ - wholeS;
  return [wholeQ, wholeR];
}

/** Follows border edges to closed rings. Three cells meet at a corner, so no ring touches itself. */
function traceRings(next: Map<number, number>, place: (corner: number) => Position): Position[][] {
  const rings: Position[][] = [];
  for (const start of [...next.keys()]) {
    const ring: Position[] = [];
    let corner: number | undefined = start;
    while (corner !== undefined) {
      const following: number | undefined = next.get(corner);
      if (following === undefined) break;
      next.delete(corner);
      ring.push(place(corner));
      corner = following;
    }
    if (ring.length === 0) continue;
    ring.push(ring[0]!);
    rings.push(ring);
  }
  return rings;
}

/** Puts rings together: counter-clockwise ones are shells, each other one goes to its shell. */
function assemble(rings: readonly Position[][]): Polygon | MultiPolygon {
  const shells = rings
    .filter((ring) => signedArea(ring) > 0)
    .sort((one, other) => signedArea(other) - signedArea(one))
    .map((ring) => [ring]);
  for (const hole of rings) {
    if (signedArea(hole) > 0) continue;
    const holders = shells.filter((shell) => ringHolds(shell[0]!, hole[0]!));
    holders.at(-1)?.push(hole);
  }
  return shells.length === 1
    ? { type: 'Polygon', coordinates: shells[0]! }
    : { type: 'MultiPolygon', coordinates: shells };
}

function signedArea(ring: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    sum += ring[i - 1]![0]! * ring[i]![1]! - ring[i]![0]! * ring[i - 1]![1]!;
  }
  return sum / 2;
}

function ringHolds(ring: readonly Position[], [lng, lat]: Position): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1]!, ring[i]!];
    if (from[1]! > lat! === to[1]! > lat!) continue;
    const share = (lat! - from[1]!) / (to[1]! - from[1]!);
    if (from[0]! + share * (to[0]! - from[0]!) > lng!) inside = !inside;
  }
  return inside;
}

const rounded = ([lng, lat]: Place): Position => [
  Math.round(lng * 1e6) / 1e6,
  Math.round(lat * 1e6) / 1e6,
];
