/** What outlives a visit; the version changes with its shape. */
interface Remembered {
  readonly version: 1;
  readonly locale?: string;
}

const KEY = 'atlas';

/** Reads what the last visit left; nothing when storage is forbidden, empty or corrupt. */
export function readRemembered(storage: () => Storage = () => localStorage): Remembered {
  try {
    const value: unknown = JSON.parse(storage().getItem(KEY) ?? 'null');
    if (typeof value === 'object' && value !== null && 'version' in value && value.version === 1) {
      const locale = 'locale' in value && typeof value.locale === 'string' ? value.locale : null;
      return locale ? { version: 1, locale } : { version: 1 };
    }
  } catch {
    // Storage that is full, forbidden or holds another's text is as good as none.
  }
  return { version: 1 };
}

/** Keeps what the next visit shall know; does nothing when storage is full or forbidden. */
export function remember(
  { locale }: { readonly locale: string },
  storage: () => Storage = () => localStorage,
): void {
  try {
    storage().setItem(KEY, JSON.stringify({ version: 1, locale } satisfies Remembered));
  } catch {
    // See above: the visit goes on without it.
  }
}
