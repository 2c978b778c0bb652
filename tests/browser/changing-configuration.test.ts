import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage, waitForMap } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';

const ISLES = fileURLToPath(new URL('../atlases/isles', import.meta.url));

interface Health {
  readonly revision: string;
}

describe('a configuration that changes while the atlas is served', () => {
  let folder: string;
  let groups: string;
  let atlas: ServedAtlas;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atlas-changing-'));
    cpSync(ISLES, join(folder, 'config'), { recursive: true });
    groups = join(folder, 'config/groups.yaml');
    atlas = await serveAtlas({ config: join(folder, 'config'), dataDir: join(folder, 'data') });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await closePages(browser);
    await atlas.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const health = async () => (await (await fetch(`${atlas.url}/health`)).json()) as Health;
  const until = (holds: (state: Health) => boolean) =>
    expect.poll(async () => holds(await health()), { timeout: 30_000 }).toBe(true);

  it('keeps the last valid one and reports the errors of the new one', async () => {
    const good = readFileSync(groups, 'utf8');
    const before = await health();
    const says = (words: string) => expect.poll(atlas.output, { timeout: 30_000 }).toContain(words);
    writeFileSync(groups, good.replace('source: islands', 'source: ilands'));
    await says('The configuration has 1 error');
    await says(`\`npm run -s atlas -- check --config ${join(folder, 'config')}\` shows them`);
    await says('The last valid configuration is still served.');
    expect((await health()).revision).toBe(before.revision);
    writeFileSync(groups, good);
    await says('The new configuration is now served.');
    expect((await health()).revision).toBe(before.revision);
  });

  it('updates open maps, which keep their view and name the removed layers', async () => {
    const { page, problems } = await openPage(browser, { locale: 'pt-PT' });
    await page.goto(`${atlas.url}/?lang=pt#6/1/-34&layers=lights,islands`);
    await waitForMap(page);
    // The page connects some time after its start.
    await page.waitForRequest(/\/atlas\/events$/, { timeout: 30_000 });
    const { revision } = await health();
    const good = readFileSync(groups, 'utf8');
    const start = good.indexOf('  - id: lights\n    name:');
    const end = good.indexOf('  - id: nurseries\n');
    const without = good.slice(0, start) + good.slice(end);
    writeFileSync(groups, without.replace('    groups: [lights]\n', ''));
    await until((state) => state.revision !== revision);
    await page
      .getByText(/Faróis/)
      .filter({ hasText: /No longer/ })
      .waitFor({ timeout: 20_000 });
    await expect
      .poll(() => page.evaluate(() => location.hash), { timeout: 10_000 })
      .toMatch(/layers=islands$/);
    expect(problems).toEqual([]);
  });
});
