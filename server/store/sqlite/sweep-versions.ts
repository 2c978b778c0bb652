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
  for (const name of readdirSync(folder)) {
    if (!current.has(name)) rmSync(join(folder, name), { force: true });
  }
  syncToDisk(folder);
}
