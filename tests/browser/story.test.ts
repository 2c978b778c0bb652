/**
 * Takes over 30 s: a person registers, asks for access and is granted it, in four real pages, in
 * both languages.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedWords } from 'atlas-engine';
import { translator, type AnyWordKey, type Translate } from 'atlas-engine/runtime';
import { openAccountStore } from '../../server/accounts/open-account-store.ts';
import { Passwords } from '../../server/accounts/passwords.ts';
import { Database } from '../../server/store/sqlite/driver.ts';
import { startMailServer, type MailServer } from '../contract/accounts/mail-server.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';
import { freePort } from '../contract/server/nginx.ts';
import { copyShippedStore } from './shipped-store.ts';
import { NIGHTLY } from '../size.ts';

const CONFIG = fileURLToPath(new URL('../../atlas.config', import.meta.url));
const PASSWORD = 'Okapi-Ituri-7?';
const NEW_PASSWORD = 'Raphia-Sangha-4!';
const OPERATOR = { username: 'awa', password: 'Limba-Ogooue-6!' };
const TENURE: Readonly<Record<string, string>> = {
  en: 'Community land tenure',
  fr: 'Foncier communautaire',
};
const ANSWER = 'Welcome, and good luck.';

/** One language each day, and both in the night. */
const TODAY = ['fr', 'en'][new Date().getUTCDate() % 2]!;
const LOCALES = NIGHTLY ? ['fr', 'en'] : [TODAY];

let dataDir: string;
let mail: MailServer;
let atlas: ServedAtlas;
let browser: Browser;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atlas-story-'));
  copyShippedStore(dataDir);
  await addOperator();
  mail = await startMailServer();
  const port = await freePort();
  const env = { SMTP_URL: mail.url, PORT: String(port), PUBLIC_URL: `http://localhost:${port}` };
  [atlas, browser] = await Promise.all([
    serveAtlas({ config: CONFIG, dataDir, env }),
    sharedBrowser(),
  ]);
});
afterAll(async () => {
  await closePages(browser);
  await atlas.stop();
  await mail.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function addOperator(): Promise<void> {
  const store = await openAccountStore({ dataDir });
  const { username, password } = OPERATOR;
  const now = Date.now();
  const account = await store.accounts.add({
    username,
    email: `${username}@example.test`,
    hash: await new Passwords().hash(password),
    firstName: '',
    lastName: '',
    fields: {},
    agreement: null,
    locale: 'en',
    created: now,
    confirmed: now,
    demonstration: false,
  });
  await store.grants.add({
    account: account!,
    level: 'operator',
    scope: '',
    until: null,
    by: 'test',
    created: now,
  });
  await store.close();
}

/** Moves the ends of all links in mails by a number of days. */
function moveLinkEnds(days: number): void {
  const database = new Database(join(dataDir, 'accounts.sqlite'));
  database.run(`UPDATE single_use_key SET expires = expires + ${days * 86_400_000}`);
  database.close();
}

/** A person at a browser, who reads mails. */
class Person {
  readonly page: Page;
  readonly say: Translate<AnyWordKey>;
  readonly email: string;

  constructor(page: Page, locale: string, email = '') {
    this.page = page;
    this.say = translator<AnyWordKey>({ locale, words: shippedWords(locale)! });
    this.email = email;
  }

  go(path: string): Promise<unknown> {
    return this.page.goto(path.startsWith('http') ? path : `${atlas.url}${path}`);
  }

  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(values))
      await this.page.locator(`main [name="${name}"]`).fill(value);
  }

  /** Sends the form, or presses the main button of a screen. */
  async press(): Promise<void> {
    await this.page.locator('main .button-main').first().click();
  }

  /** Waits for the heading of a screen. */
  async arrive(title: AnyWordKey): Promise<void> {
    const name = this.say(title);
    await this.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }

  async sees(text: string): Promise<void> {
    await this.page.getByText(text, { exact: true }).first().waitFor();
  }

  async logIn(username: string, password: string): Promise<void> {
    await this.go('/account/login');
    await this.fill({ username, password });
    await this.press();
  }

  /** Returns the link in the newest mail with a subject, when there is one that is not `old`. */
  async linkIn(subject: AnyWordKey, old?: string): Promise<string> {
    const text = this.say(subject);
    const found = (): string | undefined => {
      const newest = mail.mails.findLast(
        ({ to, headers }) => to.includes(this.email) && decodeSubject(headers).includes(text),
      );
      return /^http\S+$/m.exec(newest?.text ?? '')?.[0];
    };
    await expect.poll(() => found() ?? old, { timeout: 10_000 }).not.toBe(old);
    return found()!;
  }
}

