/** Takes over 30 s: it packs the packages and installs them as another project would. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NIGHTLY } from '../../size.ts';
import { installedAsTarballs, installLinked, pack, packBuilt, ROOT } from './built.ts';
import { makeImage } from './make-image.ts';
import { addressOf } from './started.ts';

const run = promisify(execFile);
const ISLES = join(ROOT, 'tests/atlases/isles');

/** Invented wells in Gabon. */
const WELLS = {
  type: 'FeatureCollection',
  features: Array.from({ length: 40 }, (_, i) => ({
    type: 'Feature',
    properties: { kind: i % 3 === 0 ? 'spring' : 'well', depth: i },
    geometry: { type: 'Point', coordinates: [10 + (i % 8) / 2, -3 + Math.floor(i / 8) / 2] },
  })),
};

let scratch: string;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'atlas-package-'));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('both packages, installed without a network in an empty folder (by npm in the nightly run)', () => {
  let dir: string;

  beforeAll(async () => {
    dir = join(scratch, 'installed');
    const tarballs = join(scratch, 'tarballs');
    for (const folder of [dir, tarballs]) mkdirSync(folder);
    const packed = {
      'atlas-server': await pack('.', tarballs),
      'atlas-engine': await pack('engine', tarballs),
    };
    cpSync(ISLES, join(dir, 'atlas'), { recursive: true });
    const overrides = NIGHTLY ? await installedAsTarballs(tarballs) : {};
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ type: 'module', overrides }));
    if (!NIGHTLY) return installLinked(dir, packed);
    // An empty cache, so that dependencies cannot come from elsewhere.
    const quiet = ['--offline', '--cache', join(scratch, 'cache'), '--no-audit', '--no-fund'];
    const files = Object.values(packed);
    await run('npm', ['install', ...quiet, '--ignore-scripts', ...files], { cwd: dir });
  });

  const atlas = (...args: string[]) =>
    spawnSync(join(dir, 'node_modules/.bin/atlas'), args, {
      cwd: dir,
      encoding: 'utf8',
      env: { ...process.env, ATLAS_DATA_DIR: join(dir, '.atlas') },
    });

  it('do not need a registry for the engine, because the server contains it', () => {
    const own = join(dir, 'node_modules/atlas-server/node_modules/atlas-engine');
    expect(existsSync(join(own, 'dist/engine/index.js'))).toBe(true);
  });

  it('check a configuration of another region with the atlas command', () => {
    const result = atlas('check', '--config', 'atlas', '--max-warnings', '2');
    expect(result.stderr).toBe('');
    // For Spanish and Portuguese, which have no interface words.
    expect(result.stdout.match(/^warning interface-incomplete /gm)).toHaveLength(2);
    expect(result.stdout).toContain('0 errors, 2 warnings');
    expect(result.status).toBe(0);
  });

  it('load data and print a style', () => {
    expect(atlas('load', '--config', 'atlas').stdout).toContain('islands: 4 read, 4 loaded');
    const style = JSON.parse(atlas('style', '--config', 'atlas').stdout) as {
      layers: { id: string }[];
    };
    expect(style.layers.map(({ id }) => id)).toContain('group/lights/ara-light');
  });

  it('serve the other region with the built application', async () => {
    const server = spawn(join(dir, 'node_modules/.bin/atlas'), ['start', '--config', 'atlas'], {
      cwd: dir,
      env: { ...process.env, ATLAS_DATA_DIR: join(dir, '.atlas'), PORT: '0' },
    });
    try {
      const page = await (await fetch(await addressOf(server))).text();
      expect(page).toContain('Atlas das Ilhas Farol');
    } finally {
      server.kill();
    }
  });

  it("compile a folder of YAML to a style with the example of the engine's README", () => {
    const readme = readFileSync(join(ROOT, 'engine/README.md'), 'utf8');
    const example = /^```js\n(.*?)^```$/ms.exec(readme)![1]!;
    expect(example.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10);
    writeFileSync(join(dir, 'example.js'), example);
    const { stdout, stderr } = spawnSync(process.execPath, ['example.js'], {
      cwd: dir,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const style = JSON.parse(stdout) as { version: number; layers: { id: string }[] };
    expect(style.version).toBe(8);
    expect(style.layers.map(({ id }) => id)).toContain('group/lights/ara-light');
  });

  it('export the runtime and the unchanged schemas', () => {
    const script = `
      import { planChanges } from 'atlas-engine/runtime';
      import { schemas } from 'atlas-engine/schemas';
      process.stdout.write(typeof planChanges + ' ' + JSON.stringify(schemas.region));`;
    writeFileSync(join(dir, 'doors.js'), script);
    const { stdout } = spawnSync(process.execPath, ['doors.js'], { cwd: dir, encoding: 'utf8' });
    const written = readFileSync(join(ROOT, 'schemas/region.schema.json'), 'utf8');
    expect(stdout).toBe(`function ${JSON.stringify(JSON.parse(written))}`);
    const brought = join(dir, 'node_modules/atlas-engine/dist/schemas/region.schema.json');
    expect(readFileSync(brought, 'utf8')).toBe(written);
  });
});

