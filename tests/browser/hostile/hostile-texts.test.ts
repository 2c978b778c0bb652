import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGE } from '../marked-atlas.ts';
import { MIDDLE, openPage, waitForMap } from '../open-browser.ts';
import { closePages, sharedBrowser } from '../shared-browser.ts';
import { serveAtlas, type ServedAtlas } from '../serve-atlas.ts';
import { ALL, PARTS, writeHostileAtlas } from './hostile-atlas.ts';
import { NIGHTLY } from '../../size.ts';

/** With all turns, each text of the atlas has had each of the strings. */
const TURNS = NIGHTLY ? Array.from({ length: PARTS }, (_, turn) => turn) : [0];

/** A page that records what must not happen. */
interface Watched {
  readonly page: Page;
  /** Scripts that ran, dialogs, violations of the policy, and requests to other hosts. */
  readonly seen: string[];
}

async function watch(browser: Browser, url: string): Promise<Watched> {
  const { page } = await openPage(browser, { firstVisit: true });
  const seen: string[] = [];
  const note = (what: string): void => void seen.push(what);
  await page.exposeFunction('__hit', () => note('a script ran'));
  await page.exposeFunction('__violation', note);
  await page.addInitScript(() => {
    const { __violation: report } = window as unknown as { __violation: (what: string) => void };
    document.addEventListener('securitypolicyviolation', (event) =>
      report(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  page.on('dialog', (dialog) => {
    note(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (other) => note(`window: ${other.url()}`));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(url).host)
      note(`request: ${request.url()}`);
  });
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(url) && frame.url() !== 'about:blank') note(`at: ${frame.url()}`);
  });
  return { page, seen };
}

/** Returns elements in the page that only a string can have made. */
function foreignElements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(
        (element) =>
          [...element.attributes].some(
            ({ name, value }) =>
              name.startsWith('on') ||
              name === 'srcdoc' ||
              (/^(href|src|action|formaction|data)$/.test(name) &&
                /^\W*(javascript|vbscript|data:text)/i.test(value)),
          ) || ['IFRAME', 'OBJECT', 'EMBED', 'BASE', 'MARQUEE', 'XSS'].includes(element.tagName),
      )
      .map((element) => element.outerHTML.slice(0, 200)),
  );
}

