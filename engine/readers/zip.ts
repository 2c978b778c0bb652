import { unzipSync, type UnzipFileInfo } from 'fflate';
import { UnreadableData } from './unreadable-data.ts';

/** Limits of a zip, which stop files that inflate to enormous sizes. */
export const ZIP_LIMITS = {
  entries: 20,
  /** Maximum size of all entries in bytes, inflated. */
  inflated: 60_000_000,
  /** Maximum ratio of inflated to compressed bytes of the whole zip. */
  ratio: 100,
} as const;

export type ZipLimits = Readonly<Record<keyof typeof ZIP_LIMITS, number>>;

/** The resource forks that macOS adds to a zip. */
const RESOURCE_FORK = /^__MACOSX\//;

/**
 * Inflates the entries of a zip for which `wanted` returns true. It gets the full names, which are
 * never used as paths. Throws `UnreadableData` for a file that is not a zip, is damaged or exceeds
 * the limits.
 */
export function unzip(
  bytes: Uint8Array,
  name: string,
  wanted: (entry: string) => boolean,
  limits: ZipLimits = ZIP_LIMITS,
): ReadonlyMap<string, Uint8Array> {
  let entries = 0;
  let inflated = 0;
  const filter = (entry: UnzipFileInfo): boolean => {
    entries++;
    inflated += entry.originalSize;
    if (entries > limits.entries) throw refused(name, `has more than ${limits.entries} entries`);
    if (inflated > limits.inflated)
      throw refused(name, `has more than ${limits.inflated / 1_000_000} MB`);
    if (inflated > limits.ratio * bytes.length)
      throw refused(name, `inflates to more than ${limits.ratio} times its size`);
    return !entry.name.endsWith('/') && !RESOURCE_FORK.test(entry.name) && wanted(entry.name);
  };
  try {
    return new Map(Object.entries(unzipSync(bytes, { filter })));
  } catch (error) {
    if (error instanceof UnreadableData) throw error;
    throw refused(name, 'is not a zip, or it is damaged');
  }
}

function refused(name: string, what: string): UnreadableData {
  return new UnreadableData(`The file \`${name}\` ${what}.`);
}
