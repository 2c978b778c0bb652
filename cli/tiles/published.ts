import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedTiles } from 'atlas-engine';
import { UsageError } from '../common/usage-error.ts';

/** The file is in the configuration folder, and thus under version control. */
const FILE = 'published.json';

const NOTE =
  'Published tiles, written by `atlas tiles`. Remove an entry or a field only after all copies of its file were deleted.';

/**
 * Reads the list of published datasets and fields, by dataset id; null if the file does not exist.
 * Throws `UsageError` if the file is invalid, because the list must not be lost.
 */
export async function readPublished(
  configDir: string,
): Promise<ReadonlyMap<string, PublishedTiles>> {
  const text = await readFile(join(configDir, FILE), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return new Map();
  const tiles = tilesIn(text);
  if (tiles) return tiles;
  throw new UsageError(
    `The file \`${FILE}\` of the configuration is damaged. Restore its last valid version; it records which files were published.`,
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

/** Adds to the published tiles; fields are removed only by hand. */
export async function recordPublished(
  configDir: string,
  added: ReadonlyMap<string, PublishedTiles>,
): Promise<void> {
  const all = new Map(await readPublished(configDir));
  for (const [dataset, { file, fields }] of added) {
    const before = all.get(dataset)?.fields ?? [];
    all.set(dataset, { file, fields: [...new Set([...before, ...fields])] });
  }
  const sorted = [...all].sort(([a], [b]) => (a < b ? -1 : 1));
  const aside = join(configDir, `${FILE}.${process.pid}`);
  const content = { note: NOTE, tiles: Object.fromEntries(sorted) };
  await writeFile(aside, `${JSON.stringify(content, null, 2)}\n`);
  await rename(aside, join(configDir, FILE));
}
