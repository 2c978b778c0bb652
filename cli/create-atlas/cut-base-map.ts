import {
  boundsOf,
  encloses,
  overlaps,
  roundCorners,
  ringArea,
  sidesOf,
  simplifyLine,
  type Bounds,
  type Line,
  type Point,
  type Polygon,
} from '../geography/geometry.ts';
import {
  buildLines,
  buildPolygons,
  decodeArcs,
  onOneSide,
  type TopoJson,
} from '../geography/topology.ts';
import type { Words, WorldCountries, WorldCountry } from './read-world.ts';

/** A feature of GeoJSON, as the files of the base map have it. */
export interface Feature {
  readonly type: 'Feature';
  readonly properties: Readonly<Record<string, string | number>>;
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

/** The default of `around`. */
const AROUND = 0.5;
/** Deviation of lines far from the region, degrees. */
const COARSE = 0.15;
/** Least area far from the region, square degrees. */
const SPECK = 0.3;
/** Deviation of lines in the region, as a share of its longer side. */
const FINE = 1 / 20_000;
/** Largest distance of a part of a country from the rest of it, degrees. */
const NEAR = 5;
/** Share of the longer side of the region around it in which countries have a name. */
const NAMED = 0.25;
/** The widest region on both sides of 180 degrees, as in the layer language. */
export const WIDEST_ACROSS = 180;
/** Number of places along each side of a box that are tried for a name. */
const TRIED = 24;

/** Returns a box with a part of its longer side around it. */
function grow([west, south, east, north]: Bounds, share: number): Bounds {
  const by = share * Math.max(east - west, north - south);
  const [least, most] = [Math.max(-90, south - by), Math.min(90, north + by)];
  // A box that crosses 180 degrees has room on both sides.
  if (east > 180) return [west - by, least, east + by, most];
  return [Math.max(-180, west - by), least, Math.min(180, east + by), most];
}

/**
 * Cuts a base map for a region: detailed in and around it, coarse in the rest of the world. The
 * shapes share arcs, which are simplified once, so neighbours match everywhere. The property `kind` is
 * land, coast, border, lake or river. `names` are the names of countries.
 */
export function cutBaseMap(
  world: WorldCountries,
  waters: TopoJson,
  region: {
    readonly bounds: Bounds;
    readonly iso3: readonly string[];
    /** Share of the longer side of the region that is detailed around it. */
    readonly around?: number;
  },
): Readonly<Record<'base' | 'names', readonly Feature[]>> {
  const near = sidesOf(grow(region.bounds, region.around ?? AROUND));
  const named = grow(region.bounds, NAMED);
  const fine =
    FINE * Math.max(region.bounds[2] - region.bounds[0], region.bounds[3] - region.bounds[1]);
  const arcs = arcsOf(world).map((arc) => thin(arc, near, fine));
  const isShown = ([ring]: Polygon): boolean =>
    reachInto(boundsOf(ring!), near) || Math.abs(ringArea(ring!)) > SPECK;
  const land = world.countries.map((country) => ({
    country,
    polygons: polygonsOf(country, arcs).filter(isShown),
  }));
  const isChosen = ({ iso3 }: WorldCountry): boolean => region.iso3.includes(iso3);
  const base = [
    ...land.map(({ country, polygons }) => {
      const part = isChosen(country) ? 'inside' : 'outside';
      return feature('MultiPolygon', polygons, { kind: 'land', iso3: country.iso3, part });
    }),
    ...bordersOf(world.countries, arcs, near),
    ...watersOf(waters, near),
  ];
  const names = land.flatMap(({ country, polygons }) =>
    nameOf(country.name, polygons, isChosen(country) ? region.bounds : named),
  );
  return {
    base: base.filter(({ geometry }) => (geometry.coordinates as unknown[]).length > 0),
    names,
  };
}

/** Returns the polygons of a country. */
function polygonsOf({ polygons }: WorldCountry, arcs: readonly Line[]): Polygon[] {
  return buildPolygons({ type: 'MultiPolygon', arcs: polygons }, arcs).map((rings) =>
    rings.map(onOwnSide),
  );
}

/** Returns the countries that have land in a box. */
export function countriesIn(world: WorldCountries, box: Bounds): WorldCountry[] {
  const arcs = arcsOf(world);
  return world.countries.filter(
    (country) =>
      country.iso3 !== '' &&
      polygonsOf(country, arcs).some((rings) => sidesOf(box).some((side) => reaches(rings, side))),
  );
}

/**
 * Returns the box around countries, to a tenth of a degree: around the largest part of each and all parts
 * that are near it, also beyond 180 degrees: then its east is above 180. `isCut` says that others were
 * left out.
 */
export function boxOf(
  world: WorldCountries,
  iso3: readonly string[],
): { readonly bounds: Bounds; readonly isCut: boolean } {
  const arcs = arcsOf(world);
  const parts = world.countries
    .filter((country) => iso3.includes(country.iso3))
    .flatMap((country) => polygonsOf(country, arcs))
    .map(([ring]) => ({ box: boundsOf(ring!), area: Math.abs(ringArea(ring!)) }))
    .sort((a, b) => b.area - a.area);
  let box = parts[0]!.box;
  let left = parts;
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    left = left.filter((part) => {
      const near = [0, 360, -360]
        .map((by) => moved(part.box, by))
        .find((each) => overlaps(each, widen(box, NEAR)));
      const isNear = near !== undefined && widthOf(join(box, near)) < WIDEST_ACROSS;
      if (isNear) box = join(box, near);
      return !isNear;
    });
  }
  const [west, south, east, north] = box[0] < -180 ? moved(box, 360) : box;
  const bounds: Bounds = [tenth(west, -1), tenth(south, -1), tenth(east, 1), tenth(north, 1)];
  return { bounds, isCut: left.length > 0 };
}

