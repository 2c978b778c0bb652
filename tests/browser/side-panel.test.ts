import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';
import { sample } from '../size.ts';

/** What a visitor does: opens one of the contents of the side panel, or leaves it. */
const STEPS = ['feature', 'info', 'tool', 'place', 'back'] as const;
type Step = (typeof STEPS)[number];

/** Villages with names that no other object has. */
const FEATURES = ['Gbarakara', 'Engobele'] as const;
const PLACE = 'Mbandaka';
const LAYER = 'villages';

const SCREENS = [
  { name: 'a desktop', viewport: { width: 1280, height: 800 } },
  { name: 'a phone', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
] as const;

const ORDERS = STEPS.flatMap((first) =>
  STEPS.flatMap((second) => STEPS.map((third) => [first, second, third] as const)),
);

const INFO = 'Villages';
const TOOL = 'Measure';
/** The tool that a found place opens. */
const NEAR = 'What is near';

/** What the page shows. */
interface State {
  /** The title of the side panel; null while it is closed. */
  readonly title: (typeof FEATURES)[number] | typeof INFO | typeof TOOL | typeof NEAR | null;
  /** Whether the panel has a button that leads back to the tool behind the feature. */
  readonly behind: boolean;
  /** Whether the sheet of a phone is open below the panel. */
  readonly sheet: boolean;
}

/** Returns another village than the one that is shown. */
const otherThan = (title: State['title']): (typeof FEATURES)[number] =>
  title === FEATURES[0] ? FEATURES[1] : FEATURES[0];

/** Returns the state after a step, or null where the state does not offer the step. */
function after(state: State, step: Step, isPhone: boolean): State | null {
  const { title, behind, sheet } = state;
  const closed = { ...state, title: null, behind: false };
  switch (step) {
    case 'feature':
      return {
        ...state,
        title: otherThan(title),
        behind: behind || title === TOOL || title === NEAR,
      };
    case 'info':
      // On a phone, the panel is in place of the list.
      if (isPhone && (title || !sheet)) return null;
      return title === INFO ? closed : { ...closed, title: INFO };
    case 'tool':
      // The sheet of a phone covers the button.
      if (isPhone && (title || sheet)) return null;
      return title === TOOL ? closed : { ...closed, title: TOOL };
    case 'place':
      return { ...closed, title: NEAR };
    case 'back':
      if (title) return closed;
      return sheet ? { ...state, sheet: false } : null;
  }
}

async function find(page: Page, name: string): Promise<void> {
  const box = page.getByRole('search').getByRole('combobox');
  // The box has the text of the last result.
  await box.fill('');
  await box.fill(name);
  await page.getByRole('option', { name }).first().click();
}

/** Presses the button of the tool, which a phone has in a list. */
async function pressTool(page: Page): Promise<void> {
  const menu = page.locator('.tool-menu > button');
  if (!(await menu.isVisible())) return page.locator(`button[aria-label="${TOOL}"]`).click();
  await menu.click();
  return page.locator('.tool-list').getByText(TOOL).click();
}

const infoOf = (page: Page) =>
  page.locator(`.layer-list [data-group="${LAYER}"] .row-line button.icon`).first();

const TAKE: Readonly<Record<Step, (page: Page, shown: State['title']) => Promise<unknown>>> = {
  feature: (page, shown) => find(page, otherThan(shown)),
  info: (page) => infoOf(page).click(),
  tool: pressTool,
  place: (page) => find(page, PLACE),
  back: (page) => page.evaluate(() => history.back()),
};

/** Returns the state of the page, the focus, and what its address and its history say. */
async function seen(page: Page) {
  return page.evaluate(() => {
    const panel = document.querySelector('.side-panel');
    const title = panel?.getAttribute('aria-label') ?? null;
    const { at, cover } = history.state as { at: number; cover: boolean };
    return {
      title,
      behind: panel?.querySelector('.side-behind') !== null && panel !== null,
      sheet: !['peek', undefined].includes(
        document.querySelector<HTMLElement>('.sheet')?.dataset['stop'],
      ),
      focus: panel === null || panel.contains(document.activeElement),
      lost: document.activeElement === document.body,
      layers: new URLSearchParams(location.hash.slice(1)).get('layers') ?? '',
      at,
      cover,
    };
  });
}

describe.each(SCREENS)('the side panel on $name', ({ name, ...options }) => {
  const site = useShipped();
  const isPhone = name === 'a phone';
  let page: Page;

  beforeAll(async () => {
    ({ page } = await openPage(site.browser, options));
    await page.goto(`${site.url}/?lang=en#layers=${LAYER}`);
    await waitForMap(page);
  });

  it.each(sample(ORDERS, 12))(
    'shows one thing, which decides focus, history and address, after %s, %s and %s (one of twelve; nightly all)',
    async (...order) => {
      if (isPhone) await page.locator('.sheet-peek-line button').click();
      const { at: start } = await seen(page);
      const below = isPhone ? 1 : 0;
      let state: State = { title: null, behind: false, sheet: isPhone };
      for (const step of order) {
        const next = after(state, step, isPhone);
        if (!next) continue;
        await TAKE[step](page, state.title);
        state = next;
        const covers = (state.title ? 1 : 0) + (state.sheet ? 1 : 0);
        await expect
          .poll(async () => {
            const { focus, lost, ...other } = await seen(page);
            return { ...other, focus: state.title ? focus : !lost || isPhone };
          })
          .toEqual({
            title: state.title,
            behind: state.behind,
            // A panel on a phone opens the sheet, which is low again after it.
            sheet: isPhone && (state.sheet || state.title !== null),
            focus: true,
            layers: LAYER,
            at: start - below + covers,
            cover: covers > 0,
          });
      }
      // Everything is closed for the next order.
      const rest = start - below;
      for (let { at } = await seen(page); at > rest; at--) {
        await TAKE.back(page, null);
        await expect.poll(async () => (await seen(page)).at).toBe(at - 1);
      }
    },
  );
});

describe('the page of a phone', () => {
  const site = useShipped();
  const [, { name: _, ...phone }] = SCREENS;

  it('ux 48: opens the tools in one tap from the half-open sheet, with the focus beside them', async () => {
    const { page } = await openPage(site.browser, phone);
    await page.goto(`${site.url}/?lang=fr`);
    await page.locator('.sheet-peek-line button').click();
    await page.locator('.sheet-half .sheet-tools', { hasText: 'Outils' }).tap();
    await page.locator('.sheet-peek').waitFor();
    await page.getByRole('button', { name: 'Mesurer' }).waitFor();
    await page.locator('.tool-menu > button:focus').waitFor();
    await page.context().close();
  });

  it('shows a message in up to three lines, so that its end is not cut', async () => {
    const { page } = await openPage(site.browser, phone);
    await page.goto(`${site.url}/?lang=fr#layers=no-such-layer`);
    const text = page.locator('.notice p').first();
    await text.waitFor();
    const { shown, whole } = await text.evaluate((element) => ({
      shown: element.clientHeight,
      whole: element.scrollHeight,
    }));
    expect(whole).toBeGreaterThan(20);
    expect(shown).toBe(whole);
    await page.context().close();
  });
});
