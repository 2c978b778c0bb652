import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { openShippedAtlas, type ShippedAtlas } from '../atlas/shipped-atlas.ts';
import { layOver, parseColour, type Rgb } from '../atlas/colour.ts';
import { drawnRows, landOf } from '../atlas/legend-colours.ts';
import { readPicture } from './contrast.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';
import { sample } from '../size.ts';

/** The projects, with their plan. */
const PROJECTS = [
  ['nguti', 'nguti-land-use'],
  ['tumba-ledima', null],
  ['mai-ndombe', null],
  ['lup', 'maniema-land-use'],
] as const;

/** The map beside the panel and above the buttons, and its upper edge, outside of every frame. */
const MAP = { x: 380, y: 60, width: 780, height: 620 };
const EDGE = { x: 560, y: 6, width: 390, height: 50 };

/** Colours in RGB that are at most this far apart count as equal. */
const NEAR = 12;

describe('a project of the shipped atlas', () => {
  const site = useShipped();
  let shipped: ShippedAtlas;

  beforeAll(async () => {
    shipped = await openShippedAtlas();
  });

  it.each(sample(PROJECTS, 2))(
    'shows %s in its frame, its plan in the colours of the legend, and no general twins (two of four; nightly all)',
    async (project, plan) => {
      const bundle = shipped.bundles['en']!;
      const { page, problems } = await openPage(site.browser, { level: 'level-2', drawn: true });
      const frame = page.waitForResponse((response) => response.url().includes('/atlas/frame.'));
      await page.goto(`${site.url}/?lang=en&project=${project}`);
      expect((await frame).url()).toContain(`/atlas/frame.${project}.`);
      await waitForMap(page);

      const veil = parseColour(String(bundle.tokens['veil']!['light']));
      const veiled = landOf(bundle, 'default').map((land) => layOver(veil, 0.6, land));
      expect(await shareNear(page, EDGE, veiled)).toBeGreaterThan(0.5);
      // Every edge is dense forest, which only the veil hides.
      const dense = parseColour(String(bundle.tokens['forest-dense']!['light']));
      expect(await shareNear(page, EDGE, [dense])).toBeLessThan(0.02);
      if (plan) {
        const colours = drawnRows(bundle, plan, 'default').map(({ color }) => color);
        expect(await shareNear(page, MAP, colours)).toBeGreaterThan(0.1);
      }

      const listed = await listedGroups(page);
      const copies = bundle.categories
        .flatMap(({ groups }) => groups)
        .filter((entry) => entry.project === project);
      expect(listed).toEqual(expect.arrayContaining(copies.map(({ id }) => id)));
      for (const { replaces } of copies) expect(listed).not.toContain(replaces);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  it('loads the pictures of projects when the picker opens, not before', async () => {
    const { page } = await openPage(site.browser);
    const pictures: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/thumbnails/') && !request.url().includes('/base/'))
        pictures.push(request.url());
    });
    await page.goto(`${site.url}/?lang=en`);
    await waitForMap(page);
    expect(pictures).toEqual([]);
    await page.locator('.picker-button').click();
    await expect.poll(() => pictures.length).toBe(PROJECTS.length);
    await page.context().close();
  });
});

function listedGroups(page: Page): Promise<(string | null)[]> {
  return page
    .locator('.layer-list > .category li[data-group]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-group')));
}

/** Returns the share of the pixels of a part of the page that have one of the colours (0 to 1). */
async function shareNear(page: Page, clip: typeof MAP, colours: readonly Rgb[]): Promise<number> {
  const { data } = await readPicture(await page.screenshot({ clip }));
  const bytes = colours.map((colour) => colour.map((part) => part * 255));
  let count = 0;
  for (let i = 0; i < data.length; i += 4)
    if (
      bytes.some(
        ([r, g, b]) => Math.hypot(data[i]! - r!, data[i + 1]! - g!, data[i + 2]! - b!) < NEAR,
      )
    )
      count++;
  return (count * 4) / data.length;
}
