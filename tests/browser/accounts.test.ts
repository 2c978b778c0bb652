import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { openAccountPage, type AccountPage } from './open-account-page.ts';
import { waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';

const site = useShipped();

const PHONE = { width: 360, height: 740 };
const PASSWORD = 'Forest-Atlas-9!';

const open = (
  path: string,
  options?: Parameters<typeof openAccountPage>[2],
): Promise<AccountPage> => openAccountPage(site, path, options);

const logIn = async (page: Page, password = PASSWORD): Promise<void> => {
  await page.getByLabel('User name').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
};
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name'));
/** The role of the focused element, or its name without one. */
const focusedRole = (page: Page) =>
  page.evaluate(() => document.activeElement!.role ?? document.activeElement!.tagName);
const described = (page: Page) =>
  page.evaluate(() =>
    (document.activeElement?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

describe('the account screens', () => {
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
    await expect.poll(() => focusedRole(other)).toBe('H1');
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

  it('is confirmed by its password, and a used link offers a new message', async () => {
    const { page, server, go } = await open('/account/confirm-email/good:key#user=l%2Bu%C3%A9');
    expect(server.calls).toEqual([]);
    await page.getByText('the account with the user name l+ué.').waitFor();
    const enter = async (password: string): Promise<void> => {
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
    };
    await enter('wrong');
    await expect.poll(() => focusedName(page)).toBe('password');
    await expect.poll(() => described(page)).toContain('The password is not correct.');
    await enter(PASSWORD);
    await page.getByRole('heading', { name: 'Your e-mail address is confirmed' }).waitFor();
    const sent = server.calls.findLast(({ path }) => path.endsWith('/verify-email/'))!;
    expect(sent.body).toEqual({ key: 'good:key', password: PASSWORD });
    await go('/account/confirm-email/used');
    await enter(PASSWORD);
    await page
      .getByText('There was a problem verifying your email address', { exact: true })
      .waitFor();
    await expect.poll(() => focusedRole(page)).toBe('alert');
    await page.getByLabel('E-mail address').fill('anna@example.test');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('the message has been sent again').waitFor();
    await page.context().close();
  });
});

describe('a new password', () => {
  it('needs a valid link, and otherwise offers to ask for one', async () => {
    const { page, go } = await open('/account/password-reset-confirm/8/used');
    // One click, although leaving the field adds a message above the button.
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await expect.poll(() => focusedName(page)).toBe('new_password1');
    expect(await described(page)).toContain('Enter at least 8 characters.');
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
    await expect.poll(() => focusedRole(page)).toBe('status');
    await page.getByRole('button', { name: 'Log out Chrome, Android' }).click();
    await page.getByText('The device is logged out.').waitFor();
    await expect.poll(() => focusedRole(page)).toBe('status');
    await page.context().close();
  });
});

describe('a request for access', () => {
  it('is sent once, and its state is shown', async () => {
    const { page } = await open('/account/access', { loggedIn: true });
    await page.getByLabel('Data that you need').selectOption('level-2');
    await page.getByLabel('Country').selectOption('cod');
    await page
      .getByLabel('What will the data be used for?')
      .fill('A study of customary tenure in one area.');
    await page.getByLabel('I agree').check();
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('Your request of 20 November 2026 is being reviewed.').waitFor();
    await expect.poll(() => focusedRole(page)).toBe('status');
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
    await page.getByRole('heading', { level: 1, name: 'Signaler une erreur' }).waitFor();
    server.instead.clear();
    await page.getByRole('button', { name: 'Envoyer le message' }).click();
    await page.getByRole('link', { name: 'Ouvrir la carte' }).waitFor();
    expect(server.calls.at(-1)!.body).toMatchObject({
      layer: 'logging',
      view: '/#6/1/20',
      message: 'It is too far north.',
    });
    await page.context().close();
  });
});
