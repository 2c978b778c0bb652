/** A corner in the units of a tile, which are whole numbers. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

/** The rings of a polygon in a tile, of which the last corner repeats the first. */
export type Rings<P extends Corner> = readonly (readonly P[])[];

/** What is drawn of the outline of a polygon. */
export interface Outline<P extends Corner> {
  /** Rings that no other polygon shares. */
  readonly rings: P[][];
  /** What is left of the other rings, as open lines. */
  readonly lines: P[][];
}

/** A part of an edge; a corner is in the place `placeOf` along the line through the edge. */
interface Part<P> {
  readonly start: P;
  readonly end: P;
}

/** An edge of the polygon with the index `polygon`. */
interface Edge<P> extends Part<P> {
  readonly polygon: number;
  /** The parts that polygons above share. */
  shared: Part<P>[] | null;
}

/**
 * Returns the outlines of polygons, in which an edge that several polygons share belongs only to the
 * last of them, as this one is drawn on top. Edges may be shared in part. An outline is null when all
 * of it is drawn.
 */
export function shareEdges<P extends Corner>(polygons: readonly Rings<P>[]): (Outline<P> | null)[] {
  const lines = new Map<string, Edge<P>[]>();
  const edges = polygons.map((rings, polygon) =>
    rings.map((ring) => ring.slice(1).map((end, i) => addEdge(lines, ring[i]!, end, polygon))),
  );
  let isShared = false;
  for (const line of lines.values()) if (line.length > 1 && findShared(line)) isShared = true;
  if (!isShared) return polygons.map(() => null);
  return polygons.map((rings, polygon) => {
    const outline: Outline<P> = { rings: [], lines: [] };
    edges[polygon]!.forEach((ring, i) => {
      if (ring.some(({ shared }) => shared)) outline.lines.push(...linesOf(ring));
      else outline.rings.push([...rings[i]!]);
    });
    return outline.lines.length === 0 && outline.rings.length === rings.length ? null : outline;
  });
}

/** Makes an edge and adds it to those on the same infinite line. */
function addEdge<P extends Corner>(
  lines: Map<string, Edge<P>[]>,
  start: P,
  end: P,
  polygon: number,
): Edge<P> {
  const edge: Edge<P> = { start, end, polygon, shared: null };
  const [x, y] = [end.x - start.x, end.y - start.y];
  const size = divisor(Math.abs(x), Math.abs(y)) * (x < 0 || (x === 0 && y < 0) ? -1 : 1);
  if (size === 0) return edge;
  const [dx, dy] = [x / size, y / size];
  const key = `${dx} ${dy} ${dx * start.y - dy * start.x}`;
  const line = lines.get(key);
  if (line) line.push(edge);
  else lines.set(key, [edge]);
  return edge;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** Finds the shared parts of edges on the same line, and reports whether there are any. */
function findShared<P extends Corner>(line: Edge<P>[]): boolean {
  let found = false;
  line.sort((a, b) => placeOf(lowest(a)) - placeOf(lowest(b)));
  for (let i = 0; i < line.length; i++) {
    const one = line[i]!;
    for (let j = i + 1; j < line.length; j++) {
      const other = line[j]!;
      if (placeOf(lowest(other)) >= placeOf(highest(one))) break;
      if (one.polygon === other.polygon) continue;
      const [below, above] = one.polygon < other.polygon ? [one, other] : [other, one];
      (below.shared ??= []).push(above);
      found = true;
    }
  }
  return found;
}

/** Returns the place of a corner along its line; the lines of the map are up to 2^16 units long. */
function placeOf({ x, y }: Corner): number {
  return x * 2 ** 20 + y;
}

function lowest<P extends Corner>({ start, end }: Part<P>): P {
  return placeOf(start) < placeOf(end) ? start : end;
}

function highest<P extends Corner>({ start, end }: Part<P>): P {
  return placeOf(start) < placeOf(end) ? end : start;
}

/** Joins what is left of the edges of a ring to lines. */
function linesOf<P extends Corner>(ring: readonly Edge<P>[]): P[][] {
  const lines: P[][] = [];
  for (const { start, end } of ring.flatMap(partsLeft)) {
    const last = lines.at(-1);
    if (last && isSame(last.at(-1)!, start)) last.push(end);
    else lines.push([start, end]);
  }
  const [first, last] = [lines[0], lines.at(-1)];
  // The corner where the ring begins may be in the middle of a line.
  if (first && last && first !== last && isSame(last.at(-1)!, first[0]!)) {
    lines.pop();
    lines[0] = [...last, ...first.slice(1)];
  }
  return lines;
}

function isSame(a: Corner, b: Corner): boolean {
  return a.x === b.x && a.y === b.y;
}

/** Returns the parts of an edge that it does not share, from its start to its end. */
function partsLeft<P extends Corner>(edge: Edge<P>): Part<P>[] {
  if (!edge.shared) return [edge];
  const isRising = placeOf(edge.start) < placeOf(edge.end);
  const [low, high] = [lowest(edge), highest(edge)];
  const parts: Part<P>[] = [];
  let from = low;
  const add = (to: P): void => {
    if (placeOf(from) < placeOf(to))
      parts.push(isRising ? { start: from, end: to } : { start: to, end: from });
  };
  const sorted = edge.shared.toSorted((a, b) => placeOf(lowest(a)) - placeOf(lowest(b)));
  for (const part of sorted) {
    add(lowest(part));
    if (placeOf(highest(part)) > placeOf(from)) from = highest(part);
  }
  if (placeOf(from) < placeOf(high)) add(high);
  return isRising ? parts : parts.toReversed();
}
