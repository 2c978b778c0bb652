/** Errors of the embedded store when it cannot write to its folder. */
import { dirname } from 'node:path';
import { hasNoRoom } from '../no-room.ts';
import { StoreFull } from '../writer.ts';
import { DamagedFile } from './damaged-file.ts';
import { isFull } from './driver.ts';
import { pointersDamaged } from './open-pointers.ts';

/** Runs a write. Throws `StoreFull` when the disk is full, `StoreDamaged` when the pointers are damaged. */
export function writing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw inWords(error);
  }
}

/** Converts an error of SQLite or of the disk to an error of the store; others are returned unchanged. */
export function inWords(error: unknown): unknown {
  if (error instanceof DamagedFile) return pointersDamaged(dirname(error.message), error);
  if (!isFull(error) && !hasNoRoom(error)) return error;
  return new StoreFull(
    'The disk of the data folder is full. Data loaded before are kept. Free disk space, then try again.',
    { cause: error },
  );
}
