/**
 * The screens of the application and their addresses. The server and the application read this
 * list, so that an address cannot exist for one of them only. `:lang` is any segment.
 */
export const SCREENS = [
  { id: 'map', path: '/' },
  { id: 'privacy-policy', path: '/account/privacy-policy/:lang' },
  { id: 'data-agreement', path: '/account/data-agreement/:lang' },
  { id: 'not-found', path: '/errors/404' },
] as const;

export type ScreenId = (typeof SCREENS)[number]['id'];

/** Addresses without a screen of their own, and the screen that they lead to. */
export const REDIRECTS = [{ from: '/account', to: '/errors/404' }] as const;

/** Returns the address of a page of text in a language; null for a page without a screen. */
export function pagePath(id: string, locale: string): string | null {
  const screen = SCREENS.find((one) => one.id === id && one.path.endsWith('/:lang'));
  return screen ? screen.path.replace(':lang', encodeURIComponent(locale)) : null;
}
