import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { loadAtlas, WORD_NAMES, ENGLISH } from 'atlas-engine';
import { SCREENS } from 'atlas-engine/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';
import { LANGUAGE, mark, unmarked, writeMarkedAtlas } from './marked-atlas.ts';
import { MIDDLE, openPage, waitForMap } from './open-browser.ts';
import { textsOf } from './page-texts.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';

/** Codes and names of languages, countries and units, which are the same in every language. */
const KNOWN = ['EN', 'LN', 'English', 'lingála', 'AAA', 'BBB', 'km', 'm', 'metres'];

describe('a third language', () => {
  let dir: string;
  let atlas: ServedAtlas;
  let browser: Browser;
  const seen = new Set<string>();

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'atlas-marked-'));
    writeMarkedAtlas(join(dir, 'atlas'));
    [atlas, browser] = await Promise.all([
      serveAtlas({ config: join(dir, 'atlas'), dataDir: join(dir, 'data') }),
      sharedBrowser(),
    ]);
  });
  afterAll(async () => {
    await closePages(browser);
    await atlas.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  /** Checks that every text of the current page is in marks. */
  const check = async (page: Page, where: string): Promise<void> => {
    const texts = await textsOf(page);
    expect(texts.length, where).toBeGreaterThan(10);
    const wrong = texts.filter((text) => unmarked(text, KNOWN).length > 0);
    expect({ where, wrong }).toEqual({ where, wrong: [] });
    for (const text of texts) seen.add(text);
  };

  const open = async (path: string, size?: { width: number; height: number }): Promise<Page> => {
    const viewport = size ?? { width: 1280, height: 800 };
    const { page } = await openPage(browser, { locale: 'en-GB', viewport });
    await page.goto(`${atlas.url}/?lang=${LANGUAGE}${path}`);
    if (size === undefined) await waitForMap(page);
    else await page.waitForLoadState('networkidle');
    return page;
  };

  const button = (page: Page, name: string) =>
    page.getByRole('button', { name: mark(name), exact: true });

  it('has all words of the panel', async () => {
    const page = await open('#9/5/5&layers=wells,deep');
    await check(page, 'layers');
    for (const toggle of await page
      .getByRole('button', { name: /Settings for|How to get/ })
      .all()) {
      await toggle.click();
      await check(page, 'settings');
    }
    await page.getByRole('searchbox').fill('xyz');
    await check(page, 'filter without a result');
    await page.getByRole('searchbox').fill('W');
    await check(page, 'filter');
    await button(page, 'Clear the filter').click();
    await page.getByRole('button', { name: /About/ }).first().click();
    await page.getByText(mark('Copy the citation')).waitFor();
    await check(page, 'information');
    await button(page, 'Copy the citation').click();
    await page.getByRole('tab', { name: /Legend/ }).click();
    await check(page, 'legend');
    await button(page, 'Remove all').click();
    await check(page, 'nothing active');
  });

  it('ux 59: has all words of projects, base maps and messages', async () => {
    const page = await open('#9/5/5&layers=wells,nothing');
    await page
      .getByText(mark(ENGLISH['address.unknown'].replace('{{names}}', 'nothing')))
      .waitFor();
    await check(page, 'message');
    await page.locator('.picker-button').click();
    await check(page, 'projects');
    await page
      .getByRole('button', { name: mark('The bay') })
      .first()
      .click();
    await page.getByText(mark('The first story of the bay')).waitFor();
    await check(page, 'story');
    await page.locator('.credits summary').click();
    await check(page, 'credits');
    await button(page, 'Collapse the panel').click();
    await check(page, 'folded');
  });

  it('has all words of an object, including its values and the information about its data', async () => {
    const page = await open('#9/5/5&layers=wells');
    await page.mouse.click(MIDDLE.x, MIDDLE.y);
    await page.getByText(mark('More about it')).waitFor();
    await page.waitForLoadState('networkidle');
    await check(page, 'object');
    expect(await page.getByText(mark('No'), { exact: true }).count()).toBe(1);
    await button(page, 'Next object').click();
    await page.getByText(mark('Yes'), { exact: true }).waitFor();
    await check(page, 'next object');
  });

  it('has all words on a phone', async () => {
    const page = await open('#9/5/5&layers=wells', { width: 360, height: 740 });
    await check(page, 'phone');
    await page.getByRole('button', { name: mark('Base map') }).click();
    await check(page, 'base maps');
    await page.getByRole('button', { name: mark('Open the layers') }).click();
    await check(page, 'layers on a phone');
  });

  it.each(
    SCREENS.filter(({ id, path }) => id !== 'map' && !path.includes(':')).map(({ path }) => path),
  )('has all words of the screen %s', async (path) => {
    const { page } = await openPage(browser, { locale: LANGUAGE });
    await page.goto(`${atlas.url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await check(page, path);
  });

  it('was tested with most words of the interface', () => {
    const texts = [...seen].join('\n');
    const found = WORD_NAMES.filter((name) => {
      const word = ENGLISH[name];
      const longest = (typeof word === 'string' ? word : word.other)
        .split(/\{\{\w+\}\}/)
        .sort((a, b) => b.length - a.length)[0]!;
      return texts.includes(longest);
    });
    expect(found.length).toBeGreaterThan(75);
  });

  it('has all words of the page before scripts run', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(`${atlas.url}/?lang=${LANGUAGE}`);
    const html = await page.content();
    expect(html).toContain(`lang="${LANGUAGE}"`);
    expect(html).toContain(`content="${mark(ENGLISH['app.no-bundle'])}"`);
    const said = [
      ...html
        .replace(/<(script|style)\b.*?<\/\1>/gs, '')
        .matchAll(/>([^<]+)<|(?:aria-label|title|alt)="([^"]*)"/g),
    ].map(([, text, label]) => text ?? label ?? '');
    expect(said.join(' ')).toContain(mark('Projects'));
    expect(said.filter((text) => unmarked(text, KNOWN).length > 0)).toEqual([]);
  });

  const wms = async (query: string): Promise<string> => {
    const address = `${atlas.url}/wms?service=WMS&version=1.3.0&language=${LANGUAGE}&${query}`;
    const response = await fetch(address);
    expect(response.status).toBe(200);
    return response.text();
  };

  it('has all words of the WMS', async () => {
    const capabilities = await wms('request=GetCapabilities');
    const titles = [...capabilities.matchAll(/<(Title|Abstract|Keyword)>([^<]*)</g)];
    expect(titles.map(([, , text]) => text)).toContain(mark('Default style'));
    expect(titles.filter(([, , text]) => unmarked(text!).length > 0)).toEqual([]);
    const where =
      'layers=wells&query_layers=wells&crs=CRS:84&bbox=4,4,6,6&width=100&height=100&i=50&j=50&styles=&feature_count=5';
    const plain = await wms(`request=GetFeatureInfo&info_format=text/plain&${where}`);
    expect(plain).toContain(mark('Dug'));
    expect(plain).toContain(mark('No'));
    // The platform formats dates.
    const lines = plain.split('\n').filter((line) => !line.includes(mark('Built')));
    expect(lines.filter((line) => unmarked(line).length > 0)).toEqual([]);
  });

  it('has all words of the legend that the WMS draws', async () => {
    const legend = async (language: string): Promise<Buffer> => {
      const query =
        'service=WMS&version=1.3.0&request=GetLegendGraphic&layer=wells&format=image/png';
      const response = await fetch(`${atlas.url}/wms?${query}&language=${language}`);
      return Buffer.from(await response.arrayBuffer());
    };
    const widthOf = (png: Buffer): number => png.readUInt32BE(16);
    // The marks make the words wider.
    expect(widthOf(await legend(LANGUAGE))).toBeGreaterThan(widthOf(await legend('en')));
  });

  it('is reported by the check with its missing words', async () => {
    const lacking = ['map.home', 'group.coverage', 'wms.style'];
    const config = join(dir, 'lacking');
    writeMarkedAtlas(config, lacking);
    const loaded = loadAtlas(await readConfigFolder(config));
    expect(loaded).toMatchObject({ ok: true });
    const warnings = loaded.ok ? loaded.warnings : [];
    expect(warnings).toMatchObject([
      { code: 'interface-incomplete', params: { locale: LANGUAGE, of: WORD_NAMES.length } },
    ]);
    expect(
      new Set(warnings.flatMap(({ params }) => ('missing' in params ? params.missing : []))),
    ).toEqual(new Set(lacking));
    const whole = loadAtlas(await readConfigFolder(join(dir, 'atlas')));
    expect(whole.ok && whole.warnings).toEqual([]);
  });
});

describe('the test of a third language', () => {
  it.each([
    [mark('Reload'), []],
    [mark(`About ${mark('Wells')}`), []],
    ['12 %', []],
    ['Reload', ['Reload']],
    [`${mark('Wells')}, restricted`, ['restricted']],
  ])('finds unmarked words: %s', (text, found) => {
    expect(unmarked(text)).toEqual(found);
  });

  it('has English words to find: the marks are only in the third language', () => {
    expect(readFileSync('engine/words/en.yaml', 'utf8')).not.toContain('⟦');
  });
});
