import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Condition } from 'atlas-engine';
import { assignIds, baseOf, type IdSource } from '../../../../server/load/assign-ids.ts';
import { passesAll } from '../../../../server/load/conditions.ts';
import { flattenProperties } from '../../../../server/load/flatten.ts';
import { repairText } from '../../../../server/load/repair-text.ts';
import { profileFeatures } from '../../../../server/load/profile-features.ts';
import { readFeatureFile } from '../../../../server/load/files/read-feature-file.ts';
import { dataset, field } from '../../../contract/store/datasets.ts';
import { SEED_OF_THE_DAY } from '../../../seed-of-the-day.ts';

const SEED = { seed: SEED_OF_THE_DAY };

describe('text that is UTF-8 read as Latin-1', () => {
  it('is repaired, also from Windows-1252', () => {
    expect(repairText('ForÃªts communautaires')).toBe('Forêts communautaires');
    expect(repairText('Ã‰cole dâ€™Ã©tat')).toBe('École d’état');
  });

  it('is not changed when it was decoded correctly', () => {
    for (const text of ['Forêts', 'plain', '', 'Á la carte', '木', 'Ã la']) {
      expect(repairText(text)).toBe(text);
    }
  });

  it('is restored from every wrongly decoded text', () => {
    const spoiled = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => repairText(spoiled(text)) === text),
      SEED,
    );
  });
});

describe('a GeoJSON file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atlas-geojson-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = async (content: string | Uint8Array, repair = false): Promise<unknown[]> => {
    const path = join(folder, 'a.geojson');
    writeFileSync(path, content);
    const input = await readFeatureFile(path, {
      format: 'geojson',
      ...(repair ? { repair: 'utf8-read-as-latin1' } : {}),
    });
    return allOf(input.features);
  };

  it('gives its features, with repaired texts if configured', async () => {
    const text = JSON.stringify({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: null, properties: { 'clÃ©': ['ForÃªt'] } }],
    });
    expect(await read(text)).toMatchObject([{ properties: { 'clÃ©': ['ForÃªt'] } }]);
    expect(await read(text, true)).toMatchObject([{ properties: { clé: ['Forêt'] } }]);
  });

  it.each([
    ['', 'The file `a.geojson` is empty.'],
    ['{"type": "Feat', 'It is truncated at line 1, column 15'],
    ['{\n  "secret": x }', 'There is an unexpected character at line 2, column 13'],
    ['<!DOCTYPE html><title>404</title>', 'is a web page or XML, not JSON. Download the data'],
    ['{"type":"Topology","arcs":[]}', 'is TopoJSON. Convert it to GeoJSON.'],
    ['{"type":"FeatureCollection"}', 'without a list of `features`'],
    ['"hello"', 'its `type` is missing'],
    [new Uint8Array([0x22, 0xe9, 0x22]), 'is not UTF-8'],
    [new Uint8Array([0xff, 0xfe, 0x22, 0]), 'is UTF-16'],
  ])('that is invalid is refused with a message: %j', async (content, words) => {
    const error = await read(content).catch((e: unknown) => e);
    expect(error).toMatchObject({ name: 'UnreadableData' });
    expect(String(error)).toContain(words);
    expect(String(error)).not.toContain('secret');
  });

  it.each([
    [
      '18°25′12″ W,31°36′36″ N',
      'has coordinates in degrees, minutes and seconds, in line 2. Write them in decimal degrees.',
    ],
    ['east,north', 'line 2 has coordinates that are not numbers. Write them in decimal degrees'],
    [',', 'line 2 has no coordinates. Fill in the two columns'],
    ['1,2,3', 'line 2 has more or fewer cells than the first line.'],
    ['"1,5","2,5"', 'line 2 has numbers with a decimal comma. Add `decimal: comma`'],
  ])('without a record that can be read is refused with the cause: %j', async (row, words) => {
    const file = join(folder, 'a.csv');
    writeFileSync(file, `longitude,latitude\n${row}\n`);
    const input = await readFeatureFile(file, { format: 'csv' });
    await expect(allOf(input.features)).rejects.toThrow(words);
  });

  it('that does not exist is reported by its name only', async () => {
    await expect(readFeatureFile(join(folder, 'b.geojson'), { format: 'geojson' })).rejects.toThrow(
      /^The file `b.geojson` does not exist.$/,
    );
  });
});

