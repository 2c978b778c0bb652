import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeGeotiff } from '../../../demo/write-geotiff.ts';
import { run } from '../../../cli/atlas.ts';
import { writeAtlas } from '../../build-atlas.ts';

const COVER = `
datasets:
  - { id: cover, geometry: raster, permission: open, load: { file: data/cover.tif }, feeds: { wms: cover } }
classes:
  - { id: cover, ramp: [[0, '#F7FCF5'], [100, '#00441B']], unit: { all: '%' } }
groups:
  - { id: cover, name: { all: Cover }, category: things, sublayers: [{ id: cover, type: raster, source: cover, classes: cover }] }
`;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'atlas-raster-check-'));
  mkdirSync(join(dir, 'atlas/data'), { recursive: true });
  mkdirSync(join(dir, 'atlas/icons'));
  writeFileSync(join(dir, 'atlas/icons/note.txt'), 'none');
  writeAtlas(join(dir, 'atlas'), COVER);
});
afterAll(() => rmSync(dir, { recursive: true }));

async function atlas(
  verb: string,
): Promise<{ readonly code: number | null; readonly text: string }> {
  const lines: string[] = [];
  const keep = (text: string): void => void lines.push(text);
  const env = { ATLAS_DATA_DIR: join(dir, 'store') };
  const io = { out: keep, err: keep, env, color: false };
  const code = await run([verb, '--config', join(dir, 'atlas')], io);
  return { code, text: lines.join('\n') };
}

it('the check reads a raster, refuses it with a command, and reads it again when the file changed', async () => {
  const values = Uint8Array.of(0, 50, 100, 255);
  const file = await writeGeotiff({ bounds: [2, 2, 9, 9], width: 2, height: 2, values });
  const path = join(dir, 'atlas/data/cover.tif');
  const elsewhere = Buffer.from(file);
  // The number of the reference system is the last of the keys.
  elsewhere.writeUInt16LE(4267, elsewhere.lastIndexOf(Buffer.from([0xe6, 0x10])));
  writeFileSync(path, elsewhere);
  const refused = await atlas('check');
  expect(refused.code).toBe(1);
  expect(refused.text).toContain('error data-unreadable  atlas.yaml:3');
  expect(refused.text).toContain(
    'is in EPSG:4267, and only EPSG:4326 and EPSG:3857 are supported.',
  );
  expect(refused.text).toContain('gdalwarp -t_srs EPSG:4326');
  writeFileSync(path, file);
  expect(await atlas('check')).toMatchObject({ code: 0 });
  expect((await atlas('load')).text).toContain('cover: 1 read, 1 loaded');
  // A file that was read is not decoded again.
  const kept = join(dir, 'store/profiles/cover.json');
  const { mtimeMs } = statSync(kept);
  expect(await atlas('check')).toMatchObject({ code: 0 });
  expect(statSync(kept).mtimeMs).toBe(mtimeMs);
});

it('the check compares the classes with the values of the pixels, without those without data', async () => {
  const values = Uint8Array.of(0, 50, 100, 255);
  const file = await writeGeotiff({ bounds: [2, 2, 9, 9], width: 2, height: 2, values });
  writeFileSync(join(dir, 'atlas/data/cover.tif'), file);
  const entry = (value: number, i: number): string =>
    `{ value: ${value}, color: '#12345${i}', label: { all: V${value} } }`;
  const classes = `values: [${[0, 50, 60].map(entry).join(', ')}]`;
  writeAtlas(join(dir, 'atlas'), COVER.replace(/ramp: .*, unit: .* \}(?= \})/, classes));
  const { code, text } = await atlas('check');
  expect(code).toBe(0);
  expect(text).toContain(
    'No pixel of `cover` has the value `60` of `cover`. Pixels with `100` have',
  );
  expect(text).not.toContain('255');
});
