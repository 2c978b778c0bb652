import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** An import of another file of this repository; both paths are relative to its root. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** The files that the doors of the engine's package lead to. */
export const DOORS: Readonly<Record<string, string>> = {
  'atlas-engine': 'engine/index.ts',
  'atlas-engine/runtime': 'engine/runtime.ts',
  'atlas-engine/schemas': 'engine/schemas.ts',
};

/** The code files under a folder, without what was built or installed; absolute paths. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mts|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(?:dist|node_modules)\//.test(relative(ROOT, path)));
}

/** A whole statement, so that the words of a message are no import; or `import('…')`. */
const IMPORT = /(?:^(?:import|export)\b[^;'"`]*\bfrom\s+|^import\s+|\bimport\(\s*)'([^'\n]+)'/gm;

/** What a file imports, as it is written there. */
export function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(IMPORT)].map((match) => match[1]!);
}

/** What the files of a folder import of this repository, by path or through a door of the engine. */
export function localImports(folder: string): Import[] {
  return sourceFiles(folder).flatMap((file) =>
    importsOf(file)
      .map((name) => (name.startsWith('.') ? join(dirname(file), name) : DOORS[name]))
      .filter((path) => path !== undefined)
      .map((path) => ({ from: relative(ROOT, file), to: relative(ROOT, resolve(ROOT, path)) })),
  );
}
