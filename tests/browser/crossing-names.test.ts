import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { openPage, waitForMap } from './open-browser.ts';
import {
  crossingNames,
  cutNames,
  namesBehindCards,
  placedLabels,
  rememberMap,
} from './placed-names.ts';
import { useShipped } from './use-shipped.ts';
import { sample } from '../size.ts';

const POINTS = 'villages,education,health';

const DESKTOP = { width: 1280, height: 800 };
const WIDE = { width: 1920, height: 1080 };
const PHONE = { width: 360, height: 740 };

const site = useShipped();

/** Opens the map with names and other groups at a view such as `7/-10.8/26.5`. */
async function open(view: string, groups: string, viewport = DESKTOP): Promise<Page> {
  const { page } = await openPage(site.browser, { viewport });
  await rememberMap(page);
  const layers = [...(groups === '' ? [] : [groups]), 'boundaries', 'labels'].join(',');
  await page.goto(`${site.url}/?lang=fr#${view}&layers=${layers}&base=default`);
  await waitForMap(page);
  return page;
}

/** Places with many names, of which one is examined each day. */
const CROWDED = [
  ['Kolwezi and Likasi', '7/-10.8/26.5', ''],
  ['Kinshasa and Brazzaville', '7.5/-4.3/15.3', POINTS],
  ['Bafoussam', '9/5.5/10.4', POINTS],
  ['Yaoundé', '8/3.87/11.5', POINTS],
  ['Bangui', '9/4.4/18.5', POINTS],
] as const;

describe('names of places', () => {
  it.each(sample(CROWDED, CROWDED.length))(
    'do not cross around %s (one place; nightly all)',
    async (_, view, groups) => {
      const page = await open(view, groups);
      const crossing = await crossingNames(page);
      await page.context().close();
      expect(crossing).toEqual([]);
    },
  );

  it('keep their places when dots are around them', async () => {
    const towns = async (groups: string): Promise<string[]> => {
      // All towns are away from the cards, of which there is one more above demonstration data.
      const page = await open('9/6.05/10.4', groups);
      const placed = await placedLabels(page);
      await page.context().close();
      return placed.filter((label) => label.startsWith('group/labels/town-names')).sort();
    };
    const alone = await towns('');
    expect(alone.length).toBeGreaterThan(15);
    // A card of another height may leave room for one more name.
    expect(await towns(POINTS)).toEqual(expect.arrayContaining(alone));
  });

  it('are those of few villages at zoom 7, where dots are close to each other', async () => {
    const page = await open('7/-1.2/17.5', 'villages');
    const villages = (await placedLabels(page)).filter((label) => label.includes('/villages/name'));
    await page.context().close();
    expect(villages.length).toBeGreaterThan(15);
    expect(villages.length).toBeLessThan(45);
  });
});

/** The edges of the map, and of the bars over a phone's map, in px: the search bar and the sheet. */
const EDGES = [
  ['the panel, the cards and the edges of a window', DESKTOP, { top: 0, bottom: 0 }],
  ['the bars, the buttons and the edges of a phone', PHONE, { top: 72, bottom: 88 }],
] as const;

describe('names at the edges', () => {
  it.each(sample(EDGES, 2))(
    'are not cut by %s (one of two; nightly both)',
    async (_, viewport, bars) => {
      const page = await open('7/4.2/11', 'villages,protected-areas', viewport);
      const placed = await placedLabels(page);
      const cut = await cutNames(page, bars);
      const behind = await namesBehindCards(page);
      await page.context().close();
      expect(placed.length).toBeGreaterThan(5);
      expect(cut).toEqual([]);
      expect(behind).toEqual([]);
    },
  );
});

describe('names of areas', () => {
  it('are drawn once, though areas are in several tiles', async () => {
    const groups = [
      'protected-areas',
      'logging',
      'indigenous-peoples',
      'landscapes',
      'oil-permits',
    ];
    const page = await open('7/-2/18', groups.join(','), WIDE);
    const placed = await placedLabels(page);
    await page.context().close();
    const named = placed.filter((label) => !/^(?:base|group\/labels)\//.test(label));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((label, i) => named.indexOf(label) !== i)).toEqual([]);
  });
});
