import { LOGGED_OUT, type Profile, type StoredAccount } from '../account/account-types.ts';
import { COORDINATES_FORMATS, type CoordinatesFormat } from './map/coordinates-store.ts';

/** The settings that are stored between visits. */
export interface Remembered {
  /** The language that the visitor chose; null while the browser decides. */
  readonly locale: string | null;
  /** The highest version of each notice that the visitor does not want to see again, by id. */
  readonly dismissed: Readonly<Record<string, number>>;
  /** The highest version of each notice that the visitor has seen, by id. */
  readonly seen: Readonly<Record<string, number>>;
  /** Whether shortcuts with a single key work. */
  readonly singleKeys: boolean;
  readonly account: StoredAccount;
  /** The format of coordinates. */
  readonly coordinates: CoordinatesFormat;
}

/**
 * The shape of the stored value. Version 1 had only the language, version 2 also the dismissed
 * notices.
 */
const VERSION = 3;

/** The key of the stored value. Other tabs receive an event when it changes. */
export const STORAGE_KEY = 'atlas';

const NOTHING: Remembered = {
  locale: null,
  dismissed: {},
  seen: {},
  singleKeys: true,
  coordinates: 'degrees',
  account: LOGGED_OUT,
};

/**
 * Reads the stored settings of this version or an earlier one. Each part that is missing or invalid
 * has its default, also when the storage is forbidden, empty or corrupt.
 */
export function readRemembered(storage: () => Storage = () => localStorage): Remembered {
  const stored = read(storage);
  const { version, locale, dismissed, seen, singleKeys, coordinates, account } = stored;
  if (version !== 1 && version !== 2 && version !== VERSION) return NOTHING;
  return {
    locale: textOrNull(locale),
    dismissed: versionsOf(dismissed),
    seen: versionsOf(seen),
    singleKeys: singleKeys !== false,
    account: isObject(account) ? accountOf(account) : LOGGED_OUT,
    coordinates: COORDINATES_FORMATS.find((format) => format === coordinates) ?? 'degrees',
  };
}

function versionsOf(stored: unknown): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(isObject(stored) ? stored : {}).filter((entry): entry is [string, number] =>
      Number.isInteger(entry[1]),
    ),
  );
}

function accountOf(stored: Readonly<Record<string, unknown>>): StoredAccount {
  const { loggedIn, profile, key, unsentLocale } = stored;
  const known = { ...LOGGED_OUT, unsentLocale: textOrNull(unsentLocale) };
  if (loggedIn !== true) return known;
  return {
    ...known,
    loggedIn,
    profile: isObject(profile) ? profileOf(profile) : null,
    key: textOrNull(key),
  };
}

function profileOf(stored: Readonly<Record<string, unknown>>): Profile {
  const { levels } = stored;
  return {
    username: textOrNull(stored['username']) ?? '',
    email: textOrNull(stored['email']) ?? '',
    firstName: textOrNull(stored['firstName']) ?? '',
    lastName: textOrNull(stored['lastName']) ?? '',
    levels: Array.isArray(levels) ? levels.filter((level) => typeof level === 'string') : [],
    agreementDue: stored['agreementDue'] === true,
    operator: stored['operator'] === true,
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Stores settings for the next visit. Does nothing when the storage is full or forbidden. */
export function remember(
  { locale, dismissed, seen, singleKeys, coordinates, account }: Remembered,
  storage: () => Storage = () => localStorage,
): void {
  try {
    const value = { version: VERSION, locale, dismissed, seen, singleKeys, coordinates, account };
    storage().setItem(STORAGE_KEY, JSON.stringify(value));
  } catch {
    // The settings are chosen again on the next visit.
  }
}

function read(storage: () => Storage): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(storage().getItem(STORAGE_KEY) ?? 'null');
    return isObject(value) ? value : {};
  } catch {
    // The storage is forbidden or contains other data.
    return {};
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
