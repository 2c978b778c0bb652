import { strToU8, zipSync } from 'fflate';
import type { Page } from '@playwright/test';
import { afterEach, describe, expect, it } from 'vitest';
import { pointRecord, polygonRecord, shapefile, UTM_33N } from '../unit/app/import/files.ts';
import { openPage, waitForMap, type WatchedPage } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';

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

describe('the import of a file', () => {
  it('ux 51: by keyboard, shows a layer that can be removed, and sends nothing', async () => {
    const page = await openTool('en-GB', 'en');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await choose(page, 'plots.zip', zipSync(shapefile([SQUARE], { type: 5 })), 'Choose a file');
    await page.getByText('“plots” is on the map: 1 feature.').waitFor();
    await page.getByRole('checkbox', { name: 'plots' }).waitFor();
    await waitForMap(page);
    expect(page.url()).not.toContain('import-');
    await page.getByRole('button', { name: 'Remove “plots”', exact: true }).press('Enter');
    await page.getByText('“plots” was removed.').waitFor();
    expect(await page.getByRole('checkbox', { name: 'plots' }).count()).toBe(0);
    expect(sent).toEqual([]);
    expect(opened?.problems).toEqual([]);
  });

  it('ux 51: says in French what is wrong with a zip, and converts a known projection', async () => {
    const page = await openTool('fr-FR', 'fr');
    const { 'a.prj': _, ...files } = shapefile([pointRecord(17, 1)]);
    await choose(page, 'a.zip', zipSync(files), 'Choisir un fichier');
    const alert = page.getByRole('alert');
    await alert.getByText('Fichier zip non valide.').waitFor();
    expect(await alert.innerText()).toContain('Il manque .prj dans le zip.');
    const utm = zipSync({ ...files, 'a.prj': strToU8(UTM_33N) });
    await choose(page, 'a.zip', utm, 'Choisir un fichier');
    await alert.getByText('WGS_1984_UTM_Zone_33N').waitFor();
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
