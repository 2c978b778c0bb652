import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OUT = `${ROOT}node_modules/.cache/atlas-bench/`;

/** Address of what `builtEngine` made. */
export const BUILT_ENGINE = pathToFileURL(`${OUT}engine.mjs`).href;

/**
 * The engine as plain JavaScript, as the package ships it: the loader of TypeScript names every
 * function it meets anew, which costs the engine a fifth and its yardsticks nothing.
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
