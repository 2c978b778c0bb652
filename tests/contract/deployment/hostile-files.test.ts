/**
 * Takes over 30 s: one test waits for a limit of time, another for a limit of memory, of a process
 * that reads real files.
 */
import { serverOutput } from '../../../host/prepare/server-output.ts';
import { stateOf } from './config-on-disk.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Preparer } from '../../../host/prepare/preparer.ts';
import type { ProcessLimits } from '../../../host/prepare/preparing-process.ts';
import { serveAtlas, type ServedAtlas } from '../../browser/serve-atlas.ts';
import { makeGeopackage } from '../../make-geopackage.ts';
import { isRunning, preparersOf } from './processes.ts';
import { NIGHTLY } from '../../size.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ISLES = join(ROOT, 'tests/atlases/isles');

/**
 * Maximum time without a response, in milliseconds. A server that reads the files in its own
 * process does not respond until they are read.
 */
const LONGEST_SILENCE = 2_000;

/** A dataset that is not drawn. */
const datasetOf = (load: string): string => `datasets:
  - id: dropped
    geometry: point
    permission: anyone
    load: { ${load} }
    feeds: { download: true }
`;

const CSV_ROWS = NIGHTLY ? 1_000_000 : 60_000;

function largeCsv(): string {
  const rows = Array.from(
    { length: CSV_ROWS },
    (_, i) => `${(i % 300) / 10 - 40},${(i % 97) / 10},n${i}`,
  );
  return `longitude,latitude,name\n${rows.join('\n')}\n`;
}

let folder: string;
let config: string;
const put = (name: string, text: string): void => writeFileSync(join(config, name), text);
const drop = (name: string): void => rmSync(join(config, name), { force: true });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atlas-hostile-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  config = mkdtempSync(join(folder, 'config-'));
  cpSync(ISLES, config, { recursive: true });
});

describe('a running server', () => {
  let served: ServedAtlas;
  beforeEach(async () => {
    served = await serveAtlas({
      config,
      dataDir: mkdtempSync(join(folder, 'data-')),
      env: { METRICS_PORT: '0' },
    });
  });
  afterEach(() => void served.process.kill('SIGKILL'));

  /**
   * Requests `/health` until the condition is true. Returns the longest time without a response in
   * milliseconds.
   */
  async function watchUntil(isSo: (errors: number) => boolean): Promise<number> {
    let longest = 0;
    for (const end = Date.now() + 60_000; Date.now() < end;) {
      const start = performance.now();
      const answer = await fetch(`${served.url}/health`);
      await answer.text();
      longest = Math.max(longest, performance.now() - start);
      if (isSo((await stateOf(served)).errors)) return longest;
      await pause(20);
    }
    throw new Error(`The condition did not become true:\n${served.output()}`);
  }

  it('answers while hostile files are copied into its folder, and serves the next valid state', async () => {
    const silences: Record<string, number> = {};
    const hostile: Readonly<Record<string, () => void>> = {
      'maps.yaml': () => put('maps.yaml', `groups:\n${'  - { a: 1 }\n'.repeat(400_000)}`),
      'endless.gpkg': () => {
        makeGeopackage(join(config, 'endless.gpkg'), [
          {
            name: 'villages',
            sql: `CREATE VIEW villages AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                  SELECT i AS fid, NULL AS geom FROM n`,
          },
        ]);
        put('dropped.yaml', datasetOf('file: endless.gpkg'));
      },
      'deep.geojson': () => {
        const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
        put('deep.geojson', `{"type":"Feature","geometry":null,"properties":{"a":${deep}}}`);
        put('dropped.yaml', datasetOf('file: deep.geojson'));
      },
    };
    for (const [name, dropIn] of Object.entries(hostile)) {
      dropIn();
      const refused = await watchUntil((errors) => errors > 0);
      drop(name);
      drop('dropped.yaml');
      silences[name] = Math.max(refused, await watchUntil((errors) => errors === 0));
    }
    expect(Object.values(silences).filter((silence) => silence > LONGEST_SILENCE)).toEqual([]);
  }, 180_000);

  it('answers while it loads a large file, and ends at once when it is stopped meanwhile', async () => {
    put('large.csv', largeCsv());
    put('dropped.yaml', datasetOf('file: large.csv'));
    const loads = watchUntil(() => /dropped: \d+/.test(served.output()));
    expect(await loads).toBeLessThan(LONGEST_SILENCE);
    // Loaded again, since the file has changed.
    put('large.csv', `${largeCsv()}0,0,last\n`);
    put('dropped.yaml', `${datasetOf('file: large.csv')}# again\n`);
    let preparing: readonly number[] = [];
    await expect
      .poll(() => (preparing = preparersOf(served.process.pid!)).length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    await ended(served.process, 'SIGTERM');
    await expect.poll(() => preparing.some(isRunning), { timeout: 20_000 }).toBe(false);
  }, 120_000);
});

describe('a server that starts', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends on %s while it reads, and so does the process that reads',
    async (signal) => {
      put('large.csv', largeCsv());
      put('dropped.yaml', datasetOf('file: large.csv'));
      const child = spawn(
        process.execPath,
        [
          '--conditions=atlas-source',
          '--import',
          'tsx',
          'cli/atlas.ts',
          'start',
          '--config',
          config,
        ],
        {
          cwd: ROOT,
          stdio: 'ignore',
          env: { ...process.env, PORT: '0', ATLAS_DATA_DIR: mkdtempSync(join(folder, 'data-')) },
        },
      );
      await expect.poll(() => preparersOf(child.pid!).length, { timeout: 30_000 }).toBe(1);
      const [preparing] = preparersOf(child.pid!);
      await ended(child, signal);
      await expect.poll(() => isRunning(preparing!), { timeout: 20_000 }).toBe(false);
    },
    60_000,
  );
});

