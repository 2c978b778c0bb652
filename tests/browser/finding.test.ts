/**
 * Takes over 30 s: twelve pages of the shipped atlas are opened, and one test waits until its offer
 * to undo ends.
 */
import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { FeatureCollection } from 'geojson';
import { describe, expect, it } from 'vitest';
import { axeOf } from './axe.ts';
import { MIDDLE, openPage, waitForMap } from './open-browser.ts';
import { placedLabels, rememberMap } from './placed-names.ts';
import { useShipped } from './use-shipped.ts';
import { sample } from '../size.ts';

const KINSHASA = { longitude: 15.31, latitude: -4.32 };
const PARIS = { longitude: 2.35, latitude: 48.86 };
const PHONE = { width: 360, height: 740 };

/** Returns the longest name of a village that no other village has. */
function nameOfOneVillage(): string {
  const file = new URL('../../atlas.config/data/demo/villages.geojson', import.meta.url);
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as FeatureCollection;
  const names = features.map(({ properties }) => String(properties?.['name']));
  return names
    .filter((name) => names.indexOf(name) === names.lastIndexOf(name) && /^[A-Z][a-z]+$/.test(name))
    .reduce((longest, name) => (name.length > longest.length ? name : longest));
}

describe('finding the way in the shipped atlas', () => {
  const site = useShipped();

  const open = async (
    query: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; problems: string[] }> => {
    const opened = await openPage(site.browser, options);
    await rememberMap(opened.page);
    await opened.page.goto(`${site.url}/?${query}`);
    await waitForMap(opened.page);
    return opened;
  };

  /** One page in each language for two tests. The later one begins with what the other leaves. */
  let inEnglish: ReturnType<typeof open> | null = null;
  const english = (): ReturnType<typeof open> => (inEnglish ??= open('lang=en'));
  let inFrench: ReturnType<typeof open> | null = null;
  const french = (): ReturnType<typeof open> => (inFrench ??= open('lang=fr'));

  it('measures a distance with the mouse and an area with the keyboard', async () => {
    const { page } = await english();
    await page.getByRole('button', { name: 'Measure', exact: true }).click();
    await page.getByText('No corners yet').waitFor();
    await page.mouse.click(500, 300);
    await page.mouse.dblclick(700, 300);
    const again = page.getByRole('button', { name: 'Measure again' });
    await again.waitFor();
    await page.getByText('2 corners').waitFor();
    const figure = page.locator('.measured-figure');
    expect(await figure.textContent()).toMatch(/^\d[\d,.]*\u00A0km$/);
    // The double click neither zoomed the map nor selected an object.
    expect(new URL(page.url()).hash).toBe('');
    await again.click();
    await page.getByRole('radio', { name: 'Area' }).check();
    await page.locator('canvas.maplibregl-canvas').focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
      await page.keyboard.press('Space');
      const before = page.url();
      await page.keyboard.press(key);
      await page.waitForURL((url) => url.href !== before);
    }
    await page.getByText('3 corners').waitFor();
    expect(await figure.textContent()).toMatch(/^[\d,.]+\u00A0ha$/);
    await page.keyboard.press('Backspace');
    await page.getByText('2 corners').waitFor();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await again.waitFor();
    const { violations } = await axeOf(page).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.keyboard.press('Escape');
    await figure.waitFor({ state: 'detached' });
  });

  it('ux 42: Escape closes the results, then clears the text, and coordinates lead to their place', async () => {
    const { page } = await english();
    const box = page.getByRole('search').getByRole('combobox');
    await box.fill('villag');
    await page.getByRole('option').first().waitFor();
    const { violations } = await axeOf(page).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    expect(await box.inputValue()).toBe('villag');
    await page.keyboard.press('Escape');
    expect(await box.inputValue()).toBe('');
    await box.fill('33S 500000 9889500');
    await page.getByRole('option', { name: /^Go to 0\.99\d+°.S, 15\.0+°.E/ }).click();
    await page.waitForURL(/#[\d.]+\/-(0\.99|1\.00)\d*\/1[45]/);
    await box.fill('qqqq');
    await page.getByText('No results for “qqqq”.').waitFor();
    await page.context().close();
  });

  it('ux 44: says why there is no position, and never leaves the region', async () => {
    const { page } = await french();
    const button = page.getByRole('button', { name: 'Afficher ma position' });
    await button.click();
    await page.getByText('Le navigateur n’a pas autorisé ce site').waitFor();
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation(PARIS);
    const before = page.url();
    await button.click();
    await page.getByText('Votre position est en dehors de la région').waitFor();
    await waitForMap(page);
    expect(page.url()).toBe(before);
    expect(await button.getAttribute('aria-pressed')).toBe('false');
  });

  it('ux 42: drops late answers, and finds layers and places without a connection', async () => {
    const { page } = await french();
    // The places are loaded before anything is searched.
    const isLoaded = (): boolean =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/places'));
    const box = page.getByRole('search').getByRole('combobox');
    await box.hover();
    await page.waitForFunction(isLoaded);
    let release = (): void => undefined;
    const late = new Promise<void>((resolve) => (release = resolve));
    await page.route(/api\/search\?q=ma&/, async (route) => {
      await late;
      // The page has aborted the request.
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest(/api\/search\?q=ma&/);
    await box.fill('ma');
    await asked;
    await box.fill('bangui');
    await page
      .getByRole('option', { name: /^Bangui/ })
      .first()
      .waitFor();
    release();
    await page.evaluate(() => new Promise((next) => setTimeout(next, 300)));
    expect(await page.getByRole('option', { name: /^Bangui/ }).count()).toBeGreaterThan(0);
    expect(await page.getByRole('option', { name: /^Maroua/ }).count()).toBe(0);

    await page.context().setOffline(true);
    await box.fill('yaounde');
    await page.getByText('Le serveur est injoignable.').waitFor();
    await page.getByRole('option', { name: /^Yaoundé/ }).waitFor();
    await box.fill('formations');
    await page.getByRole('option', { name: /^Formations sanitaires/ }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('search').getByRole('button', { name: 'Réessayer' }).click();
    await page.getByText('Le serveur est injoignable.').waitFor({ state: 'detached' });
    await page.getByRole('option', { name: /^Formations sanitaires/ }).click();
    await page.waitForURL(/layers=health/);
    await page.context().close();
  });

  it('ux 42: one search box finds projects by alias, layers, places and objects by keyboard', async () => {
    const { page, problems } = await open('lang=fr');
    const box = page.getByRole('search').getByRole('combobox');
    const choose = async (text: string, option: string): Promise<void> => {
      await box.fill(text);
      await page.getByRole('option', { name: option }).first().waitFor();
      const isActive = async (): Promise<boolean> => {
        const id = await box.getAttribute('aria-activedescendant');
        return id !== null && (await page.locator(`#${id}`).textContent())!.startsWith(option);
      };
      for (let step = 0; step < 24 && !(await isActive()); step++)
        await page.keyboard.press('ArrowDown');
      expect(await isActive()).toBe(true);
      await page.keyboard.press('Enter');
      await page.getByRole('listbox').waitFor({ state: 'detached' });
    };
    await choose('ngouti', 'Utilisation des terres de la commune de Nguti');
    await page.waitForURL(/project=nguti/);
    await choose('etablissements', 'Établissements scolaires');
    await page.waitForURL(/layers=[^&]*education/);
    await choose('mbandaka', 'Mbandaka');
    await page.waitForURL(/near=0\.0[^/]+\/18\.2/);
    const village = nameOfOneVillage();
    await choose(village.toLowerCase(), village);
    await page.getByRole('heading', { name: village, exact: true }).waitFor();
    await page.waitForURL(/layers=[^&]*villages/);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('ux 44: shows the position of the device with its accuracy', async () => {
    const { page } = await open('lang=en', {
      viewport: PHONE,
      hasTouch: true,
      geolocation: { ...KINSHASA, accuracy: 40 },
      permissions: ['geolocation'],
    });
    await page.getByRole('button', { name: 'Show my position' }).tap();
    const hide = page.getByRole('button', { name: 'Hide my position' });
    await hide.waitFor();
    await page.getByText('It is accurate to 40').waitFor({ state: 'attached' });
    await page.waitForURL(/#1[\d.]+\/-4\.3\d*\/15\.3/);
    await hide.tap();
    await page.getByRole('button', { name: 'Show my position' }).waitFor();
    await page.context().close();
  });

  it('flies to a village that a phone finds before its map was moved', async () => {
    const { page } = await open('lang=en', {
      viewport: PHONE,
      hasTouch: true,
      // The panel opens while the map flies.
      reducedMotion: 'no-preference',
    });
    const village = nameOfOneVillage();
    await page.getByRole('combobox').fill(village);
    await page.getByRole('option', { name: village }).first().tap();
    await page.getByRole('heading', { name: village, exact: true }).waitFor();
    // A village is shown with its surroundings.
    await page.waitForURL(/#1\d(\.\d+)?\//);
    // The bold name of the selected village replaces its label. The dot, which keeps other names
    // away, has an invisible icon. Both are there when the tiles of the last view are.
    const named = async (): Promise<string[]> =>
      (await placedLabels(page)).filter(
        (label) => label.startsWith('overlay/selection-name ') || label.endsWith(` ${village}`),
      );
    await expect
      .poll(async () => (await named()).sort())
      .toEqual([
        `group/villages/point-clear ${village}`,
        expect.stringMatching(/^overlay\/selection-name /),
      ]);
    await page.context().close();
  });

  it('ux 45: shows the coordinates of the pointer, copies them, and remembers their format', async () => {
    const { page } = await open('lang=fr', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.mouse.move(MIDDLE.x, MIDDLE.y);
    const line = page.locator('.coordinates-text');
    await line.waitFor();
    expect(await line.textContent()).toMatch(/\d,\d{1,4}°\u00A0[NS], \d+,\d{1,4}°\u00A0E$/);
    await line.click();
    await page.getByText('Centre de la carte').waitFor();
    await page.mouse.click(600, 300);
    await page.getByText('Lieu cliqué').waitFor();
    await page.getByRole('radio', { name: /^UTM/ }).check();
    expect(await line.textContent()).toMatch(/3\d[NS] \d{6} \d+$/);
    const value = await page.locator('.tool-value').last().textContent();
    await page.getByRole('button', { name: 'Copier les coordonnées (UTM)' }).click();
    await page.getByText(`Copié\u00A0: ${value}`).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
    await page.reload();
    await waitForMap(page);
    await page.mouse.move(MIDDLE.x + 20, MIDDLE.y);
    await line.waitFor();
    expect(await line.textContent()).toMatch(/3\d[NS] \d{6} \d+$/);
    await page.context().close();
  });

  it('ux 45: goes to coordinates on a phone, and explains what it cannot read', async () => {
    const { page } = await open('lang=en', { viewport: PHONE, hasTouch: true });
    await page.getByRole('button', { name: 'Tools' }).tap();
    await page.getByRole('button', { name: 'Coordinates' }).tap();
    const field = page.getByLabel('Go to coordinates');
    await field.fill('here');
    await page.getByRole('button', { name: 'Go', exact: true }).tap();
    await page.getByText('These coordinates could not be read.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('3°30′ N 17°15′ E');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#[\d.]+\/3\.\d+\/17\.2/);
    const { violations } = await axeOf(page).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.context().close();
  });

  it('ux 38: back and forward undo choices of layers and projects, not movements of the map', async () => {
    const { page } = await open('lang=en');
    const villages = page.locator('[data-group="villages"] input').first();
    await villages.check();
    await page.waitForURL(/layers=villages/);
    await page.locator('canvas.maplibregl-canvas').focus();
    for (const key of ['ArrowRight', 'ArrowRight', '+']) {
      const before = page.url();
      await page.keyboard.press(key);
      await page.waitForURL((url) => url.href !== before);
    }
    await page.getByRole('button', { name: /^Project/ }).click();
    await page
      .locator('.picker-list')
      .getByRole('button', { name: /Mai-Ndombe/ })
      .click();
    await page.waitForURL(/project=mai-ndombe/);
    await page.goBack();
    await page.waitForURL((url) => !url.href.includes('project='));
    expect(await villages.isChecked()).toBe(true);
    await page.goBack();
    await page.waitForURL((url) => !url.href.includes('villages'));
    expect(await villages.isChecked()).toBe(false);
    await page.goForward();
    await page.waitForURL(/layers=villages/);
    await page.goForward();
    await page.waitForURL(/project=mai-ndombe/);
    await page.context().close();
  });

  it('ux 46, 54: for 8 seconds, choosing and leaving a project can be undone', async () => {
    const { page } = await open('lang=en#6/1/17&layers=logging');
    const chooseNguti = async (): Promise<void> => {
      await page.getByRole('button', { name: /^Project/ }).click();
      await page.locator('.picker-list').getByRole('button', { name: /Nguti/ }).click();
      await page.waitForURL(/project=nguti/);
    };
    await chooseNguti();
    const opened = page.getByText(/Nguti.*is open, with its layers/);
    await opened.waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL(/#6\/1\/17&layers=logging/);
    expect(page.url()).not.toContain('project=');
    await chooseNguti();
    await page.getByRole('button', { name: 'Whole region' }).click();
    const left = page.getByText('The project is closed.');
    await left.waitFor();
    expect(await opened.count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL(/project=nguti/);
    await page.getByRole('button', { name: 'Whole region' }).click();
    await left.waitFor();
    const began = Date.now();
    await left.waitFor({ state: 'detached' });
    expect(Date.now() - began).toBeGreaterThan(6000);
    await page.context().close();
  });

  const screens = [
    ['a desktop', { width: 1280, height: 800 }, false],
    ['a phone', PHONE, true],
    ['a phone on its side', { width: 740, height: 360 }, true],
    ['a zoom of 400 %', { width: 320, height: 256 }, true],
  ] as const;

  it.each(sample(screens, screens.length))(
    'says on %s what each tool does, or how to get access to it (one of four; nightly all)',
    async (_name, viewport, menu) => {
      const { page } = await open('lang=fr', { viewport });
      for (const [name, text] of [
        ['Analyser', 'Choisir une zone'],
        ['Explorer (accès requis)', 'Examinez en détail des zones d’étude'],
        ['Télécharger (accès requis)', 'Accessible à toute personne disposant d’un compte'],
        ['Importer', 'Votre fichier reste sur votre appareil.'],
      ] as const) {
        if (menu) await page.getByRole('button', { name: 'Outils' }).click();
        await page.getByRole('button', { name, exact: true }).click();
        await page.getByText(text).first().waitFor();
        if (menu) await page.keyboard.press('Escape');
      }
      await page.context().close();
    },
  );
});
