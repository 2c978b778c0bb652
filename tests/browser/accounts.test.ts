import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import type { AccountServer } from './account-server.ts';
import { axeOf } from './axe.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { serveAccounts } from './serve-accounts.ts';
import { useShipped } from './use-shipped.ts';

const site = useShipped();

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
const PASSWORD = 'Forest-Atlas-9!';

/** A browser with a server of accounts, at a screen of the atlas. */
async function open(
  path: string,
  { locale = 'en', loggedIn = false, viewport = DESKTOP } = {},
): Promise<{ page: Page; server: AccountServer; go: (path: string) => Promise<void> }> {
  const { page } = await openPage(site.browser, { locale, viewport });
  const server = await serveAccounts(page.context());
  const go = async (to: string): Promise<void> => {
    await page.goto(`${site.url}${to}`);
    await page.locator('main h1').waitFor();
  };
  if (loggedIn) {
    server.loggedIn = true;
    const account = { loggedIn: true, profile: null, key: null, unsentLocale: null };
    const stored = { version: 3, locale, dismissed: { welcome: 1000 }, account };
    await page.context().addInitScript((text) => {
      if (window.origin !== 'null' && !sessionStorage.getItem('seeded'))
        localStorage.setItem('atlas', text);
      if (window.origin !== 'null') sessionStorage.setItem('seeded', 'yes');
    }, JSON.stringify(stored));
  }
  await go(path);
  return { page, server, go };
}