describe('nested properties', () => {
  it('are flattened with dots; lists are kept', () => {
    const flat = flattenProperties({ a: 1, b: { c: { d: 'x' }, e: [1] }, 'b.f': null });
    expect([...flat]).toEqual([
      ['a', 1],
      ['b.c.d', 'x'],
      ['b.e', [1]],
      ['b.f', null],
    ]);
  });

  it('are harmless when they are not properties or named like a prototype', () => {
    expect(flattenProperties(null).size).toBe(0);
    expect(flattenProperties([1]).size).toBe(0);
    const flat = flattenProperties(JSON.parse('{"__proto__": {"polluted": true}}'));
    expect([...flat.keys()]).toEqual(['__proto__.polluted']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('conditions', () => {
  const passes = (condition: Condition, value: Parameters<typeof passesAll>[1]): boolean =>
    passesAll([condition], value);

  it('distinguish null from every value', () => {
    const isNull = () => null;
    expect(passes({ field: 'f', kind: 'equals', values: [0, ''] }, isNull)).toBe(false);
    expect(passes({ field: 'f', kind: 'not', values: [0] }, isNull)).toBe(true);
    expect(passes({ field: 'f', kind: 'range', min: -1 }, isNull)).toBe(false);
    expect(passes({ field: 'f', kind: 'present', present: true }, isNull)).toBe(false);
    expect(passes({ field: 'f', kind: 'present', present: false }, isNull)).toBe(true);
  });

  it('include the ends of a range', () => {
    const range = { field: 'f', kind: 'range', min: 10, max: 50 } as const;
    expect([9, 10, 50, 51].map((n) => passes(range, () => n))).toEqual([false, true, true, false]);
  });

  it('match a list by its items, and types exactly', () => {
    const equals = { field: 'f', kind: 'equals', values: ['a', 1] } as const;
    expect(passes(equals, () => ['b', 'a'])).toBe(true);
    expect(passes(equals, () => '1')).toBe(false);
  });
});

describe('ids', () => {
  const assign = (list: readonly IdSource[]): ReturnType<typeof assignIds> =>
    assignIds(
      Float64Array.from(list, (source) => baseOf(source).id),
      (feature) => list[feature]!,
    );
  const source = (more: Partial<IdSource>): IdSource => ({
    key: null,
    geometry: 'g',
    byRank: ['[]', '[]'],
    ...more,
  });
  const sources = fc.array(
    fc.record({
      key: fc.constantFrom(null, 1, 2, -1, 'a', 'b'),
      geometry: fc.constantFrom('g', 'h'),
      byRank: fc.tuple(fc.constantFrom('[]', '[1]'), fc.constantFrom('[]', '[1]', '[2]')),
    }),
    { maxLength: 30 },
  );

  it('are a key that is a positive whole number', () => {
    const { ids } = assign([source({ key: 7 }), source({ key: Number.MAX_SAFE_INTEGER })]);
    expect([...ids]).toEqual([7, Number.MAX_SAFE_INTEGER]);
  });

  it('are positive, safe and all different', () => {
    fc.assert(
      fc.property(sources, (list) => {
        const { ids } = assign(list);
        expect(ids).toHaveLength(list.length);
        expect(new Set(ids).size).toBe(list.length);
        for (const id of ids) expect(Number.isSafeInteger(id) && id > 0).toBe(true);
      }),
      SEED,
    );
  });

  it('do not depend on the order of the features', () => {
    const pairs = (list: IdSource[]): string[] => {
      const { ids } = assign(list);
      return list.map((item, i) => JSON.stringify([ids[i], item])).sort();
    };
    const law = (list: IdSource[]): void => {
      expect(pairs(list.toReversed())).toEqual(pairs(list));
    };
    fc.assert(fc.property(sources, law), SEED);
  });

  it('report the features with a repeated key', () => {
    const list = [
      source({ key: 'a', byRank: ['[]', '~'] }),
      source({ key: 'b' }),
      source({ key: 'a' }),
    ];
    expect(assign(list).duplicateKeys).toEqual([0]);
  });
});

describe('a profile', () => {
  it('counts values, nulls and unread values of declared and undeclared fields', async () => {
    const set = dataset('d', 'point', [field('n', 'integer'), field('kind', 'text')], {
      only: [{ field: 'kind', kind: 'not', values: ['gone'] }],
    });
    const feature = (properties: unknown) => ({ type: 'Feature', geometry: null, properties });
    const { read, count, fields } = await profileFeatures(
      set,
      [
        feature({ n: 3, kind: 'a', extra: { x: 1.5 } }),
        feature({ n: 'many', kind: 'b', extra: { x: 2 } }),
        feature({ n: '5', kind: 'a' }),
        feature({ n: 9, kind: 'gone' }),
        'not a feature',
      ],
      { region: [-180, -90, 180, 90], copies: [], asked: [] },
    );
    expect({ read, count }).toEqual({ read: 5, count: 3 });
    expect(fields).toEqual({
      n: {
        type: 'integer',
        count: 3,
        nulls: 1,
        unread: 1,
        distinct: 2,
        values: [
          [3, 1],
          [5, 1],
        ],
        min: 3,
        max: 5,
      },
      kind: {
        type: 'text',
        count: 3,
        nulls: 0,
        unread: 0,
        distinct: 2,
        values: [
          ['a', 2],
          ['b', 1],
        ],
      },
      'extra.x': {
        type: 'number',
        count: 3,
        nulls: 1,
        unread: 0,
        distinct: 2,
        values: [
          [1.5, 1],
          [2, 1],
        ],
        min: 1.5,
        max: 2,
      },
    });
  });
});

async function allOf(features: AsyncIterable<unknown> | Iterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const feature of features) all.push(feature);
  return all;
}
