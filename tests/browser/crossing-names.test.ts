import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONFIG } from '../atlas/shipped-atlas.ts';
import { openBrowser, openPage, waitForMap } from './open-browser.ts';
import { crossingNames, placedNames, rememberMap } from './placed-names.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';
import { copyShippedStore } from './shipped-store.ts';

const POINTS = 'villages,education,health';
const TOWNS = 'group/labels/town-names';

let dataDir: string;
let atlas: ServedAtlas;
let browser: Browser;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atlas-crossing-'));
  copyShippedStore(dataDir);
  atlas = await serveAtlas({ config: CONFIG, dataDir });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await atlas.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Opens the map with names and other groups at a view such as `7/-10.8/26.5`. */
async function open(view: string, groups: string): Promise<Page> {
  const { page } = await openPage(browser);
  await rememberMap(page);
  const layers = [...(groups === '' ? [] : [groups]), 'boundaries', 'labels'].join(',');
  await page.goto(`${atlas.url}/?lang=fr#${view}&layers=${layers}&base=default`);
  await waitForMap(page);
  return page;
}

describe('names of places', () => {
  it.each([
    ['Kolwezi and Likasi', '7/-10.8/26.5', ''],
    ['Kinshasa and Brazzaville', '7.5/-4.3/15.3', POINTS],
    ['Yaoundé', '8/3.87/11.5', POINTS],
    ['Bangui', '9/4.4/18.5', POINTS],
    ['Bafoussam', '9/5.5/10.4', POINTS],
  ])('do not cross around %s', async (_, view, groups) => {
    const page = await open(view, groups);
    const crossing = await crossingNames(page);
    await page.context().close();
    expect(crossing).toEqual([]);
  });

  it('keep their places when dots are around them', async () => {
    const without = await open('9/5.5/10.4', '');
    const { [TOWNS]: before = [] } = await placedNames(without);
    await without.context().close();
    const among = await open('9/5.5/10.4', POINTS);
    const { [TOWNS]: after } = await placedNames(among);
    await among.context().close();
    expect(before.length).toBeGreaterThan(15);
    expect(after).toEqual(before);
  });
});
