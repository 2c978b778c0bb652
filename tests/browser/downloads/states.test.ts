/** Every state of the panels Download and Explore, in both languages and on three screens, by axe. */
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { shippedWords } from 'atlas-engine';
import type { DownloadJob } from 'atlas-engine/http';
import { translator, type AnyWordKey } from 'atlas-engine/runtime';
import { axeOf } from '../axe.ts';
import { openPage, waitForMap } from '../open-browser.ts';
import { useShipped } from '../use-shipped.ts';
import { NIGHTLY } from '../../size.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
  { width: 740, height: 360 },
] as const;
/** Daily one language on one screen, in turn, and the fullest states; everything at night. */
const TURN = new Date().getUTCDate() % 6;
const FULLEST: ReadonlySet<string> = new Set([
  'too large',
  'downloads of every kind',
  'the lists of an area',
]);
const SCREENS = SIZES.flatMap((size) => ['en', 'fr'].map((locale) => ({ locale, ...size }))).filter(
  (_screen, place) => NIGHTLY || place === TURN,
);

const job = (id: string, more: Partial<DownloadJob>): DownloadJob => ({
  id,
  state: 'failed',
  reason: null,
  bytes: null,
  progress: 0,
  ahead: 0,
  file: null,
  formats: ['geojson'],
  size: 12457.8,
  datasets: ['wells', 'paths'],
  created: '2026-11-22T10:00:00Z',
  expires: '2026-11-23T10:00:00Z',
  ...more,
});
const READY = { state: 'done', bytes: 390_000, progress: 100, file: '/api/file/' } as const;
const FAILED = (['forbidden', 'late', 'too-much', 'no-room', 'server'] as const).map((reason) =>
  job(reason, { reason }),
);
const DATASETS = [
  { id: 'wells', title: { en: 'Wells', fr: 'Puits' }, restricted: true },
  { id: 'paths', title: { en: 'Paths', fr: 'Sentiers' }, restricted: false },
  { id: 'fields', title: { en: 'Fields', fr: 'Champs' }, restricted: true, locked: 'level-2' },
];
/** The answers of the server, by the state of the list. */
const OFFERS = {
  none: { datasets: DATASETS, jobs: [], agreement: null },
  open: {
    datasets: DATASETS,
    agreement: '2026-11-22',
    jobs: [
      job('running', { state: 'running', progress: 63 }),
      job('waiting', { state: 'waiting', ahead: 12 }),
      job('ready', READY),
      ...FAILED,
    ],
  },
  ready: { datasets: DATASETS, jobs: [job('ready', READY)], agreement: null },
  locked: {
    datasets: DATASETS.slice(2),
    jobs: [job('empty', { state: 'empty' })],
    agreement: null,
  },
} as const;

/** The panel of a tool on one screen. */
class Panel {
  readonly page: Page;
  readonly say: ReturnType<typeof translator<AnyWordKey>>;
  private readonly isNarrow: boolean;

  constructor(page: Page, { locale, width }: (typeof SCREENS)[number]) {
    this.page = page;
    this.say = translator<AnyWordKey>({ locale, words: shippedWords(locale)! });
    this.isNarrow = width < 1280;
  }

  button(key: AnyWordKey) {
    return this.page.getByRole('button', { name: this.say(key), exact: true });
  }

  async open(tool: 'download' | 'explore'): Promise<void> {
    if (this.isNarrow) await this.button('tool.bar').press('Enter');
    await this.button(`tool.${tool}`).first().press('Enter');
    await this.page.locator('.side-body').waitFor();
  }

  close(): Promise<void> {
    return this.button('feature.close').press('Enter');
  }

  /** Expects that axe finds nothing, and that nothing is wider than the panel. */
  async expectNoFaults(state: string): Promise<void> {
    if (!NIGHTLY && !FULLEST.has(state)) return;
    const { violations } = await axeOf(this.page).include('.side-panel').analyze();
    expect([state, ...violations.map(({ id }) => id)]).toEqual([state]);
    const body = this.page.locator('.side-body');
    const isWhole = await body.evaluate((one) => one.scrollWidth <= one.clientWidth);
    expect([state, isWhole]).toEqual([state, true]);
  }
}

