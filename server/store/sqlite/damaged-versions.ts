import { DamagedFile } from './damaged-file.ts';
import { VersionReader } from './version-reader.ts';

/**
 * Finds the version files that cannot be read. A look at the beginning finds what is missing, cut
 * short, of another layout or no version at all; `whole` reads all of each file (about 400 MB a
 * second). Errors of the system, such as `EMFILE`, pass through.
 */
export function damagedVersions(
  paths: Iterable<string>,
  { whole }: { readonly whole: boolean },
): Set<string> {
  const damaged = new Set<string>();
  for (const path of paths) {
    let reader: VersionReader | null = null;
    try {
      reader = new VersionReader(path, { isHeavy: true });
      if (whole) reader.check();
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      damaged.add(path);
    } finally {
      reader?.close();
    }
  }
  return damaged;
}
