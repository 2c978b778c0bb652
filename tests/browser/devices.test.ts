import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { readPicture } from './contrast.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { inLayers, openFilter, openTab, press } from './page-states.ts';
import { readIndexOf, useShipped } from './use-shipped.ts';
import { sample } from '../size.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

/** Groups for everyone, as many as the highest number of layers that is examined. */
const TWELVE = [
  'villages',
  'education',
  'health',
  'survey-areas',
  'camps',
  'indigenous-peoples',
  'logging',
  'mining',
  'oil-permits',
  'agro-industry',
  'protected-areas',
  'redd',
];

/** A place inside three areas, and their layers. */
const AREAS = '#9/2.75/15.63&layers=logging,landscapes,indigenous-peoples';

const site = useShipped();

/** Returns the share of the window in which the map can be seen and moved. */
function shareOfMap(): number {
  const STEP = 8;
  let [seen, all] = [0, 0];
  for (let x = STEP / 2; x < window.innerWidth; x += STEP)
    for (let y = STEP / 2; y < window.innerHeight; y += STEP) {
      all++;
      if (document.elementFromPoint(x, y)?.closest('.map')) seen++;
    }
  return seen / all;
}

describe('on a phone', () => {
  const open = async (
    at: string,
    viewport = PHONE.viewport as { width: number; height: number },
  ) => {
    const { page } = await openPage(site.browser, { ...PHONE, viewport });
    await page.goto(`${site.url}${at}`);
    await page.locator('.map-area').waitFor();
    return page;
  };
  const back = (page: Page): Promise<void> => page.evaluate(() => history.back());
  const stopOf = (page: Page) => page.locator('.sheet').getAttribute('data-stop');

  it('ux 48: back closes the panel, then the sheet, and only then undoes a choice', async () => {
    const page = await open('/?lang=en');
    await press('.sheet-peek-line button')(page);
    const box = page.locator('[data-group="villages"] input').first();
    await box.check();
    await page.waitForFunction(() => location.hash.includes('villages'));
    await inLayers('[data-group="villages"] button.icon')(page);
    await page.locator('.side-panel').waitFor();
    await back(page);
    await page.locator('.side-panel').waitFor({ state: 'detached' });
    expect(await stopOf(page)).toBe('half');
    await back(page);
    await page.locator('.sheet-peek').waitFor();
    expect(await page.evaluate(() => location.hash)).toContain('villages');
    await expect.poll(() => page.evaluate(() => location.hash)).toContain('villages');
    await back(page);
    await page.waitForFunction(() => !location.hash.includes('villages'));
    await page.context().close();
  });

  it('ux 48: the bottom of the legend is at the bottom of the full sheet', async () => {
    const page = await open('/?lang=en#layers=villages');
    await openTab('legend')(page);
    await press('.phone-bar-line button')(page);
    await page.locator('.sheet-full').waitFor();
    await expect
      .poll(() =>
        page.locator('.panel-foot').evaluate((foot) => foot.getBoundingClientRect().bottom),
      )
      .toBe(740);
    await page.context().close();
  });

  it.each(sample(['en', 'fr'], 2))(
    'ux 48: the low sheet shows its title and the number of layers whole, in %s (one of two; nightly both)',
    async (lang) => {
      const { page } = await openPage(site.browser, { ...PHONE, level: 'level-2' });
      const { projects } = await readIndexOf(site);
      const cut: string[] = [];
      const views = ['', ...projects.map(({ id }) => id)].map((project) => ({ project, count: 1 }));
      expect(views).toHaveLength(5);
      for (const { project, count } of [...views, { project: 'lup', count: 12 }]) {
        const query = new URLSearchParams({ lang, ...(project && { project }) });
        await page.goto('about:blank');
        await page.goto(`${site.url}/?${query}#layers=${TWELVE.slice(0, count).join(',')}`);
        await waitForMap(page);
        const line = page.locator('.sheet-peek-line');
        expect(await line.locator('p').textContent()).toMatch(new RegExp(`^${count}\\s`));
        for (const found of await line.evaluate(cutTexts, LINE_OVERFLOW_PX))
          cut.push(`${project}: ${found}`);
      }
      expect(cut).toEqual([]);
      await page.context().close();
    },
  );

  it('half of the sheet shows four layers or more, also of a phone on its side', async () => {
    const page = await open('/?lang=fr');
    const rows = (): Promise<number> =>
      page.evaluate(() => {
        const end = document.querySelector('.panel-foot')!.getBoundingClientRect().top;
        const inputs = [...document.querySelectorAll('.row:not(.locked-fold) .row-line input')];
        return inputs.filter((input) => input.getBoundingClientRect().bottom <= end).length;
      });
    await openTab('layers')(page);
    await expect.poll(rows).toBeGreaterThanOrEqual(4);
    await page.setViewportSize({ width: 740, height: 360 });
    await expect.poll(rows).toBeGreaterThanOrEqual(4);
    await page.context().close();
  });

  it('ux 49: targets are 44 px wide and high, and texts of fields 16 px', async () => {
    const page = await open(`/?lang=fr${AREAS}`);
    const small: string[] = [];
    const measure = async (name: string): Promise<void> => {
      for (const found of await page.evaluate(smallTargets)) small.push(`${name}: ${found}`);
    };
    await measure('the map');
    await inLayers('[data-group="logging"] .row-line button:last-child')(page);
    await page.locator('.settings').first().waitFor();
    await measure('the layers');
    await openTab('legend')(page);
    await measure('the legend');
    await press('.share-button')(page);
    await page.locator('.share-line').first().waitFor();
    await measure('the share dialog');
    expect(small).toEqual([]);
    await page.context().close();
  });

  const low = [
    ['320x256', { width: 320, height: 256 }],
    ['740x360', { width: 740, height: 360 }],
  ] as const;
  it.each(sample(low, 2))(
    'ux 43, 49: no control is covered, nor a base map in its open list, at %s (one of two; nightly both)',
    async (_size, viewport) => {
      const { page } = await openPage(site.browser, { viewport });
      await page.goto(`${site.url}/?lang=fr`);
      await waitForMap(page);
      const bar = ['.phone-bar :is(button, input)', '.map-area .float-button', '.search input'];
      expect(await page.evaluate(coveredControls, bar.join())).toEqual([]);
      await press('.bases-button')(page);
      await page.locator('.base-chooser .base').first().waitFor();
      expect(await page.evaluate(coveredControls, '.base-chooser :is(.base, .relief)')).toEqual([]);
      await page.context().close();
    },
  );

  // 640 x 400 px is a desktop at a zoom of 200 %, 320 x 256 px one at 400 %.
  it.each([
    ['200 %', { width: 640, height: 400 }],
    ['400 %', { width: 320, height: 256 }],
  ] as const)(
    'ux 49: at a zoom of %s, a third of the window is map, with its scale bar and its buttons in line',
    async (_zoom, viewport) => {
      const { page } = await openPage(site.browser, { viewport });
      await page.goto(`${site.url}/?lang=fr#8/-1.9/18.3`);
      await waitForMap(page);
      await page.locator('.scale').waitFor();
      await expect.poll(() => page.evaluate(shareOfMap)).toBeGreaterThan(1 / 3);
      const buttons = page.locator('.phone-bar > :not(.phone-bar-line)');
      const tops = await buttons.evaluateAll((all) =>
        all.map((one) => Math.round(one.getBoundingClientRect().y)),
      );
      expect([tops.length, new Set(tops).size]).toEqual([4, 1]);
      await page.locator('.phone-bar .account-menu button').click();
      expect(await page.evaluate(coveredControls, '.account-links a')).toEqual([]);
      await page.context().close();
    },
  );

  it('ux 7, 49: the button that clears the filter is inside its field', async () => {
    const page = await open('/?lang=fr');
    await openFilter(page);
    const field = page.locator('.filter input');
    await field.fill('xyz');
    const [outer, inner] = [
      await field.boundingBox(),
      await page.locator('.filter .icon').boundingBox(),
    ];
    const middle = { x: inner!.x + inner!.width / 2, y: inner!.y + inner!.height / 2 };
    expect(middle.x).toBeGreaterThan(outer!.x + outer!.width / 2);
    expect(middle.x).toBeLessThan(outer!.x + outer!.width);
    expect(Math.abs(middle.y - outer!.y - outer!.height / 2)).toBeLessThan(4);
    await page.context().close();
  });

  it('ux 22, 48: a dialog that is longer than the window begins at its heading', async () => {
    const page = await open('/?lang=fr', { width: 360, height: 500 });
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    const top = await page.getByRole('dialog').evaluate((dialog) => dialog.scrollTop);
    expect(top).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  });

  const taps = [
    ['above the sheet', { x: 200, y: 560 }],
    ['beside the buttons', { x: 290, y: 285 }],
  ] as const;
  it.each(sample(taps, 2))(
    'ux 30, 33: a tap shows the first of several objects, %s (one of two; nightly both)',
    async (_where, tapped) => {
      const page = await open(`/?lang=en${AREAS}`);
      await waitForMap(page);
      const place = placeAt(await page.evaluate(() => location.hash), tapped);
      await page.touchscreen.tap(tapped.x, tapped.y);
      await page.getByText(/^1 of [23] objects here$/).waitFor();
      await expect
        .poll(async () => {
          const { x, y } = pixelOf(await page.evaluate(() => location.hash), place);
          return page.evaluate(isFree, { x, y });
        })
        .toBe(true);
      await page.context().close();
    },
  );

  const sizes = [
    [360, 740],
    [740, 360],
    [320, 256],
  ] as const;
  it.each(sample(sizes, 3))(
    'a message does not cover the label of demonstration data at %d x %d px (one of three; nightly all)',
    async (width, height) => {
      const page = await open('/?lang=fr#layers=villages,no-such-layer', { width, height });
      const [badge, notice] = [page.locator('.demo'), page.locator('.notice')];
      await badge.waitFor();
      await notice.waitFor();
      const [above, below] = [(await badge.boundingBox())!, (await notice.boundingBox())!];
      expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
      await page.context().close();
    },
  );

  // 640 x 400 px is a desktop at a zoom of 200 %, 320 x 256 px one at 400 %.
  const zoomed = [
    [740, 360],
    [640, 400],
    [320, 256],
  ] as const;
  it.each(sample(zoomed, 3))(
    'ux 49, 57: the list, the base maps and a feature are usable at %d x %d px (one of three; nightly all)',
    async (width, height) => {
      const page = await open(`/?lang=fr${AREAS}`, { width, height });
      // The buttons of a phone float below its line.
      const header = (await page.locator('.header, .phone-bar-line').first().boundingBox())!;
      expect(header.height).toBeLessThanOrEqual(56);
      expect(await page.locator('.base-chooser').count()).toBe(0);
      await press('.bases-button')(page);
      const bases = (await page.locator('.base-chooser').boundingBox())!;
      expect([bases.y >= 0, bases.y + bases.height <= height]).toEqual([true, true]);
      await back(page);
      await page.locator('.base-chooser').waitFor({ state: 'detached' });
      await openTab('layers')(page);
      // The whole panel scrolls, so that a layer has the space of the window.
      const last = page.locator('[data-group="countries"]').first();
      await last.scrollIntoViewIfNeeded();
      const row = (await last.boundingBox())!;
      expect([row.y >= 0, row.y + row.height <= height]).toEqual([true, true]);
      await inLayers('[data-group="logging"] button.icon')(page);
      await page.locator('.side-panel').waitFor();
      const close = page.locator('.side-head button');
      expect((await close.boundingBox())!.y).toBeGreaterThanOrEqual(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.context().close();
    },
  );
});

describe('ux 53: the map on paper and as a picture', () => {
  const AT = '/?lang=fr#8/0.64/10.12&layers=logging,landscapes';

  it('is a PNG file with the map and its legend, or says why there is none', async () => {
    const { page, problems } = await openPage(site.browser, { drawn: true, acceptDownloads: true });
    await page.goto(`${site.url}${AT}`);
    await waitForMap(page);
    await press('.share-button')(page);
    const save = page.getByRole('button', { name: 'Enregistrer une image' });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(download.suggestedFilename()).toBe('atlas.png');
    const { data, width, height } = await readPicture(readFileSync(await download.path()));
    // The map of 920 x 800 px, the legend beside it, margins and texts, at twice the size.
    expect([width, height > 1600]).toEqual([2 * (28 + 920 + 20 + 260 + 28), true]);
    const colours = new Set<number>();
    for (let y = 200; y < 1400; y += 20)
      for (let x = 60; x < 1800; x += 20) {
        const at = (y * width + x) * 4;
        colours.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!);
      }
    expect(colours.size).toBeGreaterThan(20);
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = () => {
        throw new DOMException('The canvas has been tainted.', 'SecurityError');
      };
    });
    await save.click();
    await page.getByText('n’autorise pas la lecture de la carte').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is printed alone, with title, legend, scale, north, credits, date and address', async () => {
    const { page } = await openPage(site.browser, { drawn: true });
    await page.goto(`${site.url}${AT}`);
    await waitForMap(page);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const sheet = page.locator('.print-sheet');
    const words = await sheet.innerText();
    for (const part of [
      'Atlas des communautés forestières',
      'Légende',
      'Exploitation forestière',
      ' km',
      'Natural Earth',
      `${site.url}/?lang=fr#8/0.64/10.12`,
      'Données de démonstration',
    ])
      expect(words.replaceAll(/\s/g, ' ')).toContain(part);
    expect(words).toMatch(/Carte du \d+ .* 20\d\d/);
    expect(await page.locator('.print-map canvas, .print-north').count()).toBe(2);
    expect(await page.locator('.panel').isVisible()).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await sheet.waitFor({ state: 'detached' });
    await page.context().close();
  });
});

