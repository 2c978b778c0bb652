import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadImage, createCanvas } from '@napi-rs/canvas';
import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile';
import type { Feature, FeatureCollection, MultiPolygon, Point as GeoPoint } from 'geojson';
import { load } from 'js-yaml';
import { PbfReader } from 'pbf';
import { PMTiles, type Source } from 'pmtiles';
import { beforeAll, describe, expect, it } from 'vitest';
import { tileRange } from '../../../../cli/geography/cut-tiles.ts';
import {
  polygonArea,
  ringArea,
  toMercator,
  type Line,
  type Polygon,
} from '../../../../cli/geography/geometry.ts';
import { combine, isValid } from '../../../../cli/geography/polygons.ts';
import { readOrigins } from '../../../../cli/geography/packages.ts';
import { NIGHTLY } from '../../../size.ts';

const CONFIG = fileURLToPath(new URL('../../../../atlas.config/', import.meta.url));
const FOLDER = `${CONFIG}data/geography/`;
/** Corners of the countries of the atlas, in degrees. */
const REGION_CORNERS = [
  [8.3, -13.5],
  [31.4, 11.5],
] as const;
const COUNTRIES = ['CAF', 'CMR', 'COD', 'COG', 'GAB', 'GNQ'];

const readJson = <T>(name: string): T => JSON.parse(readFileSync(`${FOLDER}${name}`, 'utf8')) as T;
const features = (name: string): Feature[] => readJson<FeatureCollection>(name).features;
const polygonsOf = ({ geometry }: Feature): Polygon[] =>
  (geometry as MultiPolygon).coordinates as unknown as Polygon[];

