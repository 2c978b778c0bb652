/** A small disk for tests: memory, mounted in a folder. */
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
  /** A folder on the disk that every account may enter. */
  readonly folder: string;
  /** Fills the disk except for a number of bytes. */
  leave(bytes: number): void;
  /** Frees all space that `leave` used. */
  makeRoom(): void;
  remove(): void;
}

/** Returns why no disk can be mounted for tests here, or null. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux') return 'a disk of memory can be mounted on Linux only';
  try {
    makeSmallDisk(1).remove();
    return null;
  } catch {
    return 'only root may mount a disk';
  }
}

/** Mounts a disk with a size in megabytes. Throws if that is not permitted. */
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
        // Another program used the rest.
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
