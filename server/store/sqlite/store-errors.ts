/** What the embedded store says of its folder when it cannot write there. */
import { dirname } from 'node:path';
import { hasNoRoom } from '../no-room.ts';
import { StoreFull } from '../writer.ts';
import { DamagedFile } from './damaged-file.ts';
import { isFull } from './driver.ts';
import { pointersDamaged } from './open-pointers.ts';

/** Runs what writes. Throws `StoreFull` when there is no room, `StoreDamaged` when the pointers are damaged. */
export function writing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw inWords(error);
  }
}

/** The error of the store for an error of SQLite or of the disk; others are returned as they are. */
export function inWords(error: unknown): unknown {
  if (error instanceof DamagedFile) return pointersDamaged(dirname(error.message), error);
  if (!isFull(error) && !hasNoRoom(error)) return error;
  return new StoreFull(
    'There is no room left on the disk of the data folder. What was loaded before stays. Make room, then try again.',
    { cause: error },
  );
}
