import type { Features, Lists, Maybe, Texts, Unknown } from './parameters.ts';
import type { Advice, Command, Words } from './words.ts';
import { yamlText } from './yaml-text.ts';

/** The maximum number of names in a suggestion. */
const MAX_NAMES = 12;

/** Formats a value as it is written in a file, in backticks. */
export const code = (value: string | number): string => `\`${value}\``;

/**
 * Formats names in backticks, separated by commas. After twelve names, it gives the number of the
 * others.
 */
export function names(list: readonly string[]): string {
  const shown = list.slice(0, MAX_NAMES).map(code).join(', ');
  return list.length > MAX_NAMES ? `${shown} and ${list.length - MAX_NAMES} more` : shown;
}

/**
 * Describes the place of a value: an entry of a list, a value of such an entry, the value at a stop,
 * or a key.
 */
export function place(
  p: Texts<'key'> & { readonly entry?: number; readonly outer?: number },
): string {
  if (p.outer !== undefined) return `Value ${p.entry} of entry ${p.outer} of ${code(p.key)}`;
  if (p.entry !== undefined) return `Entry ${p.entry} of ${code(p.key)}`;
  return /^\d+(?:\.\d+)?$/.test(p.key) ? `The value at ${code(p.key)}` : code(p.key);
}

/** Formats a number with its noun in singular or plural: `1 value is`, `3 values are`. */
export function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** Returns `Did you mean …?`, with the edit that replaces the name. */
export function didYouMean(found: string, nearest: string): Advice {
  return change(`Did you mean ${code(nearest)}?`, found, yamlText(nearest));
}

/**
 * Returns `Did you mean …?`. If no known name is close, returns the known names; if there are none,
 * returns `otherwise`.
 */
export function nearest(
  p: Texts<'found'> & Maybe<'nearest'> & Partial<Lists<'known'>>,
  otherwise: string,
  what = 'Known',
): Advice {
  if (p.nearest) return didYouMean(p.found, p.nearest);
  return { text: p.known?.length ? `${what}: ${names(p.known)}.` : otherwise };
}

/**
 * Returns advice on a layer that a file does not have: `Did you mean …?`, and the layers that it
 * has.
 */
export function layersOf(p: Unknown, otherwise: string): Advice {
  const advice = nearest(p, otherwise, 'Its layers are');
  if (!p.nearest || p.known.length < 2) return advice;
  return { ...advice, text: `${String(advice.text)} Its layers are: ${names(p.known)}.` };
}

/** Returns advice with an edit: the text to replace, and its replacement. */
export function change(text: string, replaced: string, replacement: string): Advice {
  return { text, edit: { replaced, replacement } };
}

/** A message names at most this many features; `atlas load --rejected` lists all. */
const MAX_FEATURES = 5;

/**
 * Returns a sentence that names the features of a message, each with its entry of `reasons`. The
 * sentence begins with a space, and is empty if there are no features.
 */
export function whichFeatures(
  { features = [], placed }: Features,
  reasons: readonly string[] = [],
): string {
  if (features.length === 0) return '';
  const named = features.map((feature, i) => {
    const [, number, name] = /^(\d+)(?: (.*))?$/s.exec(feature) ?? [];
    const notes = [name === undefined ? [] : code(name), reasons[i] ?? []].flat();
    return `${placed} ${number}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
  });
  return ` ${features.length < MAX_FEATURES ? 'See' : 'The first are'} ${named.join(', ')}.`;
}

/** Returns `Write …`, with the edit. */
export function write(replaced: string, replacement: string, before = 'Write'): Advice {
  return change(`${before} ${code(replacement)}.`, replaced, replacement);
}

/** Returns the command that shows the fields and values of a dataset. */
export const profile = (dataset: string): Command => ['atlas', 'profile', dataset];

/** Returns the message for an unknown id: `unknown-dataset`, `unknown-classes` and so on. */
export function unknown(what: string, plural: string, declare: string): Words<Unknown> {
  return {
    short: `Unknown ${what}`,
    message: (p) => `There is no ${what} ${code(p.found)}.`,
    advice: (p) => nearest(p, `No ${plural} are declared. ${declare}`, `The ${plural} are`),
  };
}

/**
 * Returns advice on a key such as `type:fill`: without a space, YAML reads the value as part of the
 * key.
 */
export function spaceMissing(key: string, nearestKey: string | undefined): Advice | undefined {
  const glued = `${nearestKey}:`;
  return nearestKey && key.startsWith(glued)
    ? write(key, `${glued} ${key.slice(glued.length)}`, 'A space is missing after the colon: write')
    : undefined;
}
