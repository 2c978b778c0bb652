import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';

/** The region of the generated polygons: `[west, south, east, north]` in degrees. */
export const POLYGON_REGION = [8, -14, 32, 12] as const;

/**
 * Attributes of a generated polygon. `code` is unique, and the same for the same `n` and `seed`.
 */
export interface MadeProperties {
  code: string;
  name: string;
  kind: string;
  year: number;
  protected: boolean;
}

const KINDS = ['forest', 'farm', 'water', 'town', 'grass', 'marsh', 'rock', 'road'];
const CORNER_JITTER = 0.15;
const BEND = 0.09;

/** Returns a generator of numbers in [0, 1) that repeats for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Generates `n` valid polygons that cover the region like parcels: irregular cells with shared
 * fractal edges and 35 vertices on average. 3 % have a hole, and half of these have an island in
 * the hole.
 */
export function makePolygons(
  n: number,
  seed = 1,
): Feature<Polygon | MultiPolygon, MadeProperties>[] {
  const random = seededRandom(seed);
  const columns = Math.max(1, Math.ceil(Math.sqrt(n)));
  const rows = Math.max(1, Math.ceil(n / columns));
  const [west, south, east, north] = POLYGON_REGION;
  const width = (east - west) / columns;
  const height = (north - south) / rows;
  const corner = (column: number, row: number): Position => [
    west + width * (column + (random() * 2 - 1) * CORNER_JITTER),
    south + height * (row + (random() * 2 - 1) * CORNER_JITTER),
  ];
  const corners = grid(columns + 1, rows + 1, corner);
  const edge = (from: Position, to: Position): Position[] => [
    from,
    ...bend(from, to, random() < 0.1 ? 4 : 3, random),
  ];
  const across = grid(columns, rows + 1, (c, r) => edge(corners[r]![c]!, corners[r]![c + 1]!));
  const upward = grid(columns + 1, rows, (c, r) => edge(corners[r]![c]!, corners[r + 1]![c]!));

  const features: Feature<Polygon | MultiPolygon, MadeProperties>[] = [];
  for (let i = 0; i < n; i++) {
    const c = i % columns;
    const r = Math.floor(i / columns);
    const shell = [
      ...across[r]![c]!,
      ...upward[r]![c + 1]!,
      ...backward(across[r + 1]![c]!, corners[r + 1]![c + 1]!),
      ...backward(upward[r]![c]!, corners[r + 1]![c]!),
    ];
    const centre: Position = [west + width * (c + 0.5), south + height * (r + 0.5)];
    features.push({
      type: 'Feature',
      geometry: withHole(shell, centre, Math.min(width, height), random()),
      properties: {
        code: `p${String(i).padStart(6, '0')}`,
        name: `Parcel ${i + 1}`,
        kind: KINDS[Math.floor(random() * KINDS.length)]!,
        year: 1990 + Math.floor(random() * 35),
        protected: random() < 0.3,
      },
    });
  }
  return features;
}

/**
 * Generates a star-shaped polygon with `vertices` corners around the middle of the region, for a
 * large query.
 */
export function makeBigPolygon(vertices: number, seed = 1, radius = 8): Polygon {
  const random = seededRandom(seed);
  const ring: Position[] = [];
  let noise = 0;
  for (let i = 0; i < vertices; i++) {
    const angle = (i / vertices) * 2 * Math.PI;
    noise = noise * 0.995 + (random() - 0.5) * 0.02;
    const reach = radius * (0.75 + 0.2 * Math.sin(angle * 7) + noise * 0.5);
    ring.push(rounded([20 + reach * Math.cos(angle), -1 + reach * Math.sin(angle)]));
  }
  return { type: 'Polygon', coordinates: [closed(ring)] };
}

function grid<T>(columns: number, rows: number, make: (column: number, row: number) => T): T[][] {
  return Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (_, c) => make(c, r)),
  );
}

/** Returns the points strictly between `from` and `to`, each midpoint pushed sideways. */
function bend(from: Position, to: Position, depth: number, random: () => number): Position[] {
  if (depth === 0) return [];
  const push = (random() * 2 - 1) * BEND * 0.7 ** (4 - depth);
  const [fx, fy] = [from[0]!, from[1]!];
  const [tx, ty] = [to[0]!, to[1]!];
  const middle: Position = [(fx + tx) / 2 - (ty - fy) * push, (fy + ty) / 2 + (tx - fx) * push];
  return [...bend(from, middle, depth - 1, random), middle, ...bend(middle, to, depth - 1, random)];
}

function backward(edge: Position[], start: Position): Position[] {
  return [start, ...edge.slice(1).reverse()];
}

function withHole(
  shell: Position[],
  centre: Position,
  size: number,
  chance: number,
): Polygon | MultiPolygon {
  const outer = closed(shell.map(rounded));
  if (chance >= 0.03) return { type: 'Polygon', coordinates: [outer] };
  const hole = closed(circle(centre, size * 0.15).reverse());
  if (chance >= 0.015) return { type: 'Polygon', coordinates: [outer, hole] };
  return {
    type: 'MultiPolygon',
    coordinates: [[outer, hole], [closed(circle(centre, size * 0.08))]],
  };
}

function circle([x, y]: Position, radius: number): Position[] {
  return Array.from({ length: 8 }, (_, i) => {
    const angle = (i * Math.PI) / 4;
    return rounded([x! + radius * Math.cos(angle), y! + radius * Math.sin(angle)]);
  });
}

function closed(ring: Position[]): Position[] {
  return [...ring, ring[0]!];
}

function rounded([x, y]: Position): Position {
  return [Math.round(x! * 1e7) / 1e7, Math.round(y! * 1e7) / 1e7];
}
