/** A disk of the tests' own that is soon full: memory, mounted in a folder. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  /** A folder on it that every account may enter. */
  readonly folder: string;
  /** Takes all room but so many bytes, which may be more or less than was taken before. */
  leave(bytes: number): void;
  /** Gives back all room that `leave` took. */
  makeRoom(): void;
  remove(): void;
}

/** Returns in words why no disk can be mounted here to test with, or null. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux') return 'a disk of memory can be mounted on Linux only';
  try {
    makeSmallDisk(1).remove();
    return null;
  } catch {
    return 'this account may not mount a disk, as root may';
  }
}

/** Mounts a disk of so many megabytes. Throws where that is not allowed. */
export function makeSmallDisk(megabytes: number): SmallDisk {
  const root = mkdtempSync(join(tmpdir(), 'atlas-disk-'));
  try {
    const options = `size=${megabytes}m`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', root], { stdio: 'pipe' });
  } catch (error) {
    rmSync(root, { recursive: true });
    throw error;
  }
  const folder = join(root, 'data');
  mkdirSync(folder, { mode: 0o755 });
  const filler = join(root, 'filler');
  const makeRoom = (): void => rmSync(filler, { force: true });
  return {
    folder,
    makeRoom,
    leave: (bytes) => {
      makeRoom();
      const { bavail, bsize } = statfsSync(root);
      const handle = openSync(filler, 'w');
      const block = Buffer.alloc(bsize);
      try {
        for (let taken = bavail * bsize; taken > bytes; taken -= bsize) writeSync(handle, block);
      } catch (error) {
        // Someone else took the rest.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(handle);
      }
    },
    remove: () => {
      execFileSync('umount', ['-l', root]);
      rmSync(root, { recursive: true });
    },
  };
}
