/** Checks the example atlases, and the layer that the README adds. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../cli/atlas.ts';
import { copyShippedStore } from '../browser/shipped-copy.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atlas-examples-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command on a configuration, with its own store. */
async function atlas(config: string, dataDir: string, ...args: readonly string[]) {
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(text);
  const env = { ATLAS_DATA_DIR: dataDir };
  const code = await run([...args, '--config', config], {
    out: print,
    err: print,
    env,
    color: false,
  });
  return { code, text: lines.join('\n') };
}

it('the small atlas has no errors and no warnings, and loads', async () => {
  const [config, store] = [join(ROOT, 'examples/small-atlas'), join(folder, 'small')];
  const checked = await atlas(config, store, 'check', '--max-warnings', '0');
  expect(checked).toEqual({ code: 0, text: 'The configuration is valid: 0 errors, 0 warnings.' });
  const loaded = await atlas(config, store, 'load');
  expect(loaded.text).toMatch(/^markets: 3 read, 3 loaded, /);
});

it('the atlas of two shores has no errors and no warnings, and is small', async () => {
  const config = join(ROOT, 'examples/two-shores');
  const checked = await atlas(config, join(folder, 'shores'), 'check', '--max-warnings', '0');
  expect(checked).toEqual({ code: 0, text: 'The configuration is valid: 0 errors, 0 warnings.' });
  const files = readdirSync(config, { recursive: true, encoding: 'utf8' });
  const bytes = files.reduce((sum, path) => sum + statSync(join(config, path)).size, 0);
  expect(bytes).toBeLessThan(1_500_000);
});

describe('the layer of the README', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

  /** Returns a code block of the README and the file it belongs to. */
  function fileOf(language: string): { path: string; text: string } {
    const block = new RegExp(
      `\`atlas\\.config/(\\S+)\`(?:(?!\`\`\`).)*\`\`\`${language}\\n(.*?)\`\`\``,
      's',
    );
    const [, path = '', indented = ''] = block.exec(readme) ?? [];
    return { path, text: indented.replaceAll(/^ {3}/gm, '') };
  }

  it('passes the check in the shipped atlas and loads every row', async () => {
    const [config, store] = [join(folder, 'atlas.config'), join(folder, 'store')];
    cpSync(join(ROOT, 'atlas.config'), config, { recursive: true });
    copyShippedStore(store);
    mkdirSync(join(config, 'added'));
    for (const { path, text } of [fileOf('csv'), fileOf('yaml')])
      writeFileSync(join(config, path), text);
    expect(await atlas(config, store, 'check')).toMatchObject({ code: 0 });
    const loaded = await atlas(config, store, 'load', 'wells');
    expect(loaded.text).toMatch(/^wells: 3 read, 3 loaded, 0 repaired, 0 rejected/);
    const shown = await atlas(config, store, 'show', 'group', 'wells');
    expect(shown.text).toContain('en "Open well", fr "Puits ouvert"');
  });
});