const logIn = async (page: Page, password = PASSWORD): Promise<void> => {
  await page.getByLabel('User name').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
};
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name'));
const described = (page: Page) =>
  page.evaluate(() =>
    (document.activeElement?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

/** The heading of each screen in English and French. */
const HEADINGS = [
  ['/account/login', 'Log in', 'Se connecter'],
  ['/account/logout', 'Log out', 'Se déconnecter'],
  ['/account/register', 'Create an account', 'Créer un compte'],
  [
    '/account/registration-email-sent',
    'Confirm your e-mail address',
    'Confirmez votre adresse électronique',
  ],
  [
    '/account/confirm-email/a:b',
    'Confirm your e-mail address',
    'Confirmez votre adresse électronique',
  ],
  ['/account/password-reset', 'Reset the password', 'Réinitialiser le mot de passe'],
  ['/account/reset-email-sent', 'Check your mailbox', 'Consultez votre messagerie'],
  [
    '/account/password-reset-confirm/8/t',
    'Choose a new password',
    'Choisissez un nouveau mot de passe',
  ],
  ['/account/password-reset-done', 'The password is changed', 'Le mot de passe est modifié'],
  ['/account/settings', 'Account settings', 'Paramètres du compte'],
  ['/account/access', 'Access to restricted layers', 'Accès aux couches restreintes'],
  ['/contact', 'Contact', 'Contact'],
  ['/contact/success', 'Your message is sent', 'Votre message est envoyé'],
] as const;

/** The screens examined in a language: at night all, daily every other, in the other language the rest. */
const dailyScreens = (locale: string): readonly (typeof HEADINGS)[number][] =>
  HEADINGS.filter(
    (_screen, place) =>
      process.env['ATLAS_NIGHTLY'] === '1' || place % 2 === (locale === 'fr' ? 1 : 0),
  );

describe('the account and contact screens', () => {
  it.each(['en', 'fr'])(
    'ux 55: have no violation of axe and fit at 1280 and 360 px, in %s (daily half of them in each language)',
    async (locale) => {
      const { page, go } = await open('/account/login', { locale, loggedIn: true });
      for (const [path, english, french] of dailyScreens(locale)) {
        await go(path);
        const name = locale === 'fr' ? french : english;
        await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
        if (await page.locator('form').count())
          await page.locator('form button[type=submit]').first().click();
        for (const viewport of [DESKTOP, PHONE]) {
          await page.setViewportSize(viewport);
          const { violations } = await axeOf(page).analyze();
          expect([path, violations.map(({ id }) => id)]).toEqual([path, []]);
        }
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect([path, width]).toEqual([path, PHONE.width]);
      }
      await page.context().close();
    },
    240_000,
  );

  it('say that /account has no page', async () => {
    const { page } = await open('/account');
    expect(new URL(page.url()).pathname).toBe('/errors/404');
    await page.context().close();
  });
});

describe('a login', () => {
  it('ux 56: by keyboard: the focus moves to the first error, which describes its field', async () => {
    const { page, server } = await open('/account/login');
    await page.getByLabel('User name').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('username');
    expect(await described(page)).toContain('Fill in this field.');
    expect(await page.getByRole('alert').textContent()).toBe('2 fields need a correction.');
    expect(server.calls).toEqual([]);
    await page.keyboard.type('anna');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await waitForMap(page);
    await page.getByRole('button', { name: 'Account of anna' }).press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Account settings' }).waitFor();
    await page.context().close();
  });

  it('that is refused says so in the words of the specification, and keeps the name', async () => {
    const { page } = await open('/account/login');
    await logIn(page, 'wrong');
    await page.getByText('Invalid username or password', { exact: true }).waitFor();
    expect(await page.getByLabel('User name').inputValue()).toBe('anna');
    await page.context().close();
  });

  it('in one tab logs the others in, and a logout logs them out', async () => {
    const { page } = await open('/account/login');
    const other = await page.context().newPage();
    await other.goto(`${site.url}/contact`);
    await other.getByRole('button', { name: 'Account', exact: true }).waitFor();
    await logIn(page);
    await other.getByRole('button', { name: 'Account of anna' }).waitFor();
    await other.goto(`${site.url}/account/logout`);
    await other.getByRole('button', { name: 'Log out' }).click();
    await other.getByText('You are logged out.').waitFor();
    await page.getByRole('button', { name: 'Account', exact: true }).waitFor();
    await page.context().close();
  });
});

describe('a registration', () => {
  it('shows each message beside its field, keeps what was typed, and names the address', async () => {
    const { page, server } = await open('/account/register', { locale: 'fr', viewport: PHONE });
    const fill = (label: string, text: string) => page.getByLabel(label).first().fill(text);
    await fill('Nom d’utilisateur', 'anna');
    await fill('Adresse électronique', 'anna@example');
    await page.getByRole('button', { name: 'Créer le compte' }).click();
    await expect.poll(() => focusedName(page)).toBe('email');
    expect(await described(page)).toContain('Indiquez une adresse électronique complète');
    expect(await page.locator('[name=email]').getAttribute('class')).toContain('is-invalid');
    expect(await page.locator('[name=username]').getAttribute('class')).toContain('is-valid');
    await fill('Adresse électronique', 'anna@example.test');
    await fill('Mot de passe', PASSWORD);
    await fill('Confirmez le mot de passe', PASSWORD);
    await fill('Prénom', 'Anna');
    await page.locator('[name=last_name]').fill('Moke');
    await page.getByLabel('Type d’organisation').selectOption('ngo');
    await page.getByLabel('Domaine d’intérêt').selectOption('landrights');
    await fill('Motif de l’inscription', 'Une étude.');
    await page.getByLabel('J’accepte').check();
    await page.getByRole('button', { name: 'Créer le compte' }).click();
    await expect.poll(() => focusedName(page)).toBe('username');
    expect(await described(page)).toContain('Ce nom d’utilisateur est déjà pris');
    expect(await page.locator('[name=reason]').inputValue()).toBe('Une étude.');
    await fill('Nom d’utilisateur', 'luc');
    await page.getByRole('button', { name: 'Créer le compte' }).click();
    await page.getByText('Nous avons envoyé un message à anna@example.test.').waitFor();
    const sent = server.calls.findLast(({ path }) => path === '/api/auth/registration/')!;
    expect(sent.body).toMatchObject({ interest_area: 'landrights', organisation_type: 'ngo' });
    expect(sent.body['agreement']).toMatch(/^\d{4}-\d\d-\d\d$/);
    await page.context().close();
  });

  it('is confirmed by the button only, and a used link offers a new message', async () => {
    const { page, server, go } = await open('/account/confirm-email/good:key');
    expect(server.calls).toEqual([]);
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await page.getByRole('heading', { name: 'Your e-mail address is confirmed' }).waitFor();
    await go('/account/confirm-email/used');
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await page
      .getByText('There was a problem verifying your email address', { exact: true })
      .waitFor();
    await page.getByLabel('E-mail address').fill('anna@example.test');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('the message has been sent again').waitFor();
    await page.context().close();
  });
});

describe('a new password', () => {
  it('needs a valid link, and otherwise offers to ask for one', async () => {
    const { page, go } = await open('/account/password-reset-confirm/8/used');
    const save = async (): Promise<void> => {
      await page.getByLabel('New password', { exact: true }).fill('Okapi-Ituri-7?');
      await page.getByLabel('Confirm the new password').fill('Okapi-Ituri-7?');
      await page.getByRole('button', { name: 'Save the password' }).click();
    };
    await save();
    await page.getByText('Invalid username or password', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await page.getByLabel('E-mail address').fill('anna@example.test');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your mailbox' }).waitFor();
    await go('/account/password-reset-confirm/8/good-token');
    await save();
    await page.getByRole('heading', { name: 'The password is changed' }).waitFor();
    await page.context().close();
  });

  it('is refused in the settings with the words of the specification', async () => {
    const { page } = await open('/account/settings', { loggedIn: true });
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password', { exact: true }).fill('Okapi-Ituri-7?');
    await page.getByLabel('Confirm the new password').fill('Okapi-Ituri-7?');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.getByText('There was a problem changing your password', { exact: true }).waitFor();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.getByText('Your other devices are logged out.').waitFor();
    await page.getByRole('button', { name: 'Log out Chrome, Android' }).click();
    await page.getByText('The device is logged out.').waitFor();
    await page.context().close();
  });
});

describe('a request for access', () => {
  it('is sent once, and its state is shown', async () => {
    const { page } = await open('/account/access', { loggedIn: true });
    await page.getByLabel('Data that you need').selectOption('level-2');
    await page.getByLabel('Purpose').fill('A study of customary tenure in one area.');
    await page.getByLabel('I agree').check();
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('Your request of 20 November 2026 is being reviewed.').waitFor();
    expect(await page.getByRole('button', { name: 'Send the request' }).count()).toBe(0);
    await page.context().close();
  });
});

describe('the contact form', () => {
  it('ux 29: has the layer and the view, and survives a failed call', async () => {
    const view = encodeURIComponent('/#6/1/20');
    const { page, server } = await open(`/contact?layer=logging&view=${view}`);
    await page.getByText('Logging', { exact: true }).waitFor();
    await page.getByLabel('Name').fill('Anna');
    await page.getByLabel('E-mail address').fill('anna@example.test');
    await page.getByLabel('Subject').fill('A border');
    await page.getByLabel('Message').fill('It is too far north.');
    server.instead.set('POST /api/contact/', { status: 503 });
    await page.getByRole('button', { name: 'Send the message' }).click();
    await page.getByText('Your entries are still here').waitFor();
    // A change of the language also keeps them.
    await page.getByRole('button', { name: 'français' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor();
    server.instead.clear();
    await page.getByRole('button', { name: 'Envoyer le message' }).click();
    await page.getByRole('link', { name: 'Retour à l’accueil' }).waitFor();
    expect(server.calls.at(-1)!.body).toMatchObject({
      ...{ layer: 'logging', view: '/#6/1/20', message: 'It is too far north.' },
    });
    await page.context().close();
  });
});
