import { styleText } from 'node:util';
import {
  catalogueOf,
  hasErrors,
  renderDiagnostic,
  wordDiagnostic,
  type ConfigFolder,
  type Diagnostic,
} from 'atlas-engine';

const STYLES = { red: 'red', yellow: 'yellow', dim: 'dim', bold: 'bold' } as const;

export interface PrintOptions {
  readonly folder: ConfigFolder;
  readonly locale: string;
  readonly color: boolean;
}

/** What is not told while there are errors. */
const LATER = 'Once these errors are mended, what leans on them is checked too, its data included.';

/** Diagnostics for a terminal, with code frames and a line that counts them. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  { folder, locale, color }: PrintOptions,
): string {
  const catalogue = catalogueOf(locale);
  const texts = new Map(folder.files.map((file) => [file.path, file.text]));
  const paint = (style: keyof typeof STYLES, text: string): string =>
    color ? styleText(STYLES[style], text, { validateStream: false }) : text;
  const drawn = diagnostics.map((diagnostic) =>
    renderDiagnostic(diagnostic, { catalogue, textOf: (file) => texts.get(file), paint }),
  );
  const later = hasErrors(diagnostics) ? [LATER] : [];
  return [...drawn, countLine(diagnostics), ...later].join('\n');
}

/** The JSON form: an array, one object for each diagnostic. */
export function jsonDiagnostics(diagnostics: readonly Diagnostic[], locale: string): string {
  const catalogue = catalogueOf(locale);
  return JSON.stringify(
    diagnostics.map((diagnostic) => wordDiagnostic(diagnostic, catalogue)),
    null,
    2,
  );
}

/** `2 errors, 1 warning`. */
export function countLine(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const plural = (count: number, word: string): string =>
    `${count} ${word}${count === 1 ? '' : 's'}`;
  return `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`;
}

/** Links that are named; the others are only counted. */
const MAX_LINKS_NAMED = 5;

/** Says which links were left out: a file that became a link is missing from the configuration. */
export function linksLine(links: readonly string[]): string {
  const named = links.slice(0, MAX_LINKS_NAMED).map((path) => `\`${path}\``);
  const more = links.length - named.length;
  if (more > 0) named.push(`${more} more`);
  return `Links in the configuration folder are not followed, so these are left out: ${named.join(', ')}.`;
}
