import type { Catalogue } from './catalogue.ts';
import type { Code } from './codes.ts';
import type { Diagnostic, Severity, Span } from './diagnostic.ts';

/** The messages and the text of the files, for rendering. */
export interface RenderOptions {
  readonly catalogue: Catalogue;
  readonly textOf: (file: string) => string | undefined;
  /** Adds a colour to a text; by default returns the text unchanged. */
  readonly paint?: (style: 'red' | 'yellow' | 'dim' | 'bold', text: string) => string;
}

/** A diagnostic with its texts, as `--format json` prints it. */
export interface WordedDiagnostic extends Place {
  readonly code: Code;
  readonly severity: Severity;
  /** The kind of problem in a few words. */
  readonly short: string;
  readonly message: string;
  readonly help: string;
  /** Edits that fix the problem. */
  readonly edits: readonly WordedEdit[];
  /** A command that helps to fix the problem. */
  readonly command?: string;
}

/** A replacement for a range of a file. Lines and columns count from 1. */
export interface WordedEdit extends Place {
  readonly replacement: string;
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Adds the texts to a diagnostic. Lines and columns count from 1. */
export function wordDiagnostic(
  diagnostic: Diagnostic,
  { catalogue, textOf }: Pick<RenderOptions, 'catalogue' | 'textOf'>,
): WordedDiagnostic {
  const { edit, ...words } = catalogue.words(diagnostic);
  const { code, severity, span } = diagnostic;
  const place = placeOf(span);
  const edits =
    edit && holds(textOf(span.file) ?? '', span, edit.replaced)
      ? [{ ...place, replacement: edit.replacement }]
      : [];
  return { code, severity, ...place, ...words, edits };
}

/** Returns whether a place on one line contains a text, quoted or not; spaces are ignored. */
function holds(text: string, { start, end }: Span, wanted: string): boolean {
  const line = text.split('\n')[start.line - 1] ?? '';
  const written = line.slice(start.column - 1, end.column - 1);
  const inside = /^(['"])(.*)\1$/s.exec(written)?.[2] ?? written;
  const bare = (each: string): string => each.replace(/ /g, '');
  return end.line === start.line && [written, inside].some((each) => bare(each) === bare(wanted));
}

function placeOf({ file, start, end }: Span): Place {
  return {
    file,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

/** Renders a diagnostic for a terminal: head, code frame, message, related places and help. */
export function renderDiagnostic(diagnostic: Diagnostic, options: RenderOptions): string {
  const paint = options.paint ?? ((_style, text) => text);
  const worded = wordDiagnostic(diagnostic, options);
  const tone = diagnostic.severity === 'error' ? 'red' : 'yellow';
  const head = `${paint(tone, options.catalogue.severity(diagnostic.severity))} ${paint('bold', worded.code)}  ${place(diagnostic.span)}`;
  const lines = [head, '', ...frame(diagnostic.span, options, tone), '', indent(worded.message)];
  for (const related of diagnostic.related ?? []) {
    lines.push(
      '',
      indent(`${options.catalogue.note(related.note)} ${place(related.span)}`),
      ...frame(related.span, options, 'dim'),
    );
  }
  if (worded.help) lines.push('', indent(`${options.catalogue.helpWord} ${worded.help}`));
  return `${lines.join('\n')}\n`;
}

function place({ file, start }: Span): string {
  return `${file}:${start.line}:${start.column}`;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

/** Width of a code frame in columns; of longer lines, only the part around the place is shown. */
const FRAME_WIDTH = 110;

function frame(
  span: Span,
  { textOf, paint = (_style, text) => text }: RenderOptions,
  tone: 'red' | 'yellow' | 'dim',
): string[] {
  const text = textOf(span.file);
  if (text === undefined) return [];
  const lines = text.split('\n');
  const first = Math.max(1, span.start.line - 1);
  const last = Math.min(lines.length, span.start.line + (tone === 'dim' ? 0 : 1));
  const width = String(last).length;
  const out: string[] = [];
  for (let number = tone === 'dim' ? span.start.line : first; number <= last; number++) {
    const full = (lines[number - 1] ?? '').replaceAll('\t', ' ').replace(/\r$/, '');
    if (number !== span.start.line && full.trim() === '') continue;
    const shift = Math.max(
      0,
      Math.min(full.length - FRAME_WIDTH, span.start.column - 1 - FRAME_WIDTH / 2),
    );
    const shown = full.slice(shift, shift + FRAME_WIDTH);
    const gutter = paint('dim', `  ${String(number).padStart(width)} | `);
    out.push(`${gutter}${shift > 0 ? `…${shown.slice(1)}` : shown}`.trimEnd());
    if (number === span.start.line) {
      const length = Math.max(1, Math.min(span.end.column - span.start.column, FRAME_WIDTH));
      const caret = '^'.repeat(span.end.line === span.start.line ? length : 1);
      out.push(
        `${paint('dim', `  ${' '.repeat(width)} | `)}${' '.repeat(Math.max(0, span.start.column - 1 - shift))}${paint(tone, caret)}`,
      );
    }
  }
  return out;
}
