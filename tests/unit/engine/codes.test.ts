import { expect, test } from 'vitest';
import { catalogueOf } from 'atlas-engine';
import { COLOR_NAMES } from '../../../engine/diagnostics/color-names.ts';
import { commandLine } from '../../../engine/diagnostics/command-line.ts';
import { yamlText } from '../../../engine/diagnostics/yaml-text.ts';
import type { Report } from '../../../engine/model/report.ts';
import { DiagnosticReport } from '../../../engine/parse/diagnostic-report.ts';
import { Origins } from '../../../engine/parse/origins.ts';
import { isColor } from '../../../engine/resolve/values/resolve-color.ts';

test('a code accepts only its own parameters (checked by `npm run types`)', () => {
  const report: Report = new DiagnosticReport(new Origins([]));
  const at = { node: {} };
  // @ts-expect-error -- unknown code
  const unknown = () => report.error('unused-txet', at, { key: 'a' });
  // @ts-expect-error -- missing parameter
  const forgotten = () => report.error('unused-text', at, {});
  // @ts-expect-error -- renamed parameter
  const renamed = () => report.error('unused-text', at, { name: 'a' });
  expect([unknown, forgotten, renamed]).toHaveLength(3);
});

test('commands name the configuration folder and prefix files with it', () => {
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

test('advice contains its command line in the text and separately', () => {
  const words = catalogueOf('en', { path: 'borneo', isDefault: false }).words({
    code: 'filter-matches-nothing',
    params: { dataset: 'wells', field: 'depth' },
    severity: 'error',
    span: { file: 'a.yaml', start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
  });
  expect(words.command).toBe('atlas profile wells --config borneo');
  expect(words.help).toContain('`atlas profile wells --config borneo`');
});

test('examples use the languages of the atlas', () => {
  const span = { file: 'a.yaml', start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
  const params = { found: 'Desa', locales: ['id', 'en'] };
  const diagnostic = { severity: 'error', span, code: 'not-a-text-key', params } as const;
  expect(catalogueOf('en').words(diagnostic).help).toContain('`{ id: …, en: … }`');
});

test('MapLibre accepts every suggested colour', () => {
  expect(COLOR_NAMES.filter((name) => !isColor(name))).toEqual([]);
  expect(COLOR_NAMES).toHaveLength(148);
});

test('suggested texts are quoted when YAML requires it', () => {
  expect(['wells', 'Noto Sans Bold', '12', 'data/a-b.yaml'].map(yamlText)).toEqual([
    'wells',
    'Noto Sans Bold',
    '12',
    'data/a-b.yaml',
  ]);
  expect(['no', 'a: b', '#1b7837', "it's", '*', ''].map(yamlText)).toEqual([
    "'no'",
    "'a: b'",
    "'#1b7837'",
    '"it\'s"',
    "'*'",
    "''",
  ]);
});
