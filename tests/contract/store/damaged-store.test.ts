/** Takes over 30 s: a server is started for each kind of damage, and it loads the data again. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import { serveAtlas, type ServedAtlas } from '../../browser/serve-atlas.ts';
import { makeHarbours, type Harbours } from '../services/harbours.ts';
import { NIGHTLY } from '../../size.ts';

const TIMEOUT = 120_000;
/** The list of loaded datasets is damaged in every way only at night: each way needs a start. */

/** Overwrites bytes of a file in place. */
function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(path, 'r+');
  try {
    writeSync(handle, bytes, 0, bytes.length, at);
  } finally {
    closeSync(handle);
  }
}

function inPlace(path: string, make: (path: string) => void): void {
  rmSync(path, { recursive: true, force: true });
  make(path);
}

/** Overwrites all pages but the first, so that only the header is valid. */
function overwritePages(path: string): void {
  const size = statSync(path).size;
  overwrite(path, 4_096, Buffer.alloc(Math.max(0, size - 4_096), 0xa5));
}

const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  truncated: (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  'of zero bytes': (path) => truncateSync(path, 0),
  'full of zeros': (path) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
  'with another header': (path) => overwrite(path, 0, Buffer.alloc(100, 0x41)),
  'with pages overwritten': overwritePages,
  missing: (path) => rmSync(path),
  'a folder': (path) => inPlace(path, mkdirSync),
  'another database': (path) => inPlace(path, (at) => new DatabaseSync(at).close()),
};
const ways = Object.keys(DAMAGES);

/**
 * The kinds of damage that are tested for the list of loaded datasets. A missing or empty list is
 * not damage: it means that nothing was loaded.
 */
const listWays = ways.filter(
  (way) =>
    way !== 'missing' && way !== 'another database' && (NIGHTLY || way === 'with another header'),
);

/** One dataset for each way, so that one start finds them all. */
const townsOf = (way: string): string => `towns-${ways.indexOf(way)}`;
const townsDataset = (id: string) => ({
  id,
  geometry: 'point',
  permission: 'anyone',
  load: { file: 'data/towns.geojson' },
  fields: { name: { type: 'text', label: { all: 'Name' } } },
  feeds: { geojson: id },
});
/** Enough data for many pages of every table. */
const TOWNS = {
  type: 'FeatureCollection',
  features: Array.from({ length: 3_000 }, (_, i) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [(i % 60) / 10 - 33, Math.floor(i / 60) / 10 - 2] },
    properties: { name: `Town ${i}` },
  })),
};

let harbours: Harbours;
let kept: string;
const servers: ServedAtlas[] = [];

beforeAll(async () => {
  harbours = makeHarbours();
  kept = join(harbours.dataDir, '../kept');
  writeFileSync(join(harbours.config, 'data/towns.geojson'), JSON.stringify(TOWNS));
  writeFileSync(
    join(harbours.config, 'towns.yaml'),
    JSON.stringify({ datasets: [...ways.map(townsOf), 'towns'].map(townsDataset) }),
  );
  await atlas('load');
  // The last writes are in a separate file until the checkpoint.
  const pointers = new DatabaseSync(join(harbours.dataDir, 'pointers.sqlite'));
  pointers.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  pointers.close();
  copyFolder(harbours.dataDir, kept);
}, TIMEOUT);
afterAll(async () => {
  for (const { process: child } of servers) child.kill('SIGKILL');
  harbours.remove();
});

function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(join(to, 'versions'), { recursive: true });
  for (const name of readdirSync(join(from, 'versions')))
    copyFileSync(join(from, 'versions', name), join(to, 'versions', name));
  copyFileSync(join(from, 'pointers.sqlite'), join(to, 'pointers.sqlite'));
}

const restoreData = (): void => {
  rmSync(harbours.dataDir, { recursive: true, force: true });
  copyFolder(kept, harbours.dataDir);
};

async function atlas(...args: readonly string[]) {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const env = { ATLAS_DATA_DIR: harbours.dataDir };
  const code = await run([...args, '--config', harbours.config], {
    out: print,
    err: print,
    env,
    color: false,
  });
  return { code, text: lines.join('\n') };
}

const versionOf = (dataset: string): string => {
  const folder = join(harbours.dataDir, 'versions');
  const name = readdirSync(folder).find((one) => one.startsWith(`${dataset}.`));
  return join(folder, name!);
};

async function serve(): Promise<ServedAtlas> {
  const served = await serveAtlas(harbours);
  servers.push(served);
  return served;
}

const ask = async ({ url }: ServedAtlas, dataset: string) =>
  (await fetch(`${url}/ogc/collections/${dataset}/items?limit=1`)).status;

