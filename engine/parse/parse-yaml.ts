import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import type { Code, Codes } from '../diagnostics/codes.ts';
import type { Diagnostic, Position, Span } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from './source-file.ts';
import { dropNotes } from './drop-notes.ts';
import { explainSyntax } from './explain-syntax.ts';
import type { SyntaxFault } from './syntax-fault.ts';
import { findYamlTraps, positionOf } from './yaml-traps.ts';

/** What one file of YAML may hold; an atlas of 10 000 sublayers in a single file has 330 000 values. */
const YAML_LIMITS = {
  /** Levels of nesting, once the aliases are written out. */
  depth: 60,
  /** Scalars, lists and mappings, once the aliases are written out. */
  values: 500_000,
  characters: 16_000_000,
} as const;

/** Traps of one file that are reported. */
const MAX_TRAPS = 200;

export type ParsedYaml =
  | {
      readonly ok: true;
      readonly file: SourceFile;
      readonly value: Readonly<Record<string, unknown>>;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Parses one YAML 1.2 file to plain, null-safe data: mappings have own keys only, aliases are
 * written out, so that no object stands in two places. Notes (keys that begin with `x-`) are left out.
 * An empty file is an empty mapping.
 * Diagnostics: `yaml-syntax` and those of `explainSyntax`, `duplicate-key`, `unquoted-operator`, `unquoted-color`,
 * `unquoted-parameter`, `unused-anchor`, `tag-refused`, `merge-key-refused`, `not-a-mapping`, `file-too-large`,
 * `too-deep`, `forbidden-key`. All traps of a file are reported at once; a syntax error only when
 * no trap explains it.
 */
export function parseYaml(file: SourceFile): ParsedYaml {
  if (file.text.length > YAML_LIMITS.characters)
    return tooLarge(file, YAML_LIMITS.characters, 'characters');
  const traps = findYamlTraps(file.text, MAX_TRAPS).map((trap) =>
    fault(trap.code, fileSpan(file, trap.offset, trap.found.length), { found: trap.found }),
  );
  if (traps.length > 0) return refuse(traps);
  if (STRANGE_START.test(firstLineOf(file.text)))
    return refuse([fault('not-a-mapping', fileSpan(file, 0, firstLineLength(file.text)), {})]);
  let value: unknown;
  try {
    value = isBlank(file.text)
      ? {}
      : load(file.text, { schema: CORE_SCHEMA, maxDepth: YAML_LIMITS.depth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return refuse([syntaxFault(file, error)]);
  }
  if (value === null) value = {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    return refuse([fault('not-a-mapping', fileSpan(file, 0, firstLineLength(file.text)), {})]);
  }
  const size = sizeOf(value);
  if (size === 'too-deep')
    return refuse([fault('too-deep', fileSpan(file, 0, 1), { limit: YAML_LIMITS.depth })]);
  if (size === 'too-large')
    return tooLarge(file, YAML_LIMITS.values, 'values, its anchors written out');
  if (/(?:^|[\s,[{])\*[\w-]/m.test(file.text)) value = writeOut(value);
  const forbidden = /(?:^|[\s{,'"])(__proto__|constructor|prototype)['"]?\s*:(?=\s|$)/m.exec(
    file.text,
  );
  if (forbidden && holdsForbiddenKey(value)) {
    const offset = forbidden.index + forbidden[0].indexOf(forbidden[1]!);
    return refuse([
      fault('forbidden-key', fileSpan(file, offset, forbidden[1]!.length), {
        found: forbidden[1]!,
      }),
    ]);
  }
  dropNotes(value);
  return { ok: true, file, value: value as Record<string, unknown> };
}

function tooLarge(file: SourceFile, limit: number, unit: string): ParsedYaml {
  return refuse([fault('file-too-large', fileSpan(file, 0, 1), { limit, unit })]);
}

/** Whether a value is within the limits. What several aliases share is counted for each of them. */
function sizeOf(value: unknown): 'fits' | 'too-deep' | 'too-large' {
  let left: number = YAML_LIMITS.values;
  const fits = (part: unknown, depth: number): boolean => {
    if (--left < 0) return false;
    if (typeof part !== 'object' || part === null) return true;
    if (depth === 0) throw new TooDeep();
    return Object.values(part).every((child) => fits(child, depth - 1));
  };
  try {
    return fits(value, YAML_LIMITS.depth) ? 'fits' : 'too-large';
  } catch (error) {
    if (error instanceof TooDeep) return 'too-deep';
    throw error;
  }
}

class TooDeep extends Error {}

function refuse(diagnostics: readonly Diagnostic[]): ParsedYaml {
  return { ok: false, diagnostics };
}

function fault<C extends Code>(code: C, span: Span, params: Codes[C]): Diagnostic<C> {
  return { code, severity: 'error', span, params };
}

/** A syntax fault of a file as a diagnostic. */
function diagnosticOf<C extends Code>(file: SourceFile, found: SyntaxFault<C>): Diagnostic<C> {
  const { code, offset, length, params, related } = found;
  const others = related
    ? [{ span: fileSpan(file, related.offset, related.length), note: related.note }]
    : [];
  return { code, severity: 'error', span: fileSpan(file, offset, length), params, related: others };
}

/** The span of `length` characters from an offset, at most to the end of its line. */
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

/** Ways to begin that the two YAML readers take differently, and no cartographer means. */
const STRANGE_START = /^(?:\.\.\.|[ \t]+---|[ \t]*[:?](?:\s|$))/;

/** The first line with more on it than a comment. */
function firstLineOf(text: string): string {
  return /^(?![ \t]*(?:#.*)?$).+/m.exec(text.replace(/^\uFEFF/, ''))?.[0] ?? '';
}

/** No line has anything on it but a comment. */
function isBlank(text: string): boolean {
  return !/^[^\S\n]*[^\s#]/m.test(text);
}

const DUPLICATE = /duplicated mapping key/;
const DEEP = /nesting|depth/i;

function syntaxFault(file: SourceFile, error: YAMLException): Diagnostic {
  const mark = error.mark as { line: number; column: number; position?: number } | undefined;
  const lines = file.text.split('\n');
  const line = Math.min(mark?.line ?? 0, lines.length - 1);
  const start: Position = { line: line + 1, column: (mark?.column ?? 0) + 1 };
  const text = lines[line]!.slice(start.column - 1);
  if (DUPLICATE.test(error.reason)) {
    const key = /^(?:"([^"]*)"|'([^']*)'|([^:\s]+))/.exec(text);
    const found = key ? (key[1] ?? key[2] ?? key[3] ?? '') : '';
    const width = key ? key[0].length : 1;
    const first = firstOf(found, lines, line, start.column - 1);
    const duplicate = fault('duplicate-key', spanAt(file, start, width), {
      found,
      begins: first?.begins === true,
    });
    return first === null
      ? duplicate
      : {
          ...duplicate,
          related: [{ span: spanAt(file, first.start, width), note: 'first-defined-here' }],
        };
  }
  if (DEEP.test(error.reason)) {
    return fault('too-deep', spanAt(file, start, 1), { limit: YAML_LIMITS.depth });
  }
  const offset = offsetOf(lines, line) + start.column - 1;
  const explained = explainSyntax(file.text, offset, error.reason);
  if (explained) return diagnosticOf(file, explained);
  const width = Math.max(1, /^\S*/.exec(text)![0].length);
  return fault('yaml-syntax', spanAt(file, start, width), { reason: error.reason });
}

/** Where a key of block YAML stood before at the same column, and whether it begins a list entry. */
function firstOf(
  key: string,
  lines: readonly string[],
  line: number,
  column: number,
): { readonly start: Position; readonly begins: boolean } | null {
  for (let i = line - 1; i >= 0; i--) {
    const before = lines[i]!.slice(0, column);
    const after = lines[i]!.slice(column);
    const begins = /^\s*(?:- +)+$/.test(before);
    if (
      (begins || before.trim() === '') &&
      after.replace(/^['"]|['"](?=:)/g, '').startsWith(`${key}:`)
    )
      return { start: { line: i + 1, column: column + 1 }, begins };
    if (begins || /^[^\s#]/.test(before.trim())) return null;
  }
  return null;
}

/** Offset at which a line (counted from 0) begins. */
function offsetOf(lines: readonly string[], line: number): number {
  return lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0);
}

function spanAt(file: SourceFile, start: Position, width: number): Span {
  return { file: file.path, start, end: { line: start.line, column: start.column + width } };
}

/** A copy in which every alias is a value of its own. */
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

function holdsForbiddenKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, child]) =>
      key === '__proto__' ||
      key === 'constructor' ||
      key === 'prototype' ||
      holdsForbiddenKey(child),
  );
}
