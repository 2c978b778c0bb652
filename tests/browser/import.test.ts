import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import type { Page } from '@playwright/test';
import { afterEach, describe, expect, it } from 'vitest';
import { axeOf } from './axe.ts';
import { makeGeopackage } from '../make-geopackage.ts';
import { mercator, pointRecord, polygonRecord, shapefile } from '../make-shapefile.ts';
import { openPage, waitForMap, type WatchedPage } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';
import { NIGHTLY } from '../size.ts';

const site = useShipped();
let opened: WatchedPage | null = null;

afterEach(async () => {
  await opened?.page.context().close();
});

/** A square of 6 degrees around the middle of the Congo Basin. */
const SQUARE = polygonRecord([
  [
    [16, -4],
    [16, 2],
    [22, 2],
    [22, -4],
    [16, -4],
  ],
]);

async function openTool(locale: string, lang: string): Promise<Page> {
  opened = await openPage(site.browser, { locale });
  const { page } = opened;
  await page.goto(`${site.url}/?lang=${lang}`);
  await waitForMap(page);
  const tool = page.getByRole('button', {
    name: lang === 'fr' ? 'Importer' : 'Import',
    exact: true,
  });
  await tool.focus();
  await page.keyboard.press('Enter');
  return page;
}

async function choose(page: Page, name: string, bytes: Uint8Array, button: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.from(bytes) });
}

/** Two squares side by side, each with a field that can be coloured. */
const PLOTS = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    { west: 16, name: 'West', use: 'forest' },
    { west: 19, name: 'East', use: 'field' },
  ].map(({ west, ...properties }) => ({
    type: 'Feature',
    properties: { ...properties, hectares: 1234.5 },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, -4],
          [west + 3, -4],
          [west + 3, 2],
          [west, 2],
          [west, -4],
        ],
      ],
    },
  })),
});

/** Drops a file on the map, as a mouse does. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content!], fileName!));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent('.map', 'dragenter', { dataTransfer: data });
  // The code that takes files is loaded while the pointer moves.
  await expect
    .poll(() =>
      page.evaluate(
        (dataTransfer) =>
          !document
            .querySelector('.map')!
            .dispatchEvent(
              new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }),
            ),
        data,
      ),
    )
    .toBe(true);
  await page.dispatchEvent('.map', 'drop', { dataTransfer: data });
}

/** Loses the WebGL context of the map, and restores it. */
async function loseContext(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const canvas = document.querySelector<HTMLCanvasElement>('.map canvas.maplibregl-canvas')!;
    const lose = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
    const lost = new Promise((done) => canvas.addEventListener('webglcontextlost', done));
    lose.loseContext();
    await lost;
    await new Promise((next) => setTimeout(next, 100));
    lose.restoreContext();
  });
}

/** Clicks the eastern plot, reads its popup and closes it. */
async function readPopup(page: Page): Promise<void> {
  const panel = page.locator('.side-panel');
  // The file was fitted beside the tool; the map does not move when the tool closes.
  await page.mouse.click(740, 400);
  await panel.getByText('1,234.5').waitFor();
  expect(await panel.innerText()).toMatch(/East[^]*use\s+field[^]*hectares\s+1,234\.5/);
  await page.keyboard.press('Escape');
  await expect.poll(() => panel.count()).toBe(0);
}

/** Returns what axe finds, with its elements. */
async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await axeOf(page).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

