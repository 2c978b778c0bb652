import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ConfigFolder } from './source-file.ts';

/** A name of a configuration file or text, and what follows its ending: `land-use.yaml`, `.txt`. */
const LENGTHENED = /^(.*\.(?:ya?ml|md))([.~,_ (-][^/]*)$/i;

/** Endings that are typed for `.yaml`. */
const MISSPELT = /^(.*)\.(?:yam|yalm|ymal|yamll|ylm|ymll|markdown)$/i;

/** What editors and people append to a copy of a file. */
const COPY = /^(?:~|[.-](?:bak|backup|old|orig|save|swp|tmp|rej)\d*~?)$/i;

/**
 * Warns of files that are probably meant to be read and are not, because of the ending of their
 * names. A copy beside its original is left alone. Diagnostic: `file-not-read`.
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
