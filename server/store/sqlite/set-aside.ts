import { existsSync, renameSync } from 'node:fs';

/** Renames existing files and folders to `….damaged-TIME`; returns their new paths. */
export function setAside(paths: readonly string[], time: Date): string[] {
  const ending = `.damaged-${time.toISOString().replaceAll(/[:.]/g, '-')}`;
  const there = paths.filter((path) => existsSync(path));
  for (const path of there) renameSync(path, path + ending);
  return there.map((path) => path + ending);
}
