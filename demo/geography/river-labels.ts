import {
  boundsOf,
  distance,
  lineLength,
  overlaps,
  simplifyLine,
  toMercator,
  type Line,
  type Point,
  type Polygon,
} from '../../cli/geography/geometry.ts';
import { linesInside, linesOutside, mergeLines } from '../../cli/geography/polygons.ts';
import type { River } from './river-names.ts';
import type { RiverLine } from './rivers.ts';

/** How the names of rivers are laid out at a zoom, in pixels of the tile. */
interface Layout {
  /** Distance of the names of a river. */
  readonly repeat: number;
  /** Length of the line of a name. */
  readonly length: (name: River['name']) => number;
  /** Least distance of two names of a river, as a part of the usual one. */
  readonly apart: number;
  /** Whether each name has two more positions, for views in which a symbol is in its way. */
  readonly alternatives: boolean;
}

/** A tile is drawn at one to two times its size, so the names are 180 to 360 pixels apart. */
const IN_TILES: Layout = { repeat: 180, length: () => 84, apart: 0.6, alternatives: false };

/** Closer than the tiles, where names and rivers are wider. */
const CLOSE: Layout = {
  repeat: 300,
  length: ({ en, fr }) => 20 + 8.5 * Math.max(en.length, fr.length),
  apart: 0.7,
  alternatives: true,
};

/** Closest zoom at which villages are so dense that a name needs more than one position. */
const LAST_ALTERNATIVES = 11;

/**
 * Distance of the other two positions of a name from its own, as a part of the length of its line.
 * All three overlap, so that the map shows one of them.
 */
const ALTERNATIVE = 0.33;

/** Maximum distance between the line of a name and its river, in pixels: the letters cover the river. */
const OFF_RIVER_PX = 5;
/** Largest deviation of the line of a name in a close view, in pixels. */
const SMOOTH_PX = 0.6;

/** A river, and one of its lines in the unit square. */
export interface NamedLine {
  readonly river: River;
  readonly line: Line;
}

/**
 * Returns the parts of rivers that are long and straight enough for a name at a zoom of the tiles,
 * in units of the square.
 */
export function nameLines(rivers: readonly RiverLine[], zoom: number): NamedLine[] {
  const lines = rivers.map(({ river, line }) => ({ river, line: line.map(toMercator) }));
  return layOut(joined(lines, 1e-6), zoom, IN_TILES);
}

/**
 * Returns these parts at a zoom that is closer than the tiles, on the lines that are drawn there. In
 * an area of water, only the largest river has its name.
 */
export function closeNameLines(
  rivers: readonly NamedLine[],
  areas: readonly Polygon[],
  zoom: number,
): NamedLine[] {
  const ownAreas = areas.map((area) => {
    const within = rivers.filter(
      ({ line }) =>
        overlaps(boundsOf(area[0]!), boundsOf(line)) && linesInside([line], [area]).length > 0,
    );
    return { area, rank: Math.min(...within.map(({ river }) => river.rank)) };
  });
  const own = joined(rivers, 1e-8).flatMap(({ river, line }) => {
    const others = ownAreas.filter(
      ({ area, rank }) => rank < river.rank && overlaps(boundsOf(area[0]!), boundsOf(line)),
    );
    const outside = linesOutside(
      [line],
      others.map(({ area }) => area),
    );
    return outside.map((part) => ({ river, line: part }));
  });
  const pixel = 1 / (512 * 2 ** zoom);
  const layout = { ...CLOSE, alternatives: zoom <= LAST_ALTERNATIVES };
  return layOut(own, zoom, layout).map(({ river, line }) => ({
    river,
    line: simplifyLine(line, SMOOTH_PX * pixel),
  }));
}

/** Joins the lines of each river. */
function joined(rivers: readonly NamedLine[], grid: number): NamedLine[] {
  const byId = new Map(rivers.map(({ river }) => [river.id, river]));
  return Array.from(byId.values()).flatMap((river) => {
    const parts = rivers.filter((part) => part.river.id === river.id).map(({ line }) => line);
    return mergeLines(parts, grid).map((line) => ({ river, line }));
  });
}

