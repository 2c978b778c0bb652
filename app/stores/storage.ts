import { COORDINATES_FORMATS, type CoordinatesFormat } from './coordinates-store.ts';

/** The settings that are stored between visits. */
export interface Remembered {
  /** The language that the visitor chose; null while the browser decides. */
  readonly locale: string | null;
  /** The highest version of each notice that the visitor does not want to see again, by id. */
  readonly dismissed: Readonly<Record<string, number>>;
  /** The format of coordinates. */
  readonly coordinates: CoordinatesFormat;
}

/** The shape of the stored value. Version 1 had only the language. */
const VERSION = 2;

const KEY = 'atlas';

/**
 * Reads the stored settings of this version or an earlier one. Each part that is missing or invalid
 * has its default, also when the storage is forbidden, empty or corrupt.
 */
export function readRemembered(storage: () => Storage = () => localStorage): Remembered {
  const stored = read(storage);
  const { version, locale, dismissed, coordinates } = stored;
  if (version !== 1 && version !== VERSION)
    return { locale: null, dismissed: {}, coordinates: 'degrees' };
  return {
    locale: typeof locale === 'string' && locale !== '' ? locale : null,
    dismissed: Object.fromEntries(
      Object.entries(isObject(dismissed) ? dismissed : {}).filter(
        (entry): entry is [string, number] => Number.isInteger(entry[1]),
      ),
    ),
    coordinates: COORDINATES_FORMATS.find((format) => format === coordinates) ?? 'degrees',
  };
}

/** Stores settings for the next visit. Does nothing when the storage is full or forbidden. */
export function remember(
  { locale, dismissed, coordinates }: Remembered,
  storage: () => Storage = () => localStorage,
): void {
  try {
    storage().setItem(KEY, JSON.stringify({ version: VERSION, locale, dismissed, coordinates }));
  } catch {
    // The settings are chosen again on the next visit.
  }
}

function read(storage: () => Storage): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(storage().getItem(KEY) ?? 'null');
    return isObject(value) ? value : {};
  } catch {
    // The storage is forbidden or contains other data.
    return {};
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
