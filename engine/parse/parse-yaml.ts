import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import type { Code, Codes } from '../diagnostics/codes.ts';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import type { RawNode } from '../model/report.ts';
import type { SourceFile } from './source-file.ts';
import { dropNotes } from './drop-notes.ts';
import { strangeKeys } from './strange-keys.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { SyntaxFault } from './syntax-fault.ts';
import { findYamlTraps, positionOf } from './yaml-traps.ts';

/** Limits of one YAML file; an atlas of 10 000 sublayers in a single file has 330 000 values. */
const YAML_LIMITS = {
  /** Maximum depth of nesting, with aliases expanded. */
  depth: 60,
  /** Number of scalars, lists and mappings, with aliases expanded. */
  values: 500_000,
  characters: 16_000_000,
} as const;

/** Maximum number of traps reported per file. */
const MAX_TRAPS = 200;

export type ParsedYaml =
  | {
      readonly ok: true;
      readonly file: SourceFile;
      readonly value: Readonly<Record<string, unknown>>;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Parses one YAML 1.2 file to plain data. Mappings have own keys only. Aliases are expanded, so
 * that no object occurs twice. Notes (keys that begin with `x-`) are removed. An empty file is an
 * empty mapping. All traps of a file are reported at once; a syntax error only without traps that
 * explain it. Diagnostics: `yaml-syntax` and those of `explainRefusal` and `findYamlTraps`,
 * `not-a-mapping`, `file-too-large`, `too-deep` and those of `strangeKeys`.
 */
export function parseYaml(file: SourceFile): ParsedYaml {
  const { text } = file;
  if (text.length > YAML_LIMITS.characters)
    return tooLarge(file, YAML_LIMITS.characters, 'characters');
  const found = findYamlTraps(text, MAX_TRAPS).map((trap) =>
    fault(trap.code, fileSpan(file, trap.offset, trap.found.length), { found: trap.found }),
  );
  // An anchor may be unused because its alias is misspelt.
  const traps = found.filter(({ code }) => code !== 'unused-anchor');
  if (traps.length > 0) return refuse(found);
  if (STRANGE_START.test(firstLineOf(text))) return notAMapping(file);
  const read = readFast(file);
  if ('refusal' in read)
    return refuse(
      read.refusal.code === 'unknown-anchor' || found.length === 0 ? [read.refusal] : found,
    );
  if (found.length > 0) return refuse(found);
  return checked(file, read.value ?? {});
}

/** Parses a file with js-yaml, the faster of the two parsers; returns its value or its error. */
function readFast(
  file: SourceFile,
): { readonly value: unknown } | { readonly refusal: Diagnostic } {
  if (isBlank(file.text)) return { value: {} };
  try {
    return { value: load(file.text, { schema: CORE_SCHEMA, maxDepth: YAML_LIMITS.depth }) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { refusal: syntaxFault(file, error) };
  }
}

/** Returns a parsed value after checking its limits and keys. */
function checked(file: SourceFile, value: unknown): ParsedYaml {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return notAMapping(file);
  const size = sizeOf(value);
  if (size === 'too-deep')
    return refuse([fault('too-deep', fileSpan(file, 0, 1), { limit: YAML_LIMITS.depth })]);
  if (size === 'too-large') return tooLarge(file, YAML_LIMITS.values, 'values, aliases included');
  const strange = strangeKeys(file, value);
  if (strange.length > 0) return refuse(strange);
  const own = /(?:^|[\s,[{])\*[\w-]/m.test(file.text) ? writeOut(value) : value;
  if (MAY_BE_NOTE.test(file.text)) dropNotes(own);
  return { ok: true, file, value: own as Record<string, unknown> };
}

function notAMapping(file: SourceFile): ParsedYaml {
  const params = /^\s*</.test(file.text) ? { isXml: true } : {};
  return refuse([fault('not-a-mapping', fileSpan(file, 0, firstLineLength(file.text)), params)]);
}

function tooLarge(file: SourceFile, limit: number, unit: string): ParsedYaml {
  return refuse([fault('file-too-large', fileSpan(file, 0, 1), { limit, unit })]);
}

/** Checks the limits of a value. Content that several aliases share counts for each of them. */
function sizeOf(value: unknown): 'fits' | 'too-deep' | 'too-large' {
  let left: number = YAML_LIMITS.values;
  const fits = (part: unknown, depth: number): boolean => {
    if (--left < 0) return false;
    if (typeof part !== 'object' || part === null) return true;
    if (depth === 0) throw new TooDeep();
    if (Array.isArray(part)) {
      for (const child of part) if (!fits(child, depth - 1)) return false;
      return true;
    }
    // `for … in` is used, because lists of values would be 5 % of the memory that loading
    // allocates.
    for (const key in part) if (!fits((part as RawNode)[key], depth - 1)) return false;
    return true;
  };
  try {
    return fits(value, YAML_LIMITS.depth) ? 'fits' : 'too-large';
  } catch (error) {
    if (error instanceof TooDeep) return 'too-deep';
    throw error;
  }
}

class TooDeep extends Error {}

/**
 * A quick test for files that may contain such a key. Most files do not, and are not searched
 * further.
 */
const MAY_BE_NOTE = /\bx-/;

function refuse(diagnostics: readonly Diagnostic[]): ParsedYaml {
  return { ok: false, diagnostics };
}

function fault<C extends Code>(code: C, span: Span, params: Codes[C]): Diagnostic<C> {
  return { code, severity: 'error', span, params };
}

/** Returns the span of `length` characters from an offset, at most to the end of its line. */
function fileSpan(file: SourceFile, offset: number, length: number): Span {
  const start = positionOf(file.text, offset);
  return {
    file: file.path,
    start,
    end: { line: start.line, column: start.column + Math.max(length, 1) },
  };
}

function firstLineLength(text: string): number {
  return text.split('\n', 1)[0]!.length;
}

/**
 * Matches beginnings of a file that the two YAML parsers treat differently and that authors do not
 * intend.
 */
const STRANGE_START = /^(?:\.\.\.|[ \t]+---|[ \t]*[:?](?:\s|$))/;

/** Returns the first line of a text with content. */
function firstLineOf(text: string): string {
  return /^(?![ \t]*(?:#.*)?$).+/m.exec(text.replace(/^\uFEFF/, ''))?.[0] ?? '';
}

/** Returns whether the text consists of comments and empty lines. */
function isBlank(text: string): boolean {
  return !/^[^\S\n]*[^\s#]/m.test(text);
}

function syntaxFault(file: SourceFile, { mark, reason }: YAMLException): Diagnostic {
  const { text } = file;
  const offset = Math.min(mark?.position ?? 0, text.length);
  const found = explainRefusal({ text, offset, depth: YAML_LIMITS.depth });
  if (found) return diagnosticOf(file, found);
  const width = /^\S*/.exec(text.slice(offset))![0].length;
  return fault('yaml-syntax', fileSpan(file, offset, width), { reason });
}

/** Converts a syntax error of a file to a diagnostic. */
function diagnosticOf<C extends Code>(file: SourceFile, found: SyntaxFault<C>): Diagnostic<C> {
  const { code, offset, length, params, related } = found;
  const others = related
    ? [{ span: fileSpan(file, related.offset, related.length), note: related.note }]
    : [];
  return { code, severity: 'error', span: fileSpan(file, offset, length), params, related: others };
}

/** Copies a value with every alias expanded. */
function writeOut(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(writeOut);
  const copy: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) {
    Object.defineProperty(copy, key, {
      value: writeOut(child),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}
