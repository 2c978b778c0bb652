import type { Catalogue } from './catalogue.ts';
import type { Diagnostic, Span } from './diagnostic.ts';

/** What drawing needs: the words, and the text of the files for the frames. */
export interface RenderOptions {
  readonly catalogue: Catalogue;
  readonly textOf: (file: string) => string | undefined;
  /** Wraps a piece in a colour; the identity where there is none. */
  readonly paint?: (style: 'red' | 'yellow' | 'dim' | 'bold', text: string) => string;
}

/** A diagnostic in words: what `--format json` prints. */
export interface WordedDiagnostic {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly message: string;
  readonly help: string;
}

/** Puts a diagnostic into words. Lines and columns count from 1. */
export function wordDiagnostic(diagnostic: Diagnostic, catalogue: Catalogue): WordedDiagnostic {
  const { message, help } = catalogue.words(diagnostic);
  const { file, start, end } = diagnostic.span;
  return {
    code: diagnostic.code,
    severity: diagnostic.severity,
    file,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    message,
    help,
  };
}

/** Draws a diagnostic for a terminal: head, code frame, message, related places, help. */
export function renderDiagnostic(diagnostic: Diagnostic, options: RenderOptions): string {
  const paint = options.paint ?? ((_style, text) => text);
  const worded = wordDiagnostic(diagnostic, options.catalogue);
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
