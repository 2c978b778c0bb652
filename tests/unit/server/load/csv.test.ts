import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCsv, type CsvOptions } from '../../../../server/load/files/csv.ts';
import { parseNdjson } from '../../../../server/load/files/ndjson.ts';
import { SourceFile } from '../../../../server/load/files/source-file.ts';
import { LINE } from '../../../../server/load/feature-line.ts';
import { RefusedRecord } from '../../../../server/load/refused-record.ts';

const LNG_LAT: CsvOptions = { coordinates: ['lng', 'lat'] };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atlas-csv-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (name: string, content: string | Uint8Array): SourceFile => {
  writeFileSync(join(folder, name), content);
  return new SourceFile(join(folder, name));
};
const allOf = async (lists: AsyncIterable<readonly unknown[]>): Promise<unknown[]> => {
  const all: unknown[] = [];
  for await (const list of lists) all.push(...list);
  return all;
};
const read = async (
  content: string | Uint8Array,
  options: CsvOptions = LNG_LAT,
): Promise<unknown[]> => allOf(parseCsv(fileOf('wells.csv', content), options));
const refused = (records: readonly unknown[]): string[] =>
  records.flatMap((record) =>
    record instanceof RefusedRecord ? [`line ${record.line}: ${record.reason}`] : [],
  );
const point = (x: number, y: number): object => ({ type: 'Point', coordinates: [x, y] });

