/** Strong validators for files: the hash of their content, computed once for each state on disk. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

export interface HashedFile {
  /** Bytes. */
  readonly size: number;
  readonly hash: string;
}

const known = new Map<string, { state: string; hash: Promise<string> }>();

/** Returns size and content hash of a file; it is read again only when size, time or inode changed. */
export async function statWithHash(path: string): Promise<HashedFile> {
  const { size, mtimeMs, ino } = await stat(path);
  const state = `${size} ${mtimeMs} ${ino}`;
  let entry = known.get(path);
  if (entry?.state !== state) {
    entry = { state, hash: hashFile(path) };
    known.set(path, entry);
    entry.hash.catch(() => known.delete(path));
  }
  return { size, hash: await entry.hash };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64url').slice(0, 22);
}
