import { makeAutoObservable } from 'mobx';
import type { BundleIndex } from 'atlas-engine/runtime';

/** The visitor: the language asked for by name. */
export class SessionStore {
  /** Null until one was asked for, in the address or by the switch. */
  lang: string | null;

  constructor(lang: string | null) {
    this.lang = lang;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  setLang(lang: string): void {
    this.lang = lang;
  }
}

/**
 * The language a visitor reads in: the one the address names, else the one chosen last time, else
 * the browser's first that the atlas has, else the atlas's own for a session.
 */
export function resolveLocale(
  { available, session }: BundleIndex['locales'],
  wishes: {
    readonly lang: string | null;
    readonly stored: string | null;
    readonly browser: readonly string[];
  },
): string {
  const offered = available.map(({ id }) => id);
  const wanted = [wishes.lang, wishes.stored, ...wishes.browser];
  for (const wish of wanted) {
    if (!wish) continue;
    const exact = offered.find((id) => id.toLowerCase() === wish.toLowerCase());
    const related = exact ?? offered.find((id) => id === wish.toLowerCase().split('-')[0]);
    if (related) return related;
  }
  return session;
}
