import Flatbush from 'flatbush';
import {
  boundsOf,
  distance,
  encloses,
  middleOf,
  polygonArea,
  simplifyLine,
  type Line,
  type Point,
  type Polygon,
} from './geometry.ts';
import { buffer, bufferLines, combine, linesInside, voronoiCorners } from './polygons.ts';

/** A kilometre in degrees, near the equator. */
export const KM = 0.009;
/**
 * Distance by which areas of water are expanded and then shrunk again, in degrees. It closes gaps
 * and side arms up to twice this width.
 */
const CLOSING = 0.8 * KM;
const OPENING = 0.45 * KM;
/** Minimum area of an island that splits a channel, in square degrees (about 60 km²). */
const LEAST_ISLAND = 60 * KM * KM;
const BANK_SPACING = 0.6 * KM;
/** Half the assumed width of a river between channels, in degrees. */
const CORRIDOR = 0.3 * KM;
/** Maximum distance to a channel at which a river has the assumed width, in degrees. */
const CORRIDOR_REACH = 12 * KM;
/** Radius by which the corners between a channel and a narrow river are rounded, in degrees. */
const FILLET = 0.8 * KM;
/** Half the least width of the areas that are drawn close, and of the gaps in them, in degrees. */
const BROAD = 0.9 * KM;
const BROAD_GAP = 1.5 * KM;
/** Least size of such an area, in square degrees (95 km²). */
const LEAST_BROAD = 95 * KM * KM;
/** Half the length of a narrow part of a channel between two such areas, in degrees. */
const NECK = 6 * KM;
/**
 * Factor for side arms of rivers: a point is in a side arm if a nearby point is more than this
 * number of times as far from the bank.
 */
const SIDE_ARM = 1.7;
const NEIGHBOURHOOD = 3 * KM;

/**
 * Joins pieces of wide water into channels. Narrow gaps are closed, and small islands are left out.
 */
export function joinChannels(pieces: readonly Polygon[]): Polygon[] {
  return buffer(buffer(pieces, CLOSING), -CLOSING).map(withoutSmallIslands);
}

const withoutSmallIslands = ([bank, ...islands]: Polygon): Polygon => [
  bank!,
  ...islands.filter((island) => areaOfBox(island) > LEAST_ISLAND),
];

/** A point in the middle of a river or lake. */
export interface WaterPoint {
  readonly at: Point;
  /** Distance to the bank, in kilometres. */
  readonly depth: number;
}

/**
 * Removes the parts of channels that are narrower than 900 m, because a coarse outline has spikes
 * on both banks.
 */
export function smoothBanks(channels: readonly Polygon[]): Polygon[] {
  const smooth = buffer(buffer(channels, -OPENING), OPENING);
  return smooth.map((rings) => rings.map((ring) => simplifyLine(ring, OPENING / 4)));
}

/**
 * Joins channels by the rivers between them, which get an assumed width. Channels that no river
 * joins are left out, because they are ponds and spikes of the coarse outlines.
 */
export function withCorridors(channels: readonly Polygon[], rivers: readonly Line[]): Polygon[] {
  const near = linesInside(rivers, buffer(channels, CORRIDOR_REACH));
  const corridors = bufferLines(near, CORRIDOR);
  const joined = combine('union', channels, corridors, 1e-7);
  const rounded = buffer(buffer(joined, FILLET), -FILLET);
  return rounded.filter((rings) => linesInside(rivers, [rings]).length > 0);
}

/**
 * Returns the parts of channels that are at least 1.8 km wide, with gaps up to 3 km closed and even
 * banks. The rest is a row of beads and wedges when it is drawn close. Between two broad parts near
 * each other, `whole` channels remain as narrow as they are, so that the water has no gap.
 */
export function broadParts(channels: readonly Polygon[], whole: readonly Polygon[]): Polygon[] {
  const broad = buffer(buffer(channels, -BROAD), BROAD);
  const closed = buffer(buffer(broad, BROAD_GAP), -BROAD_GAP);
  const large = closed.filter((rings) => polygonArea([rings]) > LEAST_BROAD);
  const between = buffer(buffer(large, NECK), -NECK);
  const necks = combine('intersection', combine('union', channels, whole, 1e-7), between, 1e-7);
  const joined = combine('union', large, necks, 1e-7);
  const rounded = buffer(buffer(joined, BROAD_GAP), -BROAD_GAP);
  return rounded
    .filter((rings) => polygonArea([rings]) > LEAST_BROAD)
    .map((rings) => withoutSmallIslands(rings).map((ring) => simplifyLine(ring, BROAD / 3)));
}

/**
 * Returns points along the middle of channels (corners of the Voronoi cells of the bank), in
 * degrees.
 */
export function middlePoints(channels: readonly Polygon[]): WaterPoint[] {
  return channels.flatMap((rings) => {
    const banks = rings.flatMap((ring) => densify(ring, BANK_SPACING));
    const inside = voronoiCorners(banks).filter((corner) => liesIn(corner, rings));
    if (inside.length === 0) return [{ at: middleOf(rings[0]!), depth: 0 }];
    const index = pointIndex(banks);
    const points = inside.map((at): WaterPoint => {
      const [nearest] = index.neighbors(...at, 1);
      return { at, depth: distance(at, banks[nearest!]!) / KM };
    });
    const others = pointIndex(inside);
    return points.filter(({ at, depth }) =>
      others
        .neighbors(...at, Infinity, NEIGHBOURHOOD)
        .every((other) => points[other]!.depth < SIDE_ARM * depth),
    );
  });
}

/** Creates an index of points for searches by distance. */
export function pointIndex(points: Line): Flatbush {
  const index = new Flatbush(points.length);
  for (const [x, y] of points) index.add(x, y);
  index.finish();
  return index;
}

/** Adds points to a line, so that no point is farther than `spacing` from the next. */
export function densify(line: Line, spacing: number): Line {
  return line.flatMap((point, i) => {
    const before = line[i - 1];
    if (!before) return [point];
    const steps = Math.ceil(distance(before, point) / spacing);
    return Array.from({ length: steps }, (_, n): Point => {
      const t = (n + 1) / steps;
      return t === 1
        ? point
        : [before[0] + t * (point[0] - before[0]), before[1] + t * (point[1] - before[1])];
    });
  });
}

function liesIn(point: Point, [bank, ...islands]: Polygon): boolean {
  return encloses(bank!, point) && !islands.some((island) => encloses(island, point));
}

function areaOfBox(ring: Line): number {
  const [west, south, east, north] = boundsOf(ring);
  return (east - west) * (north - south);
}
