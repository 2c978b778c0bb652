import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the loaded shipped atlas. Later runs reuse it unless data or code changed. */
export const SHIPPED_STORE = fileURLToPath(
  new URL('../../node_modules/.cache/atlas-tests/shipped', import.meta.url),
);

/** Copies the loaded store, so that a test can write to it. */
export function copyShippedStore(to: string): void {
  cpSync(SHIPPED_STORE, to, { recursive: true, filter: (path) => !path.endsWith('.lock') });
}
