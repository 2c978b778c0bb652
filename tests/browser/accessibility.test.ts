import type { BrowserContext, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { axeOf } from './axe.ts';
import { openPage } from './open-browser.ts';
import { PAGE_STATES, type PageState } from './page-states.ts';
import { useShipped } from './use-shipped.ts';
import { NIGHTLY, sample } from '../size.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
  { width: 740, height: 360 },
] as const;

const LANGUAGES = ['en', 'fr'] as const;

interface Visit {
  readonly state: PageState;
  readonly size: (typeof SIZES)[number];
  readonly lang: string;
}

const COMBINATIONS = LANGUAGES.flatMap((lang) => SIZES.map((size) => ({ lang, size })));

/**
 * Every state in every language and size at night. Daily, one in four states is visited once, in the
 * combination that follows from its place in the list, so that each combination occurs.
 */
const VISITS: readonly Visit[] = sample(
  PAGE_STATES.flatMap((state, place) =>
    COMBINATIONS.filter((_one, at) => NIGHTLY || at === place % COMBINATIONS.length).map(
      (combination) => ({ state, ...combination }),
    ),
  ),
  4,
);

describe('ux 55: axe finds no violation', () => {
  const site = useShipped();
  /** The context of all states that need no context of their own. */
  let shared: BrowserContext | null = null;

  const pageFor = async ({ firstVisit = false, without }: PageState): Promise<Page> => {
    const own = firstVisit || without !== undefined;
    if (!own && shared) return shared.newPage();
    const { page } = await openPage(site.browser, { firstVisit });
    if (without === 'scripts') await page.route('**/assets/*.js', (route) => route.abort());
    if (without === 'map') await page.route('**/map-binding-*.js', (route) => route.abort());
    if (without === 'webgl') await page.addInitScript(withoutWebGl);
    if (!own) shared = page.context();
    return page;
  };

  it.each(
    VISITS.map((visit) => {
      const { state, lang, size } = visit;
      return [`${state.name}, ${lang}, ${size.width}x${size.height} px`, visit] as const;
    }),
  )('in %s', async (_name, { state, size, lang }) => {
    const page = await pageFor(state);
    await page.setViewportSize(size);
    const address = new URL(state.at ?? '/', site.url);
    address.searchParams.set('lang', lang);
    await page.goto(address.href);
    if (state.without !== 'scripts') await page.locator('.map-area, .screen').first().waitFor();
    await state.enter?.(page);
    await page.locator(state.shows).first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await (page.context() === shared ? page.close() : page.context().close());
  });
});

/** Runs in the page before its scripts. */
function withoutWebGl(): void {
  HTMLCanvasElement.prototype.getContext = () => null;
}

/** Returns each violation with its rule and its element. */
async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await axeOf(page)
    .options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}
