import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ConfigFolder } from './source-file.ts';

/** A configuration or text file whose extension is followed by more: `land-use.yaml`, `.txt`. */
const LENGTHENED = /^(.*\.(?:ya?ml|md))([.~,_ (-][^/]*)$/i;

/** Matches misspelt extensions of `.yaml` and `.md`. */
const MISSPELT = /^(.*)\.(?:yam|yalm|ymal|yamll|ylm|ymll|markdown)$/i;

/** Matches suffixes of copies made by editors and people. */
const COPY = /^(?:~|[.-](?:bak|backup|old|orig|save|swp|tmp|rej)\d*~?)$/i;

/**
 * Warns about files that are ignored because of their extension but are probably part of the
 * configuration. Copies next to their original are not reported. Diagnostic: `file-not-read`.
 */
export function filesNotRead({ files, assets }: ConfigFolder): Diagnostic[] {
  const read = new Set(files.map(({ path }) => path));
  return [...assets].flatMap((path) => {
    const right = rightName(path);
    if (right === undefined || (right.isCopy && read.has(right.path))) return [];
    const start = { line: 1, column: 1 };
    const params = { found: path, expected: read.has(right.path) ? '' : right.path };
    return [
      {
        code: 'file-not-read',
        severity: 'warning',
        span: { file: path, start, end: start },
        params,
      },
    ];
  });
}

function rightName(path: string): { readonly path: string; readonly isCopy: boolean } | undefined {
  const [, name, rest] = LENGTHENED.exec(path) ?? [];
  if (name !== undefined) return { path: name, isCopy: COPY.test(rest!) };
  const [, stem] = MISSPELT.exec(path) ?? [];
  if (stem === undefined) return undefined;
  return { path: `${stem}.${/markdown$/i.test(path) ? 'md' : 'yaml'}`, isCopy: false };
}
