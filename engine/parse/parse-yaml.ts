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
 * written out, so that no object is in two places. Notes (keys that begin with `x-`) are left out.
 * An empty file is an empty mapping.
 * Diagnostics: `yaml-syntax` and those of `explainRefusal` and `findYamlTraps`, `not-a-mapping`,
 * `file-too-large`, `too-deep` and those of `strangeKeys`. All traps of a file are reported at once; a
 * syntax error only when no trap explains it.
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

/** What the first reader makes of a file, or why it refuses it. */
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

/** A value that was read, once it is known to be within the limits and to have no strange keys. */
function checked(file: SourceFile, value: unknown): ParsedYaml {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return notAMapping(file);
  const size = sizeOf(value);
  if (size === 'too-deep')
    return refuse([fault('too-deep', fileSpan(file, 0, 1), { limit: YAML_LIMITS.depth })]);
  if (size === 'too-large')
    return tooLarge(file, YAML_LIMITS.values, 'values, its anchors written out');
  const strange = strangeKeys(file, value);
  if (strange.length > 0) return refuse(strange);
  const own = /(?:^|[\s,[{])\*[\w-]/m.test(file.text) ? writeOut(value) : value;
  if (MAY_BE_NOTE.test(file.text)) dropNotes(own);
  return { ok: true, file, value: own as Record<string, unknown> };
}

function notAMapping(file: SourceFile): ParsedYaml {
  return refuse([fault('not-a-mapping', fileSpan(file, 0, firstLineLength(file.text)), {})]);
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
    if (Array.isArray(part)) return part.every((child) => fits(child, depth - 1));
    // `for … in`: lists of values would be a twentieth of what loading allocates.
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

/** A text may have such a key; most files have none, and are not searched. */
const MAY_BE_NOTE = /\bx-/;

function refuse(diagnostics: readonly Diagnostic[]): ParsedYaml {
  return { ok: false, diagnostics };
}

function fault<C extends Code>(code: C, span: Span, params: Codes[C]): Diagnostic<C> {
  return { code, severity: 'error', span, params };
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

function syntaxFault(file: SourceFile, { mark, reason }: YAMLException): Diagnostic {
  const { text } = file;
  const offset = Math.min(mark?.position ?? 0, text.length);
  const found = explainRefusal({ text, offset, depth: YAML_LIMITS.depth });
  if (found) return diagnosticOf(file, found);
  const width = /^\S*/.exec(text.slice(offset))![0].length;
  return fault('yaml-syntax', fileSpan(file, offset, width), { reason });
}

/** A syntax fault of a file as a diagnostic. */
function diagnosticOf<C extends Code>(file: SourceFile, found: SyntaxFault<C>): Diagnostic<C> {
  const { code, offset, length, params, related } = found;
  const others = related
    ? [{ span: fileSpan(file, related.offset, related.length), note: related.note }]
    : [];
  return { code, severity: 'error', span: fileSpan(file, offset, length), params, related: others };
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
