import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StoreDamaged } from '../damage.ts';
import { DamagedFile } from './damaged-file.ts';
import { tryLock } from './locks.ts';
import { Pointers } from './pointers.ts';
import { setAside } from './set-aside.ts';

export interface OpeningPointers {
  /** True for whoever holds the lock of the server. */
  readonly isServer: boolean;
  /** Is given a sentence when something was set aside. */
  readonly tell: (line: string) => void;
}

/**
 * Opens the pointers of a data folder. A file that is damaged is set aside with the versions that it
 * named, and a new one begun: then nothing is loaded. Throws `StoreDamaged` when that cannot be done
 * because a server runs.
 */
export function openPointers(dataDir: string, { isServer, tell }: OpeningPointers): Pointers {
  const path = join(dataDir, 'pointers.sqlite');
  try {
    return new Pointers(path);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    const lock = isServer ? null : tryLock(join(dataDir, 'server.lock'));
    if (!isServer && !lock) throw pointersDamaged(dataDir, error);
    try {
      tell(replace(dataDir, path));
      return new Pointers(path);
    } finally {
      lock?.release();
    }
  }
}

/** What is said of pointers that were damaged while a server runs. */
export function pointersDamaged(dataDir: string, cause: unknown): StoreDamaged {
  return new StoreDamaged(
    `The list of what is loaded, \`pointers.sqlite\` in \`${dataDir}\`, is damaged. Stop the server and start it again: it sets the list aside and loads everything again. Or stop it and put a backup back by \`atlas restore DIR\`.`,
    { cause },
  );
}

function replace(dataDir: string, path: string): string {
  const versions = join(dataDir, 'versions');
  const aside = setAside([path, `${path}-wal`, `${path}-shm`, versions], new Date());
  mkdirSync(versions, { mode: 0o700 });
  const names = aside.map((one) => `\`${basename(one)}\``).join(', ');
  return `The list of what is loaded, \`pointers.sqlite\` in \`${dataDir}\`, cannot be read. Everything is loaded again. What was there is kept as ${names}; delete it when it is not needed.`;
}