describe('version files that cannot be read', { timeout: TIMEOUT }, () => {
  it('are loaded again at the start, or when they are found, for any kind of damage', async () => {
    restoreData();
    for (const way of ways) DAMAGES[way]!(versionOf(townsOf(way)));
    // Other damaged files do not prevent a start either.
    writeFileSync(join(harbours.dataDir, 'server.lock'), 'garbage'.repeat(1_000));
    mkdirSync(join(harbours.dataDir, 'load.lock'));
    mkdirSync(join(harbours.dataDir, 'versions/a-folder'));
    const served = await serve();
    const answers = () => Promise.all(ways.map((way) => ask(served, townsOf(way))));
    for (const status of await answers()) expect([200, 503]).toContain(status);
    expect(await ask(served, 'reserves')).toBe(200);
    await expect.poll(answers, { timeout: 30_000, interval: 500 }).toEqual(ways.map(() => 200));
    for (const way of ways) expect(served.output()).toContain(`\`${townsOf(way)}\``);
    expect(served.output()).toContain('cannot be read. They are loaded again.');
    await served.stop();
  });

  it('is loaded again by `atlas load`, which reports it', async () => {
    restoreData();
    overwritePages(versionOf('towns'));
    const { code, text } = await atlas('load');
    expect([code, text]).toEqual([0, expect.stringContaining('`towns` cannot be read')]);
    expect(text).toMatch(/^towns: \d+ read, \d+ loaded/m);
    expect((await atlas('load')).text).toBe('');
  });

  it('makes a backup fail with advice', async () => {
    restoreData();
    overwritePages(versionOf('towns'));
    const dir = join(harbours.dataDir, '../backup');
    const { code, text } = await atlas('backup', dir);
    expect([code, text]).toEqual([2, expect.stringContaining('atlas load towns --force')]);
    await atlas('load');
    expect((await atlas('backup', dir)).code).toBe(0);
    DAMAGES['a folder']!(versionOf('towns'));
    expect((await atlas('restore', dir)).code).toBe(0);
    expect((await atlas('load')).text).toBe('');
  });
});

describe('version files that are damaged while the server runs', { timeout: TIMEOUT }, () => {
  it('end neither the process nor other datasets; each is loaded again, or left out', async () => {
    restoreData();
    const [short, overwritten] = [townsOf('truncated'), townsOf('with pages overwritten')];
    const served = await serve();
    const answers = () => Promise.all([short, overwritten].map((id) => ask(served, id)));
    expect(await answers()).toEqual([200, 200]);
    truncateSync(versionOf(short), 8_192);
    overwritePages(versionOf(overwritten));
    // Answers in progress end early.
    for (const id of [short, overwritten])
      await fetch(`${served.url}/api/geodata/${id}/`)
        .then((answer) => answer.arrayBuffer())
        .catch(() => undefined);
    for (const status of await answers()) expect([200, 503]).toContain(status);
    expect(await ask(served, 'reserves')).toBe(200);
    await expect.poll(answers, { timeout: 20_000, interval: 500 }).toEqual([200, 200]);
    expect(served.process.exitCode).toBeNull();

    const file = join(harbours.config, 'data/towns.geojson');
    const text = readFileSync(file);
    rmSync(file);
    truncateSync(versionOf('towns'), 8_192);
    const answered = () => ask(served, 'towns');
    await expect.poll(answered, { timeout: 10_000, interval: 200 }).toBe(503);
    const left = `The data of \`towns\` are left out. \`npm run -s atlas -- load towns --force --config ${harbours.config}\``;
    await expect.poll(served.output, { timeout: 15_000 }).toContain(left);
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    // Not at every check.
    expect(served.output().split(left)).toHaveLength(2);
    expect([await answered(), await ask(served, 'reserves')]).toEqual([503, 200]);
    expect(served.process.exitCode).toBeNull();
    writeFileSync(file, text);
    await expect.poll(answered, { timeout: 20_000, interval: 500 }).toBe(200);
    await served.stop();
  });
});

describe('a list of loaded datasets that cannot be read', { timeout: TIMEOUT }, () => {
  it.each(listWays)('is moved aside, and everything is loaded again: %s', async (way) => {
    restoreData();
    DAMAGES[way]!(join(harbours.dataDir, 'pointers.sqlite'));
    const before = readdirSync(join(harbours.dataDir, 'versions'));
    const served = await serve();
    expect(await ask(served, 'towns')).toBe(200);
    const output = served.output();
    expect(output.match(/`pointers\.sqlite` in .* cannot be read/g)).toHaveLength(1);
    expect(output).not.toMatch(/^\s+at /m);
    await served.stop();
    const names = readdirSync(harbours.dataDir);
    expect(names.some((name) => name.startsWith('pointers.sqlite.damaged-'))).toBe(true);
    const versions = names.find((name) => name.startsWith('versions.damaged-'))!;
    expect(readdirSync(join(harbours.dataDir, versions))).toEqual(before);
  });

  it('is also moved aside by `atlas load`, but not while a server runs', async () => {
    restoreData();
    const pointers = join(harbours.dataDir, 'pointers.sqlite');
    const served = await serve();
    overwrite(pointers, 0, Buffer.alloc(100, 0x41));
    const refused = await atlas('load');
    expect([refused.code, refused.text]).toEqual([
      2,
      expect.stringMatching(/Stop the server and start it again.*atlas restore DIR/),
    ]);
    expect(await ask(served, 'towns')).toBe(200);
    await served.stop();
    const { code, text } = await atlas('backup', join(harbours.dataDir, '../none'));
    expect([code, text]).toEqual([2, expect.stringContaining('`atlas load`')]);
    const loaded = await atlas('load');
    expect([loaded.code, loaded.text]).toEqual([0, expect.stringContaining('is loaded again')]);
    expect(existsSync(pointers)).toBe(true);
  });
});
