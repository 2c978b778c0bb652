import { posix, resolve } from 'node:path';
import { styleText } from 'node:util';
import {
  catalogueOf,
  hasErrors,
  renderDiagnostic,
  wordDiagnostic,
  type CommandFolder,
  type ConfigFolder,
  type Diagnostic,
  type WordedDiagnostic,
} from 'atlas-engine';
import type { ConfigError } from 'atlas-engine/http';
import { readSetting, type Environment } from '../../server/config/settings.ts';
import type { Format } from '../common/command.ts';

const STYLES = { red: 'red', yellow: 'yellow', dim: 'dim', bold: 'bold' } as const;

export interface PrintOptions {
  readonly folder: ConfigFolder;
  readonly color: boolean;
  /** The configuration folder for commands in the messages. */
  readonly commands?: CommandFolder;
  /** Default: `human`. */
  readonly format?: Format | undefined;
}

/** Describes the configuration folder for commands: `--config` is left out for the folder of the settings. */
export function commandFolder(path: string, env: Environment): CommandFolder {
  return { path, isDefault: resolve(path) === resolve(readSetting(env, 'configDir')) };
}

/** The language of messages; there are no others yet. */
const LANGUAGE = 'en';

/** The note about checks that run only without errors. */
const LATER = 'Further checks, including those of the data, run after these errors are corrected.';

/**
 * Renders diagnostics in a format. For a terminal they have code frames and a line with their number.
 * JSON is an array with one object for each.
 */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  options: PrintOptions,
): string {
  const { format = 'human' } = options;
  if (format === 'human') return framed(diagnostics, options);
  const worded = wordDiagnostics(diagnostics, options);
  if (format === 'json') return JSON.stringify(worded, null, 2);
  const line = format === 'github' ? annotation : compactLine;
  return worded.map((each) => line(each, options.commands?.path ?? '')).join('\n');
}

/** Adds the texts to diagnostics. */
function wordDiagnostics(
  diagnostics: readonly Diagnostic[],
  { folder, commands }: Pick<PrintOptions, 'folder' | 'commands'>,
): readonly WordedDiagnostic[] {
  const catalogue = catalogueOf(LANGUAGE, commands);
  const texts = new Map(folder.files.map((file) => [file.path, file.text]));
  const textOf = (file: string): string | undefined => texts.get(file);
  return diagnostics.map((diagnostic) => wordDiagnostic(diagnostic, { catalogue, textOf }));
}

/** Formats a diagnostic as a line that editors and `grep` read: `file:line:column: error …`. */
function compactLine(worded: WordedDiagnostic, folder: string): string {
  const { file, line, column, severity, code, message } = worded;
  return `${posix.join(folder, file)}:${line}:${column}: ${severity} ${code}: ${oneLine(message)}`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

/** Formats a diagnostic as a workflow command of GitHub, which shows it beside the line. */
function annotation(worded: WordedDiagnostic, folder: string): string {
  const { severity, short, code, message, help } = worded;
  const properties = {
    file: posix.join(folder, worded.file),
    line: worded.line,
    col: worded.column,
    endLine: worded.endLine,
    endColumn: worded.endColumn,
    title: `${short} (${code})`,
  };
  const listed = Object.entries(properties).map(
    ([key, value]) =>
      `${key}=${escaped(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  );
  return `::${severity} ${listed.join(',')}::${escaped(help ? `${message}\n${help}` : message)}`;
}

/** Escapes the characters that end a value of a workflow command. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Returns the errors as on a terminal without colours, each with its code frame and its place. */
export function framesOfErrors(
  diagnostics: readonly Diagnostic[],
  folder: ConfigFolder,
): readonly ConfigError[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const texts = frames(errors, { folder, color: false });
  return errors.map(({ span: { file, start } }, i) => ({
    file,
    line: start.line,
    column: start.column,
    text: texts[i]!,
  }));
}

function framed(diagnostics: readonly Diagnostic[], options: PrintOptions): string {
  const later = hasErrors(diagnostics) ? [LATER] : [];
  return [...frames(diagnostics, options), countLine(diagnostics), ...later].join('\n');
}

function frames(
  diagnostics: readonly Diagnostic[],
  { folder, color, commands }: PrintOptions,
): readonly string[] {
  const catalogue = catalogueOf(LANGUAGE, commands);
  const texts = new Map(folder.files.map((file) => [file.path, file.text]));
  const paint = (style: keyof typeof STYLES, text: string): string =>
    color ? styleText(STYLES[style], text, { validateStream: false }) : text;
  return diagnostics.map((diagnostic) =>
    renderDiagnostic(diagnostic, { catalogue, textOf: (file) => texts.get(file), paint }),
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
