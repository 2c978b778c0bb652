import fc from 'fast-check';
import { isMap, isScalar, isSeq, parse, type Node } from 'yaml';
import { beforeAll, describe, expect, test } from 'vitest';
import { toFlow, withEntry } from 'atlas-engine';
import { readWithPositions } from '../../../engine/parse/locate.ts';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';

const SEED = { seed: SEED_OF_THE_DAY, numRuns: NIGHTLY ? 3_000 : 150 };

/** A list in a file, which keys lead to. */
interface Place {
  readonly file: string;
  readonly text: string;
  readonly path: readonly string[];
}

/** Returns the paths of keys to all lists that are reached without an item of another list. */
function listsIn(node: Node | null, path: readonly string[] = []): (readonly string[])[] {
  if (isSeq(node)) return path.length > 0 ? [path] : [];
  if (!isMap(node)) return [];
  return node.items.flatMap(({ key, value }) =>
    isScalar(key) ? listsIn(value as Node | null, [...path, String(key.value)]) : [],
  );
}

const read = (text: string): Node | null => readWithPositions(text).contents;
const valueOf = (text: string): unknown => readWithPositions(text).toJS({ maxAliasCount: -1 });

/** Ways in which an author may have written the same file. */
const REWRITINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'with the line ends of Windows': (text) => text.replaceAll('\n', '\r\n'),
  'without a line end at the end': (text) => text.trimEnd(),
  'with empty lines at the end': (text) => `${text}\n\n`,
  'with a comment at the end': (text) => `${text}# The end.`,
  'with a comment after each item on a line': (text) =>
    text.replace(/^( *- .*[}\]])$/gm, '$1 # a note: { of, an author }'),
};

const ENTRIES = [
  'pt',
  "{ id: new-one, name: { all: 'New, one' } }",
  "id: new-one # a note\nname: { all: New }\n# a last line\nitems:\n  - 'a: b'",
];

let places: readonly Place[];

beforeAll(async () => {
  const { files } = await readConfigFolder('atlas.config');
  places = files
    .filter(({ path }) => path.endsWith('.yaml'))
    .flatMap(({ path: file, text }) => listsIn(read(text)).map((path) => ({ file, text, path })));
});

/** Expects one insertion that adds one item to one list. */
function expectAddition(before: string, path: readonly string[], entry: string): void {
  const after = withEntry(before, path, entry);
  const start = [...before].findIndex((_, at) => before[at] !== after[at]);
  const at = start === -1 ? before.length : start;
  const rest = before.slice(at);
  expect(after.endsWith(rest), `only an insertion:\n${after}`).toBe(true);
  const expected = valueOf(before) as Record<string, unknown>;
  const list = path.reduce<unknown>((value, key) => Object(value)[key], expected) as unknown[];
  list.push(parse(entry));
  expect(valueOf(after)).toEqual(expected);
}

test('the shipped atlas has enough lists to try', () => {
  expect(places.length).toBeGreaterThan(30);
});

describe.each(Object.entries(REWRITINGS))('a file %s', (_, rewritten) => {
  test('has one item more and no other change after an entry is added to a list', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.constantFrom(...ENTRIES), (place, entry) => {
        expectAddition(rewritten(place.text), place.path, entry);
      }),
      SEED,
    );
  });
});

test('anchors and aliases in a file keep their names', () => {
  const before = 'categories:\n  - &first { id: a }\n  - *first # twice\nrest: *first\n';
  expect(withEntry(before, ['categories'], '{ id: b }')).toBe(
    'categories:\n  - &first { id: a }\n  - *first # twice\n  - { id: b }\nrest: *first\n',
  );
});

test('a list on one line has one item more on that line', () => {
  const add = (text: string): string => withEntry(text, ['a', 'b'], 'pt');
  expect(add('a: { b: [en, fr], c: 1 } # x\n')).toBe('a: { b: [en, fr, pt], c: 1 } # x\n');
  expect(add('a: { b: [] }')).toBe('a: { b: [pt] }');
  expect(add('a:\n  b: [\n    en,\n    fr, # last\n  ]\n')).toBe(
    'a:\n  b: [\n    en,\n    fr, pt, # last\n  ]\n',
  );
});

test('a list that does not exist is added at the end of the file', () => {
  expect(withEntry('a: 1\n\n\n', ['groups'], 'id: x\norder: 1', 'layers')).toBe(
    'a: 1\n\ngroups: # layers\n  - id: x\n    order: 1\n',
  );
  expect(withEntry('', ['groups'], 'id: x')).toBe('groups:\n  - id: x\n');
});

test('what cannot be changed without other lines is refused', () => {
  expect(() => withEntry('a: &x [1]\nb: *x\n', ['b'], '2')).toThrow('`b` is not a list');
  expect(() => withEntry('a: 1\n', ['a'], '2')).toThrow('`a` is not a list');
  expect(() => withEntry('{ a: 1 }\n', ['b'], '2')).toThrow('in braces');
});

test('any value on one line is read back as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(parse(`a: ${toFlow(value)}`, { version: '1.2' })).toEqual({ a: value });
    }),
    SEED,
  );
});
