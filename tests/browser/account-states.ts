import type { Page } from '@playwright/test';
import type { AccessRequestAnswer } from 'atlas-engine/http';
import { requestFor, type AccountServer } from './account-server.ts';

/** Who visits a screen: without an account, with one, or an operator. */
export type Visitor = 'anonymous' | 'user' | 'operator';

/** A state of a screen of accounts, of the contact form or of operators. */
export interface AccountState {
  readonly name: string;
  readonly at: string;
  readonly by: Visitor;
  /** The heading in English and in French. */
  readonly titles?: readonly [string, string];
  /** Prepares what the server answers. */
  readonly given?: (server: AccountServer) => void;
  /** Opens the state on the loaded screen. */
  readonly enter?: (page: Page) => Promise<unknown>;
  /** An element that is visible only in this state. */
  readonly shows: string;
}

export const PASSWORD = 'Forest-Atlas-9!';
const NEW_PASSWORD = 'Okapi-Ituri-7?';

/** Fills fields by name and sends the form; without fields, it is sent empty. */
function send(values: Readonly<Record<string, string>> = {}): (page: Page) => Promise<void> {
  return async (page) => {
    const form = page.locator('main form').last();
    for (const [name, value] of Object.entries(values))
      await form.locator(`[name="${name}"]`).fill(value);
    await form.locator('button[type=submit]').click();
  };
}

function press(selector: string): (page: Page) => Promise<void> {
  return (page) => page.locator(`main ${selector}`).first().click();
}

function inTurn(
  ...steps: readonly ((page: Page) => Promise<unknown>)[]
): (page: Page) => Promise<void> {
  return async (page) => {
    for (const step of steps) await step(page);
  };
}

const requested = (state: AccessRequestAnswer['state']) => (server: AccountServer) => {
  server.requests = [requestFor('level-2', { state, answer: 'A reason.' })];
};

const NEW_PASSWORDS = { new_password1: NEW_PASSWORD, new_password2: NEW_PASSWORD };
const ADDRESS = { email: 'anna@example.test' };
const CHOOSE = '/account/password-reset-confirm/8';
const ERROR = '.field-error';
const ALERT = '.form-message';

const ANONYMOUS = [
  { name: 'the login', titles: ['Log in', 'Se connecter'], at: '/account/login', shows: 'form' },
  { name: 'an empty login', at: '/account/login', enter: send(), shows: ERROR },
  {
    name: 'a refused login',
    at: '/account/login',
    enter: send({ username: 'anna', password: 'wrong' }),
    shows: ALERT,
  },
  { name: 'a logout without a login', at: '/account/logout', shows: '[role=status]' },
  {
    name: 'the registration',
    titles: ['Create an account', 'Créer un compte'],
    at: '/account/register',
    shows: 'form',
  },
  { name: 'an empty registration', at: '/account/register', enter: send(), shows: ERROR },
  {
    name: 'the sent confirmation',
    titles: ['Confirm your e-mail address', 'Confirmez votre adresse électronique'],
    at: '/account/registration-email-sent',
    shows: 'form',
  },
  {
    name: 'a confirmation sent again',
    at: '/account/registration-email-sent',
    enter: send(ADDRESS),
    shows: '.form-success svg',
  },
  {
    name: 'a confirmation',
    titles: ['Confirm your e-mail address', 'Confirmez votre adresse électronique'],
    at: '/account/confirm-email/good:key#user=luc',
    shows: 'form',
  },
  {
    name: 'a confirmation with a wrong password',
    at: '/account/confirm-email/good:key#user=luc',
    enter: send({ password: 'wrong' }),
    shows: ERROR,
  },
  {
    name: 'a refused confirmation',
    at: '/account/confirm-email/used',
    enter: send({ password: PASSWORD }),
    shows: ALERT,
  },
  {
    name: 'a confirmed address',
    at: '/account/confirm-email/good:key',
    enter: send({ password: PASSWORD }),
    shows: '.form-success',
  },
  {
    name: 'the reset',
    titles: ['Reset the password', 'Réinitialiser le mot de passe'],
    at: '/account/password-reset',
    enter: send(),
    shows: ERROR,
  },
  {
    name: 'the sent link',
    titles: ['Check your mailbox', 'Consultez votre messagerie'],
    at: '/account/reset-email-sent',
    shows: 'p a',
  },
  {
    name: 'a new password',
    titles: ['Choose a new password', 'Choisissez un nouveau mot de passe'],
    at: `${CHOOSE}/t`,
    enter: send(),
    shows: ERROR,
  },
  { name: 'a refused link', at: `${CHOOSE}/t`, enter: send(NEW_PASSWORDS), shows: ALERT },
  {
    name: 'a saved password',
    titles: ['The password is changed', 'Le mot de passe est modifié'],
    at: '/account/password-reset-done',
    shows: '.form-success',
  },
  { name: 'the settings without a login', at: '/account/settings', shows: '.button-main' },
  { name: 'the access without a login', at: '/account/access', shows: '.button-main' },
  {
    name: 'the contact form',
    titles: ['Contact', 'Contact'],
    at: '/contact',
    enter: send(),
    shows: ERROR,
  },
  {
    name: 'a report of an error',
    at: `/contact?layer=logging&object=UFA&view=${encodeURIComponent('/#6/1/20')}`,
    shows: '.form-about li',
  },
  {
    name: 'a sent message',
    titles: ['Your message is sent', 'Votre message est envoyé'],
    at: '/contact/success',
    shows: '.form-success',
  },
] as const;

