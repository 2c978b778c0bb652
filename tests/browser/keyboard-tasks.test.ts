/**
 * Three tasks of visitors with the keyboard alone. What is there is read from the accessibility tree, by
 * roles and names only. Takes over 30 s: pages of the shipped atlas are opened in both languages.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedWords } from 'atlas-engine';
import { translator, type AnyWordKey } from 'atlas-engine/runtime';
import { addAccounts } from './add-accounts.ts';
import { openPage } from './open-browser.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';
import { copyShippedStore } from './shipped-copy.ts';
import { useShipped } from './use-shipped.ts';

const CONFIG = fileURLToPath(new URL('../../atlas.config', import.meta.url));

const PASSWORD = 'Limba-Ogooue-6!';

/** Most presses of Tab on the way to an element. */
const MOST_TABS = 120;

/** Words of the shipped atlas that are not words of the interface. */
const LANGUAGES = [
  {
    locale: 'en',
    username: 'rosa',
    mining: 'Mining',
    tenure: 'Community land tenure',
    forest: 'Tree cover',
    needed: 'Data that you need',
    chosen: 'Livelihoods, tenure and cultural sites (trusted users)',
    why: 'What will the data be used for?',
    country: 'Country',
    cameroon: 'Cameroon',
    agree: 'I agree to the data user agreement',
    send: 'Send the request',
  },
  {
    locale: 'fr',
    username: 'mira',
    mining: 'Titres miniers',
    tenure: 'Foncier communautaire',
    forest: 'Couvert arboré',
    needed: 'Données dont vous avez besoin',
    chosen: 'Moyens d’existence, foncier et sites culturels (utilisateurs de confiance)',
    why: /^À quoi serviront ces données/,
    country: 'Pays',
    cameroon: 'Cameroun',
    agree: 'J’accepte l’accord d’utilisation des données',
    send: 'Envoyer la demande',
  },
] as const;

/** The pages are opened as visitors open them, with all that loads after the first view. */
const LONG = { timeout: 180_000 };

type Role = Parameters<Page['getByRole']>[0];

/** A visitor who has only a keyboard and a screen reader. */
class Visitor {
  readonly say: ReturnType<typeof translator<AnyWordKey>>;
  readonly page: Page;

  constructor(page: Page, locale: 'en' | 'fr') {
    this.page = page;
    this.say = translator<AnyWordKey>({ locale, words: shippedWords(locale)! });
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Presses Tab until the element has the focus. */
  async tabTo(element: Locator): Promise<void> {
    await element.waitFor();
    const passed: string[] = [];
    for (let i = 0; i < MOST_TABS; i++) {
      if (await hasFocus(element)) return;
      await this.press('Tab');
      passed.push(await this.focused());
    }
    throw new Error(`Tab does not reach ${String(element)}. It passes ${passed.join(' | ')}.`);
  }

  /** Goes to a button, a link or a box, and presses a key there. */
  async use(
    role: Role,
    name: string | RegExp,
    { key = 'Enter', within = this.page as Page | Locator } = {},
  ): Promise<void> {
    // prettier-ignore
    await this.tabTo(within.getByRole(role, { name, exact: true }));
    await this.press(key);
  }

  /** Closes the welcome, in which the first visit begins. */
  async begin(): Promise<void> {
    await this.page.getByRole('dialog').waitFor();
    await this.press('Escape');
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  private focused(): Promise<string> {
    return this.page.evaluate(
      () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent?.trim() ?? '',
    );
  }
}

function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === document.activeElement);
}

