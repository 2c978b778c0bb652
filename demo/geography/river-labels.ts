import {
  distance,
  lineLength,
  simplifyLine,
  toMercator,
  type Line,
  type Point,
} from '../../cli/geography/geometry.ts';
import { mergeLines } from '../../cli/geography/polygons.ts';
import type { River } from './river-names.ts';
import type { RiverLine } from './rivers.ts';

/**
 * Distance of the names of a river, in pixels of the tile. A tile is drawn at one to two times its
 * size, so the names are 180 to 360 pixels from each other on the screen.
 */
const REPEAT_PX = 180;
/** Maximum distance between the line of a name and its river, in pixels: the letters cover the river. */
const OFF_RIVER_PX = 5;

/**
 * Returns the parts of rivers that are long and straight enough for a name at a zoom, in units of
 * the square.
 */
export function nameLines(rivers: readonly RiverLine[], zoom: number): NamedLine[] {
  const pixel = 1 / (512 * 2 ** zoom);
  const window = 84 * pixel;
  const byId = new Map(rivers.map(({ river }) => [river.id, river]));
  const joined = Array.from(byId.values()).flatMap((river) => {
    const parts = rivers.filter((part) => part.river.id === river.id).map(({ line }) => line);
    return mergeLines(parts, 1e-6).map((line) => ({ river, line }));
  });
  const names = joined.flatMap(({ river, line }) => {
    const smooth = simplifyLine(line.map(toMercator), 2 * pixel);
    const length = lineLength(smooth);
    if (length < window) return [];
    const places = Math.max(1, Math.round(length / (REPEAT_PX * pixel)));
    return Array.from({ length: places }, (_, i) => {
      const [start, end] = [(i * length) / places, ((i + 1) * length) / places];
      return bestPart(smooth, start, end, window);
    }).flatMap(({ line: part, off }) =>
      off <= OFF_RIVER_PX * pixel ? [{ river, line: part }] : [],
    );
  });
  // Two parts of a river that meet may have their names side by side.
  const kept: NamedLine[] = [];
  for (const name of names) {
    const isNear = (other: NamedLine): boolean =>
      other.river.id === name.river.id &&
      distance(middleOfLine(other.line), middleOfLine(name.line)) < 0.6 * REPEAT_PX * pixel;
    if (!kept.some(isNear)) kept.push(name);
  }
  return kept;
}

/** The name of a river, along a line. */
interface NamedLine {
  readonly river: River;
  readonly line: Line;
}

const middleOfLine = (line: Line): Point => line[line.length >> 1]!;

/** The line of a name, and its maximum distance from the river. */
interface Fitted {
  readonly line: Line;
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
    const course = stretchOf(line, from + room * share, from + room * share + window);
    const even = evenOut(course, window);
    return { line: even, off: Math.max(...even.map((point) => gapTo(course, point))) };
  });
  return candidates.reduce((best, next) => (next.off < 0.9 * best.off ? next : best));
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
