import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../cli/atlas.ts';
import { openPage } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import { pixelAt } from './pixels.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';

const ISLES = fileURLToPath(new URL('../atlases/isles', import.meta.url));
const MAPLIBRE = dirname(
  createRequire(import.meta.url).resolve('maplibre-gl/dist/maplibre-gl.css'),
);
const PMTILES = join(MAPLIBRE, '../../pmtiles/dist/pmtiles.js');
const COLOUR = '#CC00CC';
/** The names of all islands. */
const NAMES = [
  ...readFileSync(join(ISLES, 'data/islands.geojson'), 'utf8').matchAll(/"name": ?"([^"]+)"/g),
]
  .map(([, name]) => name)
  .sort();

/** An opened external page, and the addresses that it requested. */
interface Opened {
  readonly page: Page;
  /** The names on the map. */
  readonly names: readonly string[];
  readonly addresses: readonly string[];
  readonly problems: readonly string[];
}

/** External pages use the published MapLibre, and know only one address of the server. */
describe('an external page', () => {
  let folder: string;
  let atlas: ServedAtlas;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atlas-external-'));
    const [config, dataDir] = [join(folder, 'isles'), join(folder, 'store')];
    cpSync(ISLES, config, { recursive: true });
    const printed: string[] = [];
    const code = await run(
      ['tiles', 'islands', '--config', config, '--out', join(config, 'tiles')],
      {
        out: (text) => void printed.push(text),
        err: (text) => void printed.push(text),
        env: { ATLAS_DATA_DIR: dataDir },
        color: false,
      },
    );
    expect([code, printed.join('\n')]).toEqual([0, expect.stringMatching(/islands\.pmtiles: \d+/)]);
    const file = join(config, 'datasets.yaml');
    const load = 'load: { file: data/islands.geojson }';
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace(load, `${load}\n    driver: { pmtiles: tiles/islands.pmtiles }`),
    );
    atlas = await serveAtlas({ config, dataDir });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await closePages(browser);
    await atlas?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a page with a map of one source, and waits until it is drawn. */
  async function open(source: string): Promise<Opened> {
    const { page, problems } = await openPage(browser, { drawn: true });
    const addresses: string[] = [];
    page.on('response', (response) => addresses.push(response.url()));
    await page.route('**/external/*', (route) => {
      const name = basename(new URL(route.request().url()).pathname);
      if (name === 'page') return route.fulfill({ contentType: 'text/html', body: pageOf(source) });
      const path = name === 'pmtiles.js' ? PMTILES : join(MAPLIBRE, name);
      const contentType = name.endsWith('.css') ? 'text/css' : 'text/javascript';
      return route.fulfill({ contentType, body: readFileSync(path) });
    });
    await page.goto(`${atlas.url}/external/page`);
    await page.waitForFunction('globalThis.names !== undefined');
    const names = await page.evaluate<string[]>('globalThis.names');
    return { page, names, addresses, problems };
  }

  it('draws a dataset from its TileJSON', async () => {
    const { page, names, addresses, problems } = await open(
      `{ type: 'vector', url: '${atlas.url}/api/mvt/islands.json' }`,
    );
    expect(names).toEqual(NAMES);
    expect(addresses.some((address) => address.includes('/api/mvt/tile/islands/'))).toBe(true);
    expect(await pixelAt(await page.screenshot(), 640, 400)).toBe(COLOUR);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('draws the same from byte ranges of the published archive', async () => {
    const { page, names, addresses, problems } = await open(
      `{ type: 'vector', url: 'pmtiles://${atlas.url}/atlas/files/tiles/islands.pmtiles' }`,
    );
    expect(names).toEqual(NAMES);
    expect(addresses.some((address) => address.includes('/api/mvt/tile/'))).toBe(false);
    expect(await pixelAt(await page.screenshot(), 640, 400)).toBe(COLOUR);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('sees the same as the atlas, which reads the archive too', async () => {
    const { page, problems } = await openPage(browser, { drawn: true });
    const ranges: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('islands.pmtiles'))
        ranges.push(`${response.status()} ${response.headers()['content-range'] !== undefined}`);
    });
    await page.goto(`${atlas.url}/?lang=es`);
    await page.getByText('Islas', { exact: true }).first().click();
    await expect.poll(() => ranges.length, { timeout: 30_000 }).toBeGreaterThan(1);
    expect(new Set(ranges)).toEqual(new Set(['206 true']));
    expect(problems).toEqual([]);
    await page.close();
  });
});

/** Returns a page with an island in the middle of its map. */
function pageOf(source: string): string {
  return `<!doctype html><link rel="stylesheet" href="maplibre-gl.css">
<style>html, body, #map { margin: 0; height: 100% }</style><div id="map"></div>
<script src="pmtiles.js"></script>
<script type="module">
  import * as maplibregl from './maplibre-gl.mjs';
  maplibregl.addProtocol('pmtiles', new pmtiles.Protocol().tile);
  const map = new maplibregl.Map({
    container: 'map', center: [-34, 1], zoom: 6, fadeDuration: 0,
    style: { version: 8, sources: { one: ${source} }, layers: [
      { id: 'area', type: 'fill', source: 'one', 'source-layer': 'islands',
        paint: { 'fill-color': '${COLOUR}', 'fill-antialias': false } } ] },
  });
  map.on('idle', () => {
    map.jumpTo({ zoom: 3 });
    map.once('idle', () => {
      const names = map.queryRenderedFeatures().map(({ properties }) => properties.name);
      globalThis.names = [...new Set(names)].sort();
    });
  });
</script>`;
}
