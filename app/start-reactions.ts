import type { i18n } from 'i18next';
import { autorun, reaction } from 'mobx';
import { formatAddress } from './address/address.ts';
import type { AtlasStore } from './stores/atlas-store.ts';
import { remember } from './stores/storage.ts';

/** Moving the map rewrites the address at most this often, in milliseconds. */
const ADDRESS_DELAY_MS = 250;

/**
 * Keeps what lies outside of the stores in step with them: the address, the page's language and
 * title, and what the next visit remembers. None of them changes a store.
 */
export function startReactions(atlas: AtlasStore, i18n: i18n): void {
  autorun(() => {
    const { locale, title } = atlas.bundles.index;
    document.documentElement.lang = locale;
    document.documentElement.dir = i18n.dir(locale);
    document.title = atlas.project ? `${atlas.project.name} · ${title}` : title;
    if (i18n.language !== locale) void i18n.changeLanguage(locale);
  });
  reaction(
    () => atlas.session.lang,
    (lang) => lang && remember({ locale: lang }),
  );
  reaction(
    () => ({ ...formatAddress(atlas.addressState, atlas.defaults), step: stepOf(atlas) }),
    ({ search, hash, step }, { step: before }) => {
      const address = `${location.pathname}${search}${hash}`;
      if (address === `${location.pathname}${location.search}${location.hash}`) return;
      // Back and forward undo a choice of project or layers, not each move of the map.
      if (step === before) history.replaceState(history.state, '', address);
      else history.pushState(null, '', address);
    },
    { delay: ADDRESS_DELAY_MS },
  );
  window.addEventListener('popstate', () => atlas.takeAddress(window.location));
}

/** What counts as one step back, as text. */
function stepOf({ map, layers }: AtlasStore): string {
  return JSON.stringify([map.project, layers.active.map(({ id }) => id)]);
}
