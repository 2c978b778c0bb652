import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../scripts/atlas.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The shipped atlas, loaded once; later runs find it as it is unless data or code changed. */
export const SHIPPED_STORE = join(ROOT, 'node_modules/.cache/atlas-tests/shipped');

/** Loads the shipped atlas into `SHIPPED_STORE`; throws what the command printed when it fails. */
export async function loadShipped(): Promise<void> {
  const printed: string[] = [];
  const tell = (text: string): void => void printed.push(text);
  const io = { out: tell, err: tell, env: { ATLAS_DATA_DIR: SHIPPED_STORE }, color: false };
  const code = await run(['load', '--config', join(ROOT, 'atlas.config')], io);
  if (code !== 0) throw new Error(printed.join('\n'));
}

/** Copies the loaded store, so that a test may add to it. */
export function copyShippedStore(to: string): void {
  cpSync(SHIPPED_STORE, to, { recursive: true, filter: (path) => !path.endsWith('.lock') });
}
