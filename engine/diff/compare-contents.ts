import type { AtlasModel } from '../model/model.ts';
import { keyOfThing, type Change, type ChangedThing, type ChangeKind } from './change.ts';
import {
  findDifferences,
  ORDER,
  type Difference,
  type DifferenceOptions,
} from './find-differences.ts';
import type { Renames } from './renames.ts';
import { thingsOf, type Thing } from './things.ts';
import { wordColor } from './word-color.ts';

/** Keys whose values follow from others, or that `compareAccess` and `compareLinks` report. */
const DERIVED = new Set([
  'aliases',
  'asks',
  'derived',
  'downloadObjects',
  'fillPaint',
  'id',
  'looks',
  'maxArea',
  'only',
  'outlineOf',
  'permission',
  'roles',
  'whenDenied',
  'within',
]);

/** Keys of datasets and sources that decide which data are read, and how. */
const OF_DATA = new Set([
  'allowEmpty',
  'driver',
  'fallback',
  'fields',
  'file',
  'geometry',
  'key',
  'layers',
  'load',
  'path',
  'pixels',
  'service',
]);

/** Returns what looks different, what says something else, and which other data are read. */
export function compareContents(before: AtlasModel, after: AtlasModel, renames: Renames): Change[] {
  const [old, now] = [thingsOf(before), thingsOf(after, renames)];
  const options = optionsFor(before, after, [...old.values(), ...now.values()]);
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((key): Change[] => {
    const [was, is] = [old.get(key), now.get(key)];
    const { kind, id } = (is ?? was)!;
    const thing = { kind, id };
    if (!was) return [{ kind: kindOf(thing, []), thing, text: NEW }];
    if (!is) return [{ kind: kindOf(thing, []), thing, text: GONE }];
    return [
      ...newId(was, is, thing),
      ...findDifferences(was.value, is.value, options)
        .filter((difference) => !isDoor(thing, difference))
        .map((difference) => ({
          kind: kindOf(thing, difference.path, difference.language),
          thing,
          text: wordDifference(difference),
        })),
    ];
  });
}

/** The texts about things that are in one of the atlases only. */
export const [NEW, GONE] = ['It is new.', 'It is gone.'];

function newId(was: Thing, is: Thing, thing: ChangedThing): Change[] {
  const [before, after] = [was, is].map(({ value }) => (value as { readonly id: string }).id);
  return before === after
    ? []
    : [
        {
          kind: 'looks',
          thing,
          text: `Its id is \`${after}\` now; \`${before}\` still leads to it.`,
        },
      ];
}

/** Returns whether `compareAccess` reports a difference: what a dataset offers, a tool, a level. */
function isDoor(
  { kind }: ChangedThing,
  { path: [first, second, third], before, after }: Difference,
): boolean {
  if (kind === 'atlas' && first === 'levels' && ['rank', 'granted'].includes(third!)) return true;
  if (kind === 'dataset' && first === 'feeds' && third === 'maxzoom') return true;
  if (kind === 'dataset' && first === 'consent')
    return second === undefined || ['ends', 'until', 'uses'].includes(second);
  const isOffer = kind === 'dataset' ? first === 'feeds' : kind === 'atlas' && first === 'tools';
  const isThere = [before, after].map(
    (value) => value !== null && value !== undefined && value !== false,
  );
  return isOffer && third === undefined && isThere[0] !== isThere[1];
}

function optionsFor(
  before: AtlasModel,
  after: AtlasModel,
  things: readonly Thing[],
): DifferenceOptions {
  const names = new Map<object, string>(things.map((thing) => [thing.value, keyOfThing(thing)]));
  for (const model of [before, after])
    for (const part of [...model.levels, ...model.region.countries])
      if (!names.has(part)) names.set(part, `part ${part.id}`);
  return {
    languages: new Set([...before.locales.available, ...after.locales.available]),
    reference: (value, path) => (isDeclared(path) ? undefined : names.get(value)),
    derived: DERIVED,
  };
}

/** Returns whether a path of the atlas leads to one of its levels or countries, not to a use of it. */
function isDeclared([first, second, , ...more]: readonly string[]): boolean {
  return first === 'levels' || (first === 'region' && second === 'countries' && more.length === 0);
}

function kindOf({ kind }: ChangedThing, path: readonly string[], language?: string): ChangeKind {
  if (language !== undefined) return 'says';
  if (kind === 'service') return 'data';
  if (kind === 'dataset' || kind === 'source')
    return path.length === 0 || OF_DATA.has(path[0]!) ? 'data' : 'looks';
  return ['notice', 'page', 'form', 'terms'].includes(kind) ? 'says' : 'looks';
}

function wordDifference({ path, before, after, language }: Difference): string {
  const where = path.map((key) => `\`${key}\``).join(' › ');
  if (path.at(-1) === ORDER) {
    const list = path
      .slice(0, -1)
      .map((key) => `\`${key}\``)
      .join(' › ');
    return `The order of ${list} is ${(after as string[]).join(', ')} instead of ${(before as string[]).join(', ')}.`;
  }
  const said = language === undefined ? where : `${where} in \`${language}\``;
  const [was, is] = wordValues(before, after);
  if (before === undefined || before === null) return `${said} is new${is && `: ${is}`}.`;
  if (after === undefined || after === null) return `${said} is gone${was && `; it was ${was}`}.`;
  return was && is ? `${said} is ${is} instead of ${was}.` : `${said} is another one.`;
}

/** The longest value that is quoted, in characters. */
const LONGEST = 80;

/** How much of two long texts is quoted before their first difference, in characters. */
const LEAD = 20;

/** Returns both values in words. Long texts begin shortly before their first difference. */
function wordValues(before: unknown, after: unknown): readonly [was: string, is: string] {
  if (typeof before !== 'string' || typeof after !== 'string')
    return [wordValue(before), wordValue(after)];
  if (Math.max(before.length, after.length) <= LONGEST)
    return [wordValue(before), wordValue(after)];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const from = same <= LEAD ? 0 : same - LEAD;
  const cut = (text: string): string => wordValue(`${from > 0 ? '…' : ''}${text.slice(from)}`);
  return [cut(before), cut(after)];
}

/** Returns a value as it is written; empty for one that has many parts. */
function wordValue(value: unknown): string {
  if (typeof value === 'string') return wordColor(value) ?? `“${shortened(value)}”`;
  if (typeof value !== 'object' || value === null) return String(value);
  const { id, kind, classes } = value as {
    readonly id?: unknown;
    kind?: unknown;
    classes?: unknown;
  };
  if (kind === 'classes') return `the classes ${wordValue(classes)}`;
  if (typeof id === 'string') return `\`${id}\``;
  const parts = Array.isArray(value) ? (value as readonly unknown[]) : null;
  if (!parts?.every((part) => typeof part !== 'object' || part === null)) return '';
  return shortened(`[${parts.map((part) => String(part)).join(', ')}]`);
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}
