import type { Catalogue } from './catalogue.ts';
import type { Code } from './codes.ts';
import type { Diagnostic, Severity, Span } from './diagnostic.ts';

/** What drawing needs: the words, and the text of the files for the frames. */
export interface RenderOptions {
  readonly catalogue: Catalogue;
  readonly textOf: (file: string) => string | undefined;
  /** Wraps a piece in a colour; the identity where there is none. */
  readonly paint?: (style: 'red' | 'yellow' | 'dim' | 'bold', text: string) => string;
}

/** A diagnostic in words: what `--format json` prints. */
export interface WordedDiagnostic extends Place {
  readonly code: Code;
  readonly severity: Severity;
  /** The kind of fault in a few words. */
  readonly short: string;
  readonly message: string;
  readonly help: string;
  /** Changes of files that make the fault go away. */
  readonly edits: readonly WordedEdit[];
  /** A command line that helps. */
  readonly command?: string;
}

/** The text that replaces a stretch of a file. Lines and columns count from 1. */
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

/** Puts a diagnostic into words. Lines and columns count from 1. */
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

/** Whether a place on one line is a text, in quotes or not; spaces do not count. */
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

/** Draws a diagnostic for a terminal: head, code frame, message, related places, help. */
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

/** Columns of a frame; longer lines are cut around the fault. */
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
    const cut = full.slice(shift, shift + FRAME_WIDTH);
    const gutter = paint('dim', `  ${String(number).padStart(width)} | `);
    out.push(`${gutter}${shift > 0 ? `…${cut.slice(1)}` : cut}`.trimEnd());
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
