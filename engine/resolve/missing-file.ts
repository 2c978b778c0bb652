import { suggest } from '../diagnostics/suggest.ts';
import type { Target } from '../model/report.ts';
import type { ConfigFolder } from '../parse/source-file.ts';
import type { ResolveContext } from './context.ts';

/**
 * Reports a file that does not exist in the configuration folder, with the closest existing name.
 */
export function reportMissingFile(
  target: Target,
  file: string,
  { folder, report }: Pick<ResolveContext, 'folder' | 'report'>,
): void {
  if (folder.assets.has(file)) return;
  const sort = sortOf(file);
  const names = [...folder.assets].filter((name) => sortOf(name) === sort);
  const base = file.split('/').at(-1)!;
  const nearest =
    names.find((name) => name.split('/').at(-1) === base) ??
    names.find((name) => name.replace(/\.\w+$/, '') === file.replace(/\.\w+$/, '')) ??
    suggest(file, names);
  report.error('file-missing', target, { found: file, nearest: nearest ?? '' });
}

/** Returns the path of a folder without a trailing slash. Diagnostic: `folder-missing`. */
export function resolveFolder<K extends string>(
  node: { readonly [key in K]?: string | undefined },
  key: K,
  { folder, report }: Pick<ResolveContext, 'folder' | 'report'>,
): string | undefined {
  const found = node[key]?.replace(/\/+$/, '');
  if (found === undefined || hasFolder(found, folder)) return found;
  // An empty folder is not a misspelling of the folder above it.
  const others = foldersOf(folder).filter((path) => !found.startsWith(`${path}/`));
  const nearest = suggest(found, others);
  report.error('folder-missing', { node, key }, { found, nearest });
  return found;
}

/** Returns whether a folder directly contains files. */
export function hasFolder(path: string, folder: ConfigFolder): boolean {
  return foldersOf(folder).includes(path);
}

function foldersOf({ assets }: ConfigFolder): readonly string[] {
  return [...new Set([...assets].map((path) => path.replace(/\/?[^/]*$/, '')))];
}

/** Returns the extension of a name in lower case. */
export function endingOf(path: string): string {
  return /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/**
 * Returns a name for the kind of file of an extension. Extensions of images have the same name, and
 * so on.
 */
function sortOf(path: string): string {
  const ending = endingOf(path);
  if (/^(?:geo)?json$/.test(ending)) return 'json';
  return /^(?:png|jpe?g|webp|avif|svg|gif)$/.test(ending) ? 'picture' : ending;
}
