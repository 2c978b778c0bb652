import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the loaded shipped atlas. Later runs reuse it unless data or code changed. */
export const SHIPPED_STORE = fileURLToPath(
  new URL('../../node_modules/.cache/atlas-tests/shipped', import.meta.url),
);

/** Copies the loaded store, so that a test can write to it. */
export function copyShippedStore(to: string): void {
  cpSync(SHIPPED_STORE, to, { recursive: true, filter: (path) => !path.endsWith('.lock') });
}

/** Copies the profiles of the loaded data where they exist, so that they are not made again. */
export function copyShippedProfiles(to: string): void {
  const profiles = join(SHIPPED_STORE, 'profiles');
  if (existsSync(profiles)) cpSync(profiles, join(to, 'profiles'), { recursive: true });
}
