/** A disk of the tests' own that is soon full: memory, mounted in a folder. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
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
export async function whyNoSmallDisk(): Promise<string | null> {
  if (process.platform !== 'linux') return 'a small disk can be mounted on Linux only';
  try {
    (await makeSmallDisk(1)).remove();
    return null;
  } catch {
    return 'this account may neither mount a disk nor make a namespace to mount one in';
  }
}

/** Mounts a disk of so many megabytes. Throws where that is not allowed. */
export async function makeSmallDisk(megabytes: number): Promise<SmallDisk> {
  const at = mkdtempSync(join(tmpdir(), 'atlas-disk-'));
  const mount = ['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at];
  let holder: ChildProcess | null = null;
  let root = at;
  try {
    execFileSync(mount[0]!, mount.slice(1), { stdio: 'pipe' });
  } catch {
    // Without root: in a namespace that ends with the process that holds it.
    holder = await holdNamespace(mount).catch((error: unknown) => {
      rmSync(at, { recursive: true });
      throw error;
    });
    root = `/proc/${holder.pid}/root${at}`;
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
      if (holder) holder.kill();
      else execFileSync('umount', ['-l', at]);
      rmSync(at, { recursive: true });
    },
  };
}

async function holdNamespace(mount: readonly string[]): Promise<ChildProcess> {
  const script = `${mount.join(' ')} && echo ready && read -r _`;
  const holder = spawn('unshare', ['-rm', 'sh', '-c', script], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const isReady = await new Promise<boolean>((resolve) => {
    holder.stdout.once('data', () => resolve(true));
    holder.once('error', () => resolve(false));
    holder.once('exit', () => resolve(false));
  });
  if (!isReady) throw new Error('no namespace to mount a disk in');
  return holder;
}
