/** The story of a download on the real server, in both languages, on a desktop and on a phone. */
import { strFromU8 } from 'fflate';
import type { Browser, BrowserContext } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyWordKey } from 'atlas-engine/runtime';
import { axeOf } from '../axe.ts';
import { openPage, waitForMap } from '../open-browser.ts';
import { closePages, sharedBrowser } from '../shared-browser.ts';
import { PLACES, serveDownloads, type DownloadServer } from './serve-downloads.ts';
import { Visitor } from './visitor.ts';
import { spoil, WAYS } from './ways.ts';
import { NIGHTLY } from '../../size.ts';

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** One language each day, and both in the night. */
const DAY = new Date().getUTCDate();
const TODAY = ['en', 'fr'][DAY % 2]!;
const LOCALES = NIGHTLY ? ['en', 'fr'] : [TODAY];
/** One of three stories runs each day, and all in the night. */
const isToday = (story: 0 | 1 | 2): boolean => NIGHTLY || DAY % 3 === story;

/** The language of the stories that run in one. */
const OTHER = TODAY === 'en' ? 'fr' : 'en';

const VILLAGES: Readonly<Record<string, string>> = { en: 'Villages', fr: 'Villages' };
/** Data that not everyone may view. */
const TENURE: Readonly<Record<string, string>> = {
  en: 'Community land tenure',
  fr: 'Foncier communautaire',
};
const SURVEYS: Readonly<Record<string, string>> = { en: 'Survey areas', fr: 'Zones enquêtées' };

/** Places beside the panels in px; a line through them crosses itself. */
const CORNERS = [
  [500, 400],
  [560, 460],
  [560, 400],
  [500, 460],
] as const;

/** A square of 3.5 km in a lake, without villages. */
const PLOT = {
  type: 'Polygon',
  coordinates: [
    [
      [18.3, -2],
      [18.3313, -2],
      [18.3313, -1.9685],
      [18.3, -1.9685],
      [18.3, -2],
    ],
  ],
};

/** The sentences of section 8 of the specification, letter by letter. */
const SENTENCES = {
  'download.too-large':
    'The area you have selected is too large. Please select an area less than 30 000 km ²',
  'download.extent': 'Invalid extent',
  'download.empty': 'No data found',
  'download.preparing': 'Preparing download...',
  'download.get': 'Download data',
} as const satisfies Partial<Record<AnyWordKey, string>>;

