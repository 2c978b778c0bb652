import { deflateSync } from 'node:zlib';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeGeotiff } from '../../../../demo/write-geotiff.ts';
import {
  parseGeotiff,
  RASTER_LIMITS,
  readRasterFile,
} from '../../../../server/load/files/raster/read-raster-file.ts';
import { UnreadableData } from 'atlas-engine/readers';
import { seededRandom } from '../../../bench/geometry/polygons.ts';

const GRID = { bounds: [8, -14, 32, 12], width: 30, height: 20 } as const;
const FILE = await writeGeotiff({
  ...GRID,
  values: Uint8Array.from({ length: 600 }, (_, i) => i % 255),
});
/** Offset of the entries of the directory. */
const ENTRIES = 10;
const ENTRY = 12;

/** Returns the file with another value of a tag in the directory. */
function withTag(tag: number, value: number, file = FILE): Buffer {
  const changed = Buffer.from(file);
  for (let at = ENTRIES; at < ENTRIES + 13 * ENTRY; at += ENTRY)
    if (changed.readUInt16LE(at) === tag) changed.writeUInt32LE(value, at + 8);
  return changed;
}

/** Returns the file as tiles, by its directory. */
function tiled(size: number): Buffer {
  const changed = withTag(278, size);
  const tags: Readonly<Record<number, number>> = { 273: 324, 278: 323, 279: 325, 277: 322 };
  for (let at = ENTRIES; at < ENTRIES + 13 * ENTRY; at += ENTRY) {
    const tag = changed.readUInt16LE(at);
    changed.writeUInt16LE(tags[tag] ?? tag, at);
    if (tag === 277) changed.writeUInt32LE(size, at + 8);
  }
  return changed;
}

async function refusal(bytes: Uint8Array): Promise<string> {
  try {
    await parseGeotiff(bytes, 'cover.tif');
    return 'read';
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableData);
    return (error as UnreadableData).message;
  }
}

describe('a raster that is refused', () => {
  it.each<[string, Uint8Array]>([
    ['is empty', new Uint8Array()],
    ['is text', Buffer.from('{"type":"FeatureCollection"}')],
    ['is only its first bytes', Buffer.from('II*\0')],
    ['is truncated', FILE.subarray(0, FILE.length - 40)],
    ['has no pixels', withTag(256, 0)],
    ['has tiles without a size', tiled(0)],
    ['has tiles of a million by a million pixels', tiled(1_000_000)],
  ])('is refused when it %s', async (_, bytes) => {
    expect(await refusal(bytes)).toBe('The file `cover.tif` is not a TIFF, or it is damaged.');
  });

  it('has too many pixels, and the message has the command that reduces them', async () => {
    const sentence = await refusal(withTag(257, 2_000_000));
    expect(sentence).toContain('has 30 × 2000000 pixels, and at most 50 million are supported');
    const [, percent] = /-outsize ([\d.]+)% /.exec(sentence)!;
    expect(30 * 2_000_000 * (Number(percent) / 100) ** 2).toBeLessThan(RASTER_LIMITS.pixels);
  });

  it('has a strip that inflates beyond its pixels, which is not inflated completely', async () => {
    const bomb = deflateSync(Buffer.alloc(200_000_000));
    const head = FILE.subarray(0, FILE.readUInt32LE(ENTRIES + 5 * ENTRY + 8));
    const file = withTag(279, bomb.length, Buffer.concat([head, bomb]));
    const before = process.memoryUsage().arrayBuffers;
    expect(await refusal(file)).toBe('The file `cover.tif` is not a TIFF, or it is damaged.');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });

  it('has images that refer to each other in a cycle', async () => {
    const circle = Buffer.from(FILE);
    circle.writeUInt32LE(8, ENTRIES + 13 * ENTRY);
    const { values } = await parseGeotiff(circle, 'cover.tif');
    expect(values.length).toBe(600);
  });

  it('fails with a message whatever byte is damaged', async () => {
    const random = seededRandom(11);
    for (let round = 0; round < 400; round++) {
      const bytes = Buffer.from(FILE);
      for (let change = 0; change < 3; change++)
        bytes[Math.floor(random() * (round % 2 ? bytes.length : 280))] = Math.floor(random() * 256);
      const raster = await parseGeotiff(bytes, 'cover.tif').catch((error: unknown) => {
        expect(error).toBeInstanceOf(UnreadableData);
        return null;
      });
      if (!raster) continue;
      expect(raster.values.length).toBe(raster.width * raster.height);
      expect(raster.bounds.every(Number.isFinite)).toBe(true);
    }
  });
});

describe('a file of a raster', () => {
  let dir: string;
  beforeAll(() => void (dir = mkdtempSync(join(tmpdir(), 'atlas-geotiff-'))));
  afterAll(() => rmSync(dir, { recursive: true }));

  it('that does not exist or is too large is not read', async () => {
    const path = join(dir, 'large.tif');
    await expect(readRasterFile(path)).rejects.toThrow('The file `large.tif` does not exist.');
    writeFileSync(path, '');
    truncateSync(path, RASTER_LIMITS.bytes + 1);
    await expect(readRasterFile(path)).rejects.toThrow(
      'The file `large.tif` has more than 200 MB. `gdal_translate -outsize 50% 0 large.tif smaller.tif` makes it smaller.',
    );
  });
});
