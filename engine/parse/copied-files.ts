import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { isMapping } from './node-type.ts';
import type { ParsedYaml } from './parse-yaml.ts';

type ReadFile = ParsedYaml & { readonly ok: true };

/** A file with fewer ids is not a copy of another one, even if all of them are used twice. */
const LEAST_IDS = 2;

/**
 * Reports configuration files whose ids are all in another one, such as `wells - Copy.yaml`, in
 * place of an error for each id. The longer name is the copy. Diagnostic: `file-copied`.
 */
export function copiedFiles(files: readonly ReadFile[]): Diagnostic[] {
  const read = files
    .map(({ file, value }) => ({ ...file, ids: idsOf(value) }))
    .toSorted((a, b) => b.ids.size - a.ids.size || a.path.length - b.path.length);
  return read.flatMap(({ path, text, ids }, i): Diagnostic[] => {
    if (ids.size === 0) return [];
    const other = read
      .slice(0, i)
      .find(
        (each) =>
          each.text === text || (ids.size >= LEAST_IDS && [...ids].every((id) => each.ids.has(id))),
      );
    if (!other) return [];
    const start = { line: 1, column: 1 };
    const params = { found: path, other: other.path, isSame: other.text === text };
    return [
      { code: 'file-copied', severity: 'error', span: { file: path, start, end: start }, params },
    ];
  });
}

/** Returns the ids of the entries of a file, each with the key of its list. */
function idsOf(value: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(
    Object.entries(value).flatMap(([key, list]) =>
      (Array.isArray(list) ? list : []).flatMap((entry: unknown) =>
        // An id with a parameter may mean other entries in each file.
        isMapping(entry) && typeof entry['id'] === 'string' && !entry['id'].includes('${')
          ? `${key} ${entry['id']}`
          : [],
      ),
    ),
  );
}