describe('the import of a file', () => {
  it('ux 51: dropped on the map, has colours by a field and becomes the area of Analyse', async () => {
    opened = await openPage(site.browser);
    const { page } = opened;
    await page.goto(`${site.url}/?lang=en`);
    await waitForMap(page);
    await drop(page, 'plots.geojson', PLOTS);
    await page.getByText('“plots” is on the map: 2 objects.').waitFor();
    await waitForMap(page);
    expect(await violationsOf(page)).toEqual([]);

    const tool = page.locator('.side-panel');
    await page.getByLabel('Colour “plots” by a field').selectOption('use');
    await tool.getByRole('button', { name: 'Use as area for analysis and download' }).click();
    await page.getByText('“plots” is now the area for Analyse and Download.').waitFor();
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    expect(await tool.locator('.measured-figure').innerText()).toMatch(/^Area: 443,000\skm²$/);
  });

  it.runIf(NIGHTLY)(
    `ux 51: keeps its popup, colours and legend when the map changes${NIGHTLY ? '' : ' (skipped: nightly only, ATLAS_NIGHTLY=1)'}`,
    async () => {
      opened = await openPage(site.browser);
      const { page } = opened;
      await page.goto(`${site.url}/?lang=en`);
      await waitForMap(page);
      await drop(page, 'plots.geojson', PLOTS);
      await page.getByText('“plots” is on the map: 2 objects.').waitFor();
      await page.getByLabel('Colour “plots” by a field').selectOption('use');
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await waitForMap(page);
      await readPopup(page);

      await page.getByRole('radio', { name: 'Imagery' }).check({ force: true });
      await waitForMap(page);
      await readPopup(page);

      await loseContext(page);
      await waitForMap(page);
      await readPopup(page);

      await page.getByRole('tab', { name: /Legend/ }).click();
      const entry = page.locator('.legend-item', {
        has: page.getByRole('heading', { name: 'plots' }),
      });
      expect(await entry.locator('.legend-rows li').allInnerTexts()).toEqual(['field', 'forest']);
    },
  );

  it('ux 51: by keyboard, shows a layer that can be removed, and sends nothing', async () => {
    const page = await openTool('en-GB', 'en');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await choose(page, 'plots.zip', zipSync(shapefile([SQUARE], { type: 5 })), 'Choose a file');
    await page.getByText('“plots” is on the map: 1 object.').waitFor();
    await page.getByRole('checkbox', { name: 'plots' }).waitFor();
    await waitForMap(page);
    expect(page.url()).not.toContain('import-');
    await page.getByRole('button', { name: 'Remove “plots”', exact: true }).press('Enter');
    await page.getByText('“plots” was removed.').waitFor();
    expect(await page.getByRole('checkbox', { name: 'plots' }).count()).toBe(0);
    expect(sent).toEqual([]);
    expect(opened?.problems).toEqual([]);
  });

  it('reads a GeoPackage under the content security policy', async () => {
    const page = await openTool('en-GB', 'en');
    const folder = mkdtempSync(join(tmpdir(), 'atlas-import-'));
    const path = join(folder, 'plots.gpkg');
    // The header of a geometry, and the point 17.5, -0.25 as well-known binary.
    const point = '47500001E610000001010000000000000000803140000000000000D0BF';
    makeGeopackage(path, [
      { name: 'villages', sql: 'CREATE TABLE villages (geom BLOB, people INTEGER)' },
      { name: '', sql: `INSERT INTO villages VALUES (x'${point}', 30)` },
    ]);
    await choose(page, 'plots.gpkg', readFileSync(path), 'Choose a file');
    rmSync(folder, { recursive: true });
    await page.getByText('“plots” is on the map: 1 object.').waitFor({ timeout: 60_000 });
    expect(opened?.problems).toEqual([]);
  });

  it('ux 51: says in French what is wrong with a zip, and converts a known projection', async () => {
    const page = await openTool('fr-FR', 'fr');
    const { 'a.prj': _, ...files } = shapefile([pointRecord(17, 1)]);
    await choose(page, 'a.zip', zipSync(files), 'Choisir un fichier');
    const alert = page.getByRole('alert');
    await alert.getByText('Fichier zip non valide.').waitFor();
    expect(await alert.innerText()).toContain('Il manque .prj dans le zip.');
    const inSystem = (wkt: string): Uint8Array => zipSync({ ...files, 'a.prj': strToU8(wkt) });
    const other = inSystem(mercator(5).replace('"Mercator"', '"Robinson"'));
    await choose(page, 'a.zip', other, 'Choisir un fichier');
    await alert.getByText('Sa projection, Robinson, n’est pas prise en charge.').waitFor();
    expect(await page.getByRole('button', { name: 'Convertir en WGS84' }).count()).toBe(0);
    await choose(page, 'a.zip', inSystem(mercator(5)), 'Choisir un fichier');
    await alert.getByText('RDC_Mercator, et non en longitude').waitFor();
    await page.getByRole('button', { name: 'Convertir en WGS84' }).press('Enter');
    await page
      .getByText(
        '« a » est sur la carte : 1 objet.'
          .replace('« a »', '«\u00a0a\u00a0»')
          .replace(' :', '\u00a0:'),
      )
      .waitFor();
    expect(opened?.problems).toEqual([]);
  });
});

/** The track of a GPS, of 30 km. */
const TRACK = `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Walk</name><trkseg>${Array.from(
  { length: 30 },
  (_, i) => `<trkpt lat="${-1.95 + i / 300}" lon="${18.1 + i / 110}"></trkpt>`,
).join('')}</trkseg></trk></gpx>`;

it('what lies within 10 km of a track takes six taps on a phone, in French', async () => {
  opened = await openPage(site.browser, {
    locale: 'fr',
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = opened;
  await page.goto(`${site.url}/?lang=fr`);
  await waitForMap(page);
  const taps: string[] = [];
  const tap = async (role: 'button' | 'radio', name: string): Promise<void> => {
    const one = page.getByRole(role, { name, exact: true });
    // The label of a radio button takes the tap.
    if (role === 'radio') await page.locator('label', { has: one }).tap();
    else await one.tap();
    taps.push(name);
  };
  await tap('button', 'Outils');
  await tap('button', 'Importer');
  const chooser = page.waitForEvent('filechooser');
  await tap('button', 'Choisir un fichier');
  await (await chooser).setFiles({ name: 'walk.gpx', mimeType: '', buffer: Buffer.from(TRACK) });
  await tap('button', 'Analyser ce qui est autour');
  await tap('radio', '10 km');
  await tap('button', 'Analyser');
  const title = page.locator('.analysis-title').filter({ hasText: /walk.*10\s*km/i });
  await title.waitFor();
  await page.locator('.analysis-figures dd').first().waitFor();
  expect(taps.length).toBeLessThanOrEqual(6);
});