function layOut(rivers: readonly NamedLine[], zoom: number, layout: Layout): NamedLine[] {
  const pixel = 1 / (512 * 2 ** zoom);
  const repeat = layout.repeat * pixel;
  const names = rivers.flatMap(({ river, line }) => {
    const window = layout.length(river.name) * pixel;
    const smooth = simplifyLine(line, 2 * pixel);
    const length = lineLength(smooth);
    if (length < window) return [];
    const places = Math.max(1, Math.round(length / repeat));
    return Array.from({ length: places }, (_, i) => {
      const [start, end] = [(i * length) / places, ((i + 1) * length) / places];
      const best = bestPart(smooth, start, end, window);
      const others = layout.alternatives ? besides(smooth, best.from, window) : [];
      const lines = [best, ...others].filter(({ off }) => off <= OFF_RIVER_PX * pixel);
      return { river, lines: lines.map((part) => part.line) };
    }).filter(({ lines }) => lines.length > 0);
  });
  // Two parts of a river that meet may have their names side by side.
  const kept = new Map<River, Line[][]>();
  for (const { river, lines } of names) {
    const others = kept.get(river) ?? [];
    kept.set(river, others);
    const isNear = ([other]: Line[]): boolean =>
      distance(middleOfLine(other!), middleOfLine(lines[0]!)) < layout.apart * repeat;
    if (!others.some(isNear)) others.push(lines);
  }
  return Array.from(kept, ([river, placed]) =>
    inOrder(placed).map((line) => ({ river, line })),
  ).flat();
}

/** Returns the first positions of all names, then the others: the map tests them in this order. */
const inOrder = (placed: readonly Line[][]): Line[] => [
  ...placed.map(([first]) => first!),
  ...placed.flatMap(([, ...others]) => others),
];

const middleOfLine = (line: Line): Point => line[line.length >> 1]!;

/** The line of a name, where it begins on the river, and its maximum distance from the river. */
interface Fitted {
  readonly line: Line;
  readonly from: number;
  readonly off: number;
}

/**
 * Returns the smooth line of a name between two distances along a river: the one that leaves the
 * river least.
 */
function bestPart(line: Line, from: number, to: number, window: number): Fitted {
  const room = Math.max(0, to - from - window);
  const candidates = Array.from({ length: 9 }, (_, i): Fitted => {
    // Parts near the middle are tested first, so that they are preferred to equally good parts.
    const share = 0.5 + (i % 2 === 0 ? i : -i - 1) / 20;
    return fit(line, from + room * share, window);
  });
  return candidates.reduce((best, next) => (next.off < 0.9 * best.off ? next : best));
}

/** Returns the lines of a name a little upstream and downstream of the one that begins at `from`. */
function besides(line: Line, from: number, window: number): Fitted[] {
  const last = lineLength(line) - window;
  return [from + ALTERNATIVE * window, from - ALTERNATIVE * window]
    .filter((start) => start >= 0 && start <= last)
    .map((start) => fit(line, start, window));
}

function fit(line: Line, from: number, window: number): Fitted {
  const course = stretchOf(line, from, from + window);
  const even = evenOut(course, window);
  return { line: even, from, off: Math.max(...even.map((point) => gapTo(course, point))) };
}

/** Returns the distance from a point to the nearest corner or side of a line. */
function gapTo(line: Line, [x, y]: Point): number {
  return Math.min(
    ...line.slice(1).map(([x2, y2], i) => {
      const [x1, y1] = line[i]!;
      const [dx, dy] = [x2 - x1, y2 - y1];
      const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1);
      const t = Math.max(0, Math.min(1, along));
      return distance([x, y], [x1 + t * dx, y1 + t * dy]);
    }),
  );
}

/** Resamples a line to 17 points and smooths it, so that letters along it do not overlap. */
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