describe('the package create-atlas, run from its packed file without a network', () => {
  let dir: string;
  /** When the first of the commands was given, in milliseconds. */
  let began: number;
  /** A home of its own, in which nothing is set. */
  const home = (): NodeJS.ProcessEnv => ({ ...process.env, HOME: join(scratch, 'home') });

  beforeAll(async () => {
    const tarballs = join(scratch, 'of-create-atlas');
    mkdirSync(join(scratch, 'home'));
    dir = join(scratch, 'my-atlas');
    mkdirSync(tarballs);
    const packed = {
      'atlas-server': await pack('.', tarballs),
      'atlas-engine': await pack('engine', tarballs),
    };
    const maker = await packBuilt('cli/create-atlas', tarballs);
    const npx = ['--offline', '--cache', join(scratch, 'npx-cache'), '--yes', '--package', maker];
    const wanted = ['--countries', 'GAB', '--languages', 'fr,en', '--name', 'Forêts du Gabon'];
    const server = ['--server', packed['atlas-server'], '--no-install'];
    began = Date.now();
    const args = [...npx, 'create-atlas', 'my-atlas', ...wanted, ...server];
    await run('npx', args, { cwd: scratch, env: home() });
    if (!NIGHTLY) return installLinked(dir, packed);
    const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as object;
    const overrides = await installedAsTarballs(tarballs);
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ ...manifest, overrides }));
    const quiet = ['--offline', '--cache', join(scratch, 'cache'), '--no-audit', '--no-fund'];
    await run('npm', ['install', ...quiet, '--ignore-scripts'], { cwd: dir });
  });

  it('makes an atlas whose check finds nothing', () => {
    const { stdout, status } = spawnSync('npm', ['run', '-s', 'check'], {
      cwd: dir,
      encoding: 'utf8',
    });
    expect(stdout).toContain('0 errors, 0 warnings');
    expect(status).toBe(0);
  });

  it('keeps the server in the atlas, so that the folder can be moved', () => {
    const { dependencies } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const path = dependencies['atlas-server']!.replace('file:', '');
    expect(path).toBe('packages/atlas-server-0.1.0.tgz');
    expect(existsSync(join(dir, path))).toBe(true);
  });

  it('names a schema for the editor that the installed server contains', () => {
    const settings = JSON.parse(readFileSync(join(dir, '.vscode/settings.json'), 'utf8')) as {
      readonly 'yaml.schemas': Readonly<Record<string, string>>;
    };
    const [schema] = Object.keys(settings['yaml.schemas']);
    expect(existsSync(join(dir, schema!))).toBe(true);
    const [first] = readFileSync(join(dir, 'atlas.config/towns.yaml'), 'utf8').split('\n');
    expect(existsSync(join(dir, 'atlas.config', first!.split('$schema=')[1]!))).toBe(true);
  });

  it('has the script and the workflows of a review in the installed server', () => {
    const review = join(dir, 'node_modules/atlas-server/deploy/review');
    expect(readdirSync(review).sort()).toEqual([
      'atlas-comment.yml',
      'atlas-review.yml',
      'review.sh',
    ]);
  });

  it('publishes a map with an own layer after three more commands, within five minutes', () => {
    const type = (program: string, ...args: string[]) =>
      spawnSync(program, args, { cwd: dir, encoding: 'utf8', env: home() });
    writeFileSync(join(dir, 'wells.geojson'), JSON.stringify(WELLS));
    const added = type('npx', 'atlas', 'new', 'layer', 'wells.geojson', '--permission', 'everyone');
    expect(added.stderr).toBe('');
    expect(added.status).toBe(0);
    const file = join(dir, 'atlas.config/added/wells.yaml');
    const good = readFileSync(file, 'utf8');
    expect(good).toContain('circle');

    // A mistake, whose message says where it is and what is meant.
    writeFileSync(file, good.replace('type: circle', 'type: cirle'));
    const checked = type('npm', 'run', '-s', 'check');
    expect(checked.status).toBe(1);
    const [, line] = /wells\.yaml:(\d+):\d+/.exec(checked.stdout)!;
    const [, meant] = /Did you mean `(\w+)`\?/.exec(checked.stdout)!;
    const lines = readFileSync(file, 'utf8').split('\n');
    lines[Number(line) - 1] = lines[Number(line) - 1]!.replace('cirle', meant!);
    writeFileSync(file, lines.join('\n'));
    expect(readFileSync(file, 'utf8')).toBe(good);

    const built = type('npx', 'atlas', 'build', '--out', 'site');
    expect(built.status, built.stderr).toBe(0);
    const page = readFileSync(join(dir, 'site/index.html'), 'utf8');
    expect(page).toContain('Forêts du Gabon');
    expect(page).toContain('"wells"');
    expect(Date.now() - began).toBeLessThan(5 * 60_000);
  });

  it('makes an atlas that `npm start` shows, with its towns', async () => {
    const server = spawn('npm', ['start'], {
      cwd: dir,
      detached: true,
      env: { ...process.env, PORT: '0' },
    });
    try {
      const address = await addressOf(server);
      expect(await (await fetch(address)).text()).toContain('Forêts du Gabon');
      const found = await fetch(`${address}/api/search?q=Libreville&locale=fr`);
      expect(await found.text()).toContain('Libreville');
    } finally {
      process.kill(-server.pid!);
    }
  });
});

describe('the container file', () => {
  it('installs its dependencies first and starts from its last stage', async () => {
    const { dir, command } = await makeImage(join(ROOT, 'deploy/Dockerfile'), scratch);
    const [program, ...args] = command;
    const server = spawn(program!, args, {
      cwd: dir,
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: '0',
        // A smaller atlas than the shipped one.
        ATLAS_CONFIG_DIR: ISLES,
        ATLAS_DATA_DIR: join(scratch, '.image'),
      },
    });
    try {
      const page = await (await fetch(await addressOf(server))).text();
      expect(page).toContain('Atlas das Ilhas Farol');
    } finally {
      server.kill();
    }
  }, 180_000);
});
