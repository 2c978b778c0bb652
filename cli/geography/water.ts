import {
  boundsOf,
  distance,
  encloses,
  fromMercator,
  overlaps,
  polygonArea,
  roundCorners,
  toMercator,
  type Bounds,
  type Point,
  type Polygon,
} from './geometry.ts';
import { joinChannels, smoothBanks } from './channels.ts';
import { LAKES, type NamedWater } from './names.ts';
import type { Packages } from './packages.ts';
import { dissolve } from './polygons.ts';

/** A lake or a stretch of wide river on the unit square of web Mercator. */
export interface WaterArea {
  readonly named: NamedWater | null;
  readonly rings: Polygon;
  readonly km2: number;
}

/** Circumference of the globe at the equator, in kilometres. */
const EARTH_KM = 40_075;

/**
 * Reads the lakes that intersect `bounds`, with rounded corners, and with their names if the
 * package has them.
 */
export function readLakes(packages: Packages, bounds: Bounds): WaterArea[] {
  const areas = toAreas(readPieces(packages, '@geo-maps/earth-lakes-1km', bounds), 2);
  const names = new Map<WaterArea, NamedWater>();
  for (const named of LAKES) {
    const [near] = areas
      .filter(({ km2 }) => km2 > 20)
      .map((area) => ({ area, gap: reach(area.rings, named.at) }))
      .filter(({ gap }) => gap < 0.15)
      .sort((a, b) => a.gap - b.gap || b.area.km2 - a.area.km2);
    if (!near || names.has(near.area)) throw new Error(`No lake of its own lies at ${named.id}.`);
    names.set(near.area, named);
  }
  return areas.map((area) => ({ ...area, named: names.get(area) ?? null }));
}

/** Reads the channels of rivers that are at least one kilometre wide, in degrees. */
export function readChannels(packages: Packages, bounds: Bounds): Polygon[] {
  return joinChannels(readPieces(packages, '@geo-maps/earth-rivers-1km', bounds));
}

/** Returns the areas of channels for the map. */
export const channelAreas = (channels: readonly Polygon[]): WaterArea[] =>
  toAreas(smoothBanks(channels), 1);

/** Reads the outlines of the water areas of a package that intersect `bounds`, in degrees. */
export function readPieces(packages: Packages, name: string, bounds: Bounds): Polygon[] {
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

/**
 * Returns the distance from a point to the nearest corner of an area in degrees, or 0 inside the
 * area.
 */
function reach(rings: Polygon, at: Point): number {
  const corners = rings[0]!.map(fromMercator);
  if (encloses(corners, at)) return 0;
  return Math.min(...corners.map((corner) => distance(corner, at)));
}
