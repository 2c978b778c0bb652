/** Opens addresses of docs/addresses.md, and compares its parameters with the code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { REDIRECTS, SCREENS } from 'atlas-engine/runtime';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';
import { sample } from '../size.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/addresses.md'), 'utf8');
const SITE = 'http://localhost:4000';

/** The rows of tables whose first cell is code: the code, and the last cell. */
const ROWS = [...PAGE.matchAll(/^\| `([^`]+)`[^|]*\|.*?([^|]+)\|$/gm)].map(([, code, last]) => ({
  code: code!,
  last: last!.trim(),
}));
/** The rows with an address, and what the page then shows. */
const EXAMPLES = ROWS.filter(({ code }) => code.startsWith(SITE)).map(({ code, last }) => ({
  path: code.slice(SITE.length),
  last,
  quoted: [...last.matchAll(/“([^”]+)”/g)].map(([, words]) => words!),
  same: /the same as `([^`]+)`/.exec(last)?.[1]?.slice(SITE.length),
}));

/** The address at the top of the page, with all parts. */
const WHOLE = /^```\n(.*)\n```$/m.exec(PAGE)![1]!.slice(SITE.length);

/** The coordinates of the centre, which the page shows once the map has moved. */
const OF_THE_CENTRE = /coordinates|coordonnées|^[\d., ]+° [NS], .*° [EW]/i;

/** Parameters that the application reads from other addresses than those of the browser. */
const OF_REQUESTS = ['after'];

describe('the page about addresses', () => {
  const site = useShipped();
  let page: Page;
  /** What the map shows without a parameter, and the contact form. */
  const plain = new Map<string, readonly string[]>();

  beforeAll(async () => {
    ({ page } = await openPage(site.browser, { viewport: { width: 1024, height: 480 } }));
    for (const path of ['/', '/contact']) plain.set(path, await look(path));
  });

  /** Opens an address and returns what a visitor finds there, line by line. */
  async function look(path: string): Promise<readonly string[]> {
    await page.goto(site.url + path);
    const isMap = /^\/(?:[?#]|$)/.test(path);
    if (isMap) await waitForMap(page, { fonts: false });
    else await page.waitForSelector('main h1');
    const lines = await readPage(page);
    // Without the mouse, because the map shows the coordinates below it.
    await page.evaluate(() => {
      for (const close of document.querySelectorAll<HTMLElement>('.notice button.icon'))
        close.click();
    });
    return lines;
  }

  const opened = EXAMPLES.filter(({ path }) => !path.includes('&host='));
  it.each(sample(opened, 3))(
    '$path shows $last (one of three; nightly all)',
    async ({ path, quoted, same }) => {
      const shown = await look(path);
      if (same !== undefined) {
        expect(shown).toEqual(plain.get(same) ?? (await look(same)));
        return;
      }
      // A list of words that the page shows anyway would prove nothing.
      expect(quoted).not.toEqual([]);
      const before = new Set(plain.get(path.startsWith('/contact?') ? '/contact' : '/'));
      const fresh = shown.filter((line) => !before.has(line));
      for (const words of quoted) expect(fresh.join('\n')).toContain(words);
    },
  );

  it('has an example of the messages of a frame', async () => {
    const { path } = EXAMPLES.find((example) => example.path.includes('&host='))!;
    const own = path.replace(encodeURIComponent(SITE), encodeURIComponent(site.url));
    const body = `<script>addEventListener('message', ({ data }) => { window.said ??= data; })</script><iframe src="${own.replaceAll('&', '&amp;')}"></iframe>`;
    const around = `${site.url}/page-around`;
    await page.route(around, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(around);
    const said = await page.waitForFunction(() => (window as { said?: unknown }).said);
    expect(await said.jsonValue()).toMatchObject({ type: 'ready', project: null, locale: 'en' });
  });

  it('has an address with all parts, which is among the examples', () => {
    expect(EXAMPLES.map(({ path }) => path)).toContain(WHOLE);
  });

  it('names every parameter that the code reads, and no other', () => {
    const named = ROWS.map(({ code }) => code).filter((code) => /^[a-z]+$/.test(code));
    const files = readdirSync(join(ROOT, 'app'), { recursive: true, encoding: 'utf8' });
    const read = files
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(ROOT, 'app', file), 'utf8'))
      .filter((text) => /URLSearchParams|useSearchParams|searchParams/.test(text))
      .flatMap((text) =>
        [...text.matchAll(/(?<!customElements|headers)\.get\('([^']+)'\)/g)].map(
          ([, name]) => name!,
        ),
      )
      .filter((name) => !OF_REQUESTS.includes(name));
    expect([...new Set(named)].sort()).toEqual([...new Set(read)].sort());
    const route = readFileSync(join(ROOT, 'server/routes/page/page-route.ts'), 'utf8');
    const ofServer = /const QUERY = \{.*?properties: \{(.*?)\n  \},\n/s.exec(route)![1]!;
    const names = [...ofServer.matchAll(/(\w+): \{ type/g)].map(([, name]) => name!);
    expect(names).toEqual(['lang', 'project', 'embed']);
    for (const name of [...names, 'base', 'relief', 'layers', 'host', 'layer', 'view', 'user'])
      expect(EXAMPLES.some(({ path }) => path.includes(`${name}=`))).toBe(true);
  });

  it('names every screen, and no other', () => {
    const paths = EXAMPLES.map(({ path }) => path.replace(/[?#].*/s, ''));
    const screens = [...SCREENS.map(({ path }) => path), ...REDIRECTS.map(({ from }) => from)];
    const formOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
    expect(screens.filter((path) => !paths.some((one) => formOf(path).test(one)))).toEqual([]);
    expect(
      [...new Set(paths)].filter((one) => !screens.some((path) => formOf(path).test(one))),
    ).toEqual(['/nowhere']);
  });
});

/**
 * Returns what the page shows and offers: its title, its lines, what is chosen, and the names of
 * buttons. Unfolds the settings of layers, and reads the legend too.
 */
async function readPage(page: Page): Promise<readonly string[]> {
  const folded = 'button[class*="state-"][aria-expanded="false"]';
  await page.evaluate((selector) => {
    // Browsers do not lay out rows far outside of the window, and do not return their text.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
    // A group may be listed twice, with one state.
    const buttons = [...document.querySelectorAll<HTMLElement>(selector)];
    for (const one of new Map(buttons.map((button) => [button.ariaLabel, button])).values())
      one.click();
  }, folded);
  await page.waitForFunction((selector) => !document.querySelector(selector), folded);
  const lines = (await linesOf(page)).filter((line) => !OF_THE_CENTRE.test(line));
  const tabs = page.locator('[role="tab"]');
  if ((await tabs.count()) === 0) return lines;
  await tabs.nth(1).click();
  const legend = (await linesOf(page)).filter((line) => !OF_THE_CENTRE.test(line));
  await tabs.nth(0).click();
  return [...lines, ...legend];
}

/** Runs in the page. */
function linesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    `title: ${document.title}`,
    ...document.body.innerText
      .split('\n')
      .map((line) => line.replaceAll(/\s+/g, ' ').trim())
      .filter(Boolean),
    ...[...document.querySelectorAll<HTMLInputElement>('[type=checkbox], [type=radio]')].map(
      ({ labels, checked }) => `${labels?.[0]?.textContent} (${checked ? 'on' : 'off'})`,
    ),
    ...[...document.querySelectorAll('button[aria-label]')].map(
      (button) => `[${button.getAttribute('aria-label')}]`,
    ),
  ]);
}
