import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { statFolder } from '../../../../server/config/stat-folder.ts';

describe('the stamp of a configuration folder', () => {
  let base: string;
  let dir: string;
  beforeEach(async () => {
    base = mkdtempSync(join(tmpdir(), 'atlas-look-'));
    dir = join(base, 'config');
    mkdirSync(join(dir, 'data'), { recursive: true });
    write('a.yaml', 'a: 0');
    write('data/b.csv', 'b');
    await sleep(30);
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  const write = (path: string, text: string): void => writeFileSync(join(dir, path), text);
  const stamp = async () => (await statFolder(dir)).all.stamp;
  /** Returns whether an operation changes the stamp. */
  const changes = async (operation: () => unknown): Promise<boolean> => {
    const before = await stamp();
    await operation();
    await sleep(30);
    return (await stamp()) !== before;
  };

  it('does not change when nothing is written', async () => {
    expect(await changes(() => undefined)).toBe(false);
  });

  it('changes when a file of any kind is written, removed, added or renamed', async () => {
    expect(await changes(() => write('a.yaml', 'a: 1'))).toBe(true);
    expect(await changes(() => write('data/b.csv', 'c'))).toBe(true);
    expect(await changes(() => write('c.png', ''))).toBe(true);
    expect(await changes(() => unlinkSync(join(dir, 'c.png')))).toBe(true);
    expect(await changes(() => renameSync(join(dir, 'a.yaml'), join(dir, 'A.yaml')))).toBe(true);
  });

  it('changes when a file keeps its size, and its modification time is set back', async () => {
    const { atime, mtime } = statSync(join(dir, 'a.yaml'));
    const set = (): void => {
      write('a.yaml', 'a: 9');
      utimesSync(join(dir, 'a.yaml'), atime, mtime);
    };
    expect(await changes(set)).toBe(true);
  });

  it('changes while a file has just been written, because its next write may have the same time', async () => {
    // The clock of many file systems advances only every 10 ms.
    let isNew = false;
    // On a busy machine a look may come too late to find the file new.
    for (let k = 0; k < 20 && !isNew; k++) {
      write('data/b.csv', 'c');
      isNew = await changes(() => undefined);
    }
    expect(isNew).toBe(true);
    expect(await changes(() => undefined)).toBe(false);
  });

  it('changes when a link to the folder points to hard links of the same files', async () => {
    const link = join(base, 'link');
    symlinkSync('config', link);
    const before = (await statFolder(link)).all.stamp;
    renameSync(dir, join(base, 'other'));
    unlinkSync(link);
    symlinkSync('other', link);
    expect((await statFolder(link)).all.stamp).not.toBe(before);
  });

  it('changes when a link in the folder points elsewhere, and when its target is written', async () => {
    writeFileSync(join(base, 'one.json'), '1');
    writeFileSync(join(base, 'two.json'), '2');
    symlinkSync('../one.json', join(dir, 'published.json'));
    await sleep(30);
    expect(await changes(() => writeFileSync(join(base, 'one.json'), '3'))).toBe(true);
    const turn = (): void => {
      symlinkSync('../two.json', join(dir, '.new'));
      renameSync(join(dir, '.new'), join(dir, 'published.json'));
    };
    expect(await changes(turn)).toBe(true);
    const { paths, links } = await statFolder(dir);
    expect([paths, links]).toEqual([['a.yaml', 'data/b.csv'], ['published.json']]);
  });

  it('ignores hidden files, `.git` and `node_modules`', async () => {
    const hide = (): void => {
      for (const folder of ['.git', 'node_modules/a', 'data/.cache']) {
        mkdirSync(join(dir, folder), { recursive: true });
        write(join(folder, 'c.yaml'), 'c: 1');
      }
      write('.a.yaml.swp', '');
    };
    expect(await changes(hide)).toBe(false);
  });

  it('does not exist for a missing folder, a file, or a broken link', async () => {
    symlinkSync('nowhere', join(base, 'dangling'));
    for (const path of ['absent', 'config/a.yaml', 'dangling'])
      await expect(statFolder(join(base, path))).rejects.toMatchObject({ fault: 'gone' });
  });
});
