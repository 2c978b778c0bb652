import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OUT = `${ROOT}node_modules/.cache/atlas-bench/`;

/** The file URL of the engine that `builtEngine` builds. */
export const BUILT_ENGINE = pathToFileURL(`${OUT}engine.mjs`).href;

/**
 * Builds and imports the engine as plain JavaScript, as in the package. The TypeScript loader adds
 * names to functions at run time, which makes the engine a fifth slower, but not the reference
 * programs.
 */
export async function builtEngine(): Promise<typeof import('atlas-engine')> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'engine/index.ts',
      outDir: OUT,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'engine.mjs' } },
    },
  });
  return (await import(BUILT_ENGINE)) as typeof import('atlas-engine');
}