const site = useShipped();
let dataDir: string;
/** A server with accounts, whose requests for access the test keeps apart from other tests. */
let own: ServedAtlas;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atlas-tasks-'));
  copyShippedStore(dataDir);
  const accounts = LANGUAGES.map(({ locale, username }) => {
    return { username, locale, agreement: '2026-11-24' };
  });
  await addAccounts(dataDir, { password: PASSWORD, accounts });
  own = await serveAtlas({ config: CONFIG, dataDir });
}, 120_000);
afterAll(async () => {
  await own?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe.each(LANGUAGES)(
  'by keyboard and accessibility tree, in $locale, a visitor',
  LONG,
  (words) => {
    const visit = async (url: string): Promise<Visitor> => {
      const { page } = await openPage(site.browser, { firstVisit: true });
      await page.goto(`${url}/?lang=${words.locale}`);
      const visitor = new Visitor(page, words.locale);
      await visitor.begin();
      return visitor;
    };

    it('finds how far the nearest mine is from a village', async () => {
      const visitor = await visit(site.url);
      const { page, say } = visitor;
      const box = page.getByRole('combobox', { name: say('search.label') });
      await visitor.tabTo(box);
      await visitor.type('Mpetela');
      await page.getByRole('option', { name: /^Mpetela/ }).waitFor();
      await visitor.press('Enter');
      const village = page.getByRole('region', { name: 'Mpetela', exact: true });
      await visitor.use('button', say('tool.near'), { within: village });
      const near = page.getByRole('region', { name: say('tool.near'), exact: true });
      const only = near.getByRole('combobox', { name: say('near.only') });
      await visitor.tabTo(only);
      await visitor.type(words.mining);
      // Only this layer is left, and its nearest object comes first.
      const headers = near.getByRole('rowheader');
      await expect
        .poll(async () => new Set(await headers.allInnerTexts()))
        .toEqual(new Set([words.mining]));
      const mines = near
        .getByRole('row')
        .filter({ has: page.getByRole('cell').nth(1) })
        .first();
      // The name, the distance and the direction are in one row.
      const cells = await mines.getByRole('cell').allInnerTexts();
      expect(cells[1]).toMatch(/^\d+(?:[.,]\d)?\skm$/);
      const directions = (['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const).map((one) => say(`near.${one}`)); // prettier-ignore
      expect(directions.some((one) => cells[2]!.includes(one))).toBe(true);
      // The object itself is one key away.
      await visitor.use('button', cells[0]!, { within: mines });
      await page.getByRole('region', { name: cells[0]!.split('\n')[0]! }).waitFor();
      await page.context().close();
    });

    it('reads how much forest a council has', async () => {
      const visitor = await visit(site.url);
      const { page, say } = visitor;
      await visitor.use('button', say('tool.analyse'));
      const tool = page.getByRole('region', { name: say('tool.analyse'), exact: true });
      const name = tool.getByRole('combobox', { name: say('area.by-name') });
      await visitor.tabTo(name);
      await visitor.type('Nguti');
      await tool.getByRole('option', { name: /Nguti/ }).waitFor();
      await visitor.press('ArrowDown', 'Enter');
      await visitor.use('button', say('analysis.start'), { within: tool });
      const result = tool.getByRole('region', { name: say('analysis.result') });
      await result.getByRole('heading', { name: /Nguti/ }).waitFor();
      const forest = result.getByRole('group').filter({ hasText: words.forest });
      await expect
        .poll(async () => (await forest.innerText()).replaceAll(/\s+/g, ' '), { timeout: 60_000 })
        .toMatch(/\d[\d.,]* ?% .*\d[\d., ]* (?:km²|ha)/);
      await page.context().close();
    });

    it('asks for access to restricted data', async () => {
      const visitor = await visit(own.url);
      const { page, say } = visitor;
      const how = { within: page.getByRole('complementary') };
      const locked = `${say('group.ask')}: ${words.tenure}`;
      await visitor.use('button', locked, how);
      await visitor.use('link', say('session.login'), how);
      await visitor.tabTo(page.getByRole('textbox', { name: say('account.username') }));
      await visitor.type(words.username);
      await visitor.press('Tab');
      await visitor.type(PASSWORD);
      await visitor.press('Enter');
      await visitor.use('button', locked, how);
      await visitor.use('link', say('session.access'), how);

      await page.getByRole('heading', { name: say('account.access-title'), level: 1 }).waitFor();
      const main = page.getByRole('main');
      // The form begins with the level of the layer from which it was opened.
      const level = main.getByRole('combobox', { name: words.needed });
      await visitor.tabTo(level);
      expect(await level.inputValue()).toBe('level-2');
      await visitor.tabTo(main.getByRole('textbox', { name: words.why }));
      await visitor.type('Une étude du foncier coutumier à Nguti.');
      await visitor.tabTo(main.getByRole('combobox', { name: words.country }));
      await visitor.type(words.cameroon);
      await visitor.use('checkbox', words.agree, { key: 'Space' });
      await visitor.use('button', words.send);
      // The answer of the server takes the focus, and is read out.
      const sent = main.getByRole('status').filter({ hasText: say('account.access-pending', { date: '@' }).split('@')[0]!.trim() }); // prettier-ignore
      await sent.waitFor();
      await expect.poll(() => hasFocus(sent)).toBe(true);
      const answer = await page.request.get(`${own.url}/api/users/access-requests/`);
      expect(await answer.json()).toMatchObject([{ level: 'level-2', state: 'open' }]);
      await page.context().close();
    });
  },
);
