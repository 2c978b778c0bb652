/** The settings that are stored between visits. A change of the shape needs a new version. */
interface Remembered {
  readonly version: 1;
  readonly locale?: string;
}

const KEY = 'atlas';

/**
 * Reads the stored settings. Returns the defaults when the storage is forbidden, empty or corrupt.
 */
export function readRemembered(storage: () => Storage = () => localStorage): Remembered {
  try {
    const value: unknown = JSON.parse(storage().getItem(KEY) ?? 'null');
    if (typeof value === 'object' && value !== null && 'version' in value && value.version === 1) {
      const locale = 'locale' in value && typeof value.locale === 'string' ? value.locale : null;
      return locale ? { version: 1, locale } : { version: 1 };
    }
  } catch {
    // The storage is forbidden or contains other data; the defaults apply.
  }
  return { version: 1 };
}

/** Stores settings for the next visit. Does nothing when the storage is full or forbidden. */
export function remember(
  { locale }: { readonly locale: string },
  storage: () => Storage = () => localStorage,
): void {
  try {
    storage().setItem(KEY, JSON.stringify({ version: 1, locale } satisfies Remembered));
  } catch {
    // The language is chosen again on the next visit.
  }
}
