import type { MapFeature, MapLayer } from '../../cli/geography/cut-tiles.ts';
import type { Geography } from './geography.ts';
import { polygonArea, simplifyLine, toMercator, type Point } from '../../cli/geography/geometry.ts';
import { innermostPoint } from '../../cli/geography/polygons.ts';
import { DEVIATION, NAME_FIELDS, named, pixelAt } from './layer-parts.ts';
import type { Attribute } from '../../cli/geography/tile-features.ts';
import { ATLAS_COUNTRIES, LABEL_POINTS } from './names.ts';
import { readNaturalEarth } from './natural-earth-places.ts';
import { symbolrank, type Place } from './places.ts';
import type { Province } from './provinces.ts';
import { ENGLISH_PROVINCES } from './province-names.ts';

/** Returns the layers of borders between provinces and of province names. */
export function provinceLayers({ provinces, provinceLines, places }: Geography): MapLayer[] {
  // The capital already has the name. Old outlines of such provinces are far too large.
  const capitals = new Set(places.filter(({ capital }) => capital === 2).map(({ name }) => name));
  const isNotNamedByCapital = ({ name }: Province): boolean => !capitals.has(name);
  const lines = Array.from(provinceLines, ([iso3, list]) => ({
    iso3,
    list: list.map((line) => line.map(toMercator)),
  }));
  return [
    {
      name: 'provinces',
      minzoom: 4,
      maxzoom: 8,
      fields: { iso3: 'String' },
      at: (zoom) =>
        lines.map(({ iso3, list }) => ({
          properties: { iso3 },
          geometry: {
            kind: 'line',
            lines: list.map((line) => simplifyLine(line, DEVIATION * pixelAt(zoom))),
          },
        })),
    },
    {
      name: 'province_labels',
      minzoom: 6,
      maxzoom: 8,
      fields: { id: 'String', ...NAME_FIELDS, iso3: 'String' },
      at: () =>
        provinces.filter(isNotNamedByCapital).map(({ id, name, iso3, polygons }) => ({
          properties: { id, ...named({ en: ENGLISH_PROVINCES[id] ?? name, fr: name }), iso3 },
          geometry: { kind: 'point', points: [toMercator(innermostPoint(polygons, 0.01))] },
        })),
    },
  ];
}

/** Returns the layers of names of countries and places. */
export function labelLayers({ world, places }: Geography): MapLayer[] {
  const coarse = world.simplify(pixelAt(4), [-180, -90, 180, 90]);
  const countryNames = world.countries.flatMap((country): (MapFeature & { size: number })[] => {
    const polygons = coarse.polygons(country);
    // A territory without an ISO code has no name on the map.
    if (polygons.length === 0 || !country.iso3) return [];
    const largest = polygons.reduce((a, b) => (polygonArea([b]) > polygonArea([a]) ? b : a));
    const at: Point = LABEL_POINTS[country.iso3]
      ? toMercator(LABEL_POINTS[country.iso3]!)
      : innermostPoint([largest], 1e-4);
    const size = Math.sqrt(polygonArea([largest]));
    return [
      {
        size,
        properties: {
          iso3: country.iso3,
          ...named(country.name),
          inside: country.inside,
          rank: sizeRank(size),
        },
        geometry: { kind: 'point', points: [at] },
      },
    ];
  });
  return [
    {
      name: 'country_labels',
      minzoom: 1,
      maxzoom: 8,
      fields: { iso3: 'String', ...NAME_FIELDS, inside: 'Boolean', rank: 'Number' },
      at: (zoom) =>
        countryNames.filter(
          ({ size, properties }) => size > 18 * pixelAt(zoom) || (properties['inside'] && zoom > 3),
        ),
    },
    {
      name: 'places',
      minzoom: 3,
      maxzoom: 8,
      fields: {
        id: 'String',
        ...NAME_FIELDS,
        country: 'String',
        class: 'String',
        capital: 'Number',
        symbolrank: 'Number',
        text_anchor: 'String',
        rank: 'Number',
        population: 'Number',
      },
      at: (zoom) =>
        places
          .filter(({ symbolrank }) => symbolrank <= (PLACE_RANKS[zoom] ?? 99))
          .map((place) => ({
            properties: placeProperties(place),
            geometry: { kind: 'point', points: [toMercator(place.at)] },
          })),
    },
    outsidePlaces(),
  ];
}

/** Returns the layer of towns in the countries around the atlas. */
function outsidePlaces(): MapLayer {
  const towns = readNaturalEarth().filter(({ iso3 }) => !ATLAS_COUNTRIES.includes(iso3));
  return {
    name: 'outside_places',
    minzoom: 5,
    maxzoom: 8,
    fields: { ...NAME_FIELDS, capital: 'Number', symbolrank: 'Number', population: 'Number' },
    at: (zoom) =>
      towns.flatMap(({ name_en: en, name_fr: fr, capital, population, at }): MapFeature[] => {
        const rank = symbolrank(capital, population);
        if (rank > OUTSIDE_RANKS[zoom]!) return [];
        return [
          {
            properties: { ...named({ en, fr }), capital, symbolrank: rank, population },
            geometry: { kind: 'point', points: [toMercator(at)] },
          },
        ];
      }),
  };
}

/** The largest `symbolrank` of a town around the atlas in a tile of each zoom. */
const OUTSIDE_RANKS: Readonly<Record<number, number>> = { 5: 9, 6: 10, 7: 13, 8: 15 };

/** The largest `symbolrank` (the least important places) in a tile of each zoom. */
const PLACE_RANKS: Readonly<Record<number, number>> = { 3: 9, 4: 10, 5: 11, 6: 15 };

/** Returns 1 for the largest countries to 5 for the smallest. */
function sizeRank(size: number): number {
  const step = [0.06, 0.035, 0.02, 0.01].findIndex((least) => size >= least);
  return step < 0 ? 5 : step + 1;
}

function placeProperties({
  id,
  name,
  iso3,
  capital,
  symbolrank,
  textAnchor,
  rank,
  population,
}: Place): Record<string, Attribute> {
  const sizes = population > 0 ? { population } : {};
  return {
    id,
    ...named({ en: name, fr: name }),
    country: iso3,
    class: 'settlement',
    capital,
    symbolrank,
    text_anchor: textAnchor,
    rank,
    ...sizes,
  };
}