describe('the panels of Download and Explore', () => {
  const site = useShipped();

  it.each(SCREENS)(
    'pass axe in every state, in $locale at $width × $height px (daily one screen and three states)',
    async (screen) => {
      const { page } = await openPage(site.browser, { viewport: screen, level: 'level-2' });
      const panel = new Panel(page, screen);
      const { say } = panel;
      let offer: object | 'never' | 'fails' = OFFERS.none;
      await page.route('**/api/geodata/prepared-dataset/**', (route) => {
        if (offer === 'never') return;
        if (offer === 'fails') return route.abort();
        const isCount = route.request().url().endsWith('prepared-dataset/count/');
        if (isCount) return route.fulfill({ json: { datasets: [{ id: 'wells', count: 1234 }] } });
        const isList = route.request().url().endsWith('prepared-dataset/');
        return isList ? route.fulfill({ json: offer }) : route.fulfill({ status: 500 });
      });
      await page.goto(`${site.url}/?lang=${screen.locale}`);
      await waitForMap(page);
      const show = async (next: typeof offer): Promise<void> => {
        if (await page.locator('.side-panel').count()) await panel.close();
        offer = next;
        await panel.open('download');
      };
      const nameArea = async (name: string): Promise<void> => {
        await page.locator('.area-by-name input').fill(name);
        await page.locator('.area-by-name [role=option]').first().waitFor();
        await panel.expectNoFaults('names of areas');
        await page.locator('.area-by-name input').press('Enter');
      };

      await show('never');
      await page.getByText(say('download.loading')).waitFor();
      await panel.expectNoFaults('loading');
      await show(OFFERS.none);
      await page.locator('.download-check').first().waitFor();
      await panel.expectNoFaults('empty');
      await page.locator('.download-lock').waitFor();
      await page.locator('.download-box summary').press('Enter');
      await panel.button('download.box-use').press('Enter');
      await panel.expectNoFaults('a wrong box');
      await nameArea('Mai-Ndombe');
      await panel.expectNoFaults('too large');
      await nameArea('Nguti');
      await panel.button('download.choose-all').press('Enter');
      await page.getByText(say('download.fits', { count: 1 })).waitFor();
      await panel.expectNoFaults('an area');
      await panel.button('area.polygon').press('Enter');
      await panel.button('area.corner').waitFor();
      await panel.expectNoFaults('drawing');
      await panel.button('area.cancel').press('Enter');
      await show(OFFERS.open);
      await page.locator('.download-earlier summary').press('Enter');
      await panel.expectNoFaults('downloads of every kind');
      if (NIGHTLY) await page.getByText(say('download.silent')).waitFor();
      await panel.expectNoFaults('a silent server');
      await show(OFFERS.ready);
      await page.getByText(say('download.get')).waitFor();
      await panel.expectNoFaults('ready');
      await show(OFFERS.locked);
      await page.getByText(say('download.none-open')).waitFor();
      await panel.expectNoFaults('no dataset');
      await show('fails');
      await page.getByText(say('download.offline')).first().waitFor();
      await panel.expectNoFaults('a list that failed');

      await panel.close();
      await page.route('**/api/geodata/livelihoods/**', (route) => route.abort());
      await panel.open('explore');
      await page.locator('.explore-card').first().waitFor();
      await panel.expectNoFaults('the areas');
      await page.locator('.explore-filters select').first().selectOption({ index: 1 });
      await panel.expectNoFaults('areas of a country');
      await page.locator('.explore-card').first().press('Enter');
      await page.locator('.explore-features button').first().waitFor();
      await page.locator('.explore-content').nth(1).locator('summary').press('Enter');
      await page.getByText(say('explore.offline')).waitFor();
      await panel.expectNoFaults('the lists of an area');
      await page.context().close();
    },
    120_000,
  );
});
