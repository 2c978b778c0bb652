/** What the page says where the tiles show a selection of the features. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, waitForMap } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';

const SMALL = fileURLToPath(new URL('../../examples/small-atlas', import.meta.url));
const COUNT = 2_500;

const YAML = `
datasets:
  - id: farms
    geometry: point
    permission: everyone
    load: { file: data/farms.csv }
    key: number
    feeds: { tiles: { maxzoom: 10, budget: 6 kB }, search: [name] }
    fields:
      number: { type: integer, label: { en: Number } }
      name: { type: text, label: { en: Name } }
groups:
  - id: farms
    name: { en: Farms }
    category: services
    popup: { title: name, fields: [number] }
    sublayers:
      - { id: point, type: circle, source: farms, paint: { circle-color: '#AA3300' } }
`;

const SELECTION = 'A selection is shown; zoom in for all.';

describe('a layer of which the tiles show a selection', () => {
  let folder: string;
  let atlas: ServedAtlas;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atlas-selections-'));
    const config = join(folder, 'config');
    cpSync(SMALL, config, { recursive: true });
    const rows = Array.from({ length: COUNT }, (_, i) => {
      const [x, y] = [(i * 0.618034) % 1, (i * 0.754878) % 1];
      return `${i + 1},Farm ${i + 1},${(-30.9 + 1.8 * x).toFixed(5)},${(-0.9 + 1.8 * y).toFixed(5)}`;
    });
    const table = ['number,name,longitude,latitude', ...rows].join('\n');
    writeFileSync(join(config, 'data/farms.csv'), table);
    writeFileSync(join(config, 'farms.yaml'), YAML);
    atlas = await serveAtlas({ config, dataDir: join(folder, 'data') });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await closePages(browser);
    await atlas.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (zoom: number): Promise<Page> => {
    const { page } = await openPage(browser);
    await page.goto(`${atlas.url}/?lang=en#${zoom}/0/-30&layers=farms`);
    await waitForMap(page);
    await page.getByRole('tab', { name: 'Legend' }).click();
    return page;
  };

  it('says so in the legend, and leads to the zoom with all', async () => {
    const page = await open(7);
    const legend = page.locator('.legend');
    await legend.getByText(SELECTION).waitFor();
    await legend.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await legend.getByText(SELECTION).waitFor({ state: 'detached' });
    await page.waitForURL(/#(?:8|9|10)\//);
  });

  it('says nothing where all are shown', async () => {
    const page = await open(10);
    expect(await page.getByText(SELECTION).count()).toBe(0);
  });

  it('fetches the shape of a feature that a search found, which the tiles may not have', async () => {
    const page = await open(7);
    const asked = page.waitForRequest((request) =>
      /\/api\/features\/farms\/\d+\?geometry=true/.test(request.url()),
    );
    await page.getByRole('combobox').first().fill('Farm 1234');
    await page
      .getByRole('option', { name: /Farm 1234/ })
      .first()
      .click();
    await asked;
    await page.getByRole('heading', { name: 'Farm 1234' }).waitFor();
  });

  it('is reported by the load, with the share and the zooms', () => {
    expect(atlas.output()).toMatch(
      /farms: .*tiles show a selection: [\d.]+ % at zoom 0 to [\d.]+ % at zoom \d, all from zoom \d/,
    );
  });
});
