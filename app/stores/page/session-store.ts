import { makeAutoObservable } from 'mobx';
import type { BundleIndex } from 'atlas-engine/runtime';

/** The visitor's session: its language. */
export class SessionStore {
  /** The language that the address or the language switch names; null if neither does. */
  lang: string | null;
  /**
   * The language that the visitor chose with the language switch, which later visits open in; null without
   * a choice. A link that somebody sent chooses nothing.
   */
  chosen: string | null = null;

  constructor(lang: string | null) {
    this.lang = lang;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  setLang(lang: string | null): void {
    this.lang = lang;
  }

  /** Takes the choice of the language switch. */
  choose(lang: string): void {
    this.lang = lang;
    this.chosen = lang;
  }
}

/**
 * Returns the language for a visitor: that of the address, else the stored one, else the first
 * language of the browser that the atlas has, else the session's default.
 */
export function resolveLocale(
  { available, session }: BundleIndex['locales'],
  preferences: {
    readonly lang: string | null;
    readonly stored: string | null;
    readonly browser: readonly string[];
  },
): string {
  const offered = available.map(({ id }) => id);
  const wanted = [preferences.lang, preferences.stored, ...preferences.browser];
  for (const preference of wanted) {
    if (!preference) continue;
    const exact = offered.find((id) => id.toLowerCase() === preference.toLowerCase());
    const related = exact ?? offered.find((id) => id === preference.toLowerCase().split('-')[0]);
    if (related) return related;
  }
  return session;
}
