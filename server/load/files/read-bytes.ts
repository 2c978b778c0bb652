import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { FILE_LIMITS, UnreadableData } from 'atlas-engine/readers';

/**
 * Opens a file for reading. Does not wait for the other end of a pipe. Throws `UnreadableData`,
 * with `name` in the message, if the path is not a regular file.
 */
export async function openFile(path: string, name: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`;
      throw new UnreadableData(`The file \`${name}\` ${reason}.`);
    },
  );
  try {
    if (!(await file.stat()).isFile())
      throw new UnreadableData(`\`${name}\` is a folder, a pipe or a device. Choose a file.`);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Maximum size of a file, and advice for larger ones. */
export interface SizeLimit {
  readonly bytes: number;
  readonly advice: string;
}

const OF_FEATURES: SizeLimit = {
  bytes: FILE_LIMITS.bytes,
  advice: 'Split it over several datasets, or keep the data in a PostGIS table.',
};

/** Reads an open file. Throws `UnreadableData` when it is too large or changes during the read. */
export async function readOpenFile(
  file: FileHandle,
  name: string,
  limit: SizeLimit = OF_FEATURES,
): Promise<Buffer> {
  const before = await file.stat();
  refuseLarge(name, before.size, limit);
  const bytes = Buffer.alloc(before.size);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  const { size, mtimeMs } = await file.stat();
  if (length < bytes.length || size !== before.size || mtimeMs !== before.mtimeMs)
    throw new UnreadableData(
      `The file \`${name}\` changed while it was read. Try again when it is complete.`,
    );
  return bytes;
}

/** Throws `UnreadableData` for a size above the limit. */
export function refuseLarge(name: string, size: number, { bytes, advice }: SizeLimit): void {
  if (size > bytes)
    throw new UnreadableData(
      `The file \`${name}\` has more than ${bytes / 1_000_000} MB. ${advice}`,
    );
}

/** Opens, reads and closes a file. Throws `UnreadableData`. */
export async function readBytes(path: string, name: string, limit?: SizeLimit): Promise<Buffer> {
  const file = await openFile(path, name);
  try {
    return await readOpenFile(file, name, limit);
  } finally {
    await file.close();
  }
}