describe('ux 57: the settings of the device', () => {
  it('in forced colours, what is chosen differs from what is not', async () => {
    const { page } = await openPage(site.browser, { forcedColors: 'active' });
    await page.goto(`${site.url}/?lang=en#layers=villages`);
    await page.locator('.layer-list').waitFor();
    const borders = await page.evaluate(() => {
      const colour = (selector: string): string => {
        const { borderTopColor, outlineColor } = getComputedStyle(
          document.querySelector(selector)!,
        );
        return `${borderTopColor} ${outlineColor}`;
      };
      return [
        ['#tab-layers', '#tab-legend'],
        ['.language [aria-pressed="true"]', '.language [aria-pressed="false"]'],
        ['.base input:checked + .thumbnail', '.base input:not(:checked) + .thumbnail'],
      ].map((pair) => pair.map(colour));
    });
    for (const [chosen, other] of borders) expect(chosen).not.toBe(other);
    await page.context().close();
  });

  it('with reduced motion, nothing moves by itself when the sheet opens', async () => {
    const { page } = await openPage(site.browser, { ...PHONE, reducedMotion: 'reduce' });
    await page.goto(`${site.url}/?lang=en`);
    await waitForMap(page);
    await press('.sheet-peek-line button')(page);
    const running = (): Promise<number> => page.evaluate(() => document.getAnimations().length);
    // Signs of loading turn slowly until the layers are there.
    await expect.poll(running).toBe(0);
    await page.context().close();
  });
});

interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** A point in Web Mercator, in px at zoom 0 with tiles of 512 px. */
function mercator([lng, lat]: readonly [number, number]): Pixel {
  const sin = Math.sin((lat * Math.PI) / 180);
  return {
    x: ((lng + 180) / 360) * 512,
    y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * 512,
  };
}

/** Returns the centre and the scale of the view in an address. */
function cameraOf(hash: string): { centre: Pixel; scale: number } {
  const [zoom, lat, lng] = hash.slice(1).split('&')[0]!.split('/').map(Number);
  return { centre: mercator([lng!, lat!]), scale: 2 ** zoom! };
}

/** Returns the point in Web Mercator at a pixel of the window. */
function placeAt(hash: string, { x, y }: Pixel): Pixel {
  const { centre, scale } = cameraOf(hash);
  return { x: centre.x + (x - 180) / scale, y: centre.y + (y - 370) / scale };
}

function pixelOf(hash: string, place: Pixel): Pixel {
  const { centre, scale } = cameraOf(hash);
  return { x: (place.x - centre.x) * scale + 180, y: (place.y - centre.y) * scale + 370 };
}

/** Runs in the page. Returns whether the map is uncovered within 16 px of a place. */
function isFree({ x, y }: { readonly x: number; readonly y: number }): boolean {
  return [-16, 0, 16].every((dx) =>
    [-16, 0, 16].every((dy) => document.elementFromPoint(x + dx, y + dy)?.tagName === 'CANVAS'),
  );
}

