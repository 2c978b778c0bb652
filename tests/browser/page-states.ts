import type { Page } from '@playwright/test';
import { LOW, PHONE } from '../../app/ui/common/use-media.ts';

/**
 * A state of the page, for tests that visit all of them. It is found without words of a language,
 * on a desktop and on a phone.
 */
export interface PageState {
  readonly name: string;
  /** The address from the root, without the language. */
  readonly at?: string;
  /** An earlier visit did not dismiss the welcome notice. */
  readonly firstVisit?: boolean;
  /** What the browser lacks. */
  readonly without?: 'scripts' | 'webgl' | 'map';
  /** Opens the state on the loaded page. */
  readonly enter?: (page: Page) => Promise<void>;
  /** An element that is visible only in this state. */
  readonly shows: string;
}

/** A place inside three areas of the demonstration data, and their layers. */
const THREE_AREAS = '#9/2.75/15.63&layers=logging,landscapes,indigenous-peoples';

const TEN = '#layers=villages,health,camps,culture,education,logging,mining,tree-cover,redd,roads';

/**
 * All states. To add one, add a line: the address, what opens it, and an element that it shows.
 */
export const PAGE_STATES: readonly PageState[] = [
  { name: 'the first visit', firstVisit: true, shows: 'dialog[open], .welcome-card' },
  { name: 'the layers', enter: openTab('layers'), shows: '.layer-list' },
  { name: 'the empty legend', enter: openTab('legend'), shows: '.legend-empty' },
  { name: 'the legend of ten layers', at: `/${TEN}`, enter: openTab('legend'), shows: '.legend' },
  {
    name: 'the settings of a layer',
    at: '/#layers=villages',
    enter: inLayers('[data-group="villages"] .row-line button:last-child'),
    shows: '.settings',
  },
  {
    name: 'the information about a layer',
    enter: inLayers('[data-group="villages"] button'),
    shows: '.side-panel',
  },
  {
    name: 'the way to access',
    enter: askForAccess,
    shows: '[data-group="tenure"] .row-note p:not([hidden])',
  },
  { name: 'a filter without a match', enter: filterFor('xyz'), shows: '.list-empty' },
  { name: 'the list of projects', enter: inLayers('.picker-button'), shows: '.picker-list' },
  { name: 'a project', at: '/?project=nguti', enter: openTab('layers'), shows: '.story' },
  { name: 'several features', at: `/${THREE_AREAS}`, enter: selectMiddle, shows: '.pager' },
  { name: 'the share dialog', enter: press('.share-button'), shows: 'dialog[open] .share-line' },
  { name: 'the base maps', enter: press('.bases-button'), shows: '.base-chooser' },
  { name: 'the list of keys', enter: pressKey('?'), shows: 'dialog[open] kbd' },
  { name: 'the credits', enter: press('.credits summary'), shows: '.credits li' },
  { name: 'a part that failed', at: `/${THREE_AREAS}`, enter: failToShow, shows: '.broken' },
  { name: 'the results of a search', enter: searchFor('mbandaka'), shows: '[role="option"]' },
  ...['analyse', 'explore', 'download', 'import'].map((tool, place) => ({
    name: `the tool ${tool}`,
    enter: openTool(place),
    shows: '.side-panel .side-body > :not(.chunk)',
  })),
  { name: 'what is near', at: '/#9/-1.9/18.3&near=-1.9/18.3', shows: '.near-row' },
  { name: 'a map of one area', at: '/#area=mai-ndombe', shows: '.shown-area .filter-chip p, .sheet-peek-line h2:has-text("Mai-Ndombe")' }, // prettier-ignore
  { name: 'the ruler on a line', enter: measureLine, shows: '.measured-figure' },
  { name: 'a notice', at: '/#layers=no-such-layer', shows: '.notice' },
  { name: 'the 404 page', at: '/nowhere', shows: '.screen-main h1' },
  { name: 'the privacy policy', at: '/account/privacy-policy/en', shows: '.screen-main h2' },
  { name: 'the data agreement', at: '/account/data-agreement/fr', shows: '.screen-main h2' },
  { name: 'the compact map', at: '/?embed=1#layers=villages', shows: '.embed-legend' },
  { name: 'the page without the code of the map', without: 'map', shows: '.map-message button' },
  { name: 'the page without WebGL 2', without: 'webgl', shows: '.map-message' },
  { name: 'the page before its scripts', without: 'scripts', shows: '.atlas h1' },
];

