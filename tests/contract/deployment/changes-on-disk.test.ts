/**
 * Takes over 30 s: a running server follows each way in which files change on a disk, one after the
 * other, and it waits a second for quiet at each.
 */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import type { ServedAtlas } from '../../browser/serve-atlas.ts';
import {
  filesOf,
  folderFault,
  stateOf,
  IN_TIME,
  seenAt,
  serveConfig,
  untilTaken,
  writeConfig,
  type ConfigPath,
  type Content,
} from './config-on-disk.ts';
import { NIGHTLY } from '../../size.ts';

const base = mkdtempSync(join(tmpdir(), 'atlas-changes-'));
/** The configuration of the server: a folder, or a link to one. Tests do not restore it. */
const config = join(base, 'config');
let served: ServedAtlas;
let content: Content = { title: 0, pier: 0, permission: 'anyone' };

beforeAll(async () => {
  writeConfig(config, content);
  served = await serveConfig(config, join(base, 'data'));
});
afterAll(async () => {
  await served?.stop();
  rmSync(base, { recursive: true, force: true });
});

/** Returns different content at each call: new numbers, and another permission of the piers. */
const next = (): Content => {
  const { title, pier, permission } = content;
  const other = permission === 'anyone' ? 'keeper' : 'anyone';
  return (content = { title: title + 1, pier: pier + 1, permission: other });
};
let places = 0;
/** Returns an unused path next to the folder. */
const aside = (): string => join(base, `aside-${places++}`);
const write = (whole: Content, dir = config): void => writeConfig(dir, whole);
const text = (path: ConfigPath, of: Content): string => filesOf(of)[path];
const inPlace = (path: ConfigPath, of: Content): void =>
  writeFileSync(join(config, path), text(path, of));
/** Writes a file by a rename, as `sed -i`, `git pull` and many editors do. */
const byRename = (path: ConfigPath, of: Content): void => {
  const whole = join(config, `${path}.tmp`);
  writeFileSync(whole, text(path, of));
  renameSync(whole, join(config, path));
};
const taken = (): Promise<void> => untilTaken(served, config);
/** Changes the permission of the piers by an operation, and expects visitors to see the change. */
const changed = async (operation: (of: Content) => unknown): Promise<void> => {
  await operation(next());
  await taken();
  expect(await seenAt(served.url)).toContain(content.permission === 'keeper' ? 'hidden' : 'Pier');
};
/** Replaces the configuration by a folder, with two renames. */
const swap = (dir: string): void => {
  renameSync(config, aside());
  renameSync(dir, config);
};
/** Writes content to a new folder, and points the link to this folder with one rename. */
const lead = (of: Content): void => {
  const [release, link] = [aside(), aside()];
  write(of, release);
  symlinkSync(release, link);
  renameSync(link, config);
};
const DATA = 'layers/data.yaml';

