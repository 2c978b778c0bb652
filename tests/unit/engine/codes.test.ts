import { expect, test } from 'vitest';
import { catalogueOf } from 'atlas-engine';
import { COLOR_NAMES } from '../../../engine/diagnostics/color-names.ts';
import { commandLine } from '../../../engine/diagnostics/command-line.ts';
import { yamlText } from '../../../engine/diagnostics/yaml-text.ts';
import type { Report } from '../../../engine/model/report.ts';
import { DiagnosticReport } from '../../../engine/parse/diagnostic-report.ts';
import { Origins } from '../../../engine/parse/origins.ts';
import { isColor } from '../../../engine/resolve/resolve-color.ts';

test('a code takes its own parameters and no others (`npm run types` holds it)', () => {
  const report: Report = new DiagnosticReport(new Origins([]));
  const at = { node: {} };
  // @ts-expect-error -- there is no such code
  const unknown = () => report.error('unused-txet', at, { key: 'a' });
  // @ts-expect-error -- a parameter is forgotten
  const forgotten = () => report.error('unused-text', at, {});
  // @ts-expect-error -- a parameter is renamed
  const renamed = () => report.error('unused-text', at, { name: 'a' });
  expect([unknown, forgotten, renamed]).toHaveLength(3);
});

test('the folder of the configuration is named in commands, and files are under it', () => {
  const folder = { path: 'my atlas', isDefault: false };
  expect(commandLine(['atlas', 'profile', 'wells'])).toBe('atlas profile wells');
  expect(commandLine(['atlas', 'profile', 'wells'], { path: 'x', isDefault: true })).toBe(
    'atlas profile wells',
  );
  expect(commandLine(['atlas', 'profile', 'wells'], folder)).toBe(
    "atlas profile wells --config 'my atlas'",
  );
  expect(commandLine(['ogr2ogr', { file: 'data/a.gpkg' }], folder)).toBe(
    "ogr2ogr 'my atlas/data/a.gpkg'",
  );
});

test('advice names its command as it is typed, in the text and beside it', () => {
  const words = catalogueOf('en', { path: 'borneo', isDefault: false }).words({
    code: 'filter-matches-nothing',
    params: { dataset: 'wells', field: 'depth' },
    severity: 'error',
    span: { file: 'a.yaml', start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
  });
  expect(words.command).toBe('atlas profile wells --config borneo');
  expect(words.help).toContain('`atlas profile wells --config borneo`');
});

test('examples are in the languages of the atlas', () => {
  const span = { file: 'a.yaml', start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
  const common = { severity: 'error', span } as const;
  const locales = ['id', 'en'];
  const help = [
    { ...common, code: 'not-a-text-key', params: { found: 'Desa', locales } } as const,
    {
      ...common,
      code: 'label-without-default',
      params: { field: 'nama', dataset: 'desa', nulls: 1, count: 2, locales },
    } as const,
  ].map((diagnostic) => catalogueOf('en').words(diagnostic).help);
  expect(help).toEqual([
    expect.stringContaining('`{ id: …, en: … }`'),
    expect.stringContaining('`{ field: { id: …, en: …, default: name } }`'),
  ]);
});

test('MapLibre reads every colour that may be suggested', () => {
  expect(COLOR_NAMES.filter((name) => !isColor(name))).toEqual([]);
  expect(COLOR_NAMES).toHaveLength(148);
});

test('a suggested text is quoted where YAML would read it otherwise', () => {
  expect(['wells', 'Noto Sans Bold', '12', 'data/a-b.yaml'].map(yamlText)).toEqual([
    ...['wells', 'Noto Sans Bold', '12', 'data/a-b.yaml'],
  ]);
  expect(['no', 'a: b', '#1b7837', "it's", '*', ''].map(yamlText)).toEqual([
    ...["'no'", "'a: b'", "'#1b7837'", '"it\'s"', "'*'", "''"],
  ]);
});
