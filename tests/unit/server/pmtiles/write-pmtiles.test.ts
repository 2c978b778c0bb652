import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { PMTiles, tileIdToZxy, type Source } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { buildPmtiles, writePmtiles, type Tile } from '../../../../server/pmtiles/write-pmtiles.ts';
import { SEED_OF_THE_DAY } from '../../../seed-of-the-day.ts';
import { NIGHTLY } from '../../../size.ts';

const BOUNDS = [8, -14, 32, 12] as const;

function open(archive: Uint8Array): PMTiles {
  const source: Source = {
    getKey: () => 'memory',
    getBytes: (offset, length) =>
      Promise.resolve({ data: new Uint8Array(archive.slice(offset, offset + length)).buffer }),
  };
  return new PMTiles(source);
}

const tileAt = (tileId: number, text: string): Tile => {
  const [z, x, y] = tileIdToZxy(tileId);
  return { z, x, y, data: Buffer.from(text) };
};

/** Text whose length and content vary, so that a directory of such tiles hardly compresses. */
const uneven = (id: number): string =>
  `${id} ${'x'.repeat(Math.imul(id * id + 1, 0x9e3779b1) >>> 22)}`;

async function read(archive: PMTiles, tile: Tile): Promise<string | undefined> {
  const answer = await archive.getZxy(tile.z, tile.x, tile.y);
  return answer && Buffer.from(answer.data).toString();
}

describe('writePmtiles', () => {
  it('has bounds with an extent, also of a single place', async () => {
    const bounds = [10, -3, 10, -3] as const;
    const tiles = [tileAt(0, 'a')];
    const { archive } = buildPmtiles({ tiles, tileType: 'png', metadata: {}, bounds });
    expect(await open(archive).getHeader()).toMatchObject({
      minLon: 9.999999,
      minLat: -3.000001,
      maxLon: 10.000001,
      maxLat: -2.999999,
    });
  });

  it('has the given type, zooms, bounds, centre and metadata', async () => {
    const { archive } = buildPmtiles({
      tiles: [tileAt(0, 'a'), tileAt(7, 'b')],
      tileType: 'mvt',
      metadata: { name: 'test', vector_layers: [] },
      bounds: BOUNDS,
      center: [20, -1, 4],
    });
    const reader = open(archive);
    expect(await reader.getHeader()).toMatchObject({
      specVersion: 3,
      clustered: true,
      tileType: 1,
      tileCompression: 2,
      minZoom: 0,
      maxZoom: 2,
      minLon: 8,
      minLat: -14,
      maxLon: 32,
      maxLat: 12,
      centerLon: 20,
      centerLat: -1,
      centerZoom: 4,
      numAddressedTiles: 2,
    });
    expect(await reader.getMetadata()).toEqual({ name: 'test', vector_layers: [] });
  });

  it('returns every tile, and nothing for an absent one, whatever the order of writing', async () => {
    const contents = fc.uniqueArray(
      fc.record({ id: fc.nat(5000), text: fc.constantFrom('sea', 'land', 'forest', 'lake') }),
      { minLength: 1, maxLength: 60, selector: (tile) => tile.id },
    );
    await fc.assert(
      fc.asyncProperty(contents, fc.boolean(), async (list, picture) => {
        const tiles = list.map(({ id, text }) => tileAt(id, text));
        const { archive, summary } = buildPmtiles({
          tiles,
          tileType: picture ? 'webp' : 'mvt',
          metadata: {},
          bounds: BOUNDS,
        });
        const reader = open(archive);
        for (const tile of tiles) expect(await read(reader, tile)).toBe(tile.data.toString());
        const absent = tileAt(5001, '');
        expect(await read(reader, absent)).toBeUndefined();
        expect(summary.contents).toBe(new Set(list.map(({ text }) => text)).size);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: NIGHTLY ? 2000 : 40 },
    );
  });

  it('stores equal neighbours once, as a run', () => {
    const tiles = Array.from({ length: 400 }, (_, id) => tileAt(id, id < 300 ? 'sea' : 'land'));
    const { summary } = buildPmtiles({ tiles, tileType: 'png', metadata: {}, bounds: BOUNDS });
    expect(summary).toMatchObject({ addressed: 400, contents: 2, entries: 2, leaves: 0 });
  });

  it('reads back through more than one leaf directory', async () => {
    const count = NIGHTLY ? 60_000 : 20_000;
    const tiles = Array.from({ length: count }, (_, id) => tileAt(id * 3, uneven(id)));
    const { archive, summary } = buildPmtiles({
      tiles,
      tileType: 'webp',
      metadata: {},
      bounds: BOUNDS,
    });
    expect(summary.leaves).toBeGreaterThan(1);
    const reader = open(archive);
    for (const id of [0, 1, 4095, 4096, 4097, count - 1]) {
      expect(await read(reader, tileAt(id * 3, ''))).toBe(uneven(id));
      expect(await read(reader, tileAt(id * 3 + 1, ''))).toBeUndefined();
    }
  });

  it('makes leaves larger until the root fits, and throws when it cannot fit', () => {
    const tiles = Array.from({ length: 20_000 }, (_, id) => tileAt(id * 2, uneven(id)));
    const make = (maxRootBytes: number) =>
      buildPmtiles({ tiles, tileType: 'png', metadata: {}, bounds: BOUNDS, maxRootBytes });
    const roomy = make(16_000).summary.leaves;
    const tight = make(38).summary.leaves;
    expect(roomy).toBe(5);
    expect(tight).toBeGreaterThan(0);
    expect(tight).toBeLessThan(roomy);
    expect(() => make(10)).toThrow('10 bytes');
  });

  it('refuses an empty archive and one address given twice', () => {
    const make = (tiles: Tile[]) =>
      buildPmtiles({ tiles, tileType: 'png', metadata: {}, bounds: BOUNDS });
    expect(() => make([])).toThrow('at least one tile');
    expect(() => make([tileAt(5, 'a'), tileAt(5, 'b')])).toThrow('was given twice');
  });

  it('leaves one file with the bytes of the archive, equal on every run', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pmtiles-'));
    try {
      const options = { tileType: 'mvt', metadata: {}, bounds: BOUNDS } as const;
      const tiles = [tileAt(1, 'a'), tileAt(9, 'b')];
      const path = join(folder, 'x.pmtiles');
      const { bytes } = writePmtiles(path, { ...options, tiles });
      const again = buildPmtiles({ ...options, tiles: tiles.toReversed() }).archive;
      expect(readFileSync(path)).toEqual(Buffer.from(again));
      expect(bytes).toBe(again.length);
      expect(readdirSync(folder)).toEqual(['x.pmtiles']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