const USER = [
  { name: 'a login with a login', at: '/account/login', shows: 'p' },
  {
    name: 'the logout',
    titles: ['Log out', 'Se déconnecter'],
    at: '/account/logout',
    shows: '.button-main',
  },
  {
    name: 'the settings',
    titles: ['Account settings', 'Paramètres du compte'],
    at: '/account/settings',
    shows: '.devices li',
  },
  {
    name: 'a refused change of the password',
    at: '/account/settings',
    enter: send({ old_password: 'wrong', ...NEW_PASSWORDS }),
    shows: ALERT,
  },
  {
    name: 'a changed password',
    at: '/account/settings',
    enter: send({ old_password: PASSWORD, ...NEW_PASSWORDS }),
    shows: '.form-success svg',
  },
  {
    name: 'the deletion of the account',
    at: '/account/settings',
    enter: inTurn(press('.button-danger'), send({ password: 'wrong' })),
    shows: ERROR,
  },
  {
    name: 'an ended device',
    at: '/account/settings',
    enter: press('.devices .quiet'),
    shows: '.form-success svg',
  },
  {
    name: 'a new agreement',
    at: '/account/settings',
    given: (server: AccountServer) => void (server.more = { agreement_due: true }),
    shows: '.form-about',
  },
  {
    name: 'the request for access',
    titles: ['Request access to restricted data', 'Demander l’accès aux données restreintes'],
    at: '/account/access',
    enter: send(),
    shows: ERROR,
  },
  {
    name: 'an open request',
    at: '/account/access',
    given: requested('open'),
    shows: '.access-open',
  },
  {
    name: 'a refused request',
    at: '/account/access',
    given: requested('refused'),
    shows: '.access-refused',
  },
  {
    name: 'an access that has ended',
    at: '/account/access',
    given: requested('granted'),
    shows: '.access-ended',
  },
  { name: 'a screen of operators, for others', at: '/admin/requests', shows: 'h1' },
] as const;

const LISTS = ['requests', 'messages', 'accounts', 'mails', 'downloads'] as const;

const OPERATOR = [
  ...LISTS.flatMap((list) => [
    {
      name: `no ${list}`,
      at: `/admin/${list}`,
      given: (server: AccountServer) => void (server.hasEmptyLists = true),
      shows: list === 'accounts' ? '[role=status].soft' : '.admin-empty',
    },
    {
      name: `the ${list}`,
      at: `/admin/${list}`,
      shows: list === 'downloads' ? '.settings-list dd' : '.admin-card',
    },
  ]),
  {
    name: 'decided requests',
    at: '/admin/requests',
    enter: press('summary'),
    shows: '.admin-past',
  },
  {
    name: 'a grant',
    at: '/admin/requests',
    enter: press('.admin-card .button-main'),
    shows: '[name=until]',
  },
  {
    name: 'an empty refusal',
    at: '/admin/requests',
    enter: inTurn(press('.admin-card .button:not(.button-main)'), send()),
    shows: ERROR,
  },
  {
    name: 'a granted request',
    at: '/admin/requests',
    enter: inTurn(press('.admin-card .button-main'), send()),
    shows: '.admin-notice svg',
  },
  {
    name: 'the grant of a level',
    at: '/admin/accounts',
    enter: inTurn(press('.admin-card:not(:has(.admin-proposal)) .button'), send()),
    shows: ERROR,
  },
  {
    name: 'a change of operators that waits',
    at: '/admin/accounts',
    shows: '.admin-proposal .button',
  },
  {
    name: 'a suspension',
    at: '/admin/accounts',
    enter: press('.admin-card .button-danger'),
    shows: '.admin-card .button-danger + .button',
  },
] as const;

/**
 * All states of the screens of accounts, messages and operators. To add one, add a line: the address,
 * what opens it, and an element that it shows.
 */
export const ACCOUNT_STATES: readonly AccountState[] = [
  ...ANONYMOUS.map((state) => ({ ...state, by: 'anonymous' as const })),
  ...USER.map((state) => ({ ...state, by: 'user' as const })),
  ...OPERATOR.map((state) => ({ ...state, by: 'operator' as const })),
];
