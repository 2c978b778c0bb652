import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readKept } from '../../../host/prepare/kept-outcome.ts';
import { Preparer } from '../../../host/prepare/preparer.ts';
import { serverOutput } from '../../../host/prepare/server-output.ts';
import { stampOf } from '../../../host/common/release-stamp.ts';
import { openAtlas } from '../../../host/serve/open-atlas.ts';
import { readSettings } from '../../../server/config/settings.ts';
import { makeAppFolder } from '../server/fixture.ts';
import { sample } from '../../size.ts';

let dir: string;
let config: string;
let kept: string;
let appDir: string;
let env: Record<string, string>;
/** One preparing process for all starts. */
let preparing: Preparer;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'atlas-kept-'));
  config = join(dir, 'atlas');
  kept = join(dir, 'store/prepared.bin');
  const io = { out: () => undefined, err: () => undefined, env: {}, color: false };
  const output = serverOutput(io, config);
  preparing = new Preparer({ seconds: 60, megabytes: 1_024 }, { report: io.err, output });
  appDir = makeAppFolder();
  await cp('examples/small-atlas', config, { recursive: true });
  mkdirSync(join(config, 'icons'));
  writeFileSync(join(config, 'icons/stall.svg'), icon(8));
  edit('atlas.yaml', (text) => text.replace('theme: #', 'theme:\n  icons: icons #'));
  appendFileSync(
    join(config, 'atlas.yaml'),
    'services:\n  - { id: streets, env: STREETS, fallback: hide }\n',
  );
});
afterAll(() => {
  preparing.stop();
  rmSync(dir, { recursive: true, force: true });
  rmSync(appDir, { recursive: true, force: true });
});
beforeEach(() => {
  env = { NODE_ENV: 'test', ATLAS_DATA_DIR: join(dir, 'store'), TILE_DISK_MB: '0' };
});

const icon = (size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>`;

function edit(path: string, change: (text: string) => string): void {
  const file = join(config, path);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** Opens the atlas as a start does. Returns what is served, and whether it was prepared for that. */
async function start() {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const io = { out: print, err: print, env, color: false };
  let isPrepared = false;
  const preparer: Pick<Preparer, 'run' | 'stop'> = {
    run: (...job) => {
      isPrepared = true;
      return preparing.run(...job);
    },
    stop: () => undefined,
  };
  const outcome = await readKept(config, io);
  const before = existsSync(kept) ? statSync(kept).mtimeMs : 0;
  const settings = readSettings(env);
  const opened = await openAtlas(
    { config, settings, preparer, kept: outcome, more: { appDir } },
    io,
  );
  if (!opened) throw new Error(lines.join('\n'));
  const { body } = await opened.app.inject('/');
  // The preparing process writes the file after it has sent the outcome.
  if (isPrepared)
    await vi.waitFor(() => expect(statSync(kept).mtimeMs).toBeGreaterThan(before), 10_000);
  await opened.app.close();
  await opened.close();
  return { isPrepared, body, snapshot: opened.first.snapshot };
}

type Snapshot = Awaited<ReturnType<typeof start>>['snapshot'];

describe('a start', () => {
  it('serves what the last start has kept, with the same bytes', async () => {
    const first = await start();
    const second = await start();
    expect([first.isPrepared, second.isPrepared]).toEqual([true, false]);
    expect(second.body).toBe(first.body);
    expect(second.snapshot).toEqual(first.snapshot);
  });

  const prepared = [
    [
      'YAML',
      () => edit('atlas.yaml', (text) => text.replace('Atlas of an Island', 'Another Island')),
      ({ title }) => expect(Object.values(title)).toContain('Another Island'),
    ],
    [
      'a data file',
      () => edit('data/markets.csv', (text) => `${text.trimEnd()}\nNew,daily,3,-30,0.1\n`),
      (after, before) =>
        expect(after.datasets.get('markets')?.versions).not.toEqual(
          before.datasets.get('markets')?.versions,
        ),
    ],
    ['a store that is gone', () => rmSync(join(dir, 'store/pointers.sqlite')), () => undefined],
  ] satisfies [string, () => void, (after: Snapshot, before: Snapshot) => void][];
  it.each(sample(prepared, 3))(
    'prepares the atlas again after a change of %s (one of three; nightly all)',
    async (_, change, check) => {
      const before = await start();
      change();
      const after = await start();
      expect([after.isPrepared, (await start()).isPrepared]).toEqual([true, false]);
      check(after.snapshot, before.snapshot);
    },
  );

  const changes = [
    ['an icon', () => writeFileSync(join(config, 'icons/stall.svg'), icon(9))],
    ['a setting', () => void (env['PUBLIC_URL'] = 'https://atlas.example')],
    ['the variable of a service', () => void (env['STREETS'] = 'https://streets.example')],
    ['the kept file', () => writeFileSync(kept, readFileSync(kept).subarray(0, -9))],
  ] as const;
  it.each(sample(changes, 2))(
    'does not serve what is kept after a change of %s (two of four; nightly all)',
    async (_, change) => {
      await start();
      const isKept = async () => (await readKept(config, { env, color: false })) !== null;
      expect(await isKept()).toBe(true);
      change();
      expect(await isKept()).toBe(false);
    },
  );
});

it('the stamp of a release changes with each of its files', () => {
  const folder = join(dir, 'release');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  const stamps = [stampOf([folder])];
  for (const text of ['one', 'three']) {
    writeFileSync(join(folder, 'inner/code.js'), text);
    stamps.push(stampOf([folder]));
  }
  rmSync(join(folder, 'inner/code.js'));
  expect(new Set(stamps).size).toBe(3);
  expect(stampOf([folder])).toBe(stamps[0]);
});
