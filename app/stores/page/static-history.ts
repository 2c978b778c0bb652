import type { BrowserHistory } from './screen-store.ts';

/** The key of the query that names a screen other than the map. */
const SCREEN = 'page';

/**
 * Returns the history of a static site. The site has one page, so that its addresses can be relative;
 * the query names the screens.
 */
export function staticHistory(history: BrowserHistory, pathname: string): BrowserHistory {
  const href = (address: string): string => {
    const { pathname: screen, search, hash } = new URL(address, 'https://atlas.invalid');
    if (screen === '/' || screen === pathname) return `${pathname}${search}${hash}`;
    const query = new URLSearchParams(search);
    query.set(SCREEN, screen);
    return `${pathname}?${query}${hash}`;
  };
  return {
    ...history,
    location: () => {
      const location = history.location();
      const query = new URLSearchParams(location.search);
      const screen = query.get(SCREEN);
      if (screen === null) return { ...location, pathname: '/' };
      query.delete(SCREEN);
      const search = query.size > 0 ? `?${query}` : '';
      return { ...location, pathname: screen, search };
    },
    href,
    push: (address, state) => history.push(href(address), state),
    replace: (address, state) => history.replace(href(address), state),
  };
}
