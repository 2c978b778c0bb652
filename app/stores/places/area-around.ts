/** The area within a distance of places and lines: a circle, or a band along a line. */

/** What a circle or a band can surround. */
export type Core =
  GeoJSON.Point | GeoJSON.MultiPoint | GeoJSON.LineString | GeoJSON.MultiLineString;

export type AreaAround = typeof areaAround;

type Position = [lng: number, lat: number];

/** The ellipsoid of WGS 84. */
const SEMI_MAJOR_AXIS = 6_378_137;
const ECCENTRICITY_2 = 0.00669437999014;
const RADIANS = Math.PI / 180;

/** The finest grid has this many cells in the distance. */
const CELLS = 16;
/** A grid has at most this many cells along the line, so that the server accepts the outline. */
const MOST_CELLS = 5_000;
/** Vertices nearer to the line between their neighbours than this share of the distance are removed. */
const LINE_TOLERANCE = 1 / 200;
const OUTLINE_TOLERANCE = 1 / 4_000;
/** Steps of the search for the outline on an edge of the grid: each halves its error. */
const STEPS = 14;
/** Digits after the point of a corner, as the server stores them. */
const PRECISION = 7;

/** A straight part of a line that is not longer than the distance; both ends are equal for a place. */
type Piece = readonly [from: Position, to: Position];

/** A node of the grid that is near the line. */
interface Node {
  metres: number;
  /** The nearest piece. */
  piece: Piece;
}

interface Grid {
  /** Size of a cell in degrees. */
  readonly width: number;
  readonly height: number;
  readonly nodes: ReadonlyMap<number, Node>;
  readonly metres: number;
}

/** Factor of the row in the key of a node. */
const ROW = 2 ** 24;

/**
 * Returns the area within a distance in metres of places or lines. Lines are straight in degrees,
 * distances are those on the ellipsoid. The corners of the area are on its edge; between them, the
 * edge is at most a thousandth of the distance away.
 *
 * The distance to the line is measured at the nodes of a grid. Where it passes the limit between two
 * nodes is a corner of the area. The corners of each cell are connected as for a contour line, so that
 * outlines neither cross nor touch.
 */
export function areaAround(core: Core, metres: number): GeoJSON.Polygon | GeoJSON.MultiPolygon {
  const lines = linesOf(core).map((line) => simplified(line, metres * LINE_TOLERANCE));
  const grid = gridAround(lines, metres);
  const rings = ringsOf(grid).map((ring) => simplifiedRing(ring, metres * OUTLINE_TOLERANCE));
  const polygons = withHoles(rings.filter(({ length }) => length > 3));
  const [only] = polygons;
  return only && polygons.length === 1
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: polygons };
}

function linesOf(core: Core): Position[][] {
  const place = ([lng = 0, lat = 0]: GeoJSON.Position): Position => [lng, lat];
  switch (core.type) {
    case 'Point':
      return [[place(core.coordinates)]];
    case 'MultiPoint':
      return core.coordinates.map((one) => [place(one)]);
    case 'LineString':
      return [core.coordinates.map(place)];
    case 'MultiLineString':
      return core.coordinates.map((line) => line.map(place));
  }
}

/** Returns the length of a degree of longitude and of latitude in metres. */
function degreeAt(lat: number): readonly [east: number, north: number] {
  const sine = Math.sin(lat * RADIANS);
  const flat = 1 - ECCENTRICITY_2 * sine * sine;
  const across = SEMI_MAJOR_AXIS / Math.sqrt(flat);
  // A grid needs a width at the poles as well.
  const east = across * Math.max(0.001, Math.cos(lat * RADIANS)) * RADIANS;
  return [east, ((across * (1 - ECCENTRICITY_2)) / flat) * RADIANS];
}

/** Returns the distance in metres between a place and a piece near it. */
function distanceTo(place: Position, piece: Piece): number {
  return distanceIn(degreeAt((place[1] + (piece[0][1] + piece[1][1]) / 2) / 2), place, piece);
}

/** Returns the distance between a place and a piece, where degrees have a length in metres. */
function distanceIn(
  [east, north]: readonly [number, number],
  [lng, lat]: Position,
  [[lng1, lat1], [lng2, lat2]]: Piece,
): number {
  const [x, y] = [(lng - lng1) * east, (lat - lat1) * north];
  const [dx, dy] = [(lng2 - lng1) * east, (lat2 - lat1) * north];
  const length = dx * dx + dy * dy;
  const at = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length));
  return Math.hypot(x - at * dx, y - at * dy);
}

