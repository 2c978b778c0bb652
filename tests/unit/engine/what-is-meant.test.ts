import { beforeAll, describe, expect, test } from 'vitest';
import { type ConfigFolder, type DatasetProfile, type Facts, loadAtlas } from 'atlas-engine';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';

let base: ConfigFolder;
beforeAll(async () => {
  base = await readConfigFolder('tests/cases/diagnostics/_base');
});

/** Returns the codes for the valid atlas with files added or replaced. */
function codesOf(
  files: Readonly<Record<string, string>>,
  profiles: Readonly<Record<string, DatasetProfile>> = {},
): string[] {
  const others = base.files.filter(({ path }) => !(path in files));
  const own = Object.entries(files).map(([path, text]) => ({ path, text }));
  const facts: Facts = { profiles: new Map(Object.entries(profiles)) };
  const atlas = loadAtlas({ files: [...others, ...own], assets: base.assets }, facts);
  return (atlas.ok ? atlas.warnings : atlas.diagnostics).map(({ code }) => code);
}

type Values = readonly (readonly [string | number, number])[];

/** Returns a profile of parcels with these values of `use`, and constant `status` and `area`. */
function parcels(use: Values): DatasetProfile {
  const count = use.reduce((sum, [, each]) => sum + each, 0);
  const field = (values: Values) => ({
    count,
    nulls: 0,
    unread: 0,
    distinct: values.length,
    values,
    min: values[0]![0],
    max: values.at(-1)![0],
  });
  const status = [[0, count - 2] as const, [1, 1] as const, [2, 1] as const];
  return { count, fields: { use: field(use), status: field(status), area: field([[1, count]]) } };
}

/** A group that draws parcels, with a class list `own` that contains farms only. */
const drawn = (fallback: string, where: string): string => `
classes:
  - { id: own, field: use, values: [{ value: farm, color: '#111111', label: { all: Farm } }]${fallback} }
groups:
  - { id: new, name: { all: New }, category: land, sublayers: [{ id: a, type: fill, source: parcels${where}, paint: { fill-color: { classes: own } } }] }
`;

describe('values without a class', () => {
  const of = (farms: number, mines: number): Record<string, DatasetProfile> => ({
    parcels: parcels([
      ['farm', farms],
      ['mine', mines],
    ]),
  });
  const profiles = of(300, 2);
  const some = of(200, 20);
  const baseClasses = { 'new.yaml': drawn(', default: none', '') };

  test('are an error without `default: none`', () => {
    expect(codesOf({ 'new.yaml': drawn('', '') }, profiles)).toContain('value-without-class');
  });

  test('are accepted when `default: none` omits a few', () => {
    expect(codesOf(baseClasses, profiles)).not.toContain('value-without-class');
  });

  test('are reported when it omits many', () => {
    expect(codesOf(baseClasses, some)).toContain('value-without-class');
  });

  test.each(['use: farm', 'use: { not: [mine] }', 'use: [farm, forest]'])(
    'are accepted when `where` excludes them: %s',
    (where) => {
      const files = { 'new.yaml': drawn('', `, where: { ${where} }`) };
      expect(codesOf(files, some)).not.toContain('value-without-class');
    },
  );

  test('are reported when `where` includes them', () => {
    const files = { 'new.yaml': drawn('', ', where: { use: [farm, mine] }') };
    expect(codesOf(files, some)).toContain('value-without-class');
  });
});