/** Clicks an element by script, which also works below a dialog. Does nothing without it. */
export function press(selector: string): (page: Page) => Promise<void> {
  return (page) =>
    page.evaluate((found) => document.querySelector<HTMLElement>(found)?.click(), selector);
}

/** Opens the panel, on a phone to its middle height, and one of its tabs. */
export function openTab(tab: 'layers' | 'legend'): (page: Page) => Promise<void> {
  return async (page) => {
    await press('.sheet-peek-line button')(page);
    await page.locator(`#tab-${tab}`).waitFor();
    await press(`#tab-${tab}`)(page);
  };
}

/** Opens the list of layers where it has its filter: on a phone, at full height. */
export async function openFilter(page: Page): Promise<void> {
  await openTab('layers')(page);
  await press('.sheet-half .sheet-handle button')(page);
}

async function askForAccess(page: Page): Promise<void> {
  await openTab('layers')(page);
  // On a phone, locked layers are one line.
  await press('.locked-fold button')(page);
  await page.locator('[data-group="tenure"] .row-note button').first().waitFor();
  await press('[data-group="tenure"] .row-note button')(page);
}

/** Opens the list of layers and clicks an element in the panel. */
export function inLayers(selector: string): (page: Page) => Promise<void> {
  return async (page) => {
    await openTab('layers')(page);
    await page.locator(selector).first().waitFor();
    await press(selector)(page);
  };
}

function pressKey(key: string): (page: Page) => Promise<void> {
  return (page) => page.keyboard.press(key);
}

function filterFor(text: string): (page: Page) => Promise<void> {
  return async (page) => {
    await openFilter(page);
    await page.locator('.filter input').fill(text);
  };
}

function searchFor(text: string): (page: Page) => Promise<void> {
  return (page) => page.locator('.search input').fill(text);
}

/** Opens a tool by its place in the toolbar, or in the menu that replaces it on small screens. */
function openTool(place: number): (page: Page) => Promise<void> {
  return async (page) => {
    // The page of the server is drawn for a large screen, until the application knows the size.
    const isSmall = await page.evaluate(
      (queries) => queries.some((query) => matchMedia(query).matches),
      [PHONE, LOW],
    );
    if (!isSmall) return page.locator('.toolbar .tool + .tool').nth(place).click();
    await page.locator('.tool-menu > button').waitFor();
    await press('.tool-menu > button')(page);
    await page.locator('.tool-list .tool').nth(place).click();
  };
}

/** Measures a line with the keyboard; its end follows the middle of the map. */
async function measureLine(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.map')?.ariaBusy === 'false');
  await press('.tool-menu > button')(page);
  await press('.tool-list .tool:has(.lucide-ruler), .map-controls > button:has(.lucide-ruler)')(
    page,
  );
  await page.locator('.measured').waitFor();
  await page.locator('.map canvas').focus();
  for (const key of ['Space', 'ArrowRight', 'Space', 'ArrowRight']) await page.keyboard.press(key);
}

/** Selects features whose panel cannot be shown, because the browser fails to format dates. */
export async function failToShow(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { prototype } = Intl.DateTimeFormat;
    const whole = Object.getOwnPropertyDescriptor(prototype, 'format')!;
    Object.assign(window, { heal: () => Object.defineProperty(prototype, 'format', whole) });
    Object.defineProperty(prototype, 'format', {
      configurable: true,
      get(): never {
        throw new Error('This browser formats no dates.');
      },
    });
  });
  await selectMiddle(page);
}

/** Selects the features in the middle of the uncovered part of the map, with the keyboard. */
export async function selectMiddle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.map')?.ariaBusy === 'false');
  await page.locator('.map canvas').focus();
  await page.keyboard.press('Enter');
}
