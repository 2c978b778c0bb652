import { mkdirSync, mkdtempSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfigFolder } from '../../../../server/config/read-config-folder.ts';

/** More than the time after which a folder counts as complete, ms. */
const QUIET = 350;

describe('a configuration folder that is being written', () => {
  let dir: string;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'atlas-torn-'));
    mkdirSync(join(dir, 'more'));
    write('a.yaml', 'a: 0');
    write('more/b.yaml', 'b: 0');
    await sleep(QUIET);
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const write = (path: string, text: string): void => writeFileSync(join(dir, path), text);
  const texts = async () => (await readConfigFolder(dir)).files.map(({ text }) => text);

  it('is read immediately when nothing is written', async () => {
    const start = performance.now();
    expect(await texts()).toEqual(['a: 0', 'b: 0']);
    expect(performance.now() - start).toBeLessThan(250);
  });

  it('is refused with the place of the first byte that is not UTF-8, and how to save it', async () => {
    writeFileSync(join(dir, 'a.yaml'), Buffer.from('a: 0\nname: for\xeat', 'latin1'));
    await sleep(QUIET);
    await expect(texts()).rejects.toThrow(
      'The file `a.yaml` is not UTF-8: the first wrong byte is in line 2, column 10. To fix it, save it as UTF-8: in Notepad++ with “Encoding > Convert to UTF-8”',
    );
  });

  it('gives the same object for a file whose text did not change', async () => {
    const read = async () => (await readConfigFolder(dir)).files;
    const [a, b] = await read();
    write('a.yaml', 'a: 1');
    write('more/b.yaml', 'b: 0');
    await sleep(QUIET);
    const [changed, same] = await read();
    expect(changed).toEqual({ path: 'a.yaml', text: 'a: 1' });
    expect(changed).not.toBe(a);
    expect(same).toBe(b);
  });

  it('is read after the last of several writes', async () => {
    write('a.yaml', 'a: 1');
    const read = texts();
    await sleep(100);
    write('more/b.yaml', 'b: 1');
    expect(await read).toEqual(['a: 1', 'b: 1']);
  });

  it('is not read while a file is empty, or ends within a character', async () => {
    for (const half of [Buffer.alloc(0), Buffer.from('a: é').subarray(0, 4)]) {
      for (let isLate = true; isLate;) {
        const began = performance.now();
        writeFileSync(join(dir, 'a.yaml'), half);
        const read = texts();
        await sleep(100);
        // On a busy machine, the file may have been quiet for long enough. Then the round is repeated.
        isLate = performance.now() - began > QUIET / 2;
        write('a.yaml', 'a: é');
        const found = await read.catch((error: unknown) => error);
        if (!isLate) expect(found).toEqual(['a: é', 'b: 0']);
      }
    }
  });

  it('is read again when a write begins during the reading', async () => {
    // Enough files that the write falls between the first of them and the last.
    for (let k = 0; k < 300; k++) write(`c${k}.yaml`, 'c: 0');
    write('z.yaml', 'z: 0');
    await sleep(QUIET);
    for (const wait of [2, 10, 30]) {
      const read = readConfigFolder(dir);
      await sleep(wait);
      write('a.yaml', `a: ${wait}`);
      write('z.yaml', `z: ${wait}`);
      const { files } = await read;
      expect(files.at(-1)!.text.slice(3)).toBe(files[0]!.text.slice(3));
      await sleep(QUIET);
    }
  });

  it('is read when a file was removed and its replacement is not there yet', async () => {
    unlinkSync(join(dir, 'more/b.yaml'));
    write('more/c.yaml', 'c: 0');
    const read = texts();
    await sleep(100);
    write('a.yaml', 'a: 1');
    expect(await read).toEqual(['a: 1', 'c: 0']);
  });

  it('is read by its change time, not by its modification time', async () => {
    write('a.yaml', 'a: 1');
    utimesSync(join(dir, 'a.yaml'), 1_000, 1_000);
    const read = texts();
    await sleep(100);
    write('more/b.yaml', 'b: 1');
    expect(await read).toEqual(['a: 1', 'b: 1']);
  });

  it('is read while a data file is written without a pause', async () => {
    const timer = setInterval(() => write('log.ndjson', `${Date.now()}`), 50);
    try {
      await sleep(100);
      expect(await texts()).toEqual(['a: 0', 'b: 0']);
    } finally {
      clearInterval(timer);
    }
  });

  it('throws when the writing does not end', async () => {
    write('a.yaml', 'a: 1');
    const timer = setInterval(() => write('a.yaml', `a: ${Date.now()}`), 50);
    try {
      await expect(texts()).rejects.toThrow(/is being written without a pause/);
    } finally {
      clearInterval(timer);
    }
  });
});
