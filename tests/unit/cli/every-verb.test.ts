import { Command } from 'commander';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addVerbs } from '../../../cli/add-verbs.ts';
import { withExamples } from '../../../cli/declare-verb.ts';
import { writeAtlas } from '../../build-atlas.ts';
import { runCommand } from './run-command.ts';

const MORE = `
datasets: [{ id: spots, geometry: point, permission: open, consent: { by: { en: Council, fr: Conseil }, on: 2026-01-01, uses: [view, download, publish] }, load: { file: data/spots.geojson }, fields: { kind: { type: text, label: { en: Kind, fr: Genre } } } }]
groups: [{ id: spots, aliases: [points], name: { en: Spots, fr: Points }, category: things, popup: { title: kind }, sublayers: [{ id: point, type: circle, source: spots }] }]
permissions: { levels: [{ id: open, name: { en: Open, fr: Ouvert } }, { id: known, name: { en: Known, fr: Connu }, granted: by-operator }], roles: [operator] }
`;

const SPOTS = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { kind: 'well' },
      geometry: { type: 'Point', coordinates: [3, 4] },
    },
  ],
});

/** `{dir}` is replaced by a folder of the test, which has `spots.geojson`. */
interface Row {
  /** Arguments with which the verb succeeds. */
  readonly right: string;
  /** Arguments with an unknown word, and a part of the message. */
  readonly wrong: readonly [args: string, message: string];
  /** The verb starts a server, which runs until it is stopped; the tests of the server start it. */
  readonly serves?: true;
}

/** Every verb, in an order in which they can run one after the other. */
const VERBS: Readonly<Record<string, Row>> = {
  check: { right: '', wrong: ['--max-warnings few', 'whole number'] },
  explain: { right: 'unknown-key', wrong: ['unknown-kye', 'Did you mean `unknown-key`?'] },
  diff: { right: '{dir}/atlas', wrong: ['{dir}/none', 'is not a folder'] },
  words: { right: 'pt', wrong: ['klingon!', 'not a language code'] },
  load: { right: 'spots', wrong: ['spts', 'Did you mean `spots`?'] },
  profile: { right: 'spots', wrong: ['spts', 'Did you mean `spots`?'] },
  show: { right: 'group points', wrong: ['group spts', 'Did you mean `spots`?'] },
  style: { right: '--groups points', wrong: ['--groups spts', 'Did you mean `spots`?'] },
  bundle: {
    right: '--locale fr --out {dir}/bundle',
    wrong: ['--locale pt --out {dir}', '`pt` is not'],
  },
  tiles: { right: 'spots --out {dir}/tiles', wrong: ['spts --out {dir}', 'Did you mean `spots`?'] },
  build: { right: '--out {dir}/site', wrong: ['--out {dir}', 'not empty'] },
  'users create-operator': {
    right: 'ada ada@example.org',
    wrong: ['ada nowhere', 'address of e-mail is not valid'],
  },
  'users list': { right: '', wrong: ['--al', 'unknown option'] },
  'users grant': { right: 'ada known', wrong: ['bob known', 'no account `bob`'] },
  'users revoke': { right: 'ada known', wrong: ['ada known', 'does not have known'] },
  'users suspend': { right: 'ada', wrong: ['bob', 'no account `bob`'] },
  withdraw: {
    right: 'spots --why Asked',
    wrong: ['spts --why Asked', 'Did you mean `spots`?'],
  },
  backup: { right: '{dir}/backup', wrong: ['{dir}/backup', 'not empty'] },
  restore: { right: '{dir}/backup', wrong: ['{dir}/none', 'none'] },
  'new layer': { right: '{dir}/spots.geojson --id more', wrong: ['{dir}/none.csv', 'no file'] },
  'new dataset': { right: '{dir}/spots.geojson --id rest', wrong: ['{dir}/x.bmp', 'no file'] },
  'new category': { right: 'water', wrong: ['water --nam Water', 'Did you mean --name?'] },
  'new country': { right: 'uga --iso2 UG', wrong: ['uga --iso2 UGA', 'two letters'] },
  'new project': { right: 'north --groups points', wrong: ['south --groups spts', '`spots`'] },
  'new locale': { right: 'pt', wrong: ['klingon!', 'not a language code'] },
  start: { right: '', wrong: ['--level', 'argument missing'], serves: true },
  dev: { right: '', wrong: ['--level', 'argument missing'], serves: true },
  preview: { right: '{dir}/atlas', wrong: ['{dir}/none', 'is not a folder'], serves: true },
};

