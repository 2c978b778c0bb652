/** Checks whether the disk of a folder has space for the writes of a server and its loads. */
import { statfs } from 'node:fs/promises';

/** Number of free bytes below which the disk counts as full. The smallest load needs as much. */
const LEAST_ROOM = 4 * 1_048_576;

export type DiskState = 'ok' | 'full';

/** Checks the free space on the disk of a folder; null if the folder does not exist. */
export async function diskState(folder: string): Promise<DiskState | null> {
  const disk = await statfs(folder).catch(() => null);
  if (!disk) return null;
  return disk.bavail * disk.bsize < LEAST_ROOM ? 'full' : 'ok';
}