const moved = ([west, south, east, north]: Bounds, by: number): Bounds => [
  west + by,
  south,
  east + by,
  north,
];

const widthOf = ([west, , east]: Bounds): number => (west < -180 || east > 180 ? east - west : 0);

/** Returns whether a box overlaps one of others. */
const reachInto = (box: Bounds, others: readonly Bounds[]): boolean =>
  others.some((other) => overlaps(box, other));

const widen = ([west, south, east, north]: Bounds, by: number): Bounds => [
  west - by,
  south - by,
  east + by,
  north + by,
];

const join = (a: Bounds, b: Bounds): Bounds => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

const tenth = (degrees: number, side: 1 | -1): number =>
  (side * Math.ceil(side * degrees * 10)) / 10;

const arcsOf = (world: WorldCountries): Line[] =>
  decodeArcs({ ...world, objects: {} }).map(onOneSide);

const inside = ([x, y]: Point, [west, south, east, north]: Bounds): boolean =>
  x >= west && x <= east && y >= south && y <= north;

/** Returns whether polygon and box share a point: a corner of one is in the other. */
function reaches([ring, ...holes]: Polygon, box: Bounds): boolean {
  if (!overlaps(boundsOf(ring!), box)) return false;
  if (ring!.some((point) => inside(point, box))) return true;
  const middle: Point = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  return encloses(ring!, middle) && !holes.some((hole) => encloses(hole, middle));
}

/**
 * Moves the points at 180 degrees of a ring to the side of its other points. Otherwise its outline would
 * cross the whole map, as that of Russia. Antarctica is on both sides.
 */
function onOwnSide(ring: Line): Line {
  const leaps = ring.some(([x, y], i) => i > 0 && y > -80 && Math.abs(x - ring[i - 1]![0]) > 180);
  if (!leaps) return ring;
  const side = Math.sign(ring.reduce((sum, [x]) => sum + Math.sign(x), 0));
  return ring.map(([x, y]) => [Math.abs(x) > 179.99 ? side * 180 : x, y]);
}

/** Simplifies a line: finely where it is in a box, coarsely elsewhere. Its ends stay. */
function thin(line: Line, boxes: readonly Bounds[], fine: number): Line {
  const isNear = (point: Point): boolean => boxes.some((box) => inside(point, box));
  const result: Point[] = [];
  let from = 0;
  for (let i = 1; i <= line.length; i += 1) {
    const isIn = isNear(line[from]!);
    if (i < line.length && isNear(line[i]!) === isIn) continue;
    result.push(...simplifyLine(line.slice(from, i), isIn ? fine : COARSE));
    from = i;
  }
  return result;
}