function openArchive(name: string): { archive: PMTiles; bytes: Buffer } {
  const bytes = readFileSync(`${FOLDER}${name}`);
  const source: Source = {
    getKey: () => name,
    getBytes: (offset, length) =>
      Promise.resolve({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
  };
  return { archive: new PMTiles(source), bytes };
}

/** Iterates over all existing tiles of a zoom. */
async function* tilesAt(
  archive: PMTiles,
  z: number,
): AsyncGenerator<{ x: number; y: number; data: Uint8Array }> {
  for (let x = 0; x < 2 ** z; x += 1) {
    for (let y = 0; y < 2 ** z; y += 1) {
      const answer = await archive.getZxy(z, x, y);
      if (answer) yield { x, y, data: new Uint8Array(answer.data) };
    }
  }
}

const readTile = (data: Uint8Array): VectorTile => new VectorTile(new PbfReader(data));

describe('the tiles of the base map', () => {
  const { archive, bytes } = openArchive('base.pmtiles');

  it('hold no invalid polygon', async () => {
    let checked = 0;
    for (let zoom = 0; zoom <= 8; zoom += 1) {
      let number = 0;
      for await (const { x, y, data } of tilesAt(archive, zoom)) {
        number += 1;
        if (!NIGHTLY && number % 10 !== 1) continue;
        for (const [name, layer] of Object.entries(readTile(data).layers)) {
          for (const polygons of polygonsIn(layer)) {
            checked += polygons.length;
            expect(isValid(polygons), `${name} in ${zoom}/${x}/${y}`).toBe(true);
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(500);
  });

  it('have no line that runs around the world', async () => {
    let longest = 0;
    for await (const { data } of tilesAt(archive, 0)) {
      const layer = readTile(data).layers['borders']!;
      for (let i = 0; i < layer.length; i += 1) {
        for (const line of layer.feature(i).loadGeometry())
          line.forEach(({ x }, at) => {
            longest = Math.max(longest, Math.abs(x - (line[at - 1]?.x ?? x)));
          });
      }
    }
    // The tile is 4096 wide; the longest straight border follows 49° N across North America.
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThan(4096 / 12);
  });

  it('have exactly the layers and fields that the source declares', async () => {
    const { sources } = load(readFileSync(`${CONFIG}base/sources.yaml`, 'utf8')) as {
      sources: { id: string; fields?: Record<string, Record<string, string>> }[];
    };
    const declared = sources.find(({ id }) => id === 'geography')!.fields!;
    const found: Record<string, Set<string>> = {};
    for (let zoom = 0; zoom <= 8; zoom += 1) {
      for await (const { data } of tilesAt(archive, zoom)) {
        for (const [name, layer] of Object.entries(readTile(data).layers)) {
          const fields = (found[name] ??= new Set());
          for (let i = 0; i < layer.length; i += 1) {
            for (const field of Object.keys(layer.feature(i).properties)) fields.add(field);
          }
        }
      }
    }
    expect(Object.keys(found).sort()).toEqual(Object.keys(declared).sort());
    for (const [name, fields] of Object.entries(found)) {
      expect([name, [...fields].sort()]).toEqual([name, Object.keys(declared[name]!).sort()]);
    }
  });

  it('cost the first view less than 100 kB on a screen of 1280 by 800', async () => {
    // Home fits a screen without the panel at zoom 5.02: the tiles of zoom 5 around 20 E, 2.7 N.
    const [centreX, centreY] = toMercator([20, 2.7]);
    const [halfX, halfY] = [640, 400].map((pixels) => pixels / (512 * 2 ** 5.02));
    const header = await archive.getHeader();
    let [sum, requests] = [0, 0];
    for (let x = Math.floor((centreX - halfX!) * 32); x <= (centreX + halfX!) * 32; x += 1) {
      for (let y = Math.floor((centreY - halfY!) * 32); y <= (centreY + halfY!) * 32; y += 1) {
        const { gzipSync } = await import('node:zlib');
        const tile = await archive.getZxy(5, x, y);
        if (!tile) continue;
        sum += gzipSync(new Uint8Array(tile.data), { level: 9 }).length;
        requests += 1;
      }
    }
    expect(header.rootDirectoryLength + header.jsonMetadataLength).toBeLessThan(16_384);
    expect(requests).toBeLessThanOrEqual(12);
    expect(sum + 16_384).toBeLessThan(100_000);
    expect(bytes.length).toBeLessThan(2_500_000);
  });

  it('mark the disputed border of Abyei', async () => {
    const [x, y] = toMercator([28.6, 10.16]).map((part) => Math.floor(part * 2 ** 6));
    const borders = readTile(new Uint8Array((await archive.getZxy(6, x!, y!))!.data)).layers[
      'borders'
    ]!;
    const kinds = Array.from(
      { length: borders.length },
      (_, i) => borders.feature(i).properties['kind'],
    );
    expect(kinds).toContain('disputed');
  });

  it('cover the surroundings of the region that a wide screen shows', async () => {
    for (const [zoom, degrees] of [
      [5, 21],
      [6, 10.5],
      [7, 5.2],
      [8, 2.6],
    ] as const) {
      const view = [8 - degrees, -14 - degrees / 2, 32 + degrees, 12 + degrees / 2] as const;
      const [minx, miny, maxx, maxy] = tileRange(zoom, view);
      for (const [x, y] of [
        [minx, miny],
        [maxx, miny],
        [minx, maxy],
        [maxx, maxy],
      ] as const) {
        expect(await archive.getZxy(zoom, x, y), `${zoom}/${x}/${y}`).toBeDefined();
      }
    }
  });

  it('name every river, lake, sea and country in English and French', async () => {
    const names = new Map<string, string>();
    for (const zoom of [4, 6, 8]) {
      for await (const { data } of tilesAt(archive, zoom)) {
        const { layers } = readTile(data);
        for (const name of [
          'water_labels',
          'country_labels',
          'places',
          'outside_places',
          'province_labels',
        ]) {
          const layer = layers[name];
          for (let i = 0; i < (layer?.length ?? 0); i += 1) {
            const { name_en: english, name_fr: french } = layer!.feature(i).properties;
            expect(english).toEqual(expect.stringMatching(/\S/));
            expect(french).toEqual(expect.stringMatching(/\S/));
            names.set(String(english), String(french));
          }
        }
      }
    }
    expect(names.get('Ubangi')).toBe('Oubangui');
    expect(names.get('Kasai')).toBe('Kasaï');
    expect(names.get('Benue')).toBe('Bénoué');
    expect(names.get('Lake Tanganyika')).toBe('Lac Tanganyika');
    expect(names.get('Atlantic Ocean')).toBe('Océan Atlantique');
    expect(names.get('South Sudan')).toBe('Soudan du Sud');
    expect(names.get('Juba')).toBe('Djouba');
    for (const river of [
      'Congo',
      'Lualaba',
      'Sangha',
      'Kwango',
      'Sanaga',
      'Ogooué',
      'Uele',
      'Aruwimi',
    ]) {
      expect(names.has(river), river).toBe(true);
    }
    for (const text of [...names.keys(), ...names.values()]) expect(text).not.toContain("'");
  });
});

describe('the skeleton for generators', () => {
  let countries: Map<string, Polygon[]>;
  beforeAll(() => {
    countries = new Map(
      features('countries.geojson').map((each) => [
        String(each.properties!['iso3']),
        polygonsOf(each),
      ]),
    );
  });

  it('has the six countries', () => {
    expect([...countries.keys()].sort()).toEqual(COUNTRIES);
  });

  it('has provinces that fill their country, do not overlap and have distinct ids', () => {
    const provinces = features('provinces.geojson');
    expect(new Set(provinces.map(({ id }) => id)).size).toBe(provinces.length);
    expect(provinces.filter(({ properties }) => properties!['iso3'] === 'COD')).toHaveLength(26);
    for (const iso3 of COUNTRIES) {
      const parts = provinces
        .filter(({ properties }) => properties!['iso3'] === iso3)
        .map(polygonsOf);
      const outline = countries.get(iso3)!;
      const whole = polygonArea(outline);
      const sum = parts.reduce((area, part) => area + polygonArea(part), 0);
      expect(sum / whole, iso3).toBeCloseTo(1, 3);
      for (const part of parts) {
        const inside = polygonArea(combine('intersection', part, outline, 1e-7));
        expect(inside / polygonArea(part)).toBeGreaterThan(0.998);
      }
    }
  });

  it('has 449 places in the box of their country, six of them capitals', () => {
    const places = features('places.geojson');
    expect(places).toHaveLength(449);
    expect(new Set(places.map(({ id }) => id)).size).toBe(449);
    const capitals = places.filter(({ properties }) => properties!['capital'] === 2);
    expect(capitals.map(({ properties }) => String(properties!['name'])).sort()).toEqual([
      'Bangui',
      'Brazzaville',
      'Kinshasa',
      'Libreville',
      'Malabo',
      'Yaoundé',
    ]);
    for (const { geometry, properties } of places) {
      const [lng, lat] = (geometry as GeoPoint).coordinates as [number, number];
      expect(COUNTRIES).toContain(properties!['country']);
      // Annobón (Equatorial Guinea) is west of the region, Kousséri (Cameroon) north of it.
      expect(lng > 5.6 && lng < 32 && lat > -14 && lat < 13.1).toBe(true);
    }
  });

  it('has valid rings, outer ones counter-clockwise (RFC 7946)', () => {
    for (const name of ['countries', 'provinces', 'lakes']) {
      for (const each of features(`${name}.geojson`)) {
        const polygons = polygonsOf(each);
        expect(isValid(polygons), String(each.id)).toBe(true);
        for (const rings of polygons) {
          rings.forEach((ring, i) => expect(ringArea(ring) > 0).toBe(i === 0));
        }
      }
    }
  });

  it('is within the region', () => {
    for (const name of ['rivers', 'lakes', 'countries']) {
      const points = features(`${name}.geojson`).flatMap(({ geometry }) =>
        (geometry as MultiPolygon).coordinates.flat(3),
      );
      const flat = points as unknown as number[];
      expect(flat.length, name).toBeGreaterThan(100);
      if (name === 'countries') continue;
      flat.forEach((value, i) =>
        expect(i % 2 === 0 ? value >= 8 && value <= 32 : value >= -14 && value <= 12).toBe(true),
      );
    }
  });
});

describe.each(['relief.pmtiles', 'blue-marble.pmtiles'])('the pictures of %s', (name) => {
  it('cover what a screen of 1280 by 800 shows around the region', async () => {
    const { archive } = openArchive(name);
    for (const [zoom, centres] of [
      [3, [[20, 1]]],
      [4, REGION_CORNERS],
      [5, REGION_CORNERS],
    ] as const) {
      const [halfX, halfY] = [640, 400].map((pixels) => pixels / (512 * 2 ** zoom));
      for (const centre of centres) {
        const [x, y] = toMercator(centre);
        for (const at of [
          [x - halfX!, y - halfY!],
          [x + halfX!, y + halfY!],
        ]) {
          const [column, row] = at.map((part) => Math.floor(part * 2 ** zoom));
          expect(
            await archive.getZxy(zoom, column!, row!),
            `${zoom}/${column}/${row}`,
          ).toBeTruthy();
        }
      }
    }
  });
});

describe('the relief', () => {
  const { archive } = openArchive('relief.pmtiles');
  const heightAt = async (lng: number, lat: number): Promise<number> => {
    const [x, y] = toMercator([lng, lat]).map((part) => part * 32) as [number, number];
    const tile = await archive.getZxy(5, Math.floor(x), Math.floor(y));
    const image = await loadImage(Buffer.from(tile!.data));
    const context = createCanvas(256, 256).getContext('2d');
    context.drawImage(image, 0, 0);
    const [red, green, blue] = context.getImageData(
      Math.floor((x % 1) * 256),
      Math.floor((y % 1) * 256),
      1,
      1,
    ).data;
    return red! * 256 + green! + blue! / 256 - 32_768;
  };

  it('is high on the mountains, low in the basin and 0 at sea', async () => {
    expect(await heightAt(29.87, 0.38)).toBeGreaterThan(1500); // Ruwenzori
    expect(await heightAt(14.5, 6.8)).toBeGreaterThan(800); // Adamawa
    expect(await heightAt(18.3, 0.05)).toBeGreaterThan(200); // Mbandaka, 320 m
    expect(await heightAt(18.3, 0.05)).toBeLessThan(500);
    expect(await heightAt(8.5, -3)).toBe(0);
  });
});

describe('the land cover', () => {
  it('has every class, forest in the basin, savanna at Maroua, water on the lake', async () => {
    const about = readJson<{
      bounds: number[];
      width: number;
      height: number;
      classes: Record<string, number>;
    }>('landcover.json');
    const image = await loadImage(`${FOLDER}landcover.png`);
    expect([image.width, image.height]).toEqual([about.width, about.height]);
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const [west, south, east, north] = about.bounds as [number, number, number, number];
    const classAt = (lng: number, lat: number): number =>
      context.getImageData(
        Math.floor(((lng - west) / (east - west)) * about.width),
        Math.floor(((north - lat) / (north - south)) * about.height),
        1,
        1,
      ).data[0]!;
    expect(classAt(22, -1)).toBe(about.classes['dense']);
    expect(classAt(14.3, 10.6)).toBe(about.classes['savanna']);
    expect(classAt(29.5, -6.2)).toBe(about.classes['lake']);
    expect(classAt(8.5, -3)).toBe(about.classes['sea']);
    const seen = new Set<number>();
    const { data } = context.getImageData(0, 0, about.width, about.height);
    for (let i = 0; i < data.length; i += 4) seen.add(data[i]!);
    expect([...seen].sort()).toEqual(Object.values(about.classes).sort());
  });
});

describe('the provenance', () => {
  it('names every origin with version, licence and use, and every file', () => {
    const { files, origins } = readJson<{ files: Record<string, string>; origins: unknown[] }>(
      'provenance.json',
    );
    const known = readOrigins(new URL('../../../../demo/geography/origins.json', import.meta.url));
    expect(origins).toEqual(known);
    const page = readFileSync(`${FOLDER}PROVENANCE.md`, 'utf8');
    for (const { package: name, version, licence } of known) {
      expect(page).toContain(`${name} ${version}`);
      expect(page).toContain(licence);
    }
    for (const name of Object.keys(files))
      expect(() => readFileSync(`${FOLDER}${name}`)).not.toThrow();
  });
});

/** Returns the polygons of each polygon feature of a layer, in tile units. */
function polygonsIn(layer: VectorTileLayer): Polygon[][] {
  const found: Polygon[][] = [];
  for (let i = 0; i < layer.length; i += 1) {
    const feature = layer.feature(i);
    if (feature.type !== 3) continue;
    const polygons: Line[][] = [];
    for (const ring of feature.loadGeometry()) {
      const line = ring.map(({ x, y }): [number, number] => [x, y]);
      if (ringArea(line) > 0) polygons.push([line]);
      else polygons.at(-1)!.push(line);
    }
    found.push(polygons);
  }
  return found;
}
