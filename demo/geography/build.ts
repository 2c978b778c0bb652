/**
 * Builds the geography of the atlas from public data: fetches the packages of `origins.json`, clips
 * them to the region, generalises them and writes `atlas.config/data/geography/`. Run `npm run
 * geography` when a package in `origins.json` changes. The results are committed, so users of the
 * atlas do not need to run it.
 *
 * `--packages DIR` keeps the fetched packages for the next run, `--out DIR` writes to another
 * folder.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writePmtiles, type Tile } from '../../server/pmtiles/write-pmtiles.ts';
import { collectGeography } from './collect.ts';
import { cutTiles } from '../../cli/geography/cut-tiles.ts';
import type { Bounds } from '../../cli/geography/geometry.ts';
import { greyHeights, readHeights, readPeaks } from './heights.ts';
import { skeletonFiles } from './skeleton.ts';
import { readPhoto } from '../../cli/geography/landcover.ts';
import { landcoverGrids } from './landcover-grids.ts';
import { baseLayers } from './layers.ts';
import { fetchPackages, readOrigins } from '../../cli/geography/packages.ts';
import { provenanceFiles } from './provenance.ts';
import { photoTiles, reliefTiles } from '../../cli/geography/raster-tiles.ts';

/** The region of the atlas: `[west, south, east, north]` in degrees. */
const REGION: Bounds = [8, -14, 32, 12];
/** The region with the surroundings that a screen shows at zoom 6. */
const AROUND: Bounds = [-3, -26, 43, 24];
/** The region with the surroundings that a screen shows at zoom 7. */
const NEAR: Bounds = [2, -20, 38, 18];
const WORLD: Bounds = [-180, -85, 180, 85];
const GLOBE: Bounds = [-180, -90, 180, 90];
/**
 * The area that a screen 1920 px wide shows around a centre in the region: wide at low zooms, narrow at
 * high ones, so that every view of the region is covered.
 */
const EXTENTS: readonly Bounds[] = [
  WORLD,
  WORLD,
  WORLD,
  WORLD,
  WORLD,
  [-14, -30, 54, 28],
  AROUND,
  NEAR,
  [5, -17, 35, 15],
];

/**
 * The same areas for pictures of 256 px, which are drawn at double size. They end at zoom 5,
 * because their data are not finer.
 */
const PICTURES: readonly Bounds[] = [
  WORLD,
  WORLD,
  WORLD,
  [-40, -40, 80, 40],
  [-22, -40, 66, 40],
  [-11, -21.9, 56, 21.9],
];

const { values: options } = parseArgs({
  options: { packages: { type: 'string' }, out: { type: 'string' } },
});
const shipped = fileURLToPath(new URL('../../atlas.config/data/geography/', import.meta.url));
const out = options.out ?? shipped;
const kept = options.packages;
const folder = kept ?? mkdtempSync(join(tmpdir(), 'geography-'));

try {
  await build();
} finally {
  if (!kept) rmSync(folder, { recursive: true, force: true });
}

async function build(): Promise<void> {
  const origins = readOrigins(new URL('origins.json', import.meta.url));
  const packages = fetchPackages(origins, folder);
  mkdirSync(out, { recursive: true });
  const picture = packages.path('three-globe', 'example/img/earth-blue-marble.jpg');
  const geography = await collectGeography(packages, REGION, AROUND, picture);

  const layers = baseLayers(geography, EXTENTS);
  const tiles = EXTENTS.flatMap((bounds, zoom) => cutTiles(layers, zoom, bounds));
  const base = writePmtiles(join(out, 'base.pmtiles'), {
    tiles,
    tileType: 'mvt',
    bounds: WORLD,
    center: [20, 2.6, 4],
    metadata: {
      name: 'Base map of the Congo Basin',
      attribution: 'Natural Earth · © OpenStreetMap contributors · GeoNames · NASA',
      vector_layers: layers.map(({ name: id, minzoom, maxzoom, fields }) => ({
        id,
        minzoom,
        maxzoom,
        fields,
      })),
    },
  });
  report('base.pmtiles', base.bytes);

  for (const [name, text] of skeletonFiles(geography, REGION)) save(name, text);
  for (const [name, bytes] of await landcoverGrids(geography, await readPhoto(picture, REGION)))
    save(name, bytes);

  const grey = packages.path('three-globe', 'example/img/earth-topology.png');
  const heights = await readHeights(greyHeights(await readPhoto(grey, GLOBE)), readPeaks());
  const relief = pictureTiles(2, (zoom, bounds) => reliefTiles(heights, zoom, bounds));
  report(
    'relief.pmtiles',
    writePmtiles(join(out, 'relief.pmtiles'), {
      tiles: await relief,
      tileType: 'webp',
      bounds: PICTURES[2]!,
      metadata: {
        name: 'Relief (coarse: 0.083 degrees in the region, 0.18 around it)',
        encoding: 'terrarium',
      },
    }).bytes,
  );

  const photo = await readPhoto(picture, GLOBE);
  const imagery = pictureTiles(0, (zoom, bounds) => photoTiles(photo, zoom, bounds));
  report(
    'blue-marble.pmtiles',
    writePmtiles(join(out, 'blue-marble.pmtiles'), {
      tiles: await imagery,
      tileType: 'webp',
      bounds: WORLD,
      metadata: { name: 'Blue Marble (coarse: 0.09 degrees)', attribution: 'NASA Visible Earth' },
    }).bytes,
  );
  for (const [name, text] of provenanceFiles(origins)) save(name, text);
}

/** Returns the tiles of every zoom from `minzoom` on. */
async function pictureTiles(
  minzoom: number,
  make: (zoom: number, bounds: Bounds) => Promise<Tile[]>,
): Promise<Tile[]> {
  const zooms = PICTURES.map((bounds, zoom) => (zoom < minzoom ? [] : make(zoom, bounds)));
  return (await Promise.all(zooms)).flat();
}

function save(name: string, content: string | Uint8Array): void {
  writeFileSync(join(out, name), content);
  report(name, content.length);
}

function report(name: string, bytes: number): void {
  process.stdout.write(`${name.padEnd(24)} ${(bytes / 1024).toFixed(1).padStart(9)} KiB\n`);
}
