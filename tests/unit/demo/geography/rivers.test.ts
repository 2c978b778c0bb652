import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile';
import type { FeatureCollection, MultiLineString, MultiPolygon } from 'geojson';
import { PbfReader } from 'pbf';
import { PMTiles, type Source } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { densify, KM, pointIndex } from '../../../../cli/geography/channels.ts';
import {
  distance,
  lineLength,
  ringArea,
  type Line,
  type Point,
  type Polygon,
} from '../../../../cli/geography/geometry.ts';
import { linesOutside } from '../../../../cli/geography/polygons.ts';
import { RIVERS } from '../../../../demo/geography/river-names.ts';
import { SOURCE } from '../../../../demo/geography/rivers.ts';

const FOLDER = fileURLToPath(new URL('../../../../atlas.config/data/geography/', import.meta.url));

function features(name: string): FeatureCollection['features'] {
  return (JSON.parse(readFileSync(`${FOLDER}${name}`, 'utf8')) as FeatureCollection).features;
}

/** Returns the points of some rivers, with points added so that they are at most 300 m apart. */
function pointsOf(...rivers: readonly string[]): Line {
  return features('rivers.geojson')
    .filter(({ properties }) => rivers.includes(String(properties!['river'])))
    .flatMap(({ geometry }) => (geometry as MultiLineString).coordinates as unknown as Line[])
    .flatMap((line) => densify(line, 0.3 * KM));
}

const RINGS = features('countries.geojson').flatMap(
  ({ geometry }) => (geometry as MultiPolygon).coordinates.flat() as unknown as Line[],
);

/** Returns the distance from a point to the nearest of other points, in km. */
function gap([x, y]: Point, others: Line, index = pointIndex(others)): number {
  const [nearest] = index.neighbors(x, y, 1);
  return distance([x, y], others[nearest!]!) / KM;
}

