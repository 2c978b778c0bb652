/** Prints views of the shipped atlas as PDF, as the browser does. */
import { describe, expect, it } from 'vitest';
import { openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';
import { sample } from '../size.ts';

const GOVERNMENT =
  'villages,roads,community-forests,redd,protected-areas,agro-industry,mining,oil-permits,logging';
const EVERYTHING = `${GOVERNMENT},education,health,camps,survey-areas,indigenous-peoples,land-cover,esa-land-cover,logging-roads`;

/** A window and an address; the sheet is as wide or tall as the window. */
const VIEWS: readonly (readonly [form: 'wide' | 'tall', address: string])[] = [
  ['wide', '?lang=fr'],
  ['wide', '?lang=en'],
  ['tall', '?lang=fr'],
  ['tall', '?lang=en#7/-1.2/17.5&layers=villages,education,health,roads,logging'],
  ['wide', `?lang=fr#7/3/11.5&layers=${GOVERNMENT}`],
  ['tall', `?lang=en#7/3/11.5&layers=${GOVERNMENT}`],
  ['wide', `?lang=en#6/1/17&base=dark&layers=${EVERYTHING}`],
  ['tall', `?lang=fr#6/1/17&base=terrain&layers=${EVERYTHING}`],
  ['wide', '?project=nguti&lang=fr'],
  ['tall', '?project=lup&lang=en'],
];

/** Sizes of windows in px. */
const WINDOWS = { wide: { width: 1280, height: 800 }, tall: { width: 360, height: 740 } } as const;

/** Sizes of A4 in points. */
const PAPER = { wide: [842, 595], tall: [595, 842] } as const;

describe('the printed map', () => {
  const site = useShipped();

  it.each(sample(VIEWS, 3))('is one %s page: %s', async (form, address) => {
    const { page } = await openPage(site.browser, { drawn: true, viewport: WINDOWS[form] });
    await page.goto(`${site.url}/${address}`);
    await waitForMap(page);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    const [, , width, height] = /\/MediaBox\s*\[([^\]]*)\]/.exec(pdf)![1]!.trim().split(/\s+/);
    expect([Number(width), Number(height)].map(Math.round)).toEqual(PAPER[form]);

    // The texts and the map are on the paper, beside each other.
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const boxOf = async (part: string) => (await page.locator(part).boundingBox())!;
    const [sheet, map, footer] = await Promise.all(
      ['.print-sheet', '.print-map canvas', '.print-sheet footer'].map(boxOf),
    );
    expect(map!.width).toBeGreaterThan(sheet!.width / 4);
    expect(map!.height).toBeGreaterThan(sheet!.height / 3);
    expect(footer!.y).toBeGreaterThanOrEqual(map!.y + map!.height);
    const isOnSheet = (part: NonNullable<typeof map>): boolean =>
      part.x + part.width <= sheet!.x + sheet!.width + 1 &&
      part.y + part.height <= sheet!.y + sheet!.height + 1;
    expect([map!, footer!].map(isOnSheet)).toEqual([true, true]);

    // The first view has no layers, and so no legend.
    const list = page.locator('.print-legend');
    expect(await list.count()).toBe(
      address.includes('layers=') || address.includes('project=') ? 1 : 0,
    );
    if ((await list.count()) > 0) {
      const legend = await boxOf('.print-legend');
      expect(isOnSheet(legend)).toBe(true);
      const isBeside = legend.x >= map!.x + map!.width;
      const isBelow = legend.y >= map!.y + map!.height;
      expect([isBeside, isBelow]).toContain(true);
      const hidden = await list.evaluate((element) => [
        element.scrollWidth - element.clientWidth,
        element.scrollHeight - element.clientHeight,
      ]);
      expect(hidden).toEqual([0, 0]);
    }
    await page.context().close();
  });
});
