import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StoreDamaged } from '../damage.ts';
import { DamagedFile } from './damaged-file.ts';
import { tryLock } from './locks.ts';
import { Pointers } from './pointers.ts';
import { setAside } from './set-aside.ts';

export interface OpeningPointers {
  /** True if this process holds the lock of the server. */
  readonly isServer: boolean;
  /** Called with a sentence when something was moved aside. */
  readonly report: (line: string) => void;
}

/**
 * Opens the pointers of a data folder. A damaged file is moved aside with its versions and replaced by
 * an empty one, so that nothing is loaded. Throws `StoreDamaged` when that is not possible because a
 * server runs.
 */
export function openPointers(dataDir: string, { isServer, report }: OpeningPointers): Pointers {
  const path = join(dataDir, 'pointers.sqlite');
  try {
    return new Pointers(path);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    const lock = isServer ? null : tryLock(join(dataDir, 'server.lock'));
    if (!isServer && !lock) throw pointersDamaged(dataDir, error);
    try {
      report(replace(dataDir, path));
      return new Pointers(path);
    } finally {
      lock?.release();
    }
  }
}

/** Returns the error for pointers that were damaged while a server runs. */
export function pointersDamaged(dataDir: string, cause: unknown): StoreDamaged {
  return new StoreDamaged(
    `The list of loaded datasets, \`pointers.sqlite\` in \`${dataDir}\`, is damaged. Stop the server and start it again: it moves the list aside and loads everything again. Or stop it and restore a backup with \`atlas restore DIR\`.`,
    { cause },
  );
}

function replace(dataDir: string, path: string): string {
  const versions = join(dataDir, 'versions');
  const aside = setAside([path, `${path}-wal`, `${path}-shm`, versions], new Date());
  mkdirSync(versions, { mode: 0o700 });
  const names = aside.map((one) => `\`${basename(one)}\``).join(', ');
  return `The list of loaded datasets, \`pointers.sqlite\` in \`${dataDir}\`, cannot be read. Everything is loaded again. The old files are kept as ${names}; delete them when you no longer need them.`;
}