/** Removes the vertices of a line that are near the line between those that are kept. */
function simplified(line: readonly Position[], tolerance: number): Position[] {
  const kept = new Set([0, line.length - 1]);
  const waiting: [number, number][] = [[0, line.length - 1]];
  for (let span = waiting.pop(); span; span = waiting.pop()) {
    const [from, to] = span;
    let [far, farthest] = [tolerance, -1];
    for (let v = from + 1; v < to; v++) {
      const away = distanceTo(line[v]!, [line[from]!, line[to]!]);
      if (away > far) [far, farthest] = [away, v];
    }
    if (farthest === -1) continue;
    kept.add(farthest);
    waiting.push([from, farthest], [farthest, to]);
  }
  return line.filter((_place, v) => kept.has(v));
}

/** Removes vertices of a closed ring in two halves, so that it stays a ring. */
function simplifiedRing(ring: readonly Position[], tolerance: number): Position[] {
  const middle = ring.length >> 1;
  const first = simplified(ring.slice(0, middle + 1), tolerance);
  return [...first.slice(0, -1), ...simplified(ring.slice(middle), tolerance)];
}

/** Measures the distance to the line at all nodes near it. */
function gridAround(lines: readonly (readonly Position[])[], metres: number): Grid {
  const edges = lines.flatMap((line) =>
    line.length === 1
      ? [[line[0]!, line[0]!] as const]
      : line.slice(1).map((to, v): Piece => [line[v]!, to]),
  );
  const lengths = edges.map((edge) => distanceTo(edge[0], [edge[1], edge[1]]));
  const length = lengths.reduce((sum, one) => sum + one, 0);
  const cell = Math.min(metres / 2, Math.max(metres / CELLS, length / MOST_CELLS));
  // No cell is wider than at the place nearest to the equator.
  const lats = edges.flatMap((edge) => edge.map(([, lat]) => Math.abs(lat)));
  const [east, north] = degreeAt(lats.reduce((least, lat) => Math.min(least, lat)));
  const nodes = new Map<number, Node>();
  const grid: Grid = { width: cell / east, height: cell / north, nodes, metres };
  for (const [e, [from, to]] of edges.entries()) {
    const parts = Math.max(1, Math.ceil(lengths[e]! / metres));
    const at = (part: number): Position => [
      from[0] + ((to[0] - from[0]) * part) / parts,
      from[1] + ((to[1] - from[1]) * part) / parts,
    ];
    for (let part = 0; part < parts; part++)
      addPiece(nodes, [at(part), at(part + 1)], { grid, reach: metres + 2 * cell });
  }
  return grid;
}

/** Measures the distance to a piece at the nodes within a reach in metres of it. */
function addPiece(
  nodes: Map<number, Node>,
  piece: Piece,
  { grid, reach }: { readonly grid: Grid; readonly reach: number },
): void {
  const { width, height } = grid;
  const [[lng1, lat1], [lng2, lat2]] = piece;
  const [east, north] = degreeAt(Math.max(Math.abs(lat1), Math.abs(lat2)));
  const columns = [
    Math.floor((Math.min(lng1, lng2) - reach / east) / width),
    Math.ceil((Math.max(lng1, lng2) + reach / east) / width),
  ] as const;
  const rows = [
    Math.floor((Math.min(lat1, lat2) - reach / north) / height),
    Math.ceil((Math.max(lat1, lat2) + reach / north) / height),
  ] as const;
  for (let row = rows[0]; row <= rows[1]; row++) {
    const degree = degreeAt((row * height + (lat1 + lat2) / 2) / 2);
    for (let column = columns[0]; column <= columns[1]; column++) {
      const metres = distanceIn(degree, [column * width, row * height], piece);
      if (metres > reach) continue;
      const key = row * ROW + column;
      const node = nodes.get(key);
      if (!node) nodes.set(key, { metres, piece });
      else if (metres < node.metres) [node.metres, node.piece] = [metres, piece];
    }
  }
}

/** The corners of a cell, counter-clockwise from the south-west, as steps from the key of that one. */
const CORNERS = [0, 1, ROW + 1, ROW] as const;

