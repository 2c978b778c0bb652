import type { Features, Lists, Maybe, Texts, Unknown } from './parameters.ts';
import type { Advice, Command, Words } from './words.ts';
import { yamlText } from './yaml-text.ts';

/** Names shown when a list of right ones is offered. */
const MAX_NAMES = 12;

/** A piece of a file, in backticks. */
export const code = (value: string | number): string => `\`${value}\``;

/** Names in backticks with commas between; after twelve, how many more there are. */
export function names(list: readonly string[]): string {
  const shown = list.slice(0, MAX_NAMES).map(code).join(', ');
  return list.length > MAX_NAMES ? `${shown} and ${list.length - MAX_NAMES} more` : shown;
}

/** What a key names: the entry of a list, the value at a stop, or the key itself. */
export function place(p: Texts<'key'> & { readonly entry?: number }): string {
  if (p.entry !== undefined) return `Entry ${p.entry} of ${code(p.key)}`;
  return /^\d+(?:\.\d+)?$/.test(p.key) ? `The value at ${code(p.key)}` : code(p.key);
}

/** A number with the words for one or for several: `1 value is`, `3 values are`. */
export function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** `Did you mean …?`, with the edit where the diagnostic points at the name itself. */
export function didYouMean(found: string, nearest: string): Advice {
  return change(`Did you mean ${code(nearest)}?`, found, yamlText(nearest));
}

/** `Did you mean …?`, else the names there are, else a way out. */
export function nearest(
  p: Texts<'found'> & Maybe<'nearest'> & Partial<Lists<'known'>>,
  otherwise: string,
  what = 'Known',
): Advice {
  if (p.nearest) return didYouMean(p.found, p.nearest);
  return { text: p.known?.length ? `${what}: ${names(p.known)}.` : otherwise };
}

/** Advice that an edit can follow: what the place holds, and what it becomes. */
export function change(text: string, replaced: string, replacement: string): Advice {
  return { text, edit: { replaced, replacement } };
}

/** More features than these are named by `atlas load --rejected` alone. */
const MAX_FEATURES = 5;

/**
 * The features that a message is about, with `reasons` where it has some: a sentence with a space
 * before it, empty without any.
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

/** `Write …`, with the edit that does so. */
export function write(replaced: string, replacement: string, before = 'Write'): Advice {
  return change(`${before} ${code(replacement)}.`, replaced, replacement);
}

/** The command that shows what the data of a dataset hold. */
export const profile = (dataset: string): Command => ['atlas', 'profile', dataset];

/** An id that leads nowhere: `unknown-source`, `unknown-classes` … */
export function unknown(what: string, plural: string, declare: string): Words<Unknown> {
  return {
    short: `Unknown ${what}`,
    message: (p) => `There is no ${what} ${code(p.found)}.`,
    advice: (p) => nearest(p, `No ${plural} are declared yet. ${declare}`, `The ${plural} are`),
  };
}

/** Advice for the key `type:fill`, whose value YAML takes for a part of the key. */
export function spaceMissing(key: string, nearestKey: string | undefined): Advice | undefined {
  const glued = `${nearestKey}:`;
  return nearestKey && key.startsWith(glued)
    ? write(key, `${glued} ${key.slice(glued.length)}`, 'A space is missing after the colon: write')
    : undefined;
}
