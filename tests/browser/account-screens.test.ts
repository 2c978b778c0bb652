import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import type { AccountServer } from './account-server.ts';
import { FORMS, type FormCase } from './account-forms.ts';
import { ACCOUNT_STATES, type AccountState } from './account-states.ts';
import { axeOf } from './axe.ts';
import { lowButtons } from './low-buttons.ts';
import { openAccountPage, type AccountPage } from './open-account-page.ts';
import { useShipped } from './use-shipped.ts';
import { NIGHTLY } from '../size.ts';

const TODAY = new Date().getUTCDate();
/** Of so many states or forms, one is visited each day. */
const DAYS = 4;

const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
  { width: 740, height: 360 },
] as const;
const COMBINATIONS = ['en', 'fr'].flatMap((locale) => SIZES.map((size) => ({ locale, size })));

/** Returns all entries at night; daily the part of the day. */
const daily = <T>(all: readonly T[]): readonly T[] =>
  all.filter((_one, place) => NIGHTLY || (place + TODAY) % DAYS === 0);

const site = useShipped();

/** Prepares the server for a visitor. */
function admit({ by, given }: Pick<AccountState, 'by' | 'given'>, server: AccountServer): void {
  server.loggedIn = by !== 'anonymous';
  server.more = by === 'operator' ? { operator: true } : {};
  server.requests = [];
  server.hasEmptyLists = false;
  given?.(server);
}

describe('the screens of accounts, of messages and of operators', () => {
  /** Every combination at night; daily one of each language, which is another one each day. */
  const visits = COMBINATIONS.filter(
    (_one, place) =>
      NIGHTLY ||
      place === TODAY % SIZES.length ||
      place === SIZES.length + ((TODAY + 1) % SIZES.length),
  );
  /** The states of a visit: all at night; daily the states of the day, shared by both visits. */
  const statesOf = (visit: number): readonly AccountState[] =>
    daily(ACCOUNT_STATES).filter(
      (_state, at) => NIGHTLY || (at + Math.floor(TODAY / DAYS)) % visits.length === visit,
    );

  it.each(
    visits.map(({ locale, size }, place) => {
      const states = statesOf(place);
      const name = `${locale}, ${size.width}x${size.height} px`;
      return [name, states.length, { locale, size, states }] as const;
    }),
  )(
    'ux 55: have no violation of axe and fit, in %s (%i states)',
    async (_name, _count, { locale, size, states }) => {
      const faults: object[] = [];
      /** A page without a login, and one with it. */
      const pages = new Map<boolean, AccountPage>();
      for (const state of states) {
        const loggedIn = state.by !== 'anonymous';
        const known = pages.get(loggedIn);
        const opened =
          known ?? (await openAccountPage(site, '/nowhere', { locale, loggedIn, viewport: size }));
        pages.set(loggedIn, opened);
        faults.push(...(await faultsOf(state, opened)));
      }
      expect(faults).toEqual([]);
      for (const { page } of pages.values()) await page.context().close();
    },
    600_000,
  );
});

/** Opens a state; returns the rules of axe that it breaks, whether it is wider than the screen, and its low buttons. */
async function faultsOf(state: AccountState, { page, server, go }: AccountPage): Promise<object[]> {
  admit(state, server);
  await go(state.at);
  await page.locator('.progress').waitFor({ state: 'detached' });
  const [english, french] = state.titles ?? [];
  const name = (await page.getAttribute('html', 'lang')) === 'fr' ? french : english;
  if (name !== undefined)
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await state.enter?.(page);
  await page.locator(`main ${state.shows}`).first().waitFor();
  const { violations } = await axeOf(page).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => ({ id, html })));
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  if (tooWide > 0) found.push({ id: 'too wide', html: `${tooWide} px` });
  for (const text of await lowButtons(page)) found.push({ id: 'too low', html: text });
  return found.map((fault) => ({ ...fault, state: state.name }));
}

describe('the pages beside the map', () => {
  const PATHS = [
    '/errors/404',
    '/account/login',
    '/account/register',
    '/contact',
    '/account/settings',
    '/account/privacy-policy/en',
    '/accessibility/en',
  ];

  it('have one width, buttons of full height, and the same links below', async () => {
    const { page, go } = await openAccountPage(site, '/errors/404');
    const seen: { path: string; width: number; low: string[]; links: string[] }[] = [];
    for (const path of PATHS) {
      await go(path);
      await page.locator('.progress').waitFor({ state: 'detached' });
      const width = await page.locator('main').evaluate((main) => main.clientWidth);
      const low = await lowButtons(page);
      seen.push({ path, width, low, links: await page.locator('footer a').allInnerTexts() });
    }
    const { width } = seen[0]!;
    const links = ['Contact', 'Privacy policy', 'Data user agreement', 'Accessibility'];
    expect(seen).toEqual(PATHS.map((path) => ({ path, width, low: [], links })));
    await page.locator('footer').getByRole('link', { name: 'Accessibility' }).click();
    await page.getByRole('heading', { level: 1, name: 'Accessibility' }).waitFor();
    await page.getByRole('heading', { name: 'What was tested' }).waitFor();
    await page.context().close();
  });
});

