import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Geometry } from 'geojson';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { writeXlsx } from '../../../../server/downloads/files/write-xlsx.ts';
import type { Attributes } from '../../../../server/store/store.ts';
import { ask, GDAL } from '../../../external-programs.ts';
import { imported } from '../../app/import/files.ts';

const folder = mkdtempSync(join(tmpdir(), 'atlas-xlsx-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FIELDS = [
  { name: 'name', type: 'text', label: {} },
  { name: 'people', type: 'integer', label: {} },
  { name: 'visited', type: 'date', label: {} },
  { name: 'open', type: 'boolean', label: {} },
] as const;
const POINT: Geometry = { type: 'Point', coordinates: [9.1234567, -0.5] };

/** Writes features with these properties; returns the path of the file. */
async function written(
  rows: readonly Attributes[],
  { geometry = POINT, mostRows }: { geometry?: Geometry; mostRows?: number } = {},
): Promise<string> {
  const plan = {
    folder,
    name: `wells-${readdirSync(folder).length}`,
    title: 'Wells: [old] and/or new, of the whole region',
    locale: 'fr',
    sheets: [{ name: 'Sources', rows: [['Wells'], ['Licence', 'CC-BY-4.0 <&>']] }],
    note: null,
    demo: false,
    source: { boxes: () => new Float64Array(), at: () => [] },
    fields: FIELDS,
    census: {
      count: rows.length,
      bounds: [9, -1, 10, 1] as const,
      types: new Set([geometry.type as 'Point']),
      widths: new Map(),
    },
  };
  const writer = writeXlsx(plan, mostRows);
  for (const [id, properties] of rows.entries()) writer.add({ id, geometry, properties });
  const [file] = await writer.end();
  return join(folder, file!);
}

describe('the spreadsheet of a download', () => {
  it('is read by Import with the same values, places and accents', async () => {
    const rows = [
      { name: 'Forêt de l’Éléphant', people: -7, visited: '2024-03-01', open: true },
      { name: '=1+1 <b> "é" & \n ½ Ŋ', people: null, visited: '1999', open: false },
      { name: 'a\u0000b\uD800', people: 3.5e-12, visited: '1899-12-31', open: null },
    ];
    const path = await written(rows);
    const { features } = imported('wells.xlsx', new Uint8Array(readFileSync(path)));
    expect(features.map(({ geometry }) => geometry)).toEqual(rows.map(() => POINT));
    const values = features.map(({ properties }) => [properties['name'], properties['visited']]);
    expect(values).toEqual([
      ['Forêt de l’Éléphant', '2024-03-01'],
      ['=1+1 <b> "é" & \n ½ Ŋ', 1999],
      ['ab\uFFFD', '1899-12-31'],
    ]);
  });

  it.skipIf(!GDAL.present)(
    GDAL.title('has days, whole numbers and texts as such for GDAL, and a sheet of sources'),
    async () => {
      const path = await written([
        { name: '007', people: 12, visited: '1900-03-01', open: true },
        { name: '8', people: 1_000_000, visited: '2024-02-29', open: false },
      ]);
      const lines = await ask('ogrinfo', ['-al', path, '--config', 'OGR_XLSX_HEADERS', 'FORCE']);
      expect(lines).toContain('Layer name: Wells   old  and or new, of the');
      for (const line of [
        'name (String) = 007',
        'people (Integer) = 1000000',
        'visited (Date) = 1900/03/01',
        'visited (Date) = 2024/02/29',
        'longitude (Real) = 9.1234567',
        'CC-BY-4.0 <&>',
      ])
        expect(lines).toContain(line);
    },
  );

  it('leaves out an outline that no cell can hold, and cuts other texts', async () => {
    const ring = Array.from({ length: 4_000 }, (_, i) => [9 + i / 1e7, 0.1234567]);
    const geometry: Geometry = { type: 'Polygon', coordinates: [ring] };
    const path = await written([{ name: 'x'.repeat(40_000) }], { geometry });
    const sheet = strFromU8(unzipSync(readFileSync(path))['xl/worksheets/sheet1.xml']!);
    expect(sheet).not.toContain('POLYGON');
    expect(/x{100,}/.exec(sheet)![0]).toHaveLength(32_767);
  });

  it('continues on a further sheet when one is full, and leaves no other files', async () => {
    const rows = ['a', 'b', 'c'].map((name) => ({ name }));
    const entries = unzipSync(readFileSync(await written(rows, { mostRows: 3 })));
    const sheets = [1, 2, 3].map((n) => strFromU8(entries[`xl/worksheets/sheet${n}.xml`]!));
    expect(sheets.map((sheet) => sheet.match(/<row /g)!.length)).toEqual([3, 2, 2]);
    expect(strFromU8(entries['xl/workbook.xml']!)).toContain('name="2 Wells');
    expect(readdirSync(folder).filter((file) => !file.endsWith('.xlsx'))).toEqual([]);
  });
});
