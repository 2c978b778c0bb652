import type { Bounds } from 'atlas-engine';
import type { MultiPolygon, Polygon } from 'geojson';
import type { Handle } from '../../server/geometry/geos.ts';
import { clip, combine, free, polygonsOf, toGeos } from '../../cli/geography/polygons.ts';
import type { Polygon as Rings } from '../../cli/geography/geometry.ts';
import { hectares } from './area.ts';
import { COUNTRIES, type Country, type Geography } from './skeleton/geography.ts';

type Area = Polygon | MultiPolygon;

/** Grid that results are snapped to, in degrees: a tenth of a metre. */
const GRID = 1e-6;
/** Minimum size of a piece in hectares. Smaller pieces are dropped. */
const CRUMB = 200;

/** Cuts areas exactly at the borders of their country and of other areas. */
export interface Trimmer {
  /** Returns the part of an area in a country, or null if almost nothing is left. */
  inside(area: Area, country: Country): Area | null;
  /** Returns the intersection of two areas, or null if almost nothing is left. */
  within(area: Area, other: Area): Area | null;
  /** Returns the part of an area outside others, or null if almost nothing is left. */
  outside(area: Area, others: readonly Area[]): Area | null;
}

/** Creates a trimmer. It keeps the outlines of the countries in the memory of GEOS. */
export function createTrimmer({ countries }: Geography): Trimmer {
  const handles: Handle[] = countries.map((country) =>
    toGeos({ kind: 'polygon', polygons: ringsOf(country) }),
  );
  return {
    inside(area, country) {
      const handle = clip(handles[COUNTRIES.indexOf(country)]!, grown(boundsOf(area)));
      if (!handle) return null;
      const near = polygonsOf(handle);
      free(handle);
      return areaOf(combine('intersection', ringsOf(area), near, GRID));
    },
    within: (area, other) => areaOf(combine('intersection', ringsOf(area), ringsOf(other), GRID)),
    outside(area, others) {
      const box = boundsOf(area);
      const near = others.filter((other) => meet(box, boundsOf(other))).flatMap(ringsOf);
      return near.length === 0 ? area : areaOf(combine('difference', ringsOf(area), near, GRID));
    },
  };
}

/** Returns the polygons of an area as rings, shell first. */
export function ringsOf(area: Area): Rings[] {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  return polygons as unknown as Rings[];
}

/**
 * Returns an area from polygons, wound as in RFC 7946, without pieces smaller than `crumb`; null if
 * nothing is left.
 */
export function areaOf(polygons: readonly Rings[], crumb = CRUMB): Area | null {
  const kept = polygons
    .map((rings) => rings.map((ring, i) => wound(ring, i === 0)))
    .map((coordinates): Polygon => ({ type: 'Polygon', coordinates }))
    .filter((polygon) => hectares(polygon) >= crumb);
  if (kept.length <= 1) return kept[0] ?? null;
  return { type: 'MultiPolygon', coordinates: kept.map(({ coordinates }) => coordinates) };
}

function wound(ring: readonly (readonly number[])[], shell: boolean): number[][] {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    sum += ring[i - 1]![0]! * ring[i]![1]! - ring[i]![0]! * ring[i - 1]![1]!;
  }
  const places = ring.map(([lng, lat]) => [
    Math.round(lng! * 1e6) / 1e6,
    Math.round(lat! * 1e6) / 1e6,
  ]);
  return sum > 0 === shell ? places : places.toReversed();
}

const bounds = new WeakMap<Area, Bounds>();

function boundsOf(area: Area): Bounds {
  const known = bounds.get(area);
  if (known) return known;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lng, lat] of ringsOf(area).flat(2)) {
    west = Math.min(west, lng!);
    south = Math.min(south, lat!);
    east = Math.max(east, lng!);
    north = Math.max(north, lat!);
  }
  const box: Bounds = [west, south, east, north];
  bounds.set(area, box);
  return box;
}

const grown = ([west, south, east, north]: Bounds): Bounds => [
  west - 0.01,
  south - 0.01,
  east + 0.01,
  north + 0.01,
];

const meet = (a: Bounds, b: Bounds): boolean =>
  a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
