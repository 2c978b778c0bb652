/** Loads at a pseudo-terminal, which `script` of util-linux opens. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../server/store/open-store.ts';
import { writeAtlas } from '../../build-atlas.ts';
import { runCommand } from '../../unit/cli/run-command.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const ATLAS = `
datasets:
  - { id: few, geometry: point, permission: open, load: { file: data/few.ndjson } }
  - { id: wells, geometry: point, permission: open, load: { file: data/wells.ndjson } }
`;
/** Features of a load that takes seconds. */
const MANY = 60_000;
const TIMEOUT = 120_000;

const dir = mkdtempSync(join(tmpdir(), 'atlas-terminal-'));
const env = { ATLAS_CONFIG_DIR: join(dir, 'atlas'), ATLAS_DATA_DIR: join(dir, 'data') };

function writeWells(file: string, count: number): void {
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Point', coordinates: [(index % 1000) / 50, (index / 1000) % 20] },
    }),
  );
  writeFileSync(join(dir, 'atlas/data', file), lines.join('\n'));
}

beforeAll(async () => {
  writeAtlas(env.ATLAS_CONFIG_DIR, ATLAS);
  mkdirSync(join(dir, 'atlas/data'), { recursive: true });
  writeWells('few.ndjson', 3);
  writeWells('wells.ndjson', 7);
  expect(await runCommand(['load'], env)).toMatchObject({ code: 0, err: '' });
  writeWells('wells.ndjson', MANY);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Terminal {
  /** What the terminal has received, with `^` for the escape character. */
  readonly text: () => string;
  readonly type: (keys: string) => void;
  readonly resize: (columns: number) => void;
  readonly code: Promise<number | null>;
}

/** Runs the command at a terminal with 100 columns. */
function atTerminal(
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Terminal {
  const command = [
    'tty; stty cols 100; exec',
    process.execPath,
    '--conditions=atlas-source --import tsx cli/atlas.ts',
    ...args,
  ].join(' ');
  const { CI: _ci, NO_COLOR: _color, ...rest } = process.env;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: ROOT,
    env: { ...rest, ...env, TERM: 'xterm', LC_ALL: 'C.UTF-8', ...more },
  });
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString()));
  return {
    text: () => text.replaceAll('\x1b', '^'),
    type: (keys) => void child.stdin.write(keys),
    resize: (columns) => {
      const [device] = /\/dev\/\S+/.exec(text)!;
      spawnSync('stty', ['-F', device, 'cols', String(columns)]);
    },
    code: new Promise((resolve) => child.once('close', resolve)),
  };
}

/** The lines that were drawn, without colours. */
const drawn = (text: string): string[] =>
  text
    .replaceAll(/\^\[\d+m/g, '')
    .split(/\r(?:\^\[\d+A)?\^\[J/)
    .filter((line) => /[█░]/.test(line));

describe('a load at a terminal', { timeout: TIMEOUT }, () => {
  it('that is interrupted clears its line, keeps the old version, and ends with 130', async () => {
    const terminal = atTerminal(['load']);
    await expect.poll(terminal.text, { timeout: TIMEOUT }).toMatch(/[1-9][\d ]* features read/);
    terminal.type('\x03');
    expect(await terminal.code).toBe(130);
    expect(terminal.text()).toMatch(
      /\r\^\[JInterrupted: the old version of `wells` is kept\.\r\n$/,
    );
    const store = await openStore({ dataDir: env.ATLAS_DATA_DIR, role: 'tool' });
    expect(await store.page({ dataset: 'wells', fields: [], limit: 100 })).toHaveLength(7);
    await store.close();
    expect(readdirSync(join(env.ATLAS_DATA_DIR, 'versions'))).toHaveLength(2);
  });

  it('redraws one line with share, time left, features and rate within the width', async () => {
    const terminal = atTerminal(['load']);
    await expect.poll(terminal.text, { timeout: TIMEOUT }).toMatch(/about \d+ s left, .* features/);
    const before = drawn(terminal.text()).length;
    terminal.resize(40);
    expect(await terminal.code).toBe(0);
    const lines = drawn(terminal.text());
    expect(lines.join('\n')).toMatch(/2 of 2: wells █+░+ \d+ %, about \d+ s left, [\d ]+ features/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(100);
    // The line under way when the size changed may have the old width.
    expect(Math.max(...lines.slice(before + 2).map(({ length }) => length))).toBeLessThan(40);
    expect(terminal.text()).toMatch(/\^\[32m█/);
    expect(terminal.text()).toMatch(/\^\[Jwells: 60000 read, 60000 loaded[^\r]*\r\n$/);
  });

  it('has no colours with NO_COLOR, and plain lines in CI', async () => {
    const plain = atTerminal(['load', 'wells', '--force'], { NO_COLOR: '1' });
    const lines = atTerminal(['load', 'wells', '--force'], { CI: 'true' });
    expect(await Promise.all([plain.code, lines.code])).toEqual([0, 0]);
    expect(drawn(plain.text()).length).toBeGreaterThan(1);
    expect(plain.text()).not.toMatch(/\^\[\d+m/);
    expect(lines.text()).not.toContain('^[');
  });

  it('prints only errors with `--quiet`', async () => {
    expect(await runCommand(['load', '--force', '--quiet'], env)).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    writeFileSync(join(dir, 'atlas/data/few.ndjson'), '{"type": "Feature"}');
    const { code, out, err } = await runCommand(['load', '--quiet'], env);
    expect([code, err]).toEqual([1, '']);
    expect(out).toContain('few: ');
  });
});
