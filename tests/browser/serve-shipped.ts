import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';
import { copyShippedStore } from './shipped-copy.ts';

const CONFIG = fileURLToPath(new URL('../../atlas.config', import.meta.url));

/** Serves the shipped atlas from its own copy of the loaded data, which `stop` removes. */
export async function serveShipped(): Promise<ServedAtlas> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-shipped-'));
  copyShippedStore(dataDir);
  const atlas = await serveAtlas({ config: CONFIG, dataDir });
  const stop = async (): Promise<void> => {
    await atlas.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...atlas, stop };
}
