import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Pointer } from './pointers.ts';
import { syncToDisk } from './version-builder.ts';

/**
 * Deletes the version files that no pointer names: replaced ones and what a killed load left.
 * Readers that have one open keep it until they close it. The load lock has to be held.
 */
export function sweepVersions(folder: string, pointers: ReadonlyMap<string, Pointer>): void {
  const current = new Set([...pointers.values()].map(({ file }) => file));
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // A folder is none of ours.
    if (entry.isDirectory() || current.has(entry.name)) continue;
    rmSync(join(folder, entry.name), { force: true });
  }
  syncToDisk(folder);
}
