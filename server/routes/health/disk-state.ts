/** Whether the disk of a folder still takes what a server and its loads write. */
import { statfs } from 'node:fs/promises';

/** Bytes below which there is no room: the smallest load takes as much. */
const LEAST_ROOM = 4 * 1_048_576;

export type DiskState = 'ok' | 'full';

/** Looks at the room on the disk of a folder; null where there is no such folder. */
export async function diskState(folder: string): Promise<DiskState | null> {
  const disk = await statfs(folder).catch(() => null);
  if (!disk) return null;
  return disk.bavail * disk.bsize < LEAST_ROOM ? 'full' : 'ok';
}