describe('a CSV file', () => {
  it('gives a feature for each row, with its columns as texts', async () => {
    expect(await read('name,lng,lat\nUp, 16.5 ,-1.25\n')).toEqual([
      {
        type: 'Feature',
        geometry: point(16.5, -1.25),
        properties: { name: 'Up', lng: ' 16.5 ', lat: '-1.25' },
        [LINE]: 2,
      },
    ]);
  });

  it('reads longitude and latitude from the columns of these names when none are named', async () => {
    expect(await read('latitude,longitude\n1,2\n', {})).toMatchObject([{ geometry: point(2, 1) }]);
  });

  it('is separated by semicolons if its header is, outside quotation marks', async () => {
    const text = '"a, b, c";lng;lat\r\n"x;y";16,5;-1,25\r\n';
    expect(await read(text, { ...LNG_LAT, decimal: 'comma' })).toMatchObject([
      { geometry: point(16.5, -1.25), properties: { 'a, b, c': 'x;y' } },
    ]);
  });

  it('is separated by tabs if its header is, and may begin with the line of Excel with the delimiter', async () => {
    const one = [{ geometry: point(1, 2), properties: { name: 'a, b' } }];
    expect(await read('name\tlng\tlat\na, b\t1\t2\n')).toMatchObject(one);
    expect(await read('\ufeffsep=;\r\nname;lng;lat\r\na, b;1;2\r\n')).toMatchObject(one);
    expect(refused(await read('sep=;\nname;lng;lat\na;1;2\nb;;\n'))).toEqual([
      'line 4: no-geometry',
    ]);
  });

  it('may begin with a byte order mark', async () => {
    expect(await read('\ufefflng,lat\n1,2\n')).toMatchObject([{ properties: { lng: '1' } }]);
  });

  it('is read in Windows-1252 if configured, including curly quotes', async () => {
    const bytes = Buffer.from([...Buffer.from('lng,lat,n\n1,2,l'), 0x92, 0xe9, 0x74, 0xe9, 0x0a]);
    expect(await read(bytes, { ...LNG_LAT, encoding: 'windows-1252' })).toMatchObject([
      { properties: { n: 'l’été' } },
    ]);
    await expect(read(bytes)).rejects.toThrow(
      'The file `wells.csv` is not UTF-8: the first wrong byte is in line 2, column 6. Add `encoding: windows-1252` under `load:`, or save it as UTF-8: in Excel with the file type “CSV UTF-8”, in QGIS with “Export > Save Features As” and the encoding UTF-8, in Notepad++ with',
    );
  });

  it('refuses rows without a position, by their first line, with line breaks in quotation marks counted', async () => {
    const text = [
      'name,lng,lat',
      '"two',
      'lines",1,2',
      '"three',
      'more',
      'lines",east,2',
      'none,,',
      '',
      'far,181,0',
      'comma,"16,5","1,2"',
      'short,1',
      'long,1,2,3',
      'padded,1,2,,',
    ].join('\n');
    const records = await read(text);
    expect(refused(records)).toEqual([
      'line 4: bad-coordinates',
      'line 7: no-geometry',
      'line 10: decimal-comma',
      'line 11: wrong-cell-count',
      'line 12: wrong-cell-count',
    ]);
    expect(records).toHaveLength(8);
    // The check reports its position, and a load rejects it.
    expect(records[3]).toMatchObject({ geometry: point(181, 0), [LINE]: 9 });
  });

  it('reads a column of WKT, which is then not an attribute', async () => {
    const records = await read('name,shape\na,"POLYGON ((0 0, 1 0, 1 1, 0 0))"\nb,circle\nc,\n', {
      wkt: 'shape',
    });
    expect(records[0]).toMatchObject({ geometry: { type: 'Polygon' }, properties: { name: 'a' } });
    expect(Object.keys((records[0] as { properties: object }).properties)).toEqual(['name']);
    expect(refused(records)).toEqual(['line 3: not-wkt', 'line 4: no-geometry']);
  });

  it('reports the missing column and the existing ones', async () => {
    const error = await catchError(() => read('name,x,y\nsecret,1,2\n'));
    expect(error).toMatchObject({
      name: 'UnreadableData',
      lacks: { what: 'column', key: 'coordinates', found: 'lng', known: ['name', 'x', 'y'] },
    });
  });

  it.each([
    [`a,18°25'12"W,31 36 36 N`, `18°25'12"W`],
    ['a,18 25 12 W,31 36 36 N', '18 25 12 W'],
    [`a,-18.42,"31°36'36""N"`, `31°36'36"N`],
  ])('gives an example of coordinates in degrees, minutes and seconds: %s', async (row, found) => {
    const text = `name,lng,lat\n${row}\n`;
    const column = found.endsWith('N') ? 'lat' : 'lng';
    const angle = { found, line: 2, column };
    let result: unknown;
    try {
      [result] = await read(text);
    } catch (error) {
      result = error;
    }
    expect(result).toMatchObject({ angle });
  });

  it.each([
    ['', 'is empty'],
    ['lng,lat,lng\n', 'has two columns named `lng`'],
    ['name|lng|lat\nsecret|1|2\n', 'Save it with commas, semicolons or tabs.'],
    [
      'lng,lat\n"secret,1\n',
      'A quotation mark is missing, or there is one too many, in or before line',
    ],
    [Buffer.from([0xff, 0xfe, 0x61, 0]), 'is UTF-16. To fix it, save it as UTF-8: in Excel'],
    [Buffer.from([0x61, 0xe9, 0x0a]), 'Add `encoding: windows-1252` under `load:`, or save it as'],
  ])(
    'that is invalid is refused with a message that quotes no value: %j',
    async (content, words) => {
      const error = await catchError(() => read(content));
      expect(String(error)).toContain(words);
      expect(String(error)).not.toContain('secret');
    },
  );
});

describe('a line of more than 64 MB', () => {
  // A part ends within the letter, which has two bytes.
  const long = 'é'.repeat(33_000_001);

  it('is refused in a file with a feature on each line, and the others are read', async () => {
    const text = `{"type":"Feature"}\n"x${long}"\n{"type":"Feature"}\n{`;
    const records = await allOf(parseNdjson(fileOf('long.ndjson', text)));
    expect(refused(records)).toEqual(['line 2: too-large', 'line 4: not-json']);
    expect(records).toHaveLength(4);
    expect(records[2]).toMatchObject({ [LINE]: 3 });
  });

  it('is refused in a table, with its number', async () => {
    await expect(read(`lng,lat,n\n1,2,x\n1,2,${long}\n`)).rejects.toThrow(
      'has a row of more than 50000000 characters. A line break or quotation mark is missing in or before line 3.',
    );
  });
});

describe('a file with a feature on each line', () => {
  it('skips empty lines and refuses lines that are not JSON', async () => {
    const text = '\u001e{"type":"Feature"}\r\n\n{"type":\n{"type":"Feature"}';
    const records = await allOf(parseNdjson(fileOf('wells.ndjson', text)));
    expect(records).toHaveLength(3);
    expect(refused(records)).toEqual(['line 3: not-json']);
  });
});

async function catchError(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return error;
  }
}
