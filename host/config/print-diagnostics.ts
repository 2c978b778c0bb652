import { resolve } from 'node:path';
import { styleText } from 'node:util';
import {
  catalogueOf,
  hasErrors,
  renderDiagnostic,
  wordDiagnostic,
  type CommandFolder,
  type ConfigFolder,
  type Diagnostic,
} from 'atlas-engine';
import { readSetting, type Environment } from '../../server/config/settings.ts';

const STYLES = { red: 'red', yellow: 'yellow', dim: 'dim', bold: 'bold' } as const;

export interface PrintOptions {
  readonly folder: ConfigFolder;
  readonly color: boolean;
  /** The configuration folder for commands in the messages. */
  readonly commands?: CommandFolder;
}

/** Describes the configuration folder for commands: `--config` is left out for the folder of the settings. */
export function commandFolder(path: string, env: Environment): CommandFolder {
  return { path, isDefault: resolve(path) === resolve(readSetting(env, 'configDir')) };
}

/** The language of messages; there are no others yet. */
const LANGUAGE = 'en';

/** The note about checks that run only without errors. */
const LATER = 'Further checks, including those of the data, run after these errors are corrected.';

/** Renders diagnostics for a terminal, with code frames and a line with their number. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  { folder, color, commands }: PrintOptions,
): string {
  const catalogue = catalogueOf(LANGUAGE, commands);
  const texts = new Map(folder.files.map((file) => [file.path, file.text]));
  const paint = (style: keyof typeof STYLES, text: string): string =>
    color ? styleText(STYLES[style], text, { validateStream: false }) : text;
  const drawn = diagnostics.map((diagnostic) =>
    renderDiagnostic(diagnostic, { catalogue, textOf: (file) => texts.get(file), paint }),
  );
  const later = hasErrors(diagnostics) ? [LATER] : [];
  return [...drawn, countLine(diagnostics), ...later].join('\n');
}

/** Renders diagnostics as JSON: an array with one object for each. */
export function jsonDiagnostics(
  diagnostics: readonly Diagnostic[],
  { folder, commands }: Omit<PrintOptions, 'color'>,
): string {
  const catalogue = catalogueOf(LANGUAGE, commands);
  const texts = new Map(folder.files.map((file) => [file.path, file.text]));
  const textOf = (file: string): string | undefined => texts.get(file);
  return JSON.stringify(
    diagnostics.map((diagnostic) => wordDiagnostic(diagnostic, { catalogue, textOf })),
    null,
    2,
  );
}

/** Returns the number of errors and warnings as text, such as `2 errors, 1 warning`. */
export function countLine(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const plural = (count: number, word: string): string =>
    `${count} ${word}${count === 1 ? '' : 's'}`;
  return `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`;
}

/** Maximum number of links that are listed. The others are only counted. */
const MAX_LINKS_NAMED = 5;

/** Lists the links that were left out: a linked file is missing from the configuration. */
export function linksLine(links: readonly string[]): string {
  const named = links.slice(0, MAX_LINKS_NAMED).map((path) => `\`${path}\``);
  const more = links.length - named.length;
  if (more > 0) named.push(`${more} more`);
  return `Links in the configuration folder are not followed, so these are left out: ${named.join(', ')}.`;
}
