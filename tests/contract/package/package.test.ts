import {
  execFileSync,
  spawn,
  spawnSync,
  type ChildProcessWithoutNullStreams,
} from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

type Link = 'npm' | 'shell' | 'server';

/**
 * What is told to stop, and how. SIGINT is for the server alone: npm and its shell keep one that
 * comes to them until their child has ended; Ctrl-C in a terminal goes to all of them.
 */
const EVERY_STOP = ['start', 'run atlas -- start --level keeper'].flatMap((script) =>
  (['SIGTERM', 'SIGHUP', 'SIGINT'] as const).flatMap((signal) =>
    (['npm', 'shell', 'server'] as const).flatMap((link) =>
      signal === 'SIGINT' && link !== 'server' ? [] : ([[script, signal, link]] as const),
    ),
  ),
) satisfies readonly (readonly [string, NodeJS.Signals, Link])[];
const STOPS =
  process.env['ATLAS_NIGHTLY'] === '1'
    ? EVERY_STOP
    : EVERY_STOP.filter(
        ([script, signal, link]) =>
          link === 'npm' && (signal === 'SIGTERM') === (script !== 'start'),
      );

/** The one child of a process. */
function childOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }));
}

/** Where a server that was started listens. Throws what it printed when it ends early. */
function addressOf(server: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (chunk: Buffer) => {
      text += String(chunk);
      const match = /Atlas ready at (\S+)/.exec(text);
      if (match) resolve(match[1]!);
    });
    server.on('exit', () => reject(new Error(`The server ended: ${text}`)));
  });
}

/** An empty folder in which the packed package is installed; its dependencies are those of the checkout. */
describe('the package, packed and unpacked in an empty folder', () => {
  let dir: string;

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'atlas-package-'));
    execFileSync('npm', ['run', '-s', 'build'], { cwd: ROOT, stdio: 'ignore' });
    const packed = execFileSync(
      'npm',
      ['pack', '--ignore-scripts', '--silent', '--pack-destination', dir],
      { cwd: ROOT, encoding: 'utf8' },
    )
      .trim()
      .split('\n')
      .at(-1)!;
    const modules = join(dir, 'node_modules');
    mkdirSync(modules);
    for (const name of readdirSync(join(ROOT, 'node_modules'))) {
      if (!name.startsWith('.')) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
    }
    execFileSync('tar', ['-xzf', join(dir, packed), '-C', dir]);
    cpSync(join(dir, 'package'), join(modules, 'atlas-engine'), { recursive: true });
    cpSync(join(ROOT, 'tests/atlases/isles'), join(dir, 'isles'), { recursive: true });
    writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
  });

  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  const atlas = (...args: string[]) =>
    spawnSync(
      process.execPath,
      [join(dir, 'node_modules/atlas-engine/dist/node/cli/atlas.js'), ...args],
      {
        cwd: dir,
        encoding: 'utf8',
        env: { ...process.env, ATLAS_DATA_DIR: join(dir, '.atlas') },
      },
    );

  it('checks a configuration of another region with the atlas command', () => {
    const result = atlas('check', '--config', 'isles', '--max-warnings', '0');
    expect(result.stderr).toBe('');
    expect(result.stdout).toContain('0 errors, 0 warnings');
    expect(result.status).toBe(0);
  });

  it('loads data and prints a style', () => {
    expect(atlas('load', '--config', 'isles').stdout).toContain('islands: 4 read, 4 loaded');
    const style = JSON.parse(atlas('style', '--config', 'isles').stdout) as {
      layers: { id: string }[];
    };
    expect(style.layers.map(({ id }) => id)).toContain('group/lights/ara-light');
  });

  it('exports the authoring and the runtime door', () => {
    const script = `
      import * as engine from 'atlas-engine';
      import * as runtime from 'atlas-engine/runtime';
      process.stdout.write([typeof engine.loadAtlas, typeof runtime.compileStyle].join(' '));`;
    writeFileSync(join(dir, 'doors.js'), script);
    expect(execFileSync(process.execPath, ['doors.js'], { cwd: dir, encoding: 'utf8' })).toBe(
      'function function',
    );
  });

  it.each(STOPS)('ends in order what `npm %s` began, by %s to %s', async (script, signal, link) => {
    const npm = spawn('npm', script.split(' '), {
      cwd: ROOT,
      env: {
        ...process.env,
        ATLAS_CONFIG_DIR: join(dir, 'isles'),
        ATLAS_DATA_DIR: join(dir, '.started'),
        LOG_LEVEL: 'info',
        PORT: '0',
      },
    });
    let log = '';
    npm.stderr.on('data', (chunk: Buffer) => (log += String(chunk)));
    const url = await addressOf(npm);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const shell = childOf(npm.pid!);
    process.kill({ npm: npm.pid!, shell, server: childOf(shell) }[link], signal);
    const asked = () =>
      fetch(`${url}/health`).then(
        ({ status }) => status,
        () => 'nobody there',
      );
    await expect.poll(asked, { timeout: 15_000, interval: 200 }).toBe('nobody there');
    await expect.poll(() => log, { timeout: 15_000 }).toContain('The server has stopped.');
  });

  it('serves the other region from the built application it brings along', async () => {
    const server = spawn(
      process.execPath,
      [join(dir, 'node_modules/atlas-engine/dist/node/cli/atlas.js'), 'start', '--config', 'isles'],
      {
        cwd: dir,
        env: { ...process.env, ATLAS_DATA_DIR: join(dir, '.atlas'), PORT: '0' },
      },
    );
    try {
      const url = await addressOf(server);
      const page = await (await fetch(url)).text();
      expect(page).toContain('Atlas das Ilhas Farol');
    } finally {
      server.kill();
    }
  });
});
