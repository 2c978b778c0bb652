import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAtlas } from '../build-atlas.ts';
import { runCommand } from '../unit/cli/run-command.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';

const field = (name: string) =>
  `fields: { name: { type: text, label: { en: Name, fr: Nom } }, ${name}: { type: text, label: { en: Kind, fr: Genre } } }`;

const YAML = `
datasets:
  - { id: spots, geometry: point, permission: open, load: { file: data/spots.geojson }, feeds: { tiles: { maxzoom: 4 }, search: [name] }, ${field('kind')} }
  - { id: taken, geometry: point, permission: { view: open, analyse: open, download: known }, load: { file: data/spots.geojson }, ${field('kind')} }
  - { id: closed, geometry: point, permission: known, load: { file: data/spots.geojson }, ${field('kind')} }
groups:
  - { id: spots, checked: true, name: { en: Spots, fr: Points }, category: things, popup: { title: name, fields: [kind] }, sublayers: [{ id: point, type: circle, source: spots, label: { en: A spot, fr: Un point }, paint: { circle-radius: 30, circle-color: '#AA0000' } }] }
  - { id: taken, name: { en: Not for copies, fr: Pas pour les copies }, category: things, sublayers: [{ id: point, type: circle, source: taken }] }
  - { id: closed, name: { en: Restricted, fr: Restreint }, category: closed, sublayers: [{ id: point, type: circle, source: closed }] }
tools: { analyse: { permission: open } }
pages:
  - { id: accessibility, title: { en: Accessibility, fr: Accessibilité }, text: { en: For everyone., fr: Pour tout le monde. }, date: 2026-01-01 }
`;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

interface Files {
  readonly url: string;
  /** Requests that left the folder, or found no file. */
  readonly lost: readonly string[];
  /** The number of answers that were a range of a file. */
  readonly ranges: () => number;
  close(): void;
}

/** Serves files as a plain web server does, in a folder of its site. */
async function serveFiles(
  dir: string,
  { folder, answersRanges }: { readonly folder: string; readonly answersRanges: boolean },
): Promise<Files> {
  const lost: string[] = [];
  let ranges = 0;
  const server: Server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const name = decodeURIComponent(path).slice(folder.length) || 'index.html';
    let body: Buffer;
    try {
      if (!path.startsWith(folder)) throw new Error('outside');
      body = readFileSync(join(dir, name));
    } catch {
      lost.push(path);
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (!answersRanges || from === undefined) {
      response.writeHead(200, { 'content-type': type }).end(body);
      return;
    }
    ranges += 1;
    const end = Math.min(Number(to), body.length - 1);
    const range = `bytes ${from}-${end}/${body.length}`;
    response
      .writeHead(206, { 'content-type': type, 'content-range': range })
      .end(body.subarray(Number(from), end + 1));
  });
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${folder}`,
    lost,
    ranges: () => ranges,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('a static site on a plain web server', () => {
  let dir: string;
  let browser: Browser;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'atlas-site-'));
    const config = join(dir, 'config');
    writeAtlas(config, YAML);
    mkdirSync(join(config, 'data'), { recursive: true });
    const feature = {
      type: 'Feature',
      properties: { name: 'Well of stones', kind: 'well' },
      geometry: { type: 'Point', coordinates: [10, 10] },
    };
    writeFileSync(
      join(config, 'data/spots.geojson'),
      JSON.stringify({ type: 'FeatureCollection', features: [feature] }),
    );
    const env = { ATLAS_DATA_DIR: join(dir, 'store'), PATH: process.env['PATH'] ?? '' };
    const built = await runCommand(['build', '--config', config, '--out', join(dir, 'site')], env);
    expect(built, built.err).toMatchObject({ code: 0 });
    browser = await sharedBrowser();
  }, 60_000);
  afterAll(async () => {
    await closePages(browser);
    rmSync(dir, { recursive: true, force: true });
  });

  it.each([
    { folder: '/', answersRanges: true },
    { folder: '/', answersRanges: false },
    { folder: '/some/folder/', answersRanges: true },
    { folder: '/some/folder/', answersRanges: false },
  ])('shows the public atlas at $folder, with ranges: $answersRanges', async (how) => {
    const files = await serveFiles(join(dir, 'site'), how);
    const { page, problems } = await openPage(browser);
    page.setDefaultTimeout(20_000);
    const failed: string[] = [];
    const elsewhere: string[] = [];
    page.on('requestfailed', (request) => {
      // A page that is loaded again ends its requests.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') failed.push(request.url());
    });
    page.on('request', (request) => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(files.url))
        elsewhere.push(request.url());
    });
    await page.goto(`${files.url}?lang=en#3/10/10`);
    await waitForMap(page);

    await openWell(page);
    await page.getByText('well', { exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: /Legend/ }).click();
    await page.getByRole('tabpanel').getByText('Spots', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: /Layers/ }).click();
    const locked = page.locator('[data-group="taken"], [data-group="closed"]');
    expect(await locked.allInnerTexts()).toEqual([
      expect.stringContaining('They need its server.'),
      expect.stringContaining('They need its server.'),
    ]);
    expect(await page.getByText('This copy of the atlas consists of files.').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Account' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Analyse' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Français' }).click();
    await page.getByText('Cette copie de l’atlas est faite de fichiers.').waitFor();
    await page.waitForURL(/lang=fr/);
    await waitForMap(page);
    await page.reload();
    await page.getByText('Cette copie de l’atlas est faite de fichiers.').waitFor();
    await page.getByRole('link', { name: 'Accessibilité' }).click();
    await page.getByText('Pour tout le monde.').waitFor();
    await page.reload();
    await page.getByText('Pour tout le monde.').waitFor();
    await page.getByRole('link', { name: 'Afficher la carte' }).click();
    await waitForMap(page);
    expect(new URL(page.url()).pathname).toBe(how.folder);

    expect({ problems, failed, elsewhere, lost: files.lost }).toEqual({
      problems: [],
      failed: [],
      elsewhere: [],
      lost: [],
    });
    expect(files.ranges() > 0).toBe(how.answersRanges);
    files.close();
  });
});

/** Selects the feature in the middle of the map. */
async function openWell(page: Page): Promise<void> {
  const box = (await page.locator('.map-area .map').boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.getByRole('heading', { name: 'Well of stones' }).waitFor();
}