const program = new Command('atlas');
addVerbs({
  verb: (name, description, examples) =>
    withExamples(program.command(name).description(description), examples)
      .option('--config <dir>', 'x')
      .option('--format <form>', 'x')
      .option('--json', 'x'),
  io: { out: () => undefined, err: () => undefined, env: {}, color: false },
  end: () => undefined,
});

/** Returns the verbs that run something, by their name with that of their parent. */
function leaves(command: Command, name = ''): (readonly [name: string, command: Command])[] {
  return command.commands.flatMap((each) => {
    const own = `${name} ${each.name()}`.trim();
    return each.commands.length > 0 ? leaves(each, own) : [[own, each] as const];
  });
}
const declared = new Map(leaves(program));

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'atlas-every-verb-'));
  writeAtlas(join(dir, 'atlas'), MORE);
  mkdirSync(join(dir, 'atlas/data'));
  writeFileSync(join(dir, 'atlas/data/spots.geojson'), SPOTS);
  writeFileSync(join(dir, 'spots.geojson'), SPOTS);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const atlas = (...args: readonly string[]) =>
  runCommand(args, {
    ATLAS_DATA_DIR: join(dir, 'store'),
    ATLAS_CONFIG_DIR: join(dir, 'atlas'),
  });

const wordsOf = (args: string): readonly string[] =>
  args
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => word.replace('{dir}', dir));

test('the table has every verb', () => {
  expect(Object.keys(VERBS).sort()).toEqual([...declared.keys()].sort());
});

describe.each(Object.entries(VERBS))('atlas %s', (name, row) => {
  const {
    right,
    wrong: [wrong, message],
    serves,
  } = row;
  const verb = name.split(' ');

  test('describes itself, its arguments and options, and has examples that it accepts', async () => {
    const command = declared.get(name)!;
    const silent = [
      ...command.options.map(({ flags, description }) => [flags, description]),
      ...command.registeredArguments.map((each) => [each.name(), each.description]),
    ].filter(([, description]) => !description);
    expect(silent).toEqual([]);
    const { code, out } = await atlas(...verb, '--help');
    expect(code).toBe(0);
    const examples = [...out.matchAll(/^ {2}atlas (.+)$/gm)].map(([, line]) => line!);
    expect(examples).not.toEqual([]);
    for (const example of examples) {
      expect(example.startsWith(name)).toBe(true);
      const parsed = declared.get(name)!.parseOptions(example.split(' ').slice(verb.length));
      expect(parsed.unknown).toEqual([]);
    }
  });

  if (!serves)
    test('prints its result as JSON, and succeeds without a terminal', async () => {
      const { code, out, err } = await atlas(...verb, ...wordsOf(right), '--json');
      expect(code, err).toBe(0);
      expect(() => JSON.parse(out) as unknown).not.toThrow();
    });

  test('ends with code 2 and a reason if a word is unknown', async () => {
    const { code, err } = await atlas(...verb, ...wordsOf(wrong));
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  test('ends with code 2 and the name of an unknown option', async () => {
    const { code, err } = await atlas(...verb, ...wordsOf(right), '--unheard-of');
    expect(code).toBe(2);
    expect(err).toContain('--unheard-of');
  });
});

describe('an unknown verb', () => {
  test.each([
    [['chek'], 'check'],
    [['users', 'grnat'], 'grant'],
    [['new', 'layr'], 'layer'],
  ])('%j ends with code 2 and the most similar one', async (args, near) => {
    const { code, err } = await atlas(...args);
    expect(code).toBe(2);
    expect(err).toContain(`Did you mean ${near}?`);
  });
});

test('a configuration with errors ends with code 1', async () => {
  writeFileSync(join(dir, 'atlas/wrong.yaml'), 'groups: [{ id: x }]\n');
  const codes = [];
  for (const args of [['check'], ['style'], ['load'], ['new', 'category', 'x']])
    codes.push((await atlas(...args)).code);
  expect(codes).toEqual([1, 1, 1, 1]);
});
