import { lstatSync, truncateSync } from 'node:fs';
import { DamagedFile } from './damaged-file.ts';
import { Database, isBusy } from './driver.ts';
import { setAside } from './set-aside.ts';
import { StoreBusy } from '../writer.ts';

/** A lock that ends with `release`, or when the process that holds it ends. */
export interface FileLock {
  release(): void;
}

const RETRY_MILLISECONDS = 50;

/**
 * Takes the exclusive lock on a small file; returns null when another connection holds it. The file
 * has no content, so a damaged one is emptied, and anything else in its place is moved aside.
 */
export function tryLock(path: string): FileLock | null {
  try {
    return lock(path);
  } catch (error) {
    // If another connection had a lock on the damaged file, this connection would have been blocked
    // before.
    if (!(error instanceof DamagedFile)) throw error;
    if (lstatSync(path).isFile()) truncateSync(path);
    else setAside([path], new Date());
    return lock(path);
  }
}

function lock(path: string): FileLock | null {
  let database: Database | null = null;
  try {
    database = new Database(path, { busyTimeout: 0 });
    database.run('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const held = database;
    return { release: () => held.close() };
  } catch (error) {
    database?.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

/**
 * Waits for the lock without blocking the thread; throws `StoreBusy` with `message` after `timeout`
 * milliseconds.
 */
export async function waitForLock(
  path: string,
  timeout: number,
  message: string,
): Promise<FileLock> {
  const end = performance.now() + timeout;
  for (;;) {
    const lock = tryLock(path);
    if (lock !== null) return lock;
    if (performance.now() > end) throw new StoreBusy(message);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
  }
}
