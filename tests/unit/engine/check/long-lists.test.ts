import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadAtlas, type DatasetProfile, type Diagnostic } from 'atlas-engine';

const SMALL = readFileSync('examples/small-atlas/atlas.yaml', 'utf8');
const ASSETS = new Set(['data/markets.csv', 'data/island.geojson']);

function check(text: string, profiles: Record<string, DatasetProfile> = {}): readonly Diagnostic[] {
  const folder = { files: [{ path: 'atlas.yaml', text }], assets: ASSETS };
  const atlas = loadAtlas(folder, { profiles: new Map(Object.entries(profiles)) });
  return atlas.ok ? atlas.warnings : atlas.diagnostics;
}

test('a language without any texts gives one message in a small atlas too', () => {
  const found = check(SMALL.replace('available: [en]', 'available: [en, fr]'));
  expect(found.map(({ code }) => code)).toEqual(['locale-incomplete']);
});

test('a list of 10 000 classes of which few occur gives one warning, without comparing spellings', () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, i) =>
      `      - { value: CODE-${i}, color: '#${(i + 65_536).toString(16)}0', label: { en: C${i} } }`,
  );
  const text = SMALL.replace(/ {6}- \{ value: daily.*\n.*weekly.*/, rows.join('\n'));
  const field = { count: 900, nulls: 0, unread: 0, distinct: 900 };
  const values = Array.from({ length: 900 }, (_, i) => [`CODE-${i * 7}`, 1] as const);
  const others = Array.from({ length: 100 }, (_, i) => [`KODE-${i * 7 + 1}`, 1] as const);
  const profile = {
    count: 900,
    fields: { held: { ...field, values: [...values, ...others] }, name: field, stalls: field },
  };
  const found = check(text, { markets: profile });
  const of = found.filter(({ code }) => code.startsWith('class'));
  expect(of.map(({ code, params }) => ({ code, params }))).toEqual([
    {
      code: 'classes-never-occur',
      params: {
        classes: 'market-days',
        dataset: 'markets',
        count: 9100,
        of: 1e4,
        examples: ['CODE-1', 'CODE-2', 'CODE-3'],
      },
    },
  ]);
});
