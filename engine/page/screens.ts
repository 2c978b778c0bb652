import type { FormId } from '../bundle/form.ts';
import type { AccountWordKey } from '../bundle/words.ts';

/** A screen of the application. */
interface Screen {
  readonly id: string;
  /** `:lang`, `:key`, `:uid` and `:token` each match any segment. */
  readonly path: string;
  /** The heading of an account or contact screen. */
  readonly title?: AccountWordKey;
  /** The form without which the atlas does not have the screen. */
  readonly form?: FormId;
  /** Who the screen exists for; for all others, its address has no page. Default: everyone. */
  readonly for?: 'operators';
}

/**
 * The screens of the application and their addresses. The server and the application read this
 * list, so that an address cannot exist for one of them only.
 */
export const SCREENS = [
  { id: 'map', path: '/' },
  { id: 'login', path: '/account/login', title: 'account.login-title' },
  { id: 'logout', path: '/account/logout', title: 'account.logout-title' },
  {
    id: 'register',
    path: '/account/register',
    title: 'account.register-title',
    form: 'registration',
  },
  {
    id: 'registration-email-sent',
    path: '/account/registration-email-sent',
    title: 'account.sent-title',
    form: 'registration',
  },
  {
    id: 'confirm-email',
    path: '/account/confirm-email/:key',
    title: 'account.confirm-title',
  },
  { id: 'password-reset', path: '/account/password-reset', title: 'account.reset-title' },
  { id: 'reset-email-sent', path: '/account/reset-email-sent', title: 'account.reset-sent-title' },
  {
    id: 'password-reset-confirm',
    path: '/account/password-reset-confirm/:uid/:token',
    title: 'account.reset-confirm-title',
  },
  {
    id: 'password-reset-done',
    path: '/account/password-reset-done',
    title: 'account.reset-done-title',
  },
  { id: 'settings', path: '/account/settings', title: 'account.settings-title' },
  {
    id: 'access',
    path: '/account/access',
    title: 'account.access-title',
    form: 'access-request',
  },
  { id: 'privacy-policy', path: '/account/privacy-policy/:lang' },
  { id: 'data-agreement', path: '/account/data-agreement/:lang' },
  { id: 'accessibility', path: '/accessibility/:lang' },
  { id: 'contact', path: '/contact', title: 'contact.title', form: 'contact' },
  { id: 'contact-sent', path: '/contact/success', title: 'contact.sent-title', form: 'contact' },
  {
    id: 'admin-requests',
    path: '/admin/requests',
    title: 'admin.requests-title',
    for: 'operators',
  },
  {
    id: 'admin-messages',
    path: '/admin/messages',
    title: 'admin.messages-title',
    for: 'operators',
  },
  {
    id: 'admin-accounts',
    path: '/admin/accounts',
    title: 'admin.accounts-title',
    for: 'operators',
  },
  { id: 'admin-mails', path: '/admin/mails', title: 'admin.mails-title', for: 'operators' },
  {
    id: 'admin-downloads',
    path: '/admin/downloads',
    title: 'admin.downloads-title',
    for: 'operators',
  },
  { id: 'not-found', path: '/errors/404' },
] as const satisfies readonly Screen[];

export type ScreenId = (typeof SCREENS)[number]['id'];

/** Addresses without a screen of their own, and the screen that they lead to. */
export const REDIRECTS = [
  { from: '/account', to: '/errors/404' },
  { from: '/admin', to: '/admin/requests' },
] as const;

/** The screens with an address that has no parameters. */
type PlainScreenId = Exclude<
  Extract<(typeof SCREENS)[number], { readonly path: string }>,
  { readonly path: `${string}:${string}` }
>['id'];

/** Returns the address of a screen without parameters. */
export function screenPath(id: PlainScreenId): string {
  return SCREENS.find((screen) => screen.id === id)!.path;
}

/** Returns the address of a page of text in a language; null for a page without a screen. */
export function pagePath(id: string, locale: string): string | null {
  const screen = SCREENS.find((one) => one.id === id && one.path.endsWith('/:lang'));
  return screen ? screen.path.replace(':lang', encodeURIComponent(locale)) : null;
}