describe('the rivers of the shipped base map', () => {
  it.each([
    ['ivindo', 'ogooue'],
    ['ubangi', 'congo'],
    ['sangha', 'congo'],
    ['aruwimi', 'congo'],
    ['kasai', 'congo'],
    ['kwango', 'kasai'],
    ['kwilu', 'kwango'],
    ['fimi', 'kasai'],
    ['sankuru', 'kasai'],
    ['lulua', 'kasai'],
    ['mbomou', 'uele'],
    ['uele', 'ubangi'],
    ['luvua', 'lualaba'],
    ['lualaba', 'congo'],
    ['mbam', 'sanaga'],
    ['dja', 'ngoko'],
    ['ngoko', 'sangha'],
    ['lobaye', 'ubangi'],
    ['lukenie', 'fimi'],
    ['lomami', 'congo'],
    ['ituri', 'aruwimi'],
    ['niari', 'kouilou'],
    ['ngounie', 'ogooue'],
    ['tshuapa', 'busira'],
    ['djerem', 'lom'],
  ])('%s reaches %s', (river, into) => {
    const target = pointsOf(into);
    const index = pointIndex(target);
    const nearest = Math.min(...pointsOf(river).map((point) => gap(point, target, index)));
    expect(nearest).toBeLessThan(0.4);
  });

  it('meet the rivers that they meet in Natural Earth', () => {
    const source = (
      JSON.parse(readFileSync(SOURCE, 'utf8')) as FeatureCollection<MultiLineString>
    ).features.flatMap(({ properties, geometry }) => {
      const river = RIVERS.get(String(properties!['name'] ?? properties!['rivernum']));
      return river ? [{ id: river.id, lines: geometry.coordinates as unknown as Line[] }] : [];
    });
    const isInside = ([x, y]: Point): boolean => x > 8.3 && x < 31.7 && y > -13.7 && y < 11.7;
    let meetings = 0;
    for (const { id, lines } of source)
      for (const end of lines.flatMap((line) => [line[0]!, line.at(-1)!]).filter(isInside)) {
        const met = source.filter(
          (other) => other.id !== id && other.lines.flat().some((at) => distance(at, end) < 1e-3),
        );
        for (const other of met) {
          meetings += 1;
          // A part may have another name here. Then the two are not found at this end.
          const near = (river: string): Line =>
            pointsOf(river).filter((at) => distance(at, end) < 25 * KM);
          const [own, others] = [near(id), near(other.id)];
          if (own.length === 0 || others.length === 0) continue;
          const index = pointIndex(others);
          const nearest = Math.min(...own.map((at) => gap(at, others, index)));
          expect(nearest, `${id} and ${other.id} at ${end.join()}`).toBeLessThan(0.4);
        }
      }
    expect(meetings).toBeGreaterThan(60);
  });

  it.each(['Dja', 'Lobaye', 'Lukenie', 'Lomami', 'Ituri', 'Niari', 'Tshuapa', 'Mbam', 'Inkisi'])(
    'have the %s',
    (name) => {
      const named = features('rivers.geojson').filter(
        ({ properties }) => properties!['name_en'] === name,
      );
      expect(named.length).toBeGreaterThan(0);
    },
  );

  it.each(['Nyong', 'Ntem', 'Cross', 'Wouri', 'Ulindi'])(
    'lack the %s, or its upper course, which the provenance says',
    (name) => {
      expect(readFileSync(`${FOLDER}PROVENANCE.md`, 'utf8')).toContain(name);
      const drawn = features('rivers.geojson').filter(
        ({ properties }) => properties!['name_en'] === name,
      );
      expect(drawn.map(({ properties }) => properties!['origin'])).toEqual(
        name === 'Ulindi' ? ['traced'] : [],
      );
    },
  );

  it.each(['congo', 'ogooue', 'sanaga', 'kouilou', 'mbini'])('%s reaches the sea', (river) => {
    const shore = RINGS.flat();
    const index = pointIndex(shore);
    const nearest = Math.min(...pointsOf(river).map((point) => gap(point, shore, index)));
    expect(nearest).toBeLessThan(0.4);
  });

  it('run along the border where they are one, never beside it', () => {
    const rivers = pointsOf('congo', 'ubangi');
    const index = pointIndex(rivers);
    // The points of the border along the Congo from Pool Malebo to the mouth of the Ubangi, and
    // along the Ubangi up to 4° N.
    const border = RINGS.flatMap((ring) => densify(ring, KM)).filter(
      ([lng, lat]) =>
        (lng > 15.9 && lng < 17.9 && lat > -3.4 && lat < -0.7) ||
        (lng > 17.6 && lng < 18.9 && lat > -0.3 && lat < 3.4),
    );
    expect(border.length).toBeGreaterThan(500);
    const gaps = border.map((point) => gap(point, rivers, index));
    expect(Math.max(...gaps)).toBeLessThan(1);
  });

  it.each([4, 6, 7, 8])('have no line in a lake of a tile of zoom %i', async (zoom) => {
    const bytes = readFileSync(`${FOLDER}base.pmtiles`);
    const source: Source = {
      getKey: () => 'base',
      getBytes: (offset, length) =>
        Promise.resolve({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
    };
    const archive = new PMTiles(source);
    let lines = 0;
    for (let x = 0; x < 2 ** zoom; x += 1) {
      for (let y = 0; y < 2 ** zoom; y += 1) {
        const tile = await archive.getZxy(zoom, x, y);
        const { rivers, lakes } = tile
          ? new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers
          : {};
        if (!rivers || !lakes) continue;
        for (const line of linesIn(rivers)) {
          lines += 1;
          const inside = lineLength(line) - total(linesOutside([line], polygonsIn(lakes)));
          // 6 px of a tile of 512 px, because a simplified shore may cut off a bend.
          expect(inside, `${zoom}/${x}/${y}`).toBeLessThan(6 * 8);
        }
      }
    }
    expect(lines).toBeGreaterThan(10);
  });
});

const total = (lines: readonly Line[]): number =>
  lines.reduce((sum, line) => sum + lineLength(line), 0);

function ringsIn(layer: VectorTileLayer): Line[][] {
  return Array.from({ length: layer.length }, (_, i) =>
    layer
      .feature(i)
      .loadGeometry()
      .map((ring) => ring.map(({ x, y }): Point => [x, y])),
  );
}

const linesIn = (layer: VectorTileLayer): Line[] => ringsIn(layer).flat();

/** Returns the polygons of a layer. An outer ring has a positive area, and its holes follow it. */
function polygonsIn(layer: VectorTileLayer): Polygon[] {
  const polygons: Line[][] = [];
  for (const ring of ringsIn(layer).flat())
    if (ringArea(ring) > 0) polygons.push([ring]);
    else polygons.at(-1)!.push(ring);
  return polygons;
}