/** Returns coasts, and borders between two countries, without the edges of the map at 180 degrees. */
function bordersOf(
  countries: readonly WorldCountry[],
  arcs: readonly Line[],
  near: readonly Bounds[],
): Feature[] {
  const users = new Map<number, number>();
  for (const { polygons } of countries)
    for (const arc of new Set(polygons.flat(2).map((at) => (at < 0 ? ~at : at))))
      users.set(arc, (users.get(arc) ?? 0) + 1);
  const isSeen = (line: Line): boolean => {
    const [west, south, east, north] = boundsOf(line);
    return reachInto([west, south, east, north], near) || (east - west) * (north - south) > SPECK;
  };
  const kinds = { coast: 1, border: 2 };
  return Object.entries(kinds).map(([kind, count]) => {
    const lines = [...users]
      .filter(([, number]) => number === count)
      .flatMap(([arc]) => withoutEdges(arcs[arc]!))
      .filter(isSeen);
    return feature('MultiLineString', lines, { kind });
  });
}

/** Splits a line where it follows the edge of the map, or leaps to the other side. */
function withoutEdges(line: Line): Line[] {
  const isEdge = ([x, y]: Point): boolean => Math.abs(x) > 179.98 || y < -84;
  const parts: Point[][] = [[]];
  line.forEach((point, i) => {
    const before = line[i - 1];
    const leaps = before !== undefined && Math.abs(before[0] - point[0]) > 180;
    if (leaps || (before !== undefined && isEdge(before) && isEdge(point))) parts.push([]);
    parts.at(-1)!.push(point);
  });
  return parts.filter((part) => part.length > 1);
}

/** Returns the lakes and rivers that reach into a box, with round corners. */
function watersOf(waters: TopoJson, near: readonly Bounds[]): Feature[] {
  const arcs = decodeArcs(waters);
  const lakes = waters.objects['lakes']!.geometries.flatMap((shape) =>
    buildPolygons(shape, arcs),
  ).filter(([ring]) => reachInto(boundsOf(ring!), near));
  const rivers = waters.objects['rivers']!.geometries.flatMap((shape) =>
    buildLines(shape, arcs),
  ).filter((line) => reachInto(boundsOf(line), near));
  return [
    feature(
      'MultiPolygon',
      lakes.map((rings) => rings.map((ring) => roundCorners(ring, 2))),
      { kind: 'lake' },
    ),
    feature(
      'MultiLineString',
      rivers.map((line) => roundCorners(line, 2)),
      { kind: 'river' },
    ),
  ];
}

/** Returns the name of a country at the place of its largest part in the region that is far from edges. */
function nameOf(name: Words, polygons: readonly Polygon[], bounds: Bounds): Feature[] {
  const [largest] = sidesOf(bounds)
    .flatMap((side) => polygons.map((rings) => ({ rings, region: side })))
    .filter(({ rings, region }) => reaches(rings, region))
    .sort((a, b) => Math.abs(ringArea(b.rings[0]!)) - Math.abs(ringArea(a.rings[0]!)));
  if (!largest) return [];
  const { rings, region } = largest;
  const [ring, ...holes] = rings;
  const box = boundsOf(ring!);
  const west = Math.max(box[0], region[0]);
  const south = Math.max(box[1], region[1]);
  const steps = [Math.min(box[2], region[2]) - west, Math.min(box[3], region[3]) - south];
  let best: { readonly at: Point; readonly far: number } | null = null;
  for (let i = 0; i < TRIED * TRIED; i += 1) {
    const at: Point = [
      west + (steps[0]! * ((i % TRIED) + 0.5)) / TRIED,
      south + (steps[1]! * (Math.floor(i / TRIED) + 0.5)) / TRIED,
    ];
    if (!encloses(ring!, at) || holes.some((hole) => encloses(hole, at))) continue;
    const far = Math.min(...ring!.map(([x, y]) => Math.hypot(x - at[0], y - at[1])));
    if (far > (best?.far ?? 0)) best = { at, far };
  }
  return [feature('Point', best?.at ?? ring![0]!, { name_en: name.en, name_fr: name.fr })];
}

const feature = (
  type: string,
  coordinates: unknown,
  properties: Feature['properties'],
): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates: rounded(coordinates) },
});

/** Rounds coordinates to a thousandth of a degree (100 m), which is finer than the data. */
function rounded(value: unknown): unknown {
  return Array.isArray(value) ? value.map(rounded) : Math.round(Number(value) * 1000) / 1000;
}
