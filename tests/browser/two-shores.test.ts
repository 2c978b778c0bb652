import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { ENGLISH, shippedWords, WORD_NAMES, type WrittenWord } from 'atlas-engine';
import { SCREENS } from 'atlas-engine/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeOf } from './axe.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { inLayers, openTab, press, selectMiddle } from './page-states.ts';
import { textsOf } from './page-texts.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import { sample } from '../size.ts';

const ATLAS = fileURLToPath(new URL('../../examples/two-shores', import.meta.url));
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
const LANGUAGES = ['es', 'ar'] as const;

interface State {
  readonly path?: string;
  readonly enter?: (page: Page) => Promise<unknown>;
  readonly shows: string;
}

const MADRID = '#8/40.416/-3.703&layers=ciudades';

/** States of the page, by their names. */
const STATES: Readonly<Record<string, State>> = {
  'the welcome': { shows: 'dialog[open], .welcome-card' },
  'the layers': { enter: openTab('layers'), shows: '.layer-list' },
  'settings of a layer': {
    enter: inLayers('[data-group="ciudades"] .row-line button:last-child'),
    shows: '.settings',
  },
  'information about a layer': {
    enter: inLayers('[data-group="travesias"] button'),
    shows: '.side-panel',
  },
  'the legend': {
    path: '#layers=ciudades,travesias,pasos',
    enter: openTab('legend'),
    shows: '.legend',
  },
  'a project': { path: '&project=estrecho', enter: openTab('layers'), shows: '.story' },
  'an object': { path: MADRID, enter: selectMiddle, shows: '.side-head h2' },
  'the share dialog': { enter: press('.share-button'), shows: 'dialog[open] .share-line' },
  'the list of keys': { enter: (page) => page.keyboard.press('?'), shows: 'dialog[open] kbd' },
  'a search': {
    enter: (page) => page.locator('.search input').fill('mar'),
    shows: '[role="option"]',
  },
};

/** All at night; daily, one in five. */
const VISITS = sample(
  Object.keys(STATES).flatMap((name) =>
    LANGUAGES.flatMap((lang) => [1280, 360].map((width) => [name, lang, width] as const)),
  ),
  5,
);

/** Names of sources, formats, systems, languages, units and keys, which no language translates. */
const NAMES = new Set(
  `natural earth geonames nasa cc by es ar km esc qr utm wgs84 csv xlsx geojson geopackage flatgeobuf
  shapefile kml kmz gpx excel zip shp shx dbf prj qgis arcgis libreoffice whatsapp gps longitude
  latitude easting northing zone https http localhost html iframe src español atlas name example org
  www com creativecommons licenses mb javascript webgl cc0 el la de en las los y o`.split(/\s+/),
);

const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => word.length > 1);

