/** Identifies the state of a file without reading it. */
import type { Stats } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';

/**
 * Time in milliseconds in which two writes can get the same modification time, because the clock of
 * a file system advances every 1 to 10 ms.
 */
const CLOCK_STEP = 20;

export interface FileIdentity {
  /** Device, number, size and times of the file, and of the target of a link. */
  readonly key: string;
  /** Status change time (ctime), which programs cannot set, ms since 1970; 0 if there is no file. */
  readonly changed: number;
}

/**
 * Identifies a file, or a link and its target. A file that was written just now may be written
 * again within the same clock step, so its key is different at each call.
 */
export async function identify(file: string, isLink: boolean): Promise<FileIdentity> {
  const own = await identityIn(() => lstat(file));
  if (!isLink) return own;
  const target = await identityIn(() => stat(file));
  return { key: `${own.key} ${target.key}`, changed: Math.max(own.changed, target.changed) };
}

async function identityIn(stat: () => Promise<Stats>): Promise<FileIdentity> {
  const now = Date.now();
  const stats = await stat().catch(() => null);
  if (!stats) return { key: 'absent', changed: 0 };
  const { dev, ino, size, mtimeMs, ctimeMs } = stats;
  const isNew = Math.abs(now - ctimeMs) < CLOCK_STEP ? ' new' : '';
  return { key: `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}${isNew}`, changed: ctimeMs };
}