describe.each(PLACES)('Download over %s', (where) => {
  let server: DownloadServer;
  let browser: Browser;
  /** The cookies of the account, after its first login. */
  let session: StorageState | undefined;

  beforeAll(async () => {
    [server, browser] = await Promise.all([serveDownloads(where), sharedBrowser()]);
  }, 300_000);
  afterAll(async () => {
    await closePages(browser);
    await server.stop();
  });

  const visit = async (locale: string, viewport = DESKTOP): Promise<Visitor> => {
    const { page } = await openPage(browser, {
      viewport,
      ...(session && { storageState: session }),
    });
    const visitor = new Visitor(page, { url: server.url, locale });
    await (session ? visitor.goToMap() : visitor.logIn());
    session ??= await page.context().storageState();
    await visitor.open();
    return visitor;
  };

  it.runIf(isToday(0)).each(LOCALES)(
    'ux 50: an area is drawn, typed, or taken from a project, the view or a file, in %s (every third day)',
    async (locale) => {
      const visitor = await visit(locale);
      const { page, say, size } = visitor;
      if (locale === 'en')
        for (const [key, text] of Object.entries(SENTENCES))
          expect(say(key as keyof typeof SENTENCES, { limit: '30 000' })).toBe(text);
      const limit = locale === 'en' ? '30 000' : '30\u00A0000';
      const tooLarge = page
        .getByRole('alert')
        .filter({ hasText: say('download.too-large', { limit }) });
      const color = () => size.evaluate((element) => getComputedStyle(element).color);

      await visitor.choose('nguti');
      const black = await color();
      for (const project of ['tumba-ledima', 'lup']) await visitor.choose(project);
      expect(await tooLarge.count()).toBe(0);
      // Over a province, open data may be downloaded, restricted ones not.
      await visitor.choose('mai-ndombe');
      await visitor.chooseData(VILLAGES[locale]!);
      const order = visitor.button('download.order');
      expect(await order.getAttribute('aria-disabled')).toBe('false');
      expect(await color()).toBe(black);
      const tenure = visitor.check(new RegExp(`^${TENURE[locale]}`));
      expect(await tenure.isDisabled()).toBe(true);
      await visitor.choose('lup');
      await tenure.check();
      await visitor.choose('mai-ndombe');
      await tooLarge.waitFor();
      const red = await color();
      expect(red).not.toBe(black);
      expect(await order.getAttribute('aria-disabled')).toBe('true');
      await waitForMap(page);

      await visitor.draw('rectangle', [CORNERS[0]]);
      await page.mouse.move(700, 600, { steps: 3 });
      await tooLarge.waitFor();
      expect(await color()).toBe(red);
      await page.mouse.move(600, 500, { steps: 3 });
      await tooLarge.waitFor({ state: 'detached' });
      expect(await color()).toBe(black);
      await page.mouse.click(600, 500);
      await visitor.button('area.edit').waitFor();

      // A polygon whose sides cross.
      await visitor.draw('polygon', CORNERS);
      await page.keyboard.press('Enter');
      await visitor.button('area.edit').waitFor();
      await visitor.refused('download.extent');
      await visitor.typeBox(['40', '30', '41', '31']);
      await visitor.refused('download.extent');

      const typed = await size.innerText();
      await visitor.button('area.view').click();
      await expect.poll(() => size.innerText()).not.toBe(typed);
      if (!NIGHTLY) return page.context().close();
      await visitor.open('import');
      const name = 'plot.geojson';
      const file = { name, mimeType: '', buffer: Buffer.from(JSON.stringify(PLOT)) };
      await page.locator('input[type=file]').setInputFiles(file);
      await visitor.button('import.use-area').click();
      await visitor.open();
      expect(await size.innerText()).toMatch(/^12[.,]1\d?\u00A0km²$/);
      await visitor.order();
      await visitor.job.getByText(say('download.empty'), { exact: true }).waitFor();
      return page.context().close();
    },
    120_000,
  );

  it.runIf(isToday(1)).each(LOCALES)(
    'ux 52: the files are prepared, also while the page is reloaded, and fetched, in %s (every third day)',
    async (locale) => {
      const visitor = await visit(locale, PHONE);
      const { page, say } = visitor;
      await visitor.choose('nguti');
      await page.locator('.download-fits svg').waitFor();
      await visitor.chooseData(VILLAGES[locale]!, SURVEYS[locale]!);
      // The number is that of the file.
      const surveys = page.locator('.download-check').filter({ hasText: SURVEYS[locale]! });
      const shown = Number.parseInt(await surveys.locator('.download-count').innerText(), 10);
      for (const format of ['CSV', 'GeoJSON', 'GeoPackage', 'GeoParquet', 'Shapefile'])
        await visitor.check(new RegExp(`^${format} `)).check();
      await visitor.order();
      await visitor.job.getByText(say('download.preparing'), { exact: true }).waitFor();
      await page.evaluate(() => (window.location.hash = '#layers=villages'));
      await page.reload();
      await visitor.open();
      // The layers on the map come first and are chosen.
      const first = page.locator('.download-category').first();
      expect(await first.locator('legend').innerText()).toBe(say('download.on-map'));
      expect(await first.getByRole('checkbox', { name: VILLAGES[locale]! }).isChecked()).toBe(true);
      await visitor.file.waitFor();
      const { violations } = await axeOf(page).analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
      if (NIGHTLY) {
        await server.restart();
        await page.reload();
        await visitor.open();
      }
      const entries = await visitor.fetch();
      const day = new Date().toISOString().slice(0, 10);
      const restricted = `villages/villages_awa_${day}`;
      expect(Object.keys(entries)).toEqual(
        expect.arrayContaining([
          'README.txt',
          'survey-areas/survey-areas.geojson',
          'survey-areas/metadata.json',
          ...[
            '.xlsx',
            '.geojson',
            '.csv',
            '-semicolon.csv',
            '.gpkg',
            '.parquet',
            '-points.shp',
          ].map((ending) => `${restricted}${ending}`),
        ]),
      );
      expect(strFromU8(entries['README.txt']!)).toContain('awa');
      const written = JSON.parse(strFromU8(entries['survey-areas/survey-areas.geojson']!)) as {
        readonly features: readonly unknown[];
      };
      expect(shown).toBe(written.features.length);
      await page.context().close();
    },
    120_000,
  );

  it.runIf(isToday(2))(
    'ux 56: by keyboard alone, a box is typed and its data are fetched; a file that is gone says so (every third day)',
    async () => {
      const visitor = await visit(OTHER);
      const { page, say } = visitor;
      const press = (key: string): Promise<void> => page.keyboard.press(key);
      await visitor.tabTo(page.locator('.download-box summary'));
      await press('Enter');
      for (const side of ['9', '5', '10', '5.5']) {
        await press('Tab');
        await page.keyboard.type(side);
      }
      await press('Enter');
      await visitor.size.waitFor();
      for (const box of [visitor.check(VILLAGES[OTHER]!), visitor.agreement()]) {
        await visitor.tabTo(box);
        await press('Space');
      }
      await visitor.tabTo(visitor.button('download.order'));
      const saved = page.waitForEvent('download');
      await press('Enter');
      // The new download takes the focus.
      await visitor.job.getByText(say('download.preparing'), { exact: true }).waitFor();
      // A small file is saved without a further key, and can be saved again.
      await saved;
      await visitor.file.waitFor();
      await visitor.tabTo(visitor.file, 1);
      expect(Object.keys(await visitor.fetch('press'))).toContain('README.txt');

      await visitor.removeElsewhere();
      await press('Enter');
      await visitor.text('download.gone').waitFor();

      if (!NIGHTLY) return page.context().close();
      // Who is logged out in another tab logs in again, and finds the area and the choices.
      session = undefined;
      const size = await visitor.size.innerText();
      const other = await page.context().newPage();
      await other.goto(`${server.url}/account/logout?lang=${OTHER}`);
      await other.getByRole('button', { name: say('account.logout'), exact: true }).click();
      await page
        .locator('.side-body')
        .getByRole('link', { name: say('session.login') })
        .click();
      await visitor.fillLogin();
      await page.locator('.download-check').first().waitFor();
      expect(await visitor.size.innerText()).toBe(size);
      expect(await visitor.check(VILLAGES[OTHER]!).isChecked()).toBe(true);
      return page.context().close();
    },
    120_000,
  );

  it.runIf(NIGHTLY)(
    'D2: a call that fails says so, keeps the choices, and can be repeated (nightly; downloads-list.test.tsx daily)',
    async () => {
      const visitor = await visit(OTHER);
      const { page, say } = visitor;
      await visitor.choose('nguti');
      await visitor.chooseData(VILLAGES[OTHER]!);
      const before = await visitor.size.innerText();
      const order = page.locator('.download-order [role=alert]');
      for (const [way, { fail, order: sentence }] of Object.entries(WAYS)) {
        const stop = await spoil(page, 'POST', fail);
        await visitor.order();
        await order.filter({ hasText: say(sentence) }).waitFor();
        await stop();
        expect([way, await visitor.size.innerText()]).toEqual([way, before]);
        expect([way, await visitor.check(VILLAGES[OTHER]!).isChecked()]).toEqual([way, true]);
      }
      const forget = await spoil(page, 'GET', (route) => route.fulfill({ status: 403, json: {} }));
      await visitor.order();
      const list = page.locator('.download-part > [role=alert]');
      await list.filter({ hasText: say('download.forbidden') }).waitFor();
      expect(await page.locator('progress, .spin').count()).toBe(0);
      await forget();
      await list.getByRole('button', { name: say('group.retry') }).click();
      await visitor.file.waitFor();
      for (const { fail, fetch } of Object.values(WAYS)) {
        if (!fetch) continue;
        const stop = await spoil(page, 'HEAD', fail);
        await visitor.file.click();
        await visitor.job
          .getByRole('alert')
          .filter({ hasText: say(fetch) })
          .waitFor();
        await stop();
      }
      expect(Object.keys(await visitor.fetch())).toContain('README.txt');
      for (const { fail, offer } of Object.values(WAYS)) {
        const stop = await spoil(page, 'GET', fail);
        await visitor.button('feature.close').click();
        await visitor.button('tool.download').first().click();
        await page
          .locator('.side-body')
          .getByRole('alert')
          .filter({ hasText: say(offer) })
          .waitFor();
        await stop();
        await visitor.button('group.retry').click();
        await visitor.check(VILLAGES[OTHER]!).waitFor();
      }
      expect(await visitor.size.innerText()).toBe(before);
      await page.context().close();
    },
    600_000,
  );
});
