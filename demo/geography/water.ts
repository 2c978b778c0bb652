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
  type Line,
  type Point,
  type Polygon,
} from '../../cli/geography/geometry.ts';
import {
  broadParts,
  densify,
  joinChannels,
  pointIndex,
  smoothBanks,
  withCorridors,
} from '../../cli/geography/channels.ts';
import type { DryLand } from './dry-land.ts';
import { LAKES, type NamedWater } from './names.ts';
import type { Packages } from '../../cli/geography/packages.ts';
import { combine, dissolve, linesInside } from '../../cli/geography/polygons.ts';

/** A lake or a stretch of wide river on the unit square of web Mercator. */
export interface WaterArea {
  readonly named: NamedWater | null;
  readonly rings: Polygon;
  readonly km2: number;
  /** True for a stretch of an estuary, which the map draws as sea. */
  readonly tidal?: boolean;
}

/** Circumference of the globe at the equator, in kilometres. */
const EARTH_KM = 40_075;

/** Least size of a lake without a name that a river crosses, in km². */
const LEAST_LAKE_IN_RIVER = 100;
/** The share of a shore at sea from which a lake is a part of an estuary. */
const TIDAL = 0.15;
/** Distance of the points of rivers that are searched for in lakes, in degrees. */
const RIVER_SPACING = 0.005;

/** Boxes of lakes in a river: Pool Malebo. */
const POOLS: readonly Bounds[] = [[15.2, -4.4, 15.6, -4.1]];

/**
 * Reads the lakes that intersect `bounds`, with rounded corners and their names. Lakes in a river
 * are left out, because they are parts of its channel.
 */
export function readLakes(packages: Packages, bounds: Bounds): WaterArea[] {
  const pieces = readPieces(packages, '@geo-maps/earth-lakes-1km', bounds);
  const areas = toAreas(
    pieces.filter(([shore]) => !POOLS.some((pool) => overlaps(boundsOf(shore!), pool))),
    2,
  );
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

/**
 * Divides lakes into lakes and wide parts of rivers: those without a name, below 100 km², that a
 * river crosses. A river has no line in a lake, so it would have gaps.
 */
export function sortLakes(
  areas: readonly WaterArea[],
  rivers: readonly Line[],
): { lakes: WaterArea[]; inRivers: WaterArea[] } {
  const points = rivers.flatMap((line) => densify(line, RIVER_SPACING).map(toMercator));
  const index = pointIndex(points);
  const isInRiver = ({ named, rings: [shore, ...islands], km2 }: WaterArea): boolean =>
    named === null &&
    km2 < LEAST_LAKE_IN_RIVER &&
    index
      .search(...boundsOf(shore!))
      .some(
        (i) =>
          encloses(shore!, points[i]!) && !islands.some((island) => encloses(island, points[i]!)),
      );
  return {
    lakes: areas.filter((area) => !isInRiver(area)),
    inRivers: areas.filter(isInRiver),
  };
}

/** Marks the lakes without a name whose shore is partly at sea. */
export function markTidal(lakes: readonly WaterArea[], land: DryLand): WaterArea[] {
  return lakes.map((lake) => {
    const [shore] = lake.rings;
    const atSea = shore!.filter((point) => land.countryAt(fromMercator(point)) === null);
    return { ...lake, tidal: lake.named === null && atSea.length > TIDAL * shore!.length };
  });
}

/**
 * Reads the channels of rivers that are at least one kilometre wide, in degrees. Lakes in a river
 * are parts of its channel.
 */
export function readChannels(packages: Packages, bounds: Bounds): Polygon[] {
  return joinChannels([
    ...readPieces(packages, '@geo-maps/earth-rivers-1km', bounds),
    ...POOLS.flatMap((pool) => readPieces(packages, '@geo-maps/earth-lakes-1km', pool)),
  ]);
}

/**
 * Returns the areas of channels for the map: wide water, and the rivers between its parts. Areas
 * without a river are left out, and so are the parts in the sea. The `broad` areas are good enough to
 * be drawn close.
 */
export function channelAreas(
  channels: readonly Polygon[],
  rivers: readonly Line[],
  land: readonly Polygon[],
): { readonly wide: WaterArea[]; readonly broad: WaterArea[] } {
  const whole = withCorridors(smoothBanks(channels), rivers);
  const broad = broadParts(channels, whole).filter(
    (rings) => linesInside(rivers, [rings]).length > 0,
  );
  const dryLand = dissolve(land, 1e-7);
  const onLand = (areas: readonly Polygon[], rounds: number): WaterArea[] =>
    toAreas(combine('intersection', areas, dryLand, 1e-7), rounds);
  return { wide: onLand(whole, 2), broad: onLand(broad, 3) };
}

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
