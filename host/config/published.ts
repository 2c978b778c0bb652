import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedTiles } from 'atlas-engine';
import { UsageError } from '../common/usage-error.ts';

const NOTE =
  'Published tiles, written by `atlas tiles` and `atlas build`. Remove an entry or a field only after all copies of its file were deleted.';

/**
 * Returns the path of the record that `check` and `start` read. It is in the configuration folder,
 * and thus under version control.
 */
export function recordOf(configDir: string): string {
  return join(configDir, 'published.json');
}

/**
 * Reads the published datasets and fields from a record, by dataset id; none if the file does not
 * exist. Throws `UsageError` if the file is not a record, because a record must not be lost.
 */
export async function readPublished(path: string): Promise<ReadonlyMap<string, PublishedTiles>> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return new Map();
  const tiles = tilesIn(text);
  if (tiles) return tiles;
  throw new UsageError(
    `The file \`${path}\` is not a record of published tiles, or is damaged. Restore its last valid version; it says which files were published.`,
  );
}

function tilesIn(text: string): ReadonlyMap<string, PublishedTiles> | null {
  try {
    const { tiles } = JSON.parse(text) as { tiles: Record<string, PublishedTiles> };
    const entries = Object.entries(tiles);
    const valid = entries.every(
      ([, { file, fields }]) =>
        typeof file === 'string' && fields.every((field) => typeof field === 'string'),
    );
    return valid ? new Map(entries) : null;
  } catch {
    return null;
  }
}

/**
 * Adds an archive to a record; fields are removed only by hand. Throws `UsageError` if the file
 * cannot be written.
 */
export async function recordPublished(
  path: string,
  { dataset, file, fields }: PublishedTiles & { readonly dataset: string },
): Promise<void> {
  const all = new Map(await readPublished(path));
  const before = all.get(dataset)?.fields ?? [];
  all.set(dataset, { file, fields: [...new Set([...before, ...fields])] });
  const sorted = [...all].sort(([a], [b]) => (a < b ? -1 : 1));
  const content = { note: NOTE, tiles: Object.fromEntries(sorted) };
  const aside = `${path}.${process.pid}`;
  try {
    await writeFile(aside, `${JSON.stringify(content, null, 2)}\n`);
    await rename(aside, path);
  } catch (error) {
    throw new UsageError(
      `The record \`${path}\` cannot be written (${(error as Error).message}). Nothing is published without a record: allow writing to this file, or name another one with \`--record FILE\`.`,
    );
  }
}
