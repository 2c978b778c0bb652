import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TileCache } from '../../../server/routes/tiles/tile-cache.ts';
import { TileFiles } from '../../../server/routes/tiles/tile-files.ts';

const BLOCK = 4_096;
const GROUPS = new Set(['aaaa', 'bbbb']);

let folder: string;
let faults: unknown[];

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'atlas-tiles-')), 'tiles');
  faults = [];
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

/** Starts with the folder, like a server. */
async function start(maxBytes = 100 * BLOCK, groups: ReadonlySet<string> = GROUPS) {
  const files = new TileFiles({ folder, maxBytes, failed: (error) => void faults.push(error) });
  files.keepOnly(groups);
  await files.settled();
  return files;
}

const place = (tile: string, group = 'aaaa') => ({ group, tile });
const content = (text: string) => ({
  gzip: gzipSync(text),
  br: null,
  hash: text.padEnd(22, '-').slice(0, 22),
});

const pathsOnDisk = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

describe('tiles on disk', () => {
  it('survive a restart, and are written atomically', async () => {
    const first = await start();
    first.write(place('1-0-0'), content('one'));
    first.write(place('1-0-1', 'bbbb'), content('two'));
    await first.settled();
    const second = await start();
    expect(second.figures()).toMatchObject({ entries: 2, bytes: 2 * BLOCK });
    expect(await second.read(place('1-0-0'))).toEqual(content('one'));
    expect(await second.read(place('1-0-0', 'bbbb'))).toBeNull();
    expect(second.figures()).toMatchObject({ hits: 1, misses: 1 });
    expect(pathsOnDisk().map((path) => path.split('/').at(-1))).toEqual(['1-0-0', '1-0-1']);
    expect(statSync(pathsOnDisk()[0]!).mode & 0o077).toBe(0);
  });

  it('stay within their limit; the least recently used are removed', async () => {
    const files = await start(4 * BLOCK);
    for (const tile of ['a', 'b', 'c', 'd']) {
      files.write(place(tile), content(tile));
      await files.settled();
    }
    await files.read(place('a'));
    files.write(place('e'), content('e'));
    await files.settled();
    expect(pathsOnDisk().map((path) => path.at(-1))).toEqual(['a', 'c', 'd', 'e']);
    // After a restart, the time of writing counts as that of the last use.
    for (const [age, path] of ['d', 'a', 'e', 'c'].entries())
      utimesSync(join(pathsOnDisk()[0]!, '..', path), 1_000 + age, 1_000 + age);
    const smaller = await start(2 * BLOCK);
    await smaller.settled();
    expect(pathsOnDisk().map((path) => path.at(-1))).toEqual(['c', 'e']);
  });

  it.each([
    ['truncated', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['emptied', () => Buffer.alloc(0)],
    [
      'changed in one bit',
      (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 60 ? byte ^ 1 : byte))),
    ],
    [
      'changed in its hash',
      (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))),
    ],
    ['grown', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])],
  ])('that were %s are not read', async (_what, damage) => {
    const files = await start();
    files.write(place('1-0-0'), content('the content of the tile'));
    await files.settled();
    const [path = ''] = pathsOnDisk();
    writeFileSync(path, damage(readFileSync(path)));
    expect(await files.read(place('1-0-0'))).toBeNull();
    expect(pathsOnDisk()).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('get Brotli one by one, the oldest first, also after a restart', async () => {
    const first = await start();
    for (const tile of ['a', 'b', 'c']) {
      first.write(place(tile), content(tile.repeat(5_000)));
      await first.settled();
    }
    expect(await first.compressNext()).toMatchObject({ key: 'aaaa/a' });
    const second = await start();
    // The first one was written again, so that it is the newest.
    for (const tile of ['b', 'c', 'a'])
      expect(await second.compressNext()).toMatchObject({ key: `aaaa/${tile}` });
    expect(await second.compressNext()).toBeNull();
    for (const tile of ['a', 'b', 'c']) {
      const { br, ...rest } = (await second.read(place(tile)))!;
      const { br: _none, ...before } = content(tile.repeat(5_000));
      expect(rest).toEqual(before);
      expect(brotliDecompressSync(br!).toString()).toBe(tile.repeat(5_000));
    }
    expect(faults).toEqual([]);
  });

  it('that are removed or damaged get no Brotli', async () => {
    const files = await start();
    for (const tile of ['a', 'b', 'c']) {
      files.write(place(tile), content(tile));
      await files.settled();
    }
    const [a = '', b = ''] = pathsOnDisk();
    writeFileSync(a, 'damaged');
    rmSync(b);
    expect([await files.compressNext(), await files.compressNext()]).toEqual([null, null]);
    files.keepOnly(new Set(['bbbb']));
    await files.settled();
    expect(await files.compressNext()).toBeNull();
    expect(pathsOnDisk()).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('are not read under the name of another', async () => {
    const files = await start();
    files.write(place('1-0-0'), content('one'));
    await files.settled();
    const [path = ''] = pathsOnDisk();
    writeFileSync(path.replace('1-0-0', '1-0-1'), readFileSync(path));
    expect(await files.read(place('1-0-1'))).toBeNull();
    expect(await files.read(place('1-0-0'))).toEqual(content('one'));
  });

  it('are removed with their version, immediately and at the next start', async () => {
    const files = await start();
    for (const group of GROUPS) files.write(place('1-0-0', group), content(group));
    await files.settled();
    files.keepOnly(new Set(['bbbb', 'cccc']));
    // A tile requested before the change is neither returned nor stored.
    files.write(place('2-0-0', 'aaaa'), content('late'));
    expect(await files.read(place('1-0-0', 'aaaa'))).toBeNull();
    await files.settled();
    expect(pathsOnDisk()).toHaveLength(1);
    expect(files.figures().entries).toBe(1);
    mkdirSync(join(folder, '0123456789ab.bbbb'));
    writeFileSync(join(folder, '0123456789ab.bbbb/1-0-0'), 'of other code');
    await start(undefined, new Set(['dddd']));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that a stopped server did not finish are removed', async () => {
    const files = await start();
    files.write(place('1-0-0'), content('one'));
    await files.settled();
    const left = `${pathsOnDisk()[0]}.0000-uuid`;
    writeFileSync(left, 'half');
    utimesSync(left, 1_000, 1_000);
    await start();
    expect(pathsOnDisk()).toHaveLength(1);
  });

  it('are not stored on a failing disk, which is reported once', async () => {
    writeFileSync(folder, 'no folder');
    const files = await start();
    const cache = new TileCache({ maxBytes: 1, files });
    const key = { group: 'aaaa', z: 1, x: 0, y: 0, open: true };
    for (let n = 0; n < 3; n += 1) {
      const tile = await cache.get(key, async () => ({
        made: Buffer.from('made'),
        current: true,
      }));
      expect(tile.gzip).not.toBeNull();
      await files.settled();
    }
    expect(faults).toHaveLength(1);
    // The cache works again when the disk does.
    rmSync(folder);
    await cache.get(key, async () => ({ made: Buffer.from('made'), current: true }));
    await files.settled();
    expect(await files.read(place('1-0-0'))).not.toBeNull();
  });
});

describe('the cache over memory and disk', () => {
  const tile = { group: 'aaaa', z: 6, x: 34, y: 31, open: true };

  it('looks up and makes a tile once for simultaneous requests', async () => {
    const files = await start();
    const first = new TileCache({ maxBytes: 10_000, files });
    let made = 0;
    const make = async () => {
      made += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { made: Buffer.from('tile'), current: true };
    };
    await Promise.all(Array.from({ length: 50 }, () => first.get(tile, make)));
    expect([made, first.figures()['disk']?.misses]).toEqual([1, 1]);
    await files.settled();
    const second = new TileCache({ maxBytes: 10_000, files: await start() });
    await Promise.all(Array.from({ length: 50 }, () => second.get(tile, make)));
    expect([made, second.figures()['disk']?.hits]).toEqual([1, 1]);
  });

  it('writes neither restricted nor outdated tiles to disk', async () => {
    const files = await start();
    const cache = new TileCache({ maxBytes: 10_000, files });
    const bytes = Buffer.from('tile');
    await cache.get({ ...tile, open: false }, async () => ({ made: bytes, current: true }));
    await cache.get({ ...tile, z: 7 }, async () => ({ made: bytes, current: false }));
    await cache.get({ ...tile, z: 8 }, async () => ({ made: null, current: true }));
    await files.settled();
    expect(readdirSync(join(folder, '..'))).toEqual([]);
    expect(files.figures()).toMatchObject({ misses: 2, entries: 0 });
  });
});
