/** Builds the browser application. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { InlineConfig } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The default output folder of the application: `dist/app` in the project. */
const DEFAULT_APP_DIR = join(ROOT, 'dist/app');

/** Matches the files to compress. Fonts and pictures are already compressed. */
const COMPRESSIBLE = /\.(?:m?js|css|json|svg)$/;

/**
 * Minimum size of a compressed file in bytes. Smaller files fit into one packet without
 * compression.
 */
const MIN_COMPRESS_BYTES = 1024;

export interface BuiltApp {
  /** The folder with `index.html`, `manifest.json` and `assets/`. */
  readonly dir: string;
  readonly files: number;
  /** Size of all files in bytes, uncompressed and with Brotli. */
  readonly bytes: number;
  readonly brotliBytes: number;
}

/**
 * Builds `app/` into `outDir` with hashed names, a `manifest.json`, and `.br` and `.gz` copies of
 * files that become smaller. The build goes to a temporary folder, which is then renamed, so that
 * simultaneous or aborted builds never leave an incomplete application. Throws the error of Vite
 * when a source file does not compile.
 */
export async function buildApp({ outDir = DEFAULT_APP_DIR } = {}): Promise<BuiltApp> {
  // Vite is a development dependency. An installed package contains the built app and never builds.
  const { build, defaultServerConditions } = await import('vite');
  const aside = `${outDir}.${process.pid}`;
  try {
    await inProduction(() =>
      build({
        configFile: join(ROOT, 'vite.config.ts'),
        logLevel: 'warn',
        build: { outDir: aside, emptyOutDir: true },
      }),
    );
    await inProduction(() => build(elementBuild(join(aside, 'assets'))));
    mendManifest(join(aside, 'manifest.json'));
    const sizes = await compressFiles(aside);
    await inProduction(() => build(pageBuild(aside, defaultServerConditions)));
    mkdirSync(join(outDir, '..'), { recursive: true });
    rmSync(outDir, { recursive: true, force: true });
    renameSync(aside, outDir);
    return { dir: outDir, ...sizes };
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/**
 * Returns how the element `<atlas-map>` is built: into one file without a hash in its name, because
 * pages of other sites load it.
 */
function elementBuild(outDir: string): InlineConfig {
  return {
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: { 'atlas-map': join(ROOT, 'app/embed/atlas-map.ts') },
        output: { entryFileNames: '[name].js' },
      },
    },
  };
}

/**
 * Returns how `drawPage`, with which the server draws the page of the map, is built: into one module for
 * Node, which is not sent to browsers. The server draws nothing that is loaded later.
 */
function pageBuild(outDir: string, conditions: readonly string[]): InlineConfig {
  return {
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [
      {
        name: 'atlas-nothing-later',
        enforce: 'pre',
        resolveDynamicImport: () => ({ id: 'node:module', external: true }),
      },
    ],
    ssr: { noExternal: true, resolve: { conditions: ['atlas-source', ...conditions] } },
    build: {
      ssr: join(ROOT, 'app/draw-page.tsx'),
      outDir,
      emptyOutDir: false,
      manifest: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  };
}

/**
 * Runs the work with `NODE_ENV=production`. With another value, as in tests, Vite bundles the
 * development builds of libraries.
 */
export async function inProduction(work: () => Promise<unknown>): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/** Removes the unresolved file names that Vite leaves in the manifest for emitted chunks. */
function mendManifest(file: string): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { assets?: string[] }>;
  for (const chunk of Object.values(manifest)) {
    if (!chunk.assets) continue;
    chunk.assets = chunk.assets.filter((name) => !name.includes('!~{'));
    if (chunk.assets.length === 0) delete chunk.assets;
  }
  writeFileSync(file, JSON.stringify(manifest, null, 2));
}

/** Writes `.br` and `.gz` copies of the files of a folder that become smaller. */
export async function compressFiles(dir: string): Promise<Omit<BuiltApp, 'dir'>> {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(names.map(compressFile));
  return {
    files: names.length,
    bytes: sizes.reduce((sum, size) => sum + size.plain, 0),
    brotliBytes: sizes.reduce((sum, size) => sum + size.brotli, 0),
  };
}

async function compressFile(file: string): Promise<{ plain: number; brotli: number }> {
  const content = readFileSync(file);
  const plain = content.length;
  if (!COMPRESSIBLE.test(file) || plain < MIN_COMPRESS_BYTES) return { plain, brotli: plain };
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_LGWIN]: 22,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, zipped);
  return { plain, brotli: brotli.length };
}

async function main(): Promise<void> {
  const { dir, files, bytes, brotliBytes } = await buildApp();
  const kilobytes = (size: number): string => `${(size / 1000).toFixed(0)} kB`;
  process.stderr.write(
    `${dir}: ${files} files, ${kilobytes(bytes)}, ${kilobytes(brotliBytes)} as brotli\n`,
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) void main();