describe('a source that exceeds the limits', () => {
  /** Returns the output for a configuration that is read within limits. */
  async function printed(
    limits: ProcessLimits,
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const lines: string[] = [];
    const report = (line: string): void => void lines.push(line);
    const io = { out: report, err: report, env, color: false, terminal: true };
    const preparer = new Preparer(limits, { report, output: serverOutput(io) });
    const all = { ATLAS_DATA_DIR: mkdtempSync(join(folder, 'data-')), ...env };
    try {
      const outcome = await preparer.run({
        kind: 'read',
        consents: { now: 0, withdrawn: new Map() },
        config,
        env: all,
        color: false,
        terminal: true,
        damaged: [],
      });
      expect(outcome).toMatchObject({ state: { errors: 1 }, prepared: null });
    } finally {
      preparer.stop();
    }
    return lines.join('\n');
  }

  it('of memory is reported at its place in the configuration', async () => {
    put('large.csv', largeCsv());
    put('dropped.yaml', datasetOf('file: large.csv'));
    const lines = await printed({ seconds: 600, megabytes: 64 });
    expect(lines).toMatch(/error data-unreadable {2}dropped\.yaml:5:11/);
    expect(lines).toMatch(/`large\.csv` takes more than 64 MB .* READ_MEMORY_MB/);
  }, 120_000);

  it('leaves no idle process where these are not kept', async () => {
    const preparer = new Preparer(
      { seconds: 60, megabytes: 128 },
      {
        report: () => undefined,
        output: { sourceName: String, crash: () => undefined },
        idleFor: 0,
      },
    );
    preparer.warm();
    expect(preparersOf(process.pid)).toEqual([]);
    const env = { ATLAS_DATA_DIR: mkdtempSync(join(folder, 'data-')) };
    const consents = { now: 0, withdrawn: new Map() };
    const job = { config, env, consents, color: false, terminal: true, damaged: [] };
    const outcome = preparer.run({ kind: 'read', ...job });
    expect(preparersOf(process.pid)).toHaveLength(1);
    await outcome;
    await expect.poll(() => preparersOf(process.pid), { timeout: 20_000 }).toEqual([]);
    preparer.stop();
  }, 120_000);

  it('of time is reported at its place in the configuration', async () => {
    // A database that accepts connections and sends nothing: only the process can be ended.
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    put('dropped.yaml', datasetOf('table: public.slow'));
    const env = { DATABASE_URL: `postgres://atlas@127.0.0.1:${port}/atlas` };
    const lines = await printed({ seconds: 8, megabytes: 4_096 }, env);
    silent.close();
    expect(lines).toMatch(/error data-unreadable {2}dropped\.yaml:5:11/);
    expect(lines).toMatch(/`public\.slow` takes longer than 8 s .* READ_SECONDS/);
  }, 120_000);
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends a signal; the process must end quickly. */
async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const start = performance.now();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
  expect(performance.now() - start).toBeLessThan(5_000);
}
