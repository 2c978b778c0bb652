import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../contract/server/raw-request.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';

const ISLES = fileURLToPath(new URL('../atlases/isles', import.meta.url));

describe('`atlas dev`', () => {
  let folder: string;
  let groups: string;
  /** The command of an editor, which notes its arguments. */
  let editor: string;
  let atlas: ServedAtlas;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atlas-live-'));
    cpSync(ISLES, join(folder, 'config'), { recursive: true });
    groups = join(folder, 'config/groups.yaml');
    editor = join(folder, 'editor.sh');
    writeFileSync(editor, `#!/bin/sh\necho "$@" > '${join(folder, 'opened')}'\n`, { mode: 0o755 });
    atlas = await serveAtlas({
      verb: 'dev',
      config: join(folder, 'config'),
      dataDir: join(folder, 'data'),
      env: { LAUNCH_EDITOR: editor },
    });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await closePages(browser);
    await atlas.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows a saved change on the open map, and errors over the last valid map', async () => {
    const { page, problems } = await openPage(browser, { locale: 'pt-PT' });
    await page.goto(`${atlas.url}/?lang=pt#6/1/-34&layers=lights,islands`);
    const connected = page.waitForRequest(/\/atlas\/events$/, { timeout: 30_000 });
    await waitForMap(page);
    await connected;
    const view = await page.evaluate(() => location.hash);
    const good = readFileSync(groups, 'utf8');
    for (const name of ['Um', 'Dois']) {
      writeFileSync(groups, good.replace('Faróis', name));
      await page.getByText(name, { exact: true }).first().waitFor({ timeout: 20_000 });
    }
    expect(await page.evaluate(() => location.hash)).toBe(view);

    writeFileSync(groups, good.replace('source: islands', 'source: ilands'));
    const errors = page.locator('.config-errors');
    await errors.waitFor({ timeout: 10_000 });
    const text = await errors.innerText();
    expect(text).toMatch(/error unknown-source {2}groups\.yaml:\d+:\d+/);
    expect(text).toContain('^^^^^^');
    expect(text).toContain('Did you mean `islands`?');
    expect(await page.evaluate(() => location.hash)).toBe(view);

    // They fold into one line above the map.
    const button = errors.getByRole('button', { name: 'Open in the editor' }).first();
    await errors.getByText(/^\d+ errors? in the configuration$/).click();
    await button.waitFor({ state: 'hidden' });
    await errors.locator('summary').press('Enter');
    await button.click();
    const opened = join(folder, 'opened');
    const [, line, column] = /groups\.yaml:(\d+):(\d+)/.exec(text)!;
    await expect
      .poll(() => (existsSync(opened) ? readFileSync(opened, 'utf8') : ''))
      .toBe(`${realpathSync(groups)} ${line} ${column}\n`);

    writeFileSync(groups, good);
    await errors.waitFor({ state: 'detached', timeout: 10_000 });
    expect(problems).toEqual([]);
  });

  it('shows the map as visitors of a level see it, with the same view', async () => {
    const { page, problems } = await openPage(browser, { locale: 'pt-PT' });
    await page.goto(`${atlas.url}/?lang=pt#6/1/-34&layers=lights,islands`);
    await waitForMap(page);
    const restricted = page.getByText('Viveiros', { exact: true });
    const level = page.locator('.author-level select');
    await level.waitFor();
    expect(await restricted.count()).toBe(0);
    const view = await page.evaluate(() => location.hash);
    await level.selectOption('keeper');
    await restricted.first().waitFor({ timeout: 20_000 });
    expect(await page.evaluate(() => location.hash)).toBe(view);
    await level.selectOption('anyone');
    await waitForMap(page);
    await expect.poll(() => restricted.count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('opens no other file than those of the configuration, and says if there is no editor', async () => {
    const open = async (file: string, url = atlas.url, headers = {}): Promise<number> => {
      const body = JSON.stringify({ file, line: 1, column: 1 });
      const type = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}/dev/open`, {
        method: 'POST',
        headers: { ...type, ...headers },
        body,
      });
      return answer.status;
    };
    writeFileSync(join(folder, 'beside.yaml'), '');
    expect(await open('groups.yaml')).toBe(204);
    for (const file of ['../beside.yaml', 'none.yaml', '', '/etc/hosts'])
      expect(await open(file), file).toBe(404);
    expect(await open('groups.yaml', atlas.url, { origin: 'https://elsewhere.example' })).toBe(403);
    const other = await serveAtlas({
      verb: 'dev',
      config: join(folder, 'config'),
      dataDir: join(folder, 'data-2'),
      env: { LAUNCH_EDITOR: join(folder, 'no-editor') },
    });
    try {
      expect(await open('groups.yaml', other.url)).toBe(409);
    } finally {
      await other.stop();
    }
  });

  it('answers neither other sites nor other names of this machine', async () => {
    const status = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await fetch(`${atlas.url}/atlas/events`, { method: 'HEAD', headers })).status;
    expect(await status({})).toBe(200);
    expect(await status({ origin: 'https://elsewhere.example' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' })).toBe(403);
    const { port } = new URL(atlas.url);
    const renamed = await sendRaw(
      Number(port),
      'GET / HTTP/1.1\r\nHost: atlas.elsewhere.example\r\nConnection: close\r\n\r\n',
    );
    expect(renamed.status).toBe(403);
  });

  it('is refused where others could reach it', async () => {
    const dataDir = join(folder, 'other');
    const serve = serveAtlas({
      verb: 'dev',
      config: join(folder, 'config'),
      dataDir,
      env: { HOST: '0.0.0.0' },
    });
    await expect(serve).rejects.toThrow('`atlas dev` is for this machine only, but HOST is');
  });
});
