import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAtlas } from '../build-atlas.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';

/** The theme of the minimal atlas, with a logo and a browser icon. */
const BRAND = `
theme:
  icons: icons
  fonts: [Noto Sans]
  tokens:
    ink: { light: '#111111', dark: '#EEEEEE' }
    paper: { light: '#FAFAFA', dark: '#0A0A0A' }
  logo: { light: pictures/logo.svg, dark: pictures/logo-on-dark.svg }
  favicon: pictures/icon.png
`;

/** A logo that tries to run scripts in every way that SVG has. */
const HOSTILE = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30" onload="document.title='ran'">
  <script>document.documentElement.setAttribute('data-ran', 'yes')</script>
  <rect width="60" height="30" fill="#1F5B43"/>
  <image href="x" onerror="document.documentElement.setAttribute('data-ran', 'yes')"/>
  <a href="javascript:document.documentElement.setAttribute('data-ran', 'yes')"><circle r="9"/></a>
</svg>`;
const PLAIN = HOSTILE.replaceAll(/<(script|a)\b.*<\/\1>|<image.*\/>| onload="[^"]*"/g, '').replace(
  '#1F5B43',
  '#7CC3A0',
);

describe('the logo and the browser icon of an atlas', () => {
  let dir: string;
  let atlas: ServedAtlas;
  let browser: Browser;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'atlas-brand-'));
    writeAtlas(join(dir, 'atlas'), BRAND);
    mkdirSync(join(dir, 'atlas/pictures'));
    writeFileSync(join(dir, 'atlas/pictures/logo.svg'), HOSTILE);
    writeFileSync(join(dir, 'atlas/pictures/logo-on-dark.svg'), PLAIN);
    writeFileSync(
      join(dir, 'atlas/pictures/icon.png'),
      createCanvas(180, 180).toBuffer('image/png'),
    );
    [atlas, browser] = await Promise.all([
      serveAtlas({ config: join(dir, 'atlas'), dataDir: join(dir, 'store') }),
      sharedBrowser(),
    ]);
  });
  afterAll(async () => {
    await closePages(browser);
    await atlas.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('are shown on the map, for its ground, and on every other screen', async () => {
    const { page, problems } = await openPage(browser);
    await page.goto(`${atlas.url}/`);
    await waitForMap(page);
    const logo = page.locator('.header .logo');
    const shown = () =>
      logo.evaluate((image) => {
        const { complete, naturalWidth, height, src, alt } = image as HTMLImageElement;
        return { isShown: complete && naturalWidth > 0, height, alt, path: new URL(src).pathname };
      });
    const path = '/atlas/files/pictures/logo.svg';
    await expect.poll(shown).toEqual({ isShown: true, height: 32, alt: '', path });
    await page.locator('.base', { hasText: 'Night' }).click();
    await expect
      .poll(shown)
      .toMatchObject({ isShown: true, path: '/atlas/files/pictures/logo-on-dark.svg' });
    await page.goto(`${atlas.url}/nothing-here`);
    await page.locator('.screen-bar .logo').waitFor();
    expect(await page.locator('.emblem').count()).toBe(0);
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  });

  it('are named in the page that the server writes, also in the compact map', async () => {
    for (const path of ['/', '/?embed=1', '/nothing-here']) {
      const answer = await fetch(atlas.url + path, { headers: { accept: 'text/html' } });
      const icons = [
        ...(await answer.text()).matchAll(/<link rel="([\w-]*icon)"[^>]*href="([^"]*)"/g),
      ];
      expect(icons.map(([, rel]) => rel)).toEqual(['icon', 'apple-touch-icon']);
      const icon = await fetch(atlas.url + icons[0]![2]!);
      expect(icon.headers.get('content-type')).toBe('image/png');
      expect(icon.headers.get('cache-control')).toContain('immutable');
    }
  });

  it('run no script, in the page and when the file itself is opened', async () => {
    const { page } = await openPage(browser);
    await page.goto(`${atlas.url}/`);
    await page.locator('.header .logo').waitFor();
    expect(await page.locator('html').getAttribute('data-ran')).toBeNull();
    const src = (await page.locator('.header .logo').getAttribute('src'))!;
    const answer = await page.goto(atlas.url + src);
    expect(answer!.headers()).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      'x-content-type-options': 'nosniff',
    });
    await page.waitForLoadState('networkidle');
    const marks = await page.evaluate(() => [
      document.title,
      document.documentElement.getAttribute('data-ran'),
    ]);
    expect(marks).toEqual(['', null]);
  });
});