/** Returns the outlines as closed rings with the inside on their left. */
function ringsOf(grid: Grid): Position[][] {
  const isInside = (key: number): boolean =>
    (grid.nodes.get(key)?.metres ?? Infinity) < grid.metres;
  // The part of the outline in a cell leads from the place on one edge to that on the next one.
  const next = new Map<string, string>();
  for (const key of grid.nodes.keys())
    // Each cell has a node inside, whose three other cells come from its neighbours.
    for (const [from, to] of partsIn(key, isInside)) next.set(from, to);
  const rings: Position[][] = [];
  for (const start of next.keys()) {
    const ring: Position[] = [];
    for (let at = start; next.has(at);) {
      ring.push(placeOn(at, grid));
      const following = next.get(at)!;
      next.delete(at);
      at = following;
    }
    if (ring.length > 0) rings.push([...ring, ring[0]!]);
  }
  return rings;
}

/** Yields the parts of the outline in the cell north-east of a node, from edge to edge. */
function* partsIn(
  key: number,
  isInside: (key: number) => boolean,
): Generator<readonly [from: string, to: string]> {
  const corners = CORNERS.map((step) => key + step);
  const inside = corners.map(isInside);
  for (const [c, here] of inside.entries()) {
    // A part begins where one leaves the inside, and ends at the next edge where one enters it.
    if (!here || inside[(c + 1) % 4]) continue;
    let end = (c + 1) % 4;
    while (!inside[(end + 1) % 4]) end = (end + 1) % 4;
    yield [
      edgeName(corners[c]!, corners[(c + 1) % 4]!),
      edgeName(corners[end]!, corners[(end + 1) % 4]!),
    ];
  }
}

function edgeName(a: number, b: number): string {
  return a < b ? `${a}/${b}` : `${b}/${a}`;
}

/** Returns the place on an edge of the grid where the distance to the line is the limit. */
function placeOn(edge: string, grid: Grid): Position {
  const [a = 0, b = 0] = edge.split('/').map(Number);
  const ends = [a, b].sort((one, other) => metresAt(one, grid) - metresAt(other, grid));
  const pieces = ends.flatMap((key) => grid.nodes.get(key) ?? []).map(({ piece }) => piece);
  const [inner, outer] = ends.map((key) => positionOf(key, grid)) as [Position, Position];
  const at = (share: number): Position => [
    inner[0] + share * (outer[0] - inner[0]),
    inner[1] + share * (outer[1] - inner[1]),
  ];
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    const place = at(middle);
    if (Math.min(...pieces.map((piece) => distanceTo(place, piece))) < grid.metres) low = middle;
    else high = middle;
  }
  const [lng, lat] = at((low + high) / 2);
  return [rounded(lng, 180), rounded(lat, 90)];
}

function metresAt(key: number, { nodes }: Grid): number {
  return nodes.get(key)?.metres ?? Infinity;
}

function positionOf(key: number, { width, height }: Grid): Position {
  const row = Math.round(key / ROW);
  return [(key - row * ROW) * width, row * height];
}

function rounded(degrees: number, most: number): number {
  return Number(Math.max(-most, Math.min(most, degrees)).toFixed(PRECISION));
}

/** Returns polygons of rings: those that turn right are holes of the smallest ring around them. */
function withHoles(rings: readonly Position[][]): Position[][][] {
  const sized = rings.map((ring) => ({ ring, size: signedSize(ring) }));
  const polygons = sized
    .filter(({ size }) => size > 0)
    .sort((a, b) => a.size - b.size)
    .map(({ ring }) => [ring]);
  for (const { ring, size } of sized)
    if (size < 0) polygons.find(([shell]) => contains(shell!, ring[0]!))?.push(ring);
  return polygons;
}

/** Returns twice the area in square degrees, positive for a ring that turns left. */
function signedSize(ring: readonly Position[]): number {
  return ring.slice(1).reduce((sum, [x, y], v) => {
    const [x0, y0] = ring[v]!;
    return sum + x0 * y - x * y0;
  }, 0);
}

function contains(ring: readonly Position[], [x, y]: Position): boolean {
  return ring.slice(1).reduce((inside, [x1, y1], v) => {
    const [x0, y0] = ring[v]!;
    return y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0) ? !inside : inside;
  }, false);
}