describe.each(TURNS)('X1: %# strings in all texts of an atlas', (turn) => {
  let root: string;
  let atlas: ServedAtlas;
  let browser: Browser;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'atlas-hostile-'));
    writeHostileAtlas(join(root, 'config'), turn);
    [atlas, browser] = await Promise.all([
      serveAtlas({ config: join(root, 'config'), dataDir: join(root, 'data') }),
      sharedBrowser(),
    ]);
  });
  afterAll(async () => {
    await closePages(browser);
    await atlas.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it.each([`/?lang=${LANGUAGE}`, '/?lang=en&project=bay'])(
    'run no script and request nothing on the map, in its lists, panels and dialogs: %s',
    async (address) => {
      const { page, seen } = await watch(browser, atlas.url);
      await page.goto(`${atlas.url}${address}#9/5/5&layers=wells,deep`);
      await waitForMap(page);
      await page.locator('dialog[open]').waitFor();
      expect(await page.locator('dialog[open]').innerText()).toContain('__hit');
      expect(await foreignElements(page)).toEqual([]);
      await page.keyboard.press('Escape');
      // All buttons that open something, twice, because some appear with the first.
      for (let round = 0; round < 2; round += 1) {
        await page.evaluate(async () => {
          const buttons = 'button:not(.language button, .notice button)';
          for (const button of document.querySelectorAll<HTMLElement>(buttons)) {
            button.click();
            await new Promise((next) => setTimeout(next, 20));
            for (const dialog of document.querySelectorAll('dialog')) dialog.close();
          }
        });
        expect(await foreignElements(page)).toEqual([]);
      }
      expect(await page.locator('body').innerText()).toContain('__hit');
      expect(seen).toEqual([]);
      await page.context().close();
    },
  );

  it('run no script in the panel of a feature', async () => {
    const { page, seen } = await watch(browser, atlas.url);
    await page.goto(`${atlas.url}/?lang=en#9/5/5&layers=wells`);
    await waitForMap(page);
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(MIDDLE.x, MIDDLE.y);
    const shown = new Set<string>();
    for (let n = 0; n < PARTS; n += 1) {
      await page.waitForFunction(() => !document.querySelector('.side-loading'));
      for (const text of await page.locator('dd, h2').allInnerTexts()) shown.add(text);
      expect(await foreignElements(page)).toEqual([]);
      await page.evaluate(() =>
        document.querySelector<HTMLElement>('.pager button:last-child')?.click(),
      );
    }
    expect(shown.size).toBeGreaterThan(PARTS);
    expect(seen).toEqual([]);
    await page.context().close();
  });

  it('run no script on pages of text and on unknown pages', async () => {
    const { page, seen } = await watch(browser, atlas.url);
    for (const path of [
      `/account/privacy-policy/${LANGUAGE}`,
      '/account/data-agreement/en',
      `/nowhere?lang=${LANGUAGE}`,
      `/?lang=${LANGUAGE}&embed=1#9/5/5`,
    ]) {
      await page.goto(`${atlas.url}${path}`);
      await page.locator('h1, .map').first().waitFor();
      expect(await page.locator('body').innerText()).toContain('__hit');
      expect(await foreignElements(page)).toEqual([]);
    }
    expect(seen).toEqual([]);
    await page.context().close();
  });

  it('run no script from the address, in its query, its fragment and its path', async () => {
    const { page, seen } = await watch(browser, atlas.url);
    await page.goto(`${atlas.url}/?lang=en`);
    await waitForMap(page);
    const ways = [
      [encodeURIComponent, 1],
      [encodeURI, NIGHTLY ? 1 : 4],
      [(text: string) => text, NIGHTLY ? 1 : 4],
    ] as const;
    for (const [written, each] of ways) {
      const some = ALL.filter((_text, n) => n % each === 0);
      const addresses = some.flatMap((text) => {
        // A lone surrogate or a control character cannot be in an address.
        const word = written(text).replace(/[\n\r\t]/g, '');
        return [`/?project=${word}&lang=${word}#3/5/5&base=${word}&layers=${word},wells~${word}`];
      });
      const found = await page.evaluate(async (all) => {
        let count = 0;
        for (const address of all) {
          history.pushState(null, '', address);
          window.dispatchEvent(new PopStateEvent('popstate'));
          await new Promise((next) => setTimeout(next, 0));
          count += document.querySelectorAll('.notice').length;
        }
        return count;
      }, addresses);
      expect(found).toBeGreaterThan(some.length);
      expect(await foreignElements(page)).toEqual([]);
    }
    for (const text of ALL.filter((_text, n) => n % 30 === turn)) {
      const word = encodeURIComponent(text);
      await page.goto(`${atlas.url}/?project=${word}&lang=${word}&embed=${word}#layers=${word}`);
      await page.goto(`${atlas.url}/${word}`);
      expect(await foreignElements(page)).toEqual([]);
    }
    expect(seen).toEqual([]);
    await page.context().close();
  });

  it('are detected, so that these tests can fail', async () => {
    const { page, seen } = await watch(browser, atlas.url);
    await page.goto(`${atlas.url}/nowhere`);
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src=//evil.example/x onerror=__hit()>');
    });
    expect(await foreignElements(page)).toHaveLength(1);
    await expect.poll(() => seen.join()).toContain('policy');
    await page.context().close();
  });
});

it('X1: there are 200 distinct strings', () => {
  expect(new Set(ALL).size).toBeGreaterThanOrEqual(200);
});
