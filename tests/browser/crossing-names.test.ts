import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { openPage, waitForMap } from './open-browser.ts';
import { crossingNames, placedLabels, rememberMap } from './placed-names.ts';
import { useShipped } from './use-shipped.ts';

const POINTS = 'villages,education,health';

const site = useShipped();

/** Opens the map with names and other groups at a view such as `7/-10.8/26.5`. */
async function open(view: string, groups: string): Promise<Page> {
  const { page } = await openPage(site.browser);
  await rememberMap(page);
  const layers = [...(groups === '' ? [] : [groups]), 'boundaries', 'labels'].join(',');
  await page.goto(`${site.url}/?lang=fr#${view}&layers=${layers}&base=default`);
  await waitForMap(page);
  return page;
}

/** Places with many names. The last two only in the nightly run. */
const CROWDED = [
  ['Kolwezi and Likasi', '7/-10.8/26.5', ''],
  ['Kinshasa and Brazzaville', '7.5/-4.3/15.3', POINTS],
  ['Bafoussam', '9/5.5/10.4', POINTS],
  ['Yaoundé', '8/3.87/11.5', POINTS],
  ['Bangui', '9/4.4/18.5', POINTS],
] as const;
const EXAMINED = process.env['ATLAS_NIGHTLY'] === '1' ? CROWDED : CROWDED.slice(0, 3);

describe('names of places', () => {
  it.each(EXAMINED)(
    'do not cross around %s (three places; nightly all)',
    async (_, view, groups) => {
      const page = await open(view, groups);
      const crossing = await crossingNames(page);
      await page.context().close();
      expect(crossing).toEqual([]);
    },
  );

  it('keep their places when dots are around them', async () => {
    const towns = async (groups: string): Promise<string[]> => {
      const page = await open('9/5.5/10.4', groups);
      const placed = await placedLabels(page);
      await page.context().close();
      return placed.filter((label) => label.startsWith('group/labels/town-names')).sort();
    };
    const alone = await towns('');
    expect(alone.length).toBeGreaterThan(15);
    expect(await towns(POINTS)).toEqual(alone);
  });
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
    const page = await open('7/-2/18', groups.join(','));
    const placed = await placedLabels(page);
    await page.context().close();
    const named = placed.filter((label) => !/^(?:base|group\/labels)\//.test(label));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((label, i) => named.indexOf(label) !== i)).toEqual([]);
  });
});
