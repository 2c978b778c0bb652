import { DamagedFile } from './damaged-file.ts';
import { VersionReader } from './version-reader.ts';

/**
 * Finds the version files that cannot be read. By default only the beginning is checked, which finds
 * files that are missing, truncated, of another layout or not version files. `whole` reads the full
 * content (about 400 MB a second). Throws errors of the system, such as `EMFILE`.
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
