import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Pointer } from './pointers.ts';
import { syncToDisk } from './version-builder.ts';

/**
 * Deletes the version files without a pointer: replaced ones and those of interrupted loads. Readers
 * that have one open can use it until they close it. The caller must hold the load lock.
 */
export function sweepVersions(folder: string, pointers: ReadonlyMap<string, Pointer>): void {
  const current = new Set([...pointers.values()].map(({ file }) => file));
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // Folders are not created by the store, so they are kept.
    if (entry.isDirectory() || current.has(entry.name)) continue;
    rmSync(join(folder, entry.name), { force: true });
  }
  syncToDisk(folder);
}
