import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGeoJson } from '../../../../server/load/files/geojson.ts';
import { JsonMembers } from '../../../../server/load/files/json-members.ts';
import { SourceFile } from '../../../../server/load/files/source-file.ts';
import { SEED_OF_THE_DAY } from '../../../seed-of-the-day.ts';
import { NIGHTLY } from '../../../size.ts';

const RUNS = { seed: SEED_OF_THE_DAY, numRuns: NIGHTLY ? 20_000 : 500 };

/** Divides a text into parts of these lengths, again and again. */
function divide(text: string, lengths: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const end = at + lengths[turn % lengths.length]!;
    parts.push(bytes.subarray(at, end));
    at = end;
  }
  return parts;
}

/** Reads a text in parts: the document with its list, or `refused`. */
function read(text: string, lengths: readonly number[]): unknown {
  const members = new JsonMembers('features');
  try {
    const items = divide(text, lengths).flatMap((part) => members.add(part));
    members.end();
    const list = items.map((item) => JSON.parse(item) as unknown);
    if (members.members.size === 0 && members.hasList && text.trimStart().startsWith('['))
      return list;
    const read = [...members.members].map(([name, value]) => [name, JSON.parse(value) as unknown]);
    return Object.fromEntries(members.hasList ? [...read, ['features', list]] : read);
  } catch {
    return 'refused';
  }
}

function parse(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : 'refused';
  } catch {
    return 'refused';
  }
}

const documents = fc.oneof(
  fc.record({
    type: fc.constant('FeatureCollection'),
    'a "name"': fc.jsonValue(),
    features: fc.array(fc.jsonValue(), { maxLength: 6 }),
    'Größe \\': fc.jsonValue(),
  }),
  fc.array(fc.jsonValue(), { maxLength: 6 }),
  fc.jsonValue(),
);
const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const indents = fc.constantFrom(undefined, 1, '\r\n\t');

describe('a JSON text that comes in parts', () => {
  it('is divided into the same members and items as JSON.parse gives', () => {
    fc.assert(
      fc.property(documents, indents, lengths, (document, indent, parts) => {
        const text = JSON.stringify(document, null, indent);
        expect(read(text, parts)).toEqual(parse(text));
      }),
      RUNS,
    );
  });

  it('is refused exactly if JSON.parse refuses it, with one byte removed or replaced', () => {
    const bytes = fc.constantFrom('', '{', '}', '[', ']', ',', ':', '"', '\\', ' ', '1', 'x');
    let refused = 0;
    fc.assert(
      fc.property(documents, lengths, fc.nat(), bytes, (document, parts, at, byte) => {
        const text = JSON.stringify(document);
        const place = at % text.length;
        const changed = text.slice(0, place) + byte + text.slice(place + 1);
        const expected = parse(changed);
        if (expected === 'refused') refused++;
        // Of two members of one name, JSON.parse keeps the last.
        if (JSON.stringify(expected).length >= changed.length - 1 || expected === 'refused')
          expect(read(changed, parts), changed).toEqual(expected);
      }),
      RUNS,
    );
    expect(refused).toBeGreaterThan(RUNS.numRuns / 10);
  });
});

describe('a GeoJSON file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'atlas-geojson-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const featuresOf = async (text: string | Uint8Array): Promise<unknown[]> => {
    writeFileSync(join(folder, 'made.geojson'), text);
    const all: unknown[] = [];
    for await (const list of readGeoJson(new SourceFile(join(folder, 'made.geojson'))))
      all.push(...list);
    return all;
  };
  const feature = { type: 'Feature', geometry: null, properties: { name: 'Ñé' } };

  it('may have its type and its reference system after its features', async () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32633' } };
    const text = JSON.stringify({ features: [feature, feature], type: 'FeatureCollection' });
    expect(await featuresOf(`\ufeff${text}`)).toEqual([feature, feature]);
    await expect(
      featuresOf(JSON.stringify({ features: [feature], type: 'FeatureCollection', crs })),
    ).rejects.toThrow(/EPSG::32633/);
  });

  it('is one feature, or a list of features', async () => {
    expect(await featuresOf(JSON.stringify(feature))).toEqual([feature]);
    expect(await featuresOf(JSON.stringify([feature]))).toEqual([feature]);
  });

  it('with a mistake after many features is refused with the place of the mistake', async () => {
    const many = Array.from({ length: 20_000 }, () => JSON.stringify(feature)).join(',\n');
    const head = '{"type":"FeatureCollection","features":[\n';
    await expect(featuresOf(`${head}${many}\n{}]}`)).rejects.toThrow(
      'There is an unexpected character at line 20002, column 1.',
    );
    await expect(featuresOf(`${head}${many}`)).rejects.toThrow('It is truncated at line 20001');
    await expect(
      featuresOf(Buffer.concat([Buffer.from(`${head}"`), Buffer.of(0xe9), Buffer.from('"]}')])),
    ).rejects.toThrow('is not UTF-8: the first wrong byte is in line 2, column 2.');
  });

  it('with a feature of more than 64 MB is refused', async () => {
    const large = { ...feature, properties: { text: 'x'.repeat(64_000_000) } };
    await expect(
      featuresOf(JSON.stringify({ type: 'FeatureCollection', features: [large] })),
    ).rejects.toThrow('has a feature of more than 64 MB. Divide or simplify its shape.');
  });
});
