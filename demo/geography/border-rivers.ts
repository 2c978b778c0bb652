import { densify, pointIndex } from '../../cli/geography/channels.ts';
import {
  boundsOf,
  distance,
  encloses,
  lineLength,
  simplifyLine,
  within,
  type Line,
  type Point,
  type Polygon,
} from '../../cli/geography/geometry.ts';
import { pixelAt } from './layer-parts.ts';

/** A kilometre on the unit square of web Mercator, near the equator. */
const KM = 1 / 40_075;
/** Maximum distance between a border and the river that it follows: km, and pixels of the zoom. */
const NEAR_KM = 1.5;
const NEAR_PX = 2;
/** A river is not a border for less than this many pixels: there, the border crosses it. */
const LEAST_PX = 16;
const LEAST_KM = 15;
/** Length of the part in which a river becomes as wide as where it is a border, in pixels. */
const TAPER_PX = 10;

/** A part of a river: 2 where it is a border, 1 beside such a part, 0 elsewhere. */
export interface BorderPart {
  readonly border: 0 | 1 | 2;
  readonly line: Line;
}

/** Parts of borders: on land, and in rivers and lakes. */
export interface DividedBorders {
  readonly onLand: readonly Line[];
  readonly inWater: readonly Line[];
}

/**
 * Divides the lines of rivers into those that are a border, and the others. All lines are on the
 * unit square, as they are drawn at a zoom.
 */
export function divideRivers(
  rivers: readonly Line[],
  borders: readonly Line[],
  zoom: number,
): BorderPart[][] {
  const pixel = pixelAt(zoom);
  const isNear = nearTo(borders, zoom);
  return rivers.map((line) => {
    const dense = densify(line, pixel);
    const runs = closeRuns(runsOf(dense, isNear), leastAt(zoom));
    return runs.flatMap(({ is, line: run }, i): BorderPart[] => {
      if (!is) return [{ border: 0, line: plain(run) }];
      const taper = Math.min(TAPER_PX * pixel, lineLength(run) / 3);
      const [head, rest] = i > 0 ? cutAfter(run, taper) : [[], run];
      const [tail, middle] =
        i < runs.length - 1 ? cutAfter(rest.toReversed(), taper) : [[], rest.toReversed()];
      return [
        { border: 1 as const, line: plain(head) },
        { border: 2 as const, line: plain(middle.toReversed()) },
        { border: 1 as const, line: plain(tail.toReversed()) },
      ].filter((part) => part.line.length > 1);
    });
  });
}

/**
 * Divides borders at rivers and lakes. Where a border follows a river (a part with `border`), it is
 * the line of the river, so that it is in the middle of it at every zoom.
 */
export function divideBorders(
  borders: readonly Line[],
  rivers: readonly BorderPart[],
  lakes: readonly Polygon[],
  zoom: number,
): DividedBorders {
  const pixel = pixelAt(zoom);
  const inRivers = rivers.filter(({ border }) => border > 0).map(({ line }) => line);
  const isNear = nearTo(inRivers, zoom);
  const points = inRivers.flatMap((line) => densify(line, pixel));
  const index = points.length > 0 ? pointIndex(points) : null;
  const toRiver = (end: Point): Line => {
    const [nearest] = index?.neighbors(...end, 1, 2 * reachAt(zoom)) ?? [];
    return nearest === undefined ? [] : [points[nearest]!];
  };
  const isInLake = inside(lakes);
  const onLand: Line[] = [];
  const inWater: Line[] = [...inRivers];
  for (const border of borders) {
    const along = closeRuns(runsOf(densify(border, pixel), isNear), leastAt(zoom) / 2);
    along.forEach(({ is, line }, i) => {
      if (is) return;
      const start = i > 0 ? toRiver(line[0]!) : [];
      const end = i < along.length - 1 ? toRiver(line.at(-1)!) : [];
      for (const part of closeRuns(runsOf([...start, ...line, ...end], isInLake), 6 * pixel))
        (part.is ? inWater : onLand).push(plain(part.line));
    });
  }
  return { onLand, inWater };
}

const reachAt = (zoom: number): number => Math.max(NEAR_KM * KM, NEAR_PX * pixelAt(zoom));
const leastAt = (zoom: number): number => Math.max(LEAST_KM * KM, LEAST_PX * pixelAt(zoom));
/** Removes points on straight parts. */
const plain = (line: Line): Line => simplifyLine(line, 1e-9);

/** Returns a function that tells whether a point is near one of the lines. */
function nearTo(lines: readonly Line[], zoom: number): (point: Point) => boolean {
  const points = lines.flatMap((line) => densify(line, pixelAt(zoom)));
  if (points.length === 0) return () => false;
  const index = pointIndex(points);
  const reach = reachAt(zoom);
  return ([x, y]) => index.neighbors(x, y, 1, reach).length > 0;
}

function inside(areas: readonly Polygon[]): (point: Point) => boolean {
  const boxes = areas.map(([shore]) => boundsOf(shore!));
  return (point) =>
    areas.some(
      ([shore, ...islands], i) =>
        within(point, boxes[i]!) &&
        encloses(shore!, point) &&
        !islands.some((island) => encloses(island, point)),
    );
}

/** A part of a line whose points all have a property, or none of them. */
interface Run {
  readonly is: boolean;
  readonly line: Line;
}

/** Divides a line by a property of its points. Successive parts share a point. */
function runsOf(line: Line, has: (point: Point) => boolean): Run[] {
  const runs: { is: boolean; line: Point[] }[] = [];
  line.forEach((point, i) => {
    const is = has(point);
    const last = runs.at(-1);
    if (last?.is === is) last.line.push(point);
    else {
      last?.line.push(point);
      runs.push({ is, line: i > 0 ? [line[i]!] : [point] });
    }
  });
  return runs.filter((run) => run.line.length > 1);
}

/** Adds the short parts between two others of the other kind to them: first gaps, then crossings. */
function closeRuns(runs: readonly Run[], least: number): Run[] {
  const withoutGaps = merged(
    runs.map((run, i) => {
      const isGap = !run.is && i > 0 && i < runs.length - 1 && lineLength(run.line) < least;
      return isGap ? { ...run, is: true } : run;
    }),
  );
  return merged(
    withoutGaps.map((run) =>
      run.is && lineLength(run.line) < least ? { ...run, is: false } : run,
    ),
  );
}

/** Joins successive parts of the same kind. */
function merged(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    if (last?.is === run.is)
      result[result.length - 1] = { is: run.is, line: [...last.line, ...run.line.slice(1)] };
    else result.push(run);
  }
  return result;
}

/** Cuts a line at the first point that is at least `length` from its beginning. */
function cutAfter(line: Line, length: number): [head: Line, rest: Line] {
  let done = 0;
  for (let i = 1; i < line.length - 1; i += 1) {
    done += distance(line[i - 1]!, line[i]!);
    if (done >= length) return [line.slice(0, i + 1), line.slice(i)];
  }
  return [[], line];
}
