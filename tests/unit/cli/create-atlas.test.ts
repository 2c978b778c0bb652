import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create } from '../../../cli/create-atlas/create.ts';
import { runCommand } from './run-command.ts';

let scratch: string;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'atlas-create-'));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs the command in the scratch folder; `answers` are typed at a terminal. */
async function make(line: readonly string[], answers?: Record<string, string>) {
  const out: string[] = [];
  const err: string[] = [];
  const asked: string[] = [];
  const code = await create(line, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    ask: answers
      ? async (question) => {
          asked.push(question);
          return answers[Object.keys(answers).find((word) => question.includes(word)) ?? ''] ?? '';
        }
      : null,
  });
  return { code, out: out.join('\n'), err: err.join('\n'), asked };
}

type Position = readonly [number, number];

/** Returns the lines and rings of the base map of an atlas, by the kind of their feature. */
function linesOf(atlas: string): Map<string, Position[][]> {
  const file = join(atlas, 'atlas.config/data/base/base.geojson');
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as {
    features: { properties: { kind: string }; geometry: { coordinates: unknown[] } }[];
  };
  const lines = new Map<string, Position[][]>();
  const visit = (kind: string, value: unknown[]): void => {
    if (typeof (value[0] as unknown[])[0] === 'number')
      lines.set(kind, [...(lines.get(kind) ?? []), value as unknown as Position[]]);
    else for (const part of value) visit(kind, part as unknown[]);
  };
  for (const { properties, geometry } of features) visit(properties.kind, geometry.coordinates);
  return lines;
}

const REGIONS = [
  [
    'islands on both sides of 180 degrees',
    ['--bounds=177,-21,-175,-12', '--languages', 'en,fr'],
    ['Suva', 'Lautoka', 'Mata-Utu'],
  ],
  ['a landlocked country', ['--countries', 'rwa', '--languages', 'fr'], ['Kigali']],
  ['the Arctic', ['--bounds=-10,70,40,84', '--name', '"North": #1'], ['Hammerfest']],
] as const;

describe.each(REGIONS)('a new atlas of %s', (name, args, towns) => {
  let dir: string;

  beforeAll(async () => {
    dir = join(scratch, name);
    const { code } = await make([dir, ...args]);
    expect(code).toBe(0);
  });

  it('has no error and no warning', async () => {
    const { out, code } = await runCommand(['check', '--config', join(dir, 'atlas.config')], {});
    expect(out).toContain('0 errors, 0 warnings');
    expect(code).toBe(0);
  });

  it('has the towns of its region', () => {
    const table = readFileSync(join(dir, 'atlas.config/data/towns.csv'), 'utf8');
    for (const town of towns) expect(table).toContain(`"${town}"`);
  });

  it('has a base map in which no line crosses the map', () => {
    const leaps = [...linesOf(dir).values()].flat().flatMap((line) =>
      // Antarctica reaches from one edge of the map to the other.
      line.filter(([lng, lat], i) => i > 0 && lat > -80 && Math.abs(lng - line[i - 1]![0]) > 180),
    );
    expect(leaps).toEqual([]);
  });

  it('names the source and the licence of each file of the base map', () => {
    const base = join(dir, 'atlas.config/data/base');
    const provenance = readFileSync(join(base, 'PROVENANCE.md'), 'utf8');
    for (const file of readdirSync(base).filter((each) => each !== 'PROVENANCE.md'))
      expect(provenance).toContain(`\`${file}\``);
    expect(provenance).toContain('CC BY 4.0');
  });
});

