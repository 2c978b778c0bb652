/** Runs the examples of docs/other-programs.md in a shell and in a browser, against a served atlas. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closePages, sharedBrowser } from '../browser/shared-browser.ts';
import { copyShippedStore } from '../browser/shipped-copy.ts';
import { serveAtlas, type ServedAtlas } from '../browser/serve-atlas.ts';
import { GDAL } from '../external-programs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/other-programs.md'), 'utf8');
const SITE = 'http://localhost:4000';
const EXAMPLES = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines]) => lines!);
const SCRIPTS = [...PAGE.matchAll(/^```js\n(.*?)^```$/gms)].map(([, lines]) => lines!);
const NEEDS_GDAL = /^(?:ogr|gdal)/m;
const MAPLIBRE = join(ROOT, 'node_modules/maplibre-gl/dist');

/** What the page with the map offers: the number of drawn features of a layer. */
interface Drawn {
  readonly drawn?: (layer: string) => number;
}

const run = promisify(execFile);

describe('the page for other programs', () => {
  let folder: string;
  let atlas: ServedAtlas;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atlas-programs-'));
    const dataDir = join(folder, 'store');
    copyShippedStore(dataDir);
    // Without `test`, the demonstration has accounts.
    const env = { NODE_ENV: '' };
    atlas = await serveAtlas({ config: join(ROOT, 'atlas.config'), dataDir, env });
    // The example of restricted data reads the name and the password of an account.
    const password = await vi.waitFor(
      () => /demo-level-2, password (\S+)/.exec(atlas.output())![1]!,
      { timeout: 20_000 },
    );
    writeFileSync(join(folder, 'account.txt'), `demo-level-2 ${password}\n`);
  });
  afterAll(async () => {
    await atlas?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the lines with the address replaced; stops at the first command that fails. */
  async function paste(lines: string): Promise<string> {
    const env = { ...process.env, NO_PROXY: '*', no_proxy: '*' };
    const script = lines.replaceAll(SITE, atlas.url);
    const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env,
      maxBuffer: 2 ** 26,
    });
    return stdout + stderr;
  }

  it('draws public and restricted data with the scripts for MapLibre', async () => {
    expect(SCRIPTS).toHaveLength(2);
    const [makeMap, addData] = SCRIPTS.map((lines) => lines.replaceAll(SITE, atlas.url));
    const login = EXAMPLES.find((lines) => lines.includes('/api/auth/login/'))!;
    const key = await paste(`${login.slice(0, login.indexOf('ogr2ogr'))}echo "$key"`);
    const browser = await sharedBrowser();
    const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
    await page.route('**/maplibre/*', (route) =>
      route.fulfill({ path: join(MAPLIBRE, new URL(route.request().url()).pathname.slice(10)) }),
    );
    // The page is of the same site, because others cannot send the header.
    const html = `<!doctype html><div id="map" style="height: 300px"></div><script type="module">
      import * as maplibregl from '/maplibre/maplibre-gl.mjs';
      maplibregl.setWorkerUrl('/maplibre/maplibre-gl-worker.mjs');
      const key = ${JSON.stringify(key.trim())};
      ${makeMap}
      map.jumpTo({ center: [9.4, 5.4], zoom: 8 });
      map.once('load', () => {
        ${addData}
        ${addData!.replaceAll('villages', 'tenure')}
      });
      window.drawn = (layer) => map.getLayer(layer) && map.queryRenderedFeatures({ layers: [layer] }).length;
    </script>`;
    await page.route('**/my-map', (route) =>
      route.fulfill({ contentType: 'text/html', body: html }),
    );
    await page.goto(`${atlas.url}/my-map`);
    for (const layer of ['villages', 'tenure'])
      await page.waitForFunction((id) => (window as unknown as Drawn).drawn?.(id), layer);
    await closePages(browser);
  });

  it('has an example of every endpoint', () => {
    for (const call of ['/ogc', '/api/geodata/', '/api/mvt/', '/wms', '/api/search'])
      expect(EXAMPLES.some((lines) => lines.includes(`${SITE}${call}`))).toBe(true);
  });

  for (const [i, lines] of EXAMPLES.entries()) {
    const title = `example ${i + 1} works when it is pasted: ${lines.split('\n', 1)[0]!.slice(0, 90)}`;
    const canTry = !NEEDS_GDAL.test(lines) || GDAL.present;
    it.runIf(canTry)(canTry ? title : GDAL.title(title), async () => {
      const printed = await paste(lines);
      expect(printed.trim()).not.toBe('');
      expect(printed).not.toMatch(
        /FAILURE|ERROR|Exception|Traceback|"features":\[\s*\]|"results":\[\]/,
      );
      expect(printed).not.toMatch(/Feature Count: 0\b/);
    });
  }
});
