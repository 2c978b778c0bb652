import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { locateIn, type Path } from './locate.ts';
import type { SourceFile } from './source-file.ts';

/** Maximum number of keys reported per file. */
const MOST = 200;

/** A quick test of the whole text; most files have no such keys. */
const MAY_BE_FORBIDDEN = /(?:^|[\s{,'"])(?:__proto__|constructor|prototype)['"]?\s*:(?=\s|$)/m;
const MAY_BE_GLUED = /:[^\s/]/;

/**
 * Keys without a space after the colon: `id:Desa`, which YAML reads as a key without a value, and
 * `for:{ country`, which YAML reads as a key.
 */
const GLUED = /^[A-Za-z][\w-]*:[^\s/]/;
const GLUED_BRACKET = /^[A-Za-z][\w-]*:[[{'"]/;

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Finds keys that are valid YAML but that no author intends, in order. Codes: `forbidden-key`,
 * `yaml-space-missing`.
 */
export function strangeKeys(file: SourceFile, value: object): Diagnostic[] {
  const forbidden = MAY_BE_FORBIDDEN.test(file.text);
  const glued = MAY_BE_GLUED.test(file.text);
  if (!forbidden && !glued) return [];
  const paths: Path[] = [];
  const walk = (node: unknown, path: Path): void => {
    if (typeof node !== 'object' || node === null || paths.length >= MOST) return;
    for (const [key, child] of Object.entries(node)) {
      const own = [...path, key];
      if (!Array.isArray(node) && isStrange(key, child)) paths.push(own);
      else walk(child, own);
    }
  };
  walk(value, []);
  if (paths.length === 0) return [];
  const locator = locateIn(file);
  return paths.flatMap((path): Diagnostic[] => {
    const span = locator.span(path, 'key');
    const key = String(path.at(-1));
    if (FORBIDDEN.has(key))
      return [{ code: 'forbidden-key', severity: 'error', span, params: { found: key } }];
    const { line, column } = span.start;
    // A quoted key is what its author intended.
    if (!file.text.split('\n')[line - 1]!.startsWith(key, column - 1)) return [];
    const right = key.replace(':', ': ');
    return [{ code: 'yaml-space-missing', severity: 'error', span, params: { found: key, right } }];
  });
}

function isStrange(key: string, value: unknown): boolean {
  if (FORBIDDEN.has(key)) return true;
  return value === null ? GLUED.test(key) : GLUED_BRACKET.test(key);
}