/** The texts of the atlas in a language, with its data and its words of the interface. */
function ownWords(): Set<string> {
  const files = readdirSync(ATLAS, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((path) => /\.es\.md$|^[^/]+\.yaml$|es\.yaml$|\.csv$|names\.geojson$/.test(path))
    .map((path) => readFileSync(join(ATLAS, path), 'utf8'));
  return new Set(texts.flatMap((text) => wordsIn(text.replaceAll(/^\s*#.*$/gm, ''))));
}

/** English and French words that are no Spanish words of this atlas. */
function foreignWords(): Set<string> {
  const own = ownWords();
  const french = shippedWords('fr')!;
  const texts = WORD_NAMES.flatMap(
    (name) => [ENGLISH[name], french[name]] as WrittenWord[],
  ).flatMap((word) => (typeof word === 'string' ? [word] : Object.values(word)));
  const words = texts.flatMap((text) => wordsIn(text.replaceAll(/\{\{\w+\}\}/g, ' ')));
  return new Set(words.filter((word) => !own.has(word) && !NAMES.has(word)));
}

describe('the atlas of two shores', () => {
  let dataDir: string;
  let atlas: ServedAtlas;
  let browser: Browser;
  const foreign = foreignWords();

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'atlas-two-shores-'));
    [atlas, browser] = await Promise.all([serveAtlas({ config: ATLAS, dataDir }), sharedBrowser()]);
  });
  afterAll(async () => {
    await closePages(browser);
    await atlas.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Returns the words of a page that are not in its language. */
  const wrongWords = async (page: Page, lang: (typeof LANGUAGES)[number]): Promise<string[]> => {
    const texts = await textsOf(page);
    const own = texts.filter((text) => !text.includes('://'));
    const isWrong =
      lang === 'es'
        ? (word: string) => foreign.has(word)
        : (word: string) => /\p{Script=Latin}/u.test(word) && !NAMES.has(word);
    return own.flatMap((text) =>
      wordsIn(text)
        .filter(isWrong)
        .map((word) => `${word}: ${text}`),
    );
  };

  const open = async (lang: string, path: string, viewport = DESKTOP, firstVisit = false) => {
    const { page, problems } = await openPage(browser, { locale: 'de-DE', viewport, firstVisit });
    if (!firstVisit)
      await page.addInitScript(() => {
        const dismissed = { bienvenida: 1000 };
        localStorage.setItem('atlas', JSON.stringify({ version: 2, locale: null, dismissed }));
      });
    const [search = '', hash = ''] = path.split('#');
    await page.goto(`${atlas.url}/?lang=${lang}${search}${hash && `#${hash}`}`);
    await page.locator('.map-area').waitFor();
    return { page, problems };
  };

  it.each(VISITS)(
    'shows only words of its own, without violations of axe: %s, %s, %i px',
    async (...visit) => {
      const [name, lang, width] = visit;
      const { path = '', enter, shows } = STATES[name]!;
      const { page, problems } = await open(
        lang,
        path,
        width === 360 ? PHONE : DESKTOP,
        name === 'the welcome',
      );
      await enter?.(page);
      await page.locator(shows).first().waitFor();
      expect(await page.getAttribute('html', 'lang')).toBe(lang);
      expect(await page.getAttribute('html', 'dir')).toBe(lang === 'ar' ? 'rtl' : 'ltr');
      expect(await wrongWords(page, lang)).toEqual([]);
      const { violations } = await axeOf(page).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  it.each(LANGUAGES)('shows only words of its own on its other screens, in %s', async (lang) => {
    const { page } = await openPage(browser, { locale: lang });
    const screens = SCREENS.filter(({ id, path }) => id !== 'map' && !path.includes(':'));
    for (const { path } of sample(screens, 4)) {
      await page.goto(`${atlas.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect({ path, wrong: await wrongWords(page, lang) }).toEqual({ path, wrong: [] });
    }
  });

  it('is laid out from the right in Arabic, and moves an object out from under the panel', async () => {
    // Madrid is 150 px from the left edge.
    const { page } = await open('ar', '#8/40.416/-2.8515&layers=ciudades');
    await waitForMap(page, { fonts: false });
    const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
    const panel = await boxOf('.panel');
    expect(panel.x + panel.width).toBe(DESKTOP.width);
    const map = await boxOf('.map');
    expect(map.x).toBe(0);
    expect((await boxOf('.toolbar')).x).toBeLessThan(100);
    await page.mouse.click(150, map.height / 2);
    const heading = page.locator('.side-head h2');
    await heading.waitFor();
    const side = await boxOf('.side-right');
    expect(side.x).toBe(0);
    await waitForMap(page, { fonts: false });
    await page.keyboard.press('Escape');
    await heading.waitFor({ state: 'detached' });
    // It is now in the middle of what the panel left.
    await page.mouse.click((side.width + map.width) / 2, map.height / 2);
    await heading.waitFor();
    expect(await heading.textContent()).toBe('مدريد');
  });

  it('draws Arabic names with Arabic letters of Noto Sans, and Spanish ones without', async () => {
    const filesOf = async (lang: string): Promise<number> => {
      const { page } = await open(lang, '');
      await waitForMap(page, { fonts: false });
      const names = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name),
      );
      return names.filter((name) => name.includes('noto-sans-arabic-arabic-400')).length;
    };
    expect(await filesOf('ar')).toBeGreaterThan(0);
    expect(await filesOf('es')).toBe(0);
  });

  it('does not say where the restricted posts are', async () => {
    const found = await fetch(`${atlas.url}/api/search?q=Puesto&lang=es`).then((one) => one.text());
    expect(found).not.toContain('Puesto 1');
    const { page } = await open('es', '');
    await openTab('layers')(page);
    await page.locator('[data-group="puestos"]').waitFor();
    expect(await page.content()).not.toContain('Puesto 1');
  });
});
