import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Browser, Locator, Page } from '@playwright/test';
import jsQR from 'jsqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lowButtons } from './low-buttons.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';

const ISLES = fileURLToPath(new URL('../atlases/isles', import.meta.url));

const TEXTS = `
limits: { chunk-timeout: 5 s }
notices:
  - { id: hello, kind: welcome, title: { es: Bienvenida, pt: Boas-vindas }, text: { es: Lea., pt: Leia. } }
pages:
  - { id: privacy-policy, title: { es: Privacidad, pt: Privacidade }, text: { es: Nada., pt: Nenhum dado. }, date: 2026-03-09, responsible: { name: { es: Oficina, pt: Escritório }, address: { all: datos@example.org } } }
`;

let folder: string;
let atlas: ServedAtlas;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atlas-screens-'));
  const config = join(folder, 'config');
  cpSync(ISLES, config, { recursive: true });
  writeFileSync(join(config, 'texts.yaml'), TEXTS);
  atlas = await serveAtlas({ config, dataDir: join(folder, 'data') });
  browser = await sharedBrowser();
});
afterAll(async () => {
  await closePages(browser);
  await atlas.stop();
  rmSync(folder, { recursive: true, force: true });
});

const open = async (path: string): Promise<Page> => {
  const { page } = await openPage(browser, { locale: 'es-ES', firstVisit: true });
  await page.goto(`${atlas.url}${path}`);
  return page;
};
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Bienvenida' });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('dialog') !== null);