/** Most presses of Tab on the way to an element. */
const MOST_TABS = 120;

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = () =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${selector}.`);
}

/** What the focused control says of itself. */
function focused(page: Page) {
  return page.evaluate(() => {
    const control = document.activeElement!;
    const ids = (control.getAttribute('aria-describedby') ?? '').split(' ');
    const described = ids.map((id) => document.getElementById(id));
    const message = described.find((one) => one?.classList.contains('field-error'));
    return {
      name: control.getAttribute('name'),
      isInvalid: control.getAttribute('aria-invalid'),
      isBesideMessage: message ? control.closest('.field')?.contains(message) : false,
      isAlert: control.getAttribute('role') === 'alert',
    };
  });
}

const alertOf = (page: Page): Promise<string> =>
  page.locator('main form [role=alert]').last().innerText();

/** Fills a field of a form with keys. */
async function write(page: Page, name: string, value: string | number | true): Promise<void> {
  await tabTo(page, `main form [name="${name}"]`);
  if (value === true) await page.keyboard.press('Space');
  else if (typeof value === 'string') await page.keyboard.type(value);
  else for (let place = 0; place < value; place++) await page.keyboard.press('ArrowDown');
}

async function sendByKey(page: Page): Promise<void> {
  await tabTo(page, 'main form button[type=submit]');
  await page.keyboard.press('Enter');
}

const valuesOf = (page: Page): Promise<readonly string[]> =>
  page
    .locator('main form :is(input:not([hidden]), select, textarea)')
    .evaluateAll((all) =>
      all.map((one) =>
        one instanceof HTMLInputElement && one.type === 'checkbox'
          ? String(one.checked)
          : (one as HTMLInputElement).value,
      ),
    );

async function usesKeys(form: FormCase, { page, server }: AccountPage): Promise<void> {
  const { opener, values, required, call, done, proposed = 0 } = form;
  if (opener !== undefined) {
    await tabTo(page, `main ${opener}`);
    await page.keyboard.press('Enter');
    const first = Object.keys(values)[0]!;
    // The focus moves into the form.
    await page.locator(`main form [name="${first}"]`).waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true);
  }
  if (required.length > 0) {
    await sendByKey(page);
    await expect.poll(async () => (await focused(page)).name).toBe(required[0]);
    expect(await focused(page)).toMatchObject({ isInvalid: 'true', isBesideMessage: true });
    expect(await page.locator('main form .field-error').count()).toBe(required.length);
    expect(await alertOf(page)).not.toBe('');
  }
  for (const [name, value] of Object.entries(values)) await write(page, name, value);
  const written = await valuesOf(page);
  server.instead.set(call, { status: 503 });
  await sendByKey(page);
  await expect.poll(async () => (await focused(page)).isAlert).toBe(true);
  expect(await alertOf(page)).not.toBe('');
  expect(await valuesOf(page)).toEqual(written);
  expect(written.filter((value) => value !== '' && value !== 'false')).toHaveLength(
    Object.keys(values).length + proposed,
  );
  server.instead.clear();
  await sendByKey(page);
  await page.locator(done).first().waitFor();
  // The focus is not lost with the form, except on the map, which takes it when it has loaded.
  if (done !== '.map')
    await expect
      .poll(() => page.evaluate(() => document.activeElement !== document.body))
      .toBe(true);
}

describe('ux 56: by keyboard alone, a visitor', () => {
  it.each(daily(FORMS).map((form) => [form.name, form] as const))(
    'fills and sends %s: errors are beside their fields, and a failed call keeps what was typed',
    async (_name, form) => {
      const locale = TODAY % 2 === 0 ? 'en' : 'fr';
      const loggedIn = form.by !== 'anonymous';
      const opened = await openAccountPage(site, '/nowhere', { locale, loggedIn });
      admit(form, opened.server);
      if (form.at === '/account/access') opened.server.groups = [];
      await opened.go(form.at);
      await usesKeys(form, opened);
      await opened.page.context().close();
    },
    120_000,
  );
});
