/**
 * Builds the browser application and keeps it fresh: `npm start` builds only when a source is
 * newer than what was built.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { APP_SOURCES, isStale } from './stale.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where the built application stands unless told otherwise: `dist/app` in the project. */
export const DEFAULT_APP_DIR = join(ROOT, 'dist/app');

/** Files that shrink; fonts and pictures are compressed already. */
const COMPRESSIBLE = /\.(?:js|css|json|svg)$/;

/** Below this many bytes a compressed copy saves no packet. */
const MIN_COMPRESS_BYTES = 1024;

export interface BuiltApp {
  /** The folder with `index.html`, `manifest.json` and `assets/`. */
  readonly dir: string;
  readonly files: number;
  /** Sum of the files as they stand, and of what a browser that takes brotli gets, in bytes. */
  readonly bytes: number;
  readonly brotliBytes: number;
}

/**
 * Builds `app/` into `outDir` with hashed names, a `manifest.json`, and `.br` and `.gz` copies
 * beside every file worth it. It is built aside and renamed, so that two builds at once, or one
 * that is broken off, never leave half an application. Throws what Vite throws when a source does
 * not compile.
 */
export async function buildApp({ outDir = DEFAULT_APP_DIR } = {}): Promise<BuiltApp> {
  // Vite is a development dependency; an installed package with its built app never gets here.
  const { build } = await import('vite');
  const aside = `${outDir}.${process.pid}`;
  try {
    await inProduction(() =>
      build({
        configFile: join(ROOT, 'vite.config.ts'),
        logLevel: 'warn',
        build: { outDir: aside, emptyOutDir: true },
      }),
    );
    mendManifest(join(aside, 'manifest.json'));
    const sizes = await compressFiles(aside);
    mkdirSync(join(outDir, '..'), { recursive: true });
    rmSync(outDir, { recursive: true, force: true });
    renameSync(aside, outDir);
    return { dir: outDir, ...sizes };
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Vite takes the development build of React wherever `NODE_ENV` names another, as tests do. */
async function inProduction(work: () => Promise<unknown>): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/**
 * Tells whether the application has to be built: nothing is there, or a source changed after it
 * was. Looks at modification times only (a few milliseconds). Where the sources are absent, as in
 * an installed package, what is there is fresh.
 */
export function isAppStale({ outDir = DEFAULT_APP_DIR, root = ROOT } = {}): boolean {
  const sources = APP_SOURCES.map((source) => join(root, source));
  return isStale(join(outDir, 'manifest.json'), sources);
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

async function compressFiles(dir: string): Promise<Omit<BuiltApp, 'dir'>> {
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
