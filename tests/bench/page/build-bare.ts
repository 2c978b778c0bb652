import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, mergeConfig, type InlineConfig, type Plugin } from 'vite';
import { compressFiles, inProduction } from '../../../scripts/build-app.ts';
import viteConfig from '../../../vite.config.ts';

const BENCH = fileURLToPath(new URL('..', import.meta.url));
const WORKER_MODULE = 'virtual:map-worker-address';

/**
 * How the bare page gets MapLibre: `plain` from the published files, `split` from the chunks that
 * the build of the atlas cuts.
 */
export type BareKind = 'plain' | 'split';

/** Builds the bare page into a temporary folder, to be served under `/<kind>/`. Returns the folder. */
export async function buildBare(kind: BareKind): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), `atlas-bare-${kind}-`));
  const base: InlineConfig =
    kind === 'split'
      ? viteConfig({ command: 'build', mode: 'production' })
      : {
          plugins: [publishedWorker()],
          build: { target: 'es2022', modulePreload: { polyfill: false } },
        };
  const config = mergeConfig(base, {
    configFile: false,
    logLevel: 'error',
    root: BENCH,
    base: `/${kind}/`,
    build: {
      outDir,
      emptyOutDir: true,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input: { index: join(BENCH, 'bare.html') } },
    },
  } satisfies InlineConfig);
  await inProduction(() => build(config));
  await compressFiles(outDir);
  return outDir;
}

/** Takes the worker from the published files. */
function publishedWorker(): Plugin {
  return {
    name: 'published-worker',
    resolveId: (source) => (source === WORKER_MODULE ? `\0${WORKER_MODULE}` : undefined),
    load: (id) =>
      id === `\0${WORKER_MODULE}`
        ? `export { default } from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';`
        : undefined,
  };
}
