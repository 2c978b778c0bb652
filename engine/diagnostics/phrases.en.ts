import type { CodeWords, Params } from './catalogue.ts';

/** Names shown when a list of right ones is offered. */
const MAX_NAMES = 12;

/** A piece of a file, in backticks. */
export const code = (value: string): string => `\`${value}\``;

/** Names in backticks with commas between; after twelve, how many more there are. */
export function names(list: readonly string[]): string {
  const shown = list.slice(0, MAX_NAMES).map(code).join(', ');
  return list.length > MAX_NAMES ? `${shown} and ${list.length - MAX_NAMES} more` : shown;
}

/** What a key names: the entry of a list, the value at a stop, or the key itself. */
export function place(p: Params): string {
  const key = code(p.text('key'));
  if (p.has('entry')) return `Entry ${p.text('entry')} of ${key}`;
  return /^\d+(?:\.\d+)?$/.test(p.text('key')) ? `The value at ${key}` : key;
}

/** A number with the words for one or for several: `1 value stands`, `3 values stand`. */
export function counted(p: Params, name: string, one: string, several: string): string {
  return `${p.text(name)} ${p.text(name) === '1' ? one : several}`;
}

/** `Did you mean …?`, else the names there are, else a way out. */
export function nearest(p: Params, otherwise: string, what = 'Known'): string {
  if (p.has('nearest')) return `Did you mean ${code(p.text('nearest'))}?`;
  return p.has('known') ? `${what}: ${names(p.list('known'))}.` : otherwise;
}

/** Words of a code; help that needs no parameter is a plain text. */
export function words(
  message: (p: Params) => string,
  help: ((p: Params) => string) | string,
): CodeWords {
  return { message, help: typeof help === 'string' ? () => help : help };
}

/** An id that leads nowhere: `unknown-source`, `unknown-classes` … */
export function unknown(what: string, plural: string, declare: string): CodeWords {
  return words(
    (p) => `There is no ${what} ${code(p.text('found'))}.`,
    (p) => nearest(p, `No ${plural} are declared yet. ${declare}`, `The ${plural} are`),
  );
}

/** Help for `type:fill`, whose value YAML takes for a part of the key; `name` is that of the key. */
export function spaceMissing(p: Params, name: 'key' | 'name'): string | undefined {
  const glued = `${p.text('nearest')}:`;
  return p.has('nearest') && p.text(name).startsWith(glued)
    ? `A space is missing after the colon: write \`${glued} ${p.text(name).slice(glued.length)}\`.`
    : undefined;
}
