import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import { addressesOf, crawl, differences, gatherTargets } from './crawl.ts';
import type { GuardedAtlas } from './guarded-atlas.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';
import { LEVELS, makeSecrets, type Seeds } from './secrets.ts';

const SEEDS = { member: 1, warden: 1, elder: 1 };
const NONE = JSON.stringify({ type: 'FeatureCollection', features: [] });
const TIMEOUT = 120_000;

const edit = ({ configDir }: GuardedAtlas, file: string, by: (text: string) => string): void =>
  writeFileSync(join(configDir, file), by(readFileSync(join(configDir, file), 'utf8')));

/** Adds a hidden dataset without features, and values without class or type, to get warnings that quote them. */
function warn(atlas: GuardedAtlas): void {
  writeFileSync(join(atlas.configDir, 'data/shrines.geojson'), NONE);
  const depth = makeNames().depth;
  edit(atlas, 'data/wells.geojson', (text) =>
    text.replace(new RegExp(`"${depth}": \\d+`), `"${depth}": "${SECRET_VALUE}"`),
  );
}

const SECRET_VALUE = 'canaryelderunreadable';

/** Names of fields are drawn in the same order for the same seeds. */
function makeNames(seeds: Seeds = SEEDS): { readonly depth: string } {
  const secrets = makeSecrets(seeds);
  secrets.word('warden');
  secrets.word('warden');
  return { depth: secrets.word('elder') };
}

/** Returns all restricted words in a text. */
function foundIn(text: string, { secrets, atlas }: Pick<GuardedServer, 'secrets' | 'atlas'>) {
  const all = [...LEVELS.flatMap((level) => secrets[level]), ...atlas.hiddenNames, 'canary'];
  return all.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()));
}

let whole: GuardedServer;
let warned: GuardedServer;
beforeAll(async () => {
  whole = await startGuardedServer(SEEDS);
  warned = await startGuardedServer(SEEDS, { change: warn });
}, TIMEOUT);
afterAll(async () => {
  await whole.close();
  await warned.close();
});

describe('the log of a server', { timeout: TIMEOUT }, () => {
  it('has the number of warnings and the command that shows them, and no restricted names', () => {
    expect(warned.output()).toMatch(
      /The configuration has 0 errors, \d+ warnings\. `npm run -s atlas -- check --config \S+` shows them\./,
    );
    expect(warned.output()).toMatch(/^wells: 12 loaded in \d+\.\d s$/m);
    expect(foundIn(whole.output(), whole)).toEqual([]);
    expect(foundIn(warned.output(), warned)).toEqual([]);
  });

  it('would contain restricted words if it had the output of the check', async () => {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const env = { ATLAS_DATA_DIR: join(warned.atlas.configDir, '.check') };
    const args = ['check', '--config', warned.atlas.configDir];
    await run(args, { out: print, err: print, env, color: false });
    expect(foundIn(lines.join('\n'), warned)).not.toEqual([]);
  });

  it('has the command for a configuration with errors, and quotes nothing', async () => {
    const wrong = (atlas: GuardedAtlas): void => {
      warn(atlas);
      rmSync(join(atlas.configDir, 'data/graves.geojson'));
      edit(atlas, 'hidden.yaml', (text) => text.replace('"circle"', '"circel"'));
    };
    const error = await startGuardedServer(SEEDS, { change: wrong }).then(
      () => new Error('it started'),
      (reason: Error) => reason,
    );
    expect(error.message).toMatch(/The configuration has \d+ errors?, \d+ warnings?/);
    expect(error.message).toMatch(/`npm run -s atlas -- check --config \S+` shows them\./);
    const known = { secrets: whole.secrets, atlas: whole.atlas };
    expect(foundIn(error.message, known)).toEqual([]);
  });

  it('reports only that some restricted data could not be loaded', async () => {
    // A folder with the name of a file is detected when it is read.
    const { app, atlas, store, model } = warned;
    expect((await app.inject('/health')).statusCode).toBe(200);
    const lines: string[] = [];
    const { loads } = (await import('../../../host/prepare/server-output.ts')).serverOutput({
      out: () => undefined,
      err: (line) => void lines.push(line),
      env: {},
      color: false,
    });
    const { loadAll } = await import('../../../host/load/load-all.ts');
    const of = () => Promise.reject(new Error(`no ${SECRET_VALUE}`));
    const inputs = { of, sizeOf: () => 1 } as never;
    const datasets = [...model.datasets.values()];
    await loadAll(datasets, { model, inputs, store, reporter: loads() });
    expect(lines).toContain('wells: not loaded. `npm run -s atlas -- load wells` shows why.');
    expect(lines.filter((line) => line.startsWith('Restricted data'))).toEqual([
      'Restricted data were not loaded. `npm run -s atlas -- load` shows which and why.',
    ]);
    expect(foundIn(lines.join('\n'), { secrets: warned.secrets, atlas })).toEqual([]);
  });

  it('is complete on a terminal', async () => {
    const lines: string[] = [];
    const { serverOutput } = await import('../../../host/prepare/server-output.ts');
    const io = { out: () => undefined, err: (line: string) => void lines.push(line), color: false };
    const found = [] as never[];
    const folder = { files: [], assets: new Set<string>() };
    for (const [terminal, env] of [
      [true, {}],
      [true, { NODE_ENV: 'production' }],
      [false, {}],
    ] as const) {
      const output = serverOutput({ ...io, terminal, env });
      output.diagnostics(found, folder);
      const elder = warned.model.datasets.get('graves')!;
      lines.push(output.namesOf([elder]), output.loadCommand([elder]));
    }
    expect(lines).toEqual([
      '`graves`',
      'npm run -s atlas -- load graves --force',
      'a restricted dataset',
      'npm run -s atlas -- load',
      'a restricted dataset',
      'npm run -s atlas -- load',
    ]);
  });
});

describe('a hidden dataset that gets a warning', { timeout: TIMEOUT }, () => {
  it('changes nothing for visitors who may not see it, `/health` included', async () => {
    const addresses = addressesOf(whole.routes, await gatherTargets([whole, warned]));
    const some = addresses.filter((url, at) => url === '/health' || at % 5 === 0);
    for (const visitor of [{}, { level: 'member' }, { level: 'warden' }])
      expect(
        differences(await crawl(whole.app, some, visitor), await crawl(warned.app, some, visitor)),
      ).toEqual([]);
    expect((await whole.app.inject('/health')).json()).not.toHaveProperty('configuration');
  });

  it('is counted for the operator', () => {
    const warnings = ({ metrics }: GuardedServer) =>
      Number(/severity="warnings"\} (\d+)/.exec(metrics.render())?.[1]);
    expect(warnings(warned)).toBeGreaterThan(warnings(whole));
  });
});
