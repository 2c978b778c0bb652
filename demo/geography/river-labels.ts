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
 * Returns the parts of rivers that are long and straight enough for a name at a zoom, in units of
 * the square. Names of long rivers are repeated every 450 pixels.
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
    const smooth = simplifyLine(line.map(toMercator), 8 * pixel);
    const length = lineLength(smooth);
    if (length < window) return [];
    const places = Math.max(1, Math.round(length / (450 * pixel)));
    return Array.from({ length: places }, (_, i) => {
      const [start, end] = [(i * length) / places, ((i + 1) * length) / places];
      return { river, line: evenOut(straightest(smooth, start, end, window), window) };
    });
  });
  // Two parts of a river that meet may have their names side by side.
  const kept: NamedLine[] = [];
  for (const name of names) {
    const isNear = (other: NamedLine): boolean =>
      other.river.id === name.river.id &&
      distance(middleOfLine(other.line), middleOfLine(name.line)) < 225 * pixel;
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

/**
 * Returns the straightest part of the given length between two distances along a line: the one
 * whose ends are farthest apart.
 */
function straightest(line: Line, from: number, to: number, window: number): Line {
  const room = Math.max(0, to - from - window);
  const candidates = Array.from({ length: 9 }, (_, i) => {
    // Parts near the middle are tested first, so that they are preferred to equally straight parts.
    const share = 0.5 + (i % 2 === 0 ? i : -i - 1) / 20;
    return stretchOf(line, from + room * share, from + room * share + window);
  });
  const directness = (chain: Line): number => distance(chain[0]!, chain.at(-1)!) / window;
  return candidates.reduce((best, next) =>
    directness(next) > directness(best) + 0.02 ? next : best,
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