/** Runs in the page. Returns the visible controls of which another element covers a part. */
function coveredControls(selector: string): string[] {
  const visible = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  if (visible.length === 0) return ['no control found'];
  return visible.flatMap((control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const isFree = [0.5, 0.85].every((down) =>
      control.contains(document.elementFromPoint(left + width / 2, top + height * down)),
    );
    return isFree ? [] : [`${control.className} ${control.ariaLabel ?? ''}`];
  });
}

/**
 * Runs in the page. Returns the visible controls whose target is narrower or lower than 44 px, and
 * the text fields with small text. The target reaches from the middle of the control as far as a
 * click hits the control or its label.
 */
function smallTargets(): string[] {
  const least = 44;
  const scope = document.querySelector('dialog[open]') ?? document;
  const controls = scope.querySelectorAll<HTMLElement>('button, a[href], input, summary');
  const bars = [...scope.querySelectorAll('.sheet .tabs, .sheet .panel-foot')];
  const isHalfCovered = (control: Element, y: number): boolean =>
    bars.some((bar) => {
      const { top, bottom } = bar.getBoundingClientRect();
      const isBesideIt = y + least / 2 > top && y - least / 2 < bottom;
      return isBesideIt && control.closest('.sheet') !== null && !bar.contains(control);
    });
  return [...controls].flatMap((control) => {
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : null;
    const target = label?.contains(control) ? label : control;
    const { left, top, width, height } = target.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const reaches = (dx: number, dy: number): boolean => {
      const there = document.elementFromPoint(x + dx, y + dy);
      return there !== null && (target.contains(there) || label?.contains(there) === true);
    };
    // Scrolled away, covered by another part, or within a sentence.
    if (width === 0 || !reaches(0, 0) || y < 24 || y > innerHeight - 24) return [];
    if (isHalfCovered(control, y) || control.matches('p > a')) return [];
    const name = `${control.ariaLabel ?? ''} ${control.textContent ?? ''}`.trim();
    const isText = control instanceof HTMLInputElement && /text|search/.test(control.type);
    if (isText && parseFloat(getComputedStyle(control).fontSize) < 16) return [`${name}: text`];
    const extent = (dx: number, dy: number): number => {
      let far = 0;
      while (far < least && reaches(dx * (far + 1), dy * (far + 1))) far++;
      return far;
    };
    const size = [extent(1, 0) + extent(-1, 0) + 1, extent(0, 1) + extent(0, -1) + 1];
    return size.some((px) => px < least) ? [`${name}: ${size.join(' x ')}`] : [];
  });
}

/** Height in px by which a line of text may be higher than its box. */
const LINE_OVERFLOW_PX = 4;

/** Runs in the page: returns the texts of an element that are not whole inside it and the window. */
function cutTexts(line: Element, overflow: number): string[] {
  return [...line.querySelectorAll<HTMLElement>('h2, p')]
    .filter((text) => {
      const { bottom } = text.getBoundingClientRect();
      const isWhole =
        text.scrollHeight <= text.clientHeight + overflow &&
        text.scrollWidth <= text.clientWidth &&
        bottom <= innerHeight;
      return !isWhole;
    })
    .map((text) => text.innerText);
}