describe('a changed permission is served', () => {
  it('when a file is written in place', () => changed((of) => inPlace(DATA, of)));

  it('when a file is replaced by rename, and later written in place', async () => {
    await changed((of) => byRename(DATA, of));
    await changed((of) => inPlace(DATA, of));
  });

  it('when a file is replaced by rename, and later deleted and created', async () => {
    await changed((of) => byRename(DATA, of));
    await changed((of) => {
      unlinkSync(join(config, DATA));
      inPlace(DATA, of);
    });
  });

  it('when a file is deleted, and created once its absence is reported', async () => {
    await changed((of) => byRename(DATA, of));
    unlinkSync(join(config, DATA));
    await taken();
    await changed((of) => inPlace(DATA, of));
  });

  it('when the folder is moved away, changed and moved back', () =>
    changed((of) => {
      const away = aside();
      renameSync(config, away);
      write(of, away);
      renameSync(away, config);
    }));

  it('when the folder is moved away and back, and a file is written in place later', async () => {
    const away = aside();
    renameSync(config, away);
    renameSync(away, config);
    await sleep(500);
    await changed((of) => inPlace(DATA, of));
  });

  it('when the folder is deleted and created, and a file is written in place later', async () => {
    await changed((of) => {
      rmSync(config, { recursive: true });
      write(of);
    });
    await changed((of) => inPlace(DATA, of));
  });

  it('when the folder is swapped by rename, and a file is written in place later', async () => {
    await changed((of) => {
      const release = aside();
      write(of, release);
      swap(release);
    });
    await changed((of) => inPlace(DATA, of));
  });

  it('when a folder in the folder is swapped by rename, and a file is written in place later', async () => {
    await changed((of) => {
      const release = aside();
      write(of, release);
      renameSync(join(config, 'layers'), aside());
      renameSync(join(release, 'layers'), join(config, 'layers'));
    });
    await changed((of) => inPlace(DATA, of));
  });

  it('when the file keeps its size and its modification time', () =>
    changed((of) => {
      // `keeper` and `anyone` have as many letters.
      const { size, atime, mtime } = statSync(join(config, DATA));
      inPlace(DATA, of);
      expect(statSync(join(config, DATA)).size).toBe(size);
      utimesSync(join(config, DATA), atime, mtime);
    }));

  it('when an older file is copied over it with its time, as `cp -p` and `rsync -t` do', () =>
    changed((of) => {
      const older = aside();
      writeFileSync(older, text(DATA, of));
      utimesSync(older, 1_000_000_000, 1_000_000_000);
      execFileSync('cp', ['-p', older, join(config, DATA)]);
    }));

  it('when a hundred files are written at the same time', () =>
    changed((of) => {
      for (let n = 0; n < 100; n++) writeFileSync(join(config, `note-${n}.md`), 'Nothing.');
      write(of);
    }));

  it('when `git` checks out another branch, and the one before', async () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', config, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        stdio: 'pipe',
      });
    const first = content;
    git('init', '--quiet', '--initial-branch=first');
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
    git('checkout', '--quiet', '-b', 'second');
    await changed((of) => write(of));
    const second = content;
    git('commit', '--quiet', '-a', '-m', 'second');
    await changed(() => (git('checkout', '--quiet', 'first'), (content = first)));
    await changed(() => (git('checkout', '--quiet', 'second'), (content = second)));
  });

  it('when a link to the folder points to another release, where a file is written later', async () => {
    await changed((of) => {
      renameSync(config, aside());
      lead(of);
    });
    await changed(lead);
    await changed((of) => inPlace(DATA, of));
  });
});

