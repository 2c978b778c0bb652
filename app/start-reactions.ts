import { directionOf } from 'atlas-engine/runtime';
import { autorun, reaction } from 'mobx';
import type { AtlasStore } from './stores/atlas-store.ts';
import { remember, type Remembered } from './stores/storage.ts';

/** Keeps the page's language and title and the stored settings in sync with the stores. */
export function startReactions(
  { bundles, coordinates, projects, screen, session, welcome }: AtlasStore,
  remembered: Remembered,
): void {
  autorun(() => {
    const { locale, title } = bundles.index;
    const part = screen.isMap ? projects.open?.name : screen.title;
    document.documentElement.lang = locale;
    document.documentElement.dir = directionOf(locale);
    document.title = part ? `${part} · ${title}` : title;
  });
  reaction(
    () => ({
      locale: session.lang ?? remembered.locale,
      dismissed: Object.fromEntries(welcome.dismissed),
      coordinates: coordinates.format,
    }),
    (settings) => remember(settings),
  );
}