describe('ux 3: the welcome notice', () => {
  it('keeps the focus, closes on Escape, is a line on the next visit, and opens again from the help', async () => {
    const page = await open('/');
    await dialogOf(page).waitFor();
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('Tab');
      // Between the last and the first element, the focus may be in the bars of the browser.
      expect(
        await page.evaluate(
          () =>
            document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
        ),
      ).toBe(false);
    }
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('.notice', { hasText: 'Bienvenida' }).waitFor();
    expect(await dialogOf(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Help and information about this atlas' }).click();
    await dialogOf(page).waitFor();
    expect(await focused(page)).toBe(true);
  });

  it('stays closed on later visits when the visitor asks for it', async () => {
    const page = await open('/');
    await page.getByLabel('Don’t show this again').check();
    await page.getByRole('button', { name: 'Explore the map' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
    await page.reload();
    await waitForMap(page);
    expect(await dialogOf(page).count()).toBe(0);
  });
});

describe('the welcome notice of a phone', () => {
  it('is a card, a line on the next visit and from a link, and the whole notice on request', async () => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const { page } = await openPage(browser, { locale: 'es-ES', firstVisit: true, ...phone });
    const card = page.locator('.welcome-card');
    const line = page.locator('.notice', { hasText: 'Bienvenida' });
    await page.goto(`${atlas.url}/#6/1/-34`);
    await line.waitFor();
    expect(await card.count()).toBe(0);
    await page.goto(`${atlas.url}/account/privacy-policy/es`);
    await page.goto(atlas.url);
    await card.waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await page.reload();
    await line.getByRole('button', { name: 'Read' }).click();
    await dialogOf(page).waitFor();
    await page.getByLabel('Don’t show this again').check();
    await page.getByRole('button', { name: 'Explore the map' }).click();
    await page.reload();
    await waitForMap(page);
    expect([await card.count(), await line.count()]).toEqual([0, 0]);
    await page.context().close();
  });

  it('keeps the checkbox of the card when it is read', async () => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const { page } = await openPage(browser, { locale: 'es-ES', firstVisit: true, ...phone });
    await page.goto(atlas.url);
    const again = page.getByLabel('Don’t show this again');
    await again.check();
    await page.locator('.welcome-card').getByRole('button', { name: 'Read' }).click();
    await dialogOf(page).waitFor();
    expect(await again.isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await page.reload();
    await waitForMap(page);
    expect(await page.locator('.welcome-card, .notice', { hasText: 'Bienvenida' }).count()).toBe(0);
    await page.context().close();
  });
});

describe('a screen beside the map', () => {
  it('opens from the map and returns to the same view', async () => {
    const page = await open('/#6/1/-34');
    await waitForMap(page);
    await dialogOf(page).getByRole('link', { name: 'Privacidad' }).click();
    await page.getByRole('heading', { level: 1, name: 'Privacidad' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/account/privacy-policy/es');
    await expect.poll(() => page.title()).toContain('Privacidad · ');
    await page.getByRole('link', { name: 'português' }).click();
    await page.getByText('Nenhum dado.').waitFor();
    await page.getByText('Escritório').waitFor();
    const write = page.getByRole('link', { name: 'datos@example.org' });
    expect(await write.getAttribute('href')).toBe('mailto:datos@example.org');
    // The interface keeps its language.
    expect(await page.getAttribute('html', 'lang')).toBe('es');
    await page.goBack();
    await page.goBack();
    await waitForMap(page);
    expect(new URL(page.url()).hash).toBe('#6/1/-34');
  });

  it('says that an unknown address or language has no page', async () => {
    for (const path of ['/nowhere', '/account/privacy-policy/xx']) {
      const page = await open(path);
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      expect(await lowButtons(page)).toEqual([]);
    }
  });

  it('says that its code is late after 3 s, offers to try again after the limit, and then opens', async () => {
    const { page } = await openPage(browser, { locale: 'es-ES' });
    await page.route('**/assets/screen-router-*.js', () => undefined);
    await page.goto(`${atlas.url}/account/privacy-policy/es`);
    await page.getByText('still loading').waitFor();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unroute('**/assets/screen-router-*.js');
    await again.click();
    await page.getByRole('heading', { level: 1, name: 'Privacidad' }).waitFor();
  });
});

describe('the code of the map', () => {
  it('ux 60: is said to be late after 3 s; after the limit, the page says what to do', async () => {
    const { page } = await openPage(browser, { locale: 'es-ES' });
    await page.route('**/assets/map-binding-*.js', () => undefined);
    await page.goto(`${atlas.url}/?lang=es`);
    await page.getByText('The map is still loading').waitFor();
    await page.getByText('The map could not be loaded. Check your connection').waitFor();
    expect(await page.locator('.progress, .spin').count()).toBe(0);
    await page.unroute('**/assets/map-binding-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForMap(page);
    await page.context().close();
  });
});

describe('ux 2: the language', () => {
  it('is that of the address, the stored one, the first known one of the browser, then that of the atlas', async () => {
    const languageAt = async (page: Page, query: string): Promise<string | null> => {
      await page.goto(`${atlas.url}/nowhere${query}`);
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
      return page.getAttribute('html', 'lang');
    };
    const { page: spanish } = await openPage(browser, { locale: 'es-MX' });
    expect(await languageAt(spanish, '')).toBe('es');
    expect(await languageAt(spanish, '?lang=pt')).toBe('pt');
    await spanish.goto(`${atlas.url}/nowhere`);
    await spanish.locator('button[lang=pt]').click();
    await spanish.locator('html[lang=pt]').waitFor();
    // The choice is stored once all parts of the page have the language.
    await spanish.waitForFunction(() => localStorage.getItem('atlas')?.includes('"locale":"pt"'));
    expect(await languageAt(spanish, '')).toBe('pt');
    expect(await languageAt(spanish, '?lang=es')).toBe('es');
    const { page: swedish } = await openPage(browser, { locale: 'sv-SE' });
    expect(await languageAt(swedish, '')).toBe('pt');
    await Promise.all([spanish.context().close(), swedish.context().close()]);
  });
});

describe('ux 39: sharing the view', () => {
  it('gives a link that opens in the language of its reader unless it is kept, and the code of a frame', async () => {
    const { page } = await openPage(browser, { locale: 'es-ES' });
    await page.goto(`${atlas.url}/#6/1/-34`);
    await waitForMap(page);
    await page.getByRole('button', { name: 'Share' }).click();
    const [link, frame] = [page.getByLabel('Link'), page.getByLabel('Code for a website')];
    expect(await link.inputValue()).toBe(`${atlas.url}/#6/1/-34`);
    await page.getByLabel('Language of the page').selectOption({ label: 'español' });
    const address = `${atlas.url}/?lang=es#6/1/-34`;
    expect(await link.inputValue()).toBe(address);
    expect(await frame.inputValue()).toContain(`src="${atlas.url}/?lang=es&amp;embed=1#6/1/-34"`);
    const whatsApp = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
    expect(new URL(whatsApp!).searchParams.get('text')!.split('\n').at(-1)).toBe(address);
    const mail = await page.getByRole('link', { name: 'Mail' }).getAttribute('href');
    expect(new URL(mail!).searchParams.get('body')).toBe(address);
    expect(new URL(mail!).searchParams.get('subject')).toBe('Atlas de las Islas Farol · Faros');
    await page.getByRole('button', { name: 'QR code' }).click();
    expect(await readCode(page.getByRole('img', { name: 'QR code' }))).toBe(address);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

/** Reads the QR code that an element shows. */
async function readCode(element: Locator): Promise<string | undefined> {
  const picture = await loadImage(await element.screenshot());
  const { width, height } = picture;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(picture, 0, 0);
  return jsQR(context.getImageData(0, 0, width, height).data, width, height)?.data;
}

describe('ux 40: the compact map', () => {
  it('has the map, its legend and a link to the atlas, and leaves the history alone', async () => {
    const { page } = await openPage(browser, { locale: 'es-ES' });
    await page.goto(`${atlas.url}/?embed=1#6/1/-34`);
    await waitForMap(page);
    expect(await page.getByRole('tab').count()).toBe(0);
    const atlasLink = page.getByRole('link', { name: 'Open in the atlas' });
    expect(await atlasLink.getAttribute('href')).toBe('/#6/1/-34');
    const before = page.url();
    await page.locator('canvas').focus();
    await page.keyboard.press('+');
    await page.waitForTimeout(800);
    expect(page.url()).toBe(before);
  });
});
