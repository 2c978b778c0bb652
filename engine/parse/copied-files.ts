import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from './source-file.ts';

/** Matches the id of a list entry. */
const ID = /^ *(?:- +)(?:\{ *)?id:/m;

/**
 * Reports configuration files with the text of another one, such as `wells - Copy.yaml`, because
 * every id of theirs is used twice. The longer name is the copy. Diagnostic: `file-copied`.
 */
export function copiedFiles(files: readonly SourceFile[]): Diagnostic[] {
  const first = new Map<string, string>();
  const byLength = files.toSorted((a, b) => a.path.length - b.path.length);
  return byLength.flatMap(({ path, text }): Diagnostic[] => {
    const other = first.get(text);
    if (other === undefined) first.set(text, path);
    if (other === undefined || !ID.test(text)) return [];
    const start = { line: 1, column: 1 };
    const span = { file: path, start, end: start };
    return [{ code: 'file-copied', severity: 'error', span, params: { found: path, other } }];
  });
}
