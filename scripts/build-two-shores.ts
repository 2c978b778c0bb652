/**
 * Builds the data of the example atlas `examples/two-shores`: the base map and the towns out of the
 * world of `create-atlas`, and the invented data. The results are committed. Run
 * `npm run two-shores` when the world or a name changes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import geodesic from 'geographiclib-geodesic';
import { PMTiles } from 'pmtiles';
import { cutBaseMap, type Feature } from '../cli/create-atlas/cut-base-map.ts';
import { readCountries, readTowns, readWaters, worldFile } from '../cli/create-atlas/read-world.ts';
import { tileRange } from '../cli/geography/cut-tiles.ts';
import { roundCorners, type Bounds, type Point } from '../cli/geography/geometry.ts';
import { PASSAGES, POSTS } from './two-shores/invented.ts';
import { COUNTRIES, CROSSINGS, SEAS, TOWNS } from './two-shores/towns.ts';
import { writePmtiles, type Tile } from '../server/pmtiles/write-pmtiles.ts';

const OUT = fileURLToPath(new URL('../examples/two-shores/data/', import.meta.url));
const BOUNDS: Bounds = [-11, 31, 12, 44.5];
/** Zooms of the relief: all of the world's. */
const ZOOMS = [0, 1, 2, 3];
/** Numbers of GeoNames that are those of a province. */
const WRONG = new Set(['El Oued', 'Sale']);
/** Least number of inhabitants of each class of towns. */
const CLASSES = { metropolis: 1_000_000, city: 300_000, town: 100_000, small: 0 } as const;

mkdirSync(join(OUT, 'base'), { recursive: true });
const world = readCountries();
const known = readTowns();
const iso3 = ['ESP', 'PRT', 'MAR', 'DZA', 'TUN'];
const { base, names } = cutBaseMap(world, readWaters(), { bounds: BOUNDS, iso3, around: 0.12 });
save('base/base.geojson', collection(base));
save('base/names.geojson', collection([...names.flatMap(nameOfCountry), ...SEAS.map(nameOfSea)]));
await cutRelief();
const towns = TOWNS.map(townOf);
save('towns.csv', table(towns.map(({ row }) => row)));
save('crossings.geojson', collection(CROSSINGS.map(crossing)));
save('passages.geojson', collection(PASSAGES.map(passage)));
save(
  'posts.csv',
  table(
    POSTS.map(({ at: [longitude, latitude], perHour, es, ar, season }) => ({
      name_es: es,
      name_ar: ar,
      season,
      per_hour: perHour,
      longitude,
      latitude,
    })),
  ),
);

function nameOfCountry({ properties, ...rest }: Feature): Feature[] {
  const country = world.countries.find(({ name }) => name.en === properties['name_en']);
  const [es, ar] = COUNTRIES[country?.iso3 ?? ''] ?? [];
  return es && ar ? [{ ...rest, properties: { kind: 'country', name_es: es, name_ar: ar } }] : [];
}

function nameOfSea([es, ar, at]: (typeof SEAS)[number]): Feature {
  const properties = { kind: 'sea', name_es: es, name_ar: ar };
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: at } };
}

/** Copies the tiles of the region. */
async function cutRelief(): Promise<void> {
  const file = readFileSync(worldFile('relief.pmtiles'));
  const archive = new PMTiles({
    getKey: () => 'relief',
    getBytes: (offset, length) =>
      Promise.resolve({ data: Uint8Array.from(file.subarray(offset, offset + length)).buffer }),
  });
  const tiles: Tile[] = [];
  for (const z of ZOOMS) {
    const [left, top, right, bottom] = tileRange(z, BOUNDS);
    for (let x = left; x <= right; x += 1)
      for (let y = top; y <= bottom; y += 1) {
        const tile = await archive.getZxy(z, x, y);
        if (tile) tiles.push({ z, x, y, data: new Uint8Array(tile.data) });
      }
  }
  const metadata = { name: 'Relief (coarse: 0.18 degrees)', encoding: 'terrarium' };
  writePmtiles(join(OUT, 'base/relief.pmtiles'), {
    tiles,
    tileType: 'webp',
    bounds: BOUNDS,
    metadata,
  });
}

interface Town {
  readonly at: Point;
  readonly es: string;
  readonly ar: string;
  readonly row: Readonly<Record<string, string | number>>;
}

function townOf([name, iso2, es, ar]: (typeof TOWNS)[number]): Town {
  const found = known.find((town) => town.name === name && town.iso2 === iso2);
  if (!found) throw new Error(`GeoNames has no town ${name} in ${iso2}.`);
  const { at, population, capital } = found;
  const size = Object.entries(CLASSES).find(([, least]) => population >= least)![0];
  const row = {
    name_es: es,
    name_ar: ar,
    country: world.countries.find((country) => country.iso2 === iso2)!.iso3.toLowerCase(),
    kind: capital === 2 ? 'capital' : size,
    population: WRONG.has(name) ? '' : population,
    longitude: at[0],
    latitude: at[1],
  };
  return { at, es, ar, row };
}

function crossing([from, to]: (typeof CROSSINGS)[number]): Feature {
  const [a, b] = [from, to].map((name) => towns.find(({ es }) => es === name)!);
  const { s12: metres = 0 } = geodesic.Geodesic.WGS84.Inverse(
    a!.at[1],
    a!.at[0],
    b!.at[1],
    b!.at[0],
  );
  const length = Math.round(metres / 1000);
  return {
    type: 'Feature',
    properties: {
      name_es: `${a!.es} – ${b!.es}`,
      name_ar: `${a!.ar} – ${b!.ar}`,
      kind: length < 80 ? 'short' : length < 230 ? 'day' : 'night',
      length,
    },
    geometry: { type: 'LineString', coordinates: [a!.at, b!.at] },
  };
}

function passage({ key, es, ar, season, ring }: (typeof PASSAGES)[number]): Feature {
  const closed = roundCorners([...ring, ring[0]!], 3).map((point) => point.map(thousandth));
  // Rounding leaves the ends of the line where they were.
  const coordinates = [[...closed.slice(1, -1), closed[1]!]];
  return {
    type: 'Feature',
    properties: { key, name_es: es, name_ar: ar, season },
    geometry: { type: 'Polygon', coordinates },
  };
}

function thousandth(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}

function collection(features: readonly Feature[]): string {
  return `${JSON.stringify({ type: 'FeatureCollection', features }).replaceAll('{"type":"Feature",', '\n{"type":"Feature",')}\n`;
}

function table(rows: readonly Readonly<Record<string, string | number>>[]): string {
  return [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row)), []]
    .map((cells) => cells.join(','))
    .join('\n');
}

function save(path: string, content: string): void {
  writeFileSync(join(OUT, path), content);
}