describe('the base map', () => {
  it('has the islands on both sides of 180 degrees, and a region that crosses it', async () => {
    const dir = join(scratch, 'fiji');
    expect((await make([dir, '--countries', 'FJI'])).code).toBe(0);
    const atlas = readFileSync(join(dir, 'atlas.config/atlas.yaml'), 'utf8');
    const [west, , east] = /bounds: \[(.*)\] #/.exec(atlas)![1]!.split(', ').map(Number);
    expect([west! > 170, east! < -170]).toEqual([true, true]);
    const lines = linesOf(dir).get('land')!;
    const isIsland = ([lng, lat]: Position): boolean =>
      lat < -12 && lat > -22 && Math.abs(lng) > 177;
    const sides = new Set(
      lines
        .flat()
        .filter(isIsland)
        .map(([lng]) => Math.sign(lng)),
    );
    expect([...sides].sort()).toEqual([-1, 1]);
  });

  it('is detailed in the region and coarse far from it', () => {
    const lines = linesOf(join(scratch, 'a landlocked country')).get('border')!;
    const steps = (isIn: (at: Position) => boolean): number[] =>
      lines
        .flatMap((line) =>
          line
            .slice(1)
            .map(([x, y], i): [number, boolean] => [
              Math.hypot(x - line[i]![0], y - line[i]![1]),
              isIn([x, y]) && isIn(line[i]!),
            ]),
        )
        .filter(([, counts]) => counts)
        .map(([length]) => length);
    const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
    const near = steps(([x, y]) => x > 28.8 && x < 30.9 && y > -2.9 && y < -1);
    const far = steps(([x]) => x < -20);
    expect(mean(near)).toBeLessThan(0.05);
    expect(mean(far)).toBeGreaterThan(5 * mean(near));
  });

  it('has borders that meet the outlines of their countries', () => {
    const lines = linesOf(join(scratch, 'a landlocked country'));
    const corners = new Set(lines.get('land')!.flat().map(String));
    const borders = lines.get('border')!.flat();
    expect(borders.length).toBeGreaterThan(1000);
    expect(borders.filter((corner) => !corners.has(String(corner)))).toEqual([]);
  });
});

describe('create-atlas', () => {
  it.each([
    [[], 'The folder of the new atlas is missing'],
    [['{dir}'], 'The region is missing'],
    [['{dir}', 'other', '--countries', 'GAB'], 'One folder is needed'],
    [['{dir}', '--countries', 'XYZ'], '`XYZ` is not a three-letter code'],
    [['{dir}', '--contries', 'GAB'], "Unknown option '--contries'"],
    [['{dir}', '--bounds=1,2,3'], 'four numbers'],
    [['{dir}', '--bounds=20,-20,10,-10'], 'both sides of 180 degrees'],
    [['{dir}', '--bounds=-40,-30,-30,-20'], 'No land of these countries'],
    [['{dir}', '--countries', 'GAB', '--languages', 'en,pt'], 'atlas new locale pt'],
    [['{dir}', '--countries', 'GAB', '--server', 'none.tgz'], 'no file none.tgz'],
  ])('refuses %j with exit code 2, and writes nothing', async (args, message) => {
    const dir = join(scratch, 'refused');
    const { code, err } = await make(args.map((arg) => arg.replace('{dir}', dir)));
    expect(err).toContain(message);
    expect(code).toBe(2);
    expect(existsSync(dir)).toBe(false);
  });

  it('changes no folder that has files', async () => {
    const dir = join(scratch, 'full');
    mkdirSync(dir);
    writeFileSync(join(dir, 'mine.txt'), 'mine');
    const { code, err } = await make([dir, '--countries', 'GAB']);
    expect([code, err]).toEqual([2, `${dir} is not empty. Nothing was written.`]);
    expect(readdirSync(dir)).toEqual(['mine.txt']);
  });

  it('asks at a terminal for what is not given, and only for that', async () => {
    const dir = join(scratch, 'asked');
    const answers = { Title: 'Atlas of Malta', codes: 'mlt', Languages: 'fr' };
    const { code, asked, err } = await make([dir], answers);
    expect(asked.map((question) => question.split(' ')[0])).toEqual([
      'Title',
      'Three-letter',
      'Bounds',
      'Languages,',
    ]);
    expect(code).toBe(0);
    const entry = readFileSync(join(dir, 'atlas.config/atlas.yaml'), 'utf8');
    expect(entry).toContain('title: { all: "Atlas of Malta" }');
    expect(entry).toContain('available: [fr]');
    expect(err).toContain('No registry has atlas-server');
  });

  it('has a title from the name of its folder if none is given', async () => {
    const dir = join(scratch, 'forests-of-malta');
    expect((await make([dir, '--countries', 'MLT'])).code).toBe(0);
    const entry = readFileSync(join(dir, 'atlas.config/atlas.yaml'), 'utf8');
    expect(entry).toContain('title: { all: "Forests of malta" }');
  });
});