/** Returns the subject of a mail, decoded (RFC 2047). */
function decodeSubject(headers: readonly string[]): string {
  const line = headers.find((header) => /^subject:/i.test(header)) ?? '';
  return line
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            'latin1',
          ).toString('utf8'),
    );
}

function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('name'));
}

describe('the story of an account', () => {
  it.each(LOCALES)(
    'ux 19: from the registration to the layer of a granted level on the open map, in %s',
    async (locale) => {
      const username = `mira-${locale}`;
      const email = `${username}@example.test`;
      const { page } = await openPage(browser, { locale });
      const mira = new Person(page, locale, email);
      const { say } = mira;

      // Register, and confirm the address by the link in the mail.
      await mira.go('/account/register');
      await mira.fill({ username, email, password1: PASSWORD, password2: PASSWORD });
      await mira.fill({ first_name: 'Mira', last_name: 'Essai', reason: 'A study.' });
      await page.locator('[name=organisation_type]').selectOption('ngo');
      await page.locator('[name=interest_area]').selectOption('landrights');
      await page.locator('[name=agreement]').check();
      await mira.press();
      await mira.arrive('account.sent-title');
      await mira.logIn(username, PASSWORD);
      await mira.sees(say('account.login-refused'));

      // A link that is too old leads to another one, which works once. A wrong one never works.
      const confirm = async (address: string): Promise<void> => {
        // The same address with a fragment would not load the page again.
        await mira.page.goto('about:blank');
        await mira.go(address);
        await mira.fill({ password: PASSWORD });
        await mira.press();
      };
      const old = await mira.linkIn('mail.confirm-subject');
      moveLinkEnds(-4);
      await confirm(old);
      await mira.sees(say('account.confirm-failed'));
      await mira.fill({ email });
      await mira.press();
      await mira.sees(say('account.resent'));
      const link = await mira.linkIn('mail.confirm-subject', old);
      await confirm(link.replace(/\w{4}#/, 'AAAA#'));
      await mira.sees(say('account.confirm-failed'));
      await confirm(link);
      await mira.arrive('account.confirmed-title');
      await confirm(link);
      await mira.sees(say('account.confirm-failed'));

      // Ask for access.
      await mira.logIn(username, PASSWORD);
      await waitForMap(page);
      await mira.go('/account/access');
      await page.locator('[name=level]').selectOption('level-2');
      await page.locator('[name=country]').selectOption('cod');
      await mira.fill({ reason: 'A study of customary tenure.' });
      await page.locator('[name=agreement]').check();
      await mira.press();
      await page.locator('.access-open').waitFor();

      // An operator grants it, while the map of the person is open.
      await mira.go('/#7/-1.5/18');
      await waitForMap(page);
      const tenure = page.getByRole('checkbox', { name: TENURE[locale]!, exact: true });
      await page
        .getByRole('button', { name: `${say('group.ask')}: ${TENURE[locale]}`, exact: true })
        .waitFor();
      expect(await tenure.count()).toBe(0);
      await page.evaluate(() => Object.assign(window, { stayed: true }));

      const opened = await openPage(browser, { locale });
      const awa = new Person(opened.page, locale);
      await awa.logIn(OPERATOR.username, OPERATOR.password);
      await waitForMap(awa.page);
      await awa.page.getByRole('button', { name: new RegExp(OPERATOR.username) }).click();
      await awa.page.getByRole('link', { name: say('session.admin') }).click();
      await awa.arrive('admin.requests-title');
      await awa.page
        .getByRole('button', { name: say('admin.grant-to', { name: 'Mira Essai' }) })
        .click();
      // The first field of the form has the focus; a day in the past is refused beside its field.
      await expect.poll(() => focusedName(awa.page)).toBe('until');
      await awa.fill({ until: '2020-01-01', answer: ANSWER });
      await awa.page.locator('main form .button-main').press('Enter');
      await awa.sees(say('form.until-refused'));
      expect(await focusedName(awa.page)).toBe('until');
      expect(await awa.page.locator('[name=answer]').inputValue()).toBe(ANSWER);
      const preset = (name: AnyWordKey) => awa.page.getByRole('button', { name: say(name) });
      await preset('admin.days-30').click();
      expect(Date.parse(await awa.page.locator('[name=until]').inputValue())).toBeGreaterThan(
        Date.now() + 28 * 86_400_000,
      );
      await preset('admin.no-end').click();
      expect(await awa.page.locator('[name=until]').inputValue()).toBe('');
      // The form begins with the country that was asked for. Without it, the level is valid everywhere.
      const country = awa.page.getByRole('combobox', { name: say('area.by-name') });
      await expect.poll(() => country.inputValue()).not.toBe('');
      await country.fill('');
      await awa.page.locator('main form .button-main').press('Enter');
      await awa.sees(say('admin.granted', { name: 'Mira Essai' }));
      await awa.page.context().close();
      await mira.linkIn('mail.granted-subject');
      expect(mail.newestTo(email).text).toContain(ANSWER);
      expect(mail.newestTo(email).text).toContain(TENURE[locale]!);

      // The layer appears without a reload.
      await mira.sees(say('session.gained'));
      const tile = page.waitForResponse(
        (answer) => answer.url().includes('/tile/tenure/') && answer.status() === 200,
      );
      await tenure.check();
      expect((await tile).request().headers()).toHaveProperty('x-csrftoken');
      expect(await page.evaluate(() => 'stayed' in window)).toBe(true);

      // Reset the password: a wrong link, one that is too old, the right one, and the same again.
      await mira.go('/account/password-reset');
      await mira.fill({ email });
      await mira.press();
      await mira.arrive('account.reset-sent-title');
      const reset = await mira.linkIn('mail.reset-subject');
      const choose = async (address: string): Promise<void> => {
        await mira.go(address);
        await mira.fill({ new_password1: NEW_PASSWORD, new_password2: NEW_PASSWORD });
        await mira.press();
      };
      await choose(reset.replace(/\w{4}$/, 'AAAA'));
      await mira.sees(say('account.reset-refused'));
      moveLinkEnds(-4);
      await choose(reset);
      await mira.sees(say('account.reset-refused'));
      moveLinkEnds(4);
      await choose(reset);
      await mira.arrive('account.reset-done-title');
      await choose(reset);
      await mira.sees(say('account.reset-refused'));
      await mira.logIn(username, NEW_PASSWORD);
      await waitForMap(page);
      await page.context().close();
    },
    240_000,
  );
});

it('ux 29: the information of a layer leads to the contact form with the layer and the view', async () => {
  const { page } = await openPage(browser, { locale: 'en' });
  await page.goto(`${atlas.url}/#7/-1.5/18`);
  await waitForMap(page);
  const { say } = new Person(page, 'en');
  await page.getByRole('button', { name: say('group.info', { name: TENURE['en']! }) }).click();
  await page.getByRole('link', { name: say('session.report') }).click();
  const about = page.locator('.form-about');
  await about.getByText(TENURE['en']!, { exact: true }).waitFor();
  expect(await about.getByRole('link').getAttribute('href')).toBe('/#7/-1.5/18');
  await page.context().close();
});