describe('a server whose configuration', () => {
  it('is missing keeps the last valid one, reports that once, and reads it when it is back', async () => {
    const before = await seenAt(served.url);
    const printed = served.output().length;
    const away = aside();
    renameSync(config, away);
    await taken();
    expect(await folderFault(served.url)).toBe('gone');
    await sleep(500);
    expect(await seenAt(served.url)).toBe(before);
    const lines = served
      .output()
      .slice(printed)
      .match(/The configuration folder .* does not exist/g);
    expect(lines).toHaveLength(1);
    renameSync(away, config);
    await taken();
    expect(await folderFault(served.url)).toBeUndefined();
  });

  it('is empty reports that, and reads what is copied into it', async () => {
    renameSync(config, aside());
    mkdirSync(config);
    await taken();
    expect(await folderFault(served.url)).toBe('empty');
    await changed((of) => write(of));
  });

  it('has errors keeps the last valid one, and reports changed errors', async () => {
    const before = await seenAt(served.url);
    const printed = served.output().length;
    const expectErrors = (count: number): Promise<void> =>
      expect
        .poll(() => served.output().slice(printed), { timeout: IN_TIME })
        .toContain(`The configuration has ${count} errors, 0 warnings.`);
    byRename('layers/groups.yaml', { ...content, broken: true });
    await taken();
    expect(await seenAt(served.url)).toBe(before);
    await expectErrors(2);
    writeFileSync(join(config, 'layers/more.yaml'), 'grupos: []\n');
    await expectErrors(3);
    unlinkSync(join(config, 'layers/more.yaml'));
    byRename('layers/groups.yaml', content);
    await taken();
  });

  it('lacks a data file, or has it with other capitals, has errors until it is back', async () => {
    const [name, other] = ['piers', 'Piers'].map((file) => join(config, `data/${file}.geojson`));
    renameSync(name!, other!);
    await taken();
    expect((await stateOf(served)).errors).toBeGreaterThan(0);
    renameSync(other!, name!);
    await taken();
    byRename('data/piers.geojson', { ...content, pier: 8_000 });
    await taken();
    inPlace('data/piers.geojson', content);
    await taken();
  });

  it('has a link instead of a file reports that it is not followed, and has errors', async () => {
    const away = aside();
    renameSync(join(config, DATA), away);
    symlinkSync(away, join(config, DATA));
    const errors = async () => (await stateOf(served)).errors;
    await expect.poll(errors, { timeout: IN_TIME }).toBeGreaterThan(0);
    await expect
      .poll(served.output)
      .toContain('Links in the configuration folder are not followed: 1 left out.');
    unlinkSync(join(config, DATA));
    renameSync(away, join(config, DATA));
    await taken();
  });

  const slow = it.skipIf(!NIGHTLY);
  slow(
    'has a data file that is written without a pause is read nevertheless (nightly: slow)',
    async () => {
      const timer = setInterval(() => appendFileSync(join(config, 'data/log.ndjson'), '\n'), 50);
      try {
        inPlace('atlas.yaml', next());
        // Each write of the data is another change, so the state is always `loading`.
        const seen = () => seenAt(served.url);
        await expect.poll(seen, { timeout: IN_TIME }).toContain(`Atlas 00${content.title}`);
      } finally {
        clearInterval(timer);
      }
    },
  );

  slow(
    'is written without a pause reports that, and reads it in the end (nightly: slow)',
    async () => {
      let number = 0;
      const timer = setInterval(
        () => writeFileSync(join(config, 'note.md'), `Note ${number++}.`),
        100,
      );
      try {
        const pending = () => folderFault(served.url);
        await expect.poll(pending, { timeout: IN_TIME }).toBe('being-written');
      } finally {
        clearInterval(timer);
      }
      await changed((of) => inPlace(DATA, of));
    },
  );

  const asRoot = process.getuid?.() === 0;
  it.skipIf(asRoot)(
    `cannot be read for a while reports that${asRoot ? ' (not tested: root can read everything)' : ''}`,
    async () => {
      chmodSync(config, 0o000);
      const pending = () => folderFault(served.url);
      await expect.poll(pending, { timeout: IN_TIME }).toBe('unreadable');
      chmodSync(config, 0o755);
      await changed((of) => inPlace(DATA, of));
    },
  );

  const others = NIGHTLY ? 2 : 0;
  const servers = NIGHTLY ? 'three servers' : 'one server (nightly: three)';
  it(`is served by ${servers} and loaded by \`atlas load\` reaches each of them`, async () => {
    const more = await Promise.all(
      Array.from({ length: others }, (_, k) => serveConfig(config, join(base, `data-${k}`))),
    );
    const all = [served, ...more];
    const takenByAll = () => Promise.all(all.map((server) => untilTaken(server, config)));
    try {
      // Three servers read the folder, because earlier versions missed changes in some of them.
      byRename(DATA, next());
      await takenByAll();
      inPlace(DATA, next());
      await takenByAll();
      byRename('layers/groups.yaml', { ...content, broken: true });
      await takenByAll();
      byRename('layers/groups.yaml', content);
      inPlace('data/piers.geojson', next());
      const report = () => undefined;
      const env = { ATLAS_DATA_DIR: join(base, 'data') };
      const load = ['load', '--config', config];
      expect(await run(load, { out: report, err: report, env, color: false })).toBe(0);
      await takenByAll();
    } finally {
      await Promise.all(more.map((server) => server.stop()));
    }
  });
});
