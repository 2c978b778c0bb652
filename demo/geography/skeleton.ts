import type { FeatureCollection, Geometry } from 'geojson';
import {
  fromMercator,
  simplifyLine,
  overlaps,
  boundsOf,
  type Bounds,
  type Line,
  type Point,
  type Polygon,
  frameOf,
} from '../../cli/geography/geometry.ts';
import { combine, linesWithin } from '../../cli/geography/polygons.ts';
import type { Geography } from './geography.ts';
import { OTHER_NAMES, type Name } from './names.ts';
import { ENGLISH_PROVINCES } from './province-names.ts';

/**
 * Number of decimals of written coordinates. Four decimals are about 11 m, finer than any of the
 * sources.
 */
const DECIMALS = 4;
/** Tolerance for the edges of lakes, degrees (about 100 m), because rounded corners have many vertices. */
const LAKE_TOLERANCE = 0.001;

/** Returns the names and contents of the GeoJSON files at full resolution, clipped to the region. */
export function skeletonFiles(geography: Geography, region: Bounds): [string, string][] {
  const { world, provinces, places, rivers, lakes } = geography;
  const inside = world.countries.filter((country) => country.inside);
  return [
    file(
      'countries.geojson',
      inside.map(({ iso3, name, ...country }) =>
        feature(
          iso3.toLowerCase(),
          { iso3, ...names(name), other_names: OTHER_NAMES[iso3] ?? [] },
          multiPolygon(world.outlines({ iso3, name, ...country }, region)),
        ),
      ),
    ),
    file(
      'provinces.geojson',
      provinces.map(({ id, iso3, name, polygons }) =>
        feature(
          id,
          { iso3, ...names({ en: ENGLISH_PROVINCES[id] ?? name, fr: name }) },
          multiPolygon(polygons),
        ),
      ),
    ),
    file(
      'places.geojson',
      places.map(({ id, name, at, iso3, population, capital, rank, symbolrank, textAnchor }) =>
        feature(
          id,
          {
            ...names({ en: name, fr: name }),
            country: iso3,
            population: population || null,
            capital,
            rank,
            symbolrank,
            text_anchor: textAnchor,
          },
          { type: 'Point', coordinates: round(at) },
        ),
      ),
    ),
    file('rivers.geojson', riverFeatures(rivers, region)),
    file('lakes.geojson', lakeFeatures(lakes, region)),
  ];
}

/** Returns the numbered lines of rivers in the region. */
function riverFeatures(rivers: Geography['rivers'], region: Bounds): Feature[] {
  return rivers.flatMap(({ river: { id, name, rank }, origin, line }, i) => {
    const coordinates = linesWithin([line], region).map((part) => part.map(round));
    if (coordinates.length === 0) return [];
    return [
      feature(
        `${id}-${i + 1}`,
        { river: id, ...names(name), rank, origin },
        { type: 'MultiLineString', coordinates },
      ),
    ];
  });
}

/** Returns lakes of 2 km² and more that touch the region, the largest first. */
function lakeFeatures(lakes: Geography['lakes'], region: Bounds): Feature[] {
  return lakes
    .map(({ rings, ...lake }) => ({
      ...lake,
      rings: rings.map((ring) => simplifyLine(ring.map(fromMercator), LAKE_TOLERANCE)),
    }))
    .filter(({ rings, km2 }) => km2 >= 2 && overlaps(boundsOf(rings[0]!), region))
    .sort((a, b) => b.km2 - a.km2)
    .map(({ named, rings, km2 }, i) =>
      feature(
        named?.id ?? `lake-${i + 1}`,
        { ...(named && names(named.name)), km2: Math.round(km2) },
        multiPolygon(combine('intersection', [rings], [[frameOf(region)]], 1e-6)),
      ),
    );
}

type Feature = FeatureCollection['features'][number];

function feature(id: string, properties: Record<string, unknown>, geometry: Geometry): Feature {
  return { type: 'Feature', id, properties: { id, ...properties }, geometry };
}

/** Writes one feature per line, so that version control shows changes by feature. */
function file(name: string, features: readonly Feature[]): [string, string] {
  const lines = features.map((each) => JSON.stringify(each)).join(',\n');
  return [name, `{"type":"FeatureCollection","features":[\n${lines}\n]}\n`];
}

const names = ({ en, fr }: Name) => ({ name: en, name_en: en, name_fr: fr });

const round = ([x, y]: Point): [number, number] => [
  Number(x.toFixed(DECIMALS)),
  Number(y.toFixed(DECIMALS)),
];

/** Orients outer rings counter-clockwise and holes clockwise (RFC 7946, 3.1.6). */
function multiPolygon(polygons: readonly Polygon[]): Geometry {
  const coordinates = snapped(polygons).map((rings) =>
    rings.map((ring, i) =>
      (isCounterClockwise(ring) === (i === 0) ? ring : ring.toReversed()).map(round),
    ),
  );
  return { type: 'MultiPolygon', coordinates };
}

/** Rounds coordinates with GEOS, which keeps polygons valid; plain rounding may make rings cross. */
function snapped(polygons: readonly Polygon[]): Polygon[] {
  return combine('union', polygons, polygons, 10 ** -DECIMALS);
}

function isCounterClockwise(ring: Line): boolean {
  return ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i]![0] * y - x * ring[i]![1], 0) > 0;
}
