/**
 * Makes the thumbnails of the base maps and projects, and the pictures of links, from screenshots of a running atlas: `npm run
 * thumbnails -- URL`, with the address of a server started by `npm start`. A second argument, such as
 * `previews/`, limits it to the files whose path contains it. Run it after the
 * appearance of a base map has changed. The thumbnails are committed, so users of the atlas do not
 * need to run it. It needs Chromium: the one in `CHROMIUM_PATH`, otherwise Debian's.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { chromium, type Browser, type Page, type Route } from '@playwright/test';
import { loadAtlas } from 'atlas-engine';
import type { Frame } from 'atlas-engine/runtime';
import { readConfigFolder } from '../server/config/read-config-folder.ts';
import { viewOfFrame } from './view-of-frame.ts';

/**
 * The map view (zoom/latitude/longitude) of the thumbnails. It contains a coast, lowland and
 * mountains, so that the base maps can be distinguished.
 */
const BASE_VIEW = '4.9/4.3/10.4';

/** Sizes in px: the part of the map that is taken, and the picture. */
interface Sizes {
  readonly taken: { readonly width: number; readonly height: number };
  readonly picture: { readonly width: number; readonly height: number };
  /** Quality of the WebP, 0 to 100. */
  readonly quality: number;
}

/** Round pictures of 48 px, for screens with two pixels per px. */
const BASE: Sizes = {
  taken: { width: 176, height: 176 },
  picture: { width: 96, height: 96 },
  quality: 82,
};
/** Pictures that other sites show with a link. */
const PREVIEW: Sizes = {
  taken: { width: 1200, height: 630 },
  picture: { width: 1200, height: 630 },
  quality: 86,
};
/** Maximum size of a picture of a link in bytes. Some programs refuse large ones. */
const MAX_PREVIEW_BYTES = 60_000;
/** Pictures of 56x40 px. */
const PROJECT: Sizes = {
  taken: { width: 280, height: 200 },
  picture: { width: 112, height: 80 },
  quality: 70,
};

/** The outlines and names of projects. */
const FRAMES = '**/atlas/frame.*.json';

const CONFIG = fileURLToPath(new URL('../atlas.config', import.meta.url));

const [url = 'http://localhost:4000', only = ''] = process.argv.slice(2);
const atlas = loadAtlas(await readConfigFolder(CONFIG));
if (!atlas.ok) throw new Error('The configuration has errors; `atlas check` lists them.');
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
try {
  for (const { id, style, thumbnail } of atlas.model.baseLayers) {
    // A hosted style is shown only where its service is on.
    if (style || thumbnail === null) continue;
    await take(`${url}/#${BASE_VIEW}&base=${id}&relief=1&layers=`, { ...BASE, file: thumbnail });
  }
  const { homePreview } = atlas.model;
  if (homePreview) await take(`${url}/?lang=en`, { ...PREVIEW, file: homePreview });
  for (const project of atlas.model.projects) {
    // Names would be too small to read.
    const open = project.groups.filter(
      ({ permission, sublayers }) =>
        permission.rank === 0 && sublayers.every(({ type }) => type !== 'symbol'),
    );
    const layers = open.map(({ id }) => id).join(',');
    for (const [file, sizes] of [
      [project.preview, PREVIEW] as const,
      [project.thumbnail, PROJECT] as const,
    ]) {
      if (!file) continue;
      const view = await viewOfFrame(url, project, sizes.taken);
      await take(`${url}/?project=${project.id}#${view}&layers=${layers}`, { ...sizes, file });
    }
  }
} finally {
  await browser.close();
}

/** Takes the middle of the map at an address and writes it to a file of the configuration. */
async function take(address: string, { file, ...sizes }: Sizes & { file: string }): Promise<void> {
  if (!file.includes(only)) return;
  const page = await openMap(browser, sizes);
  await page.goto(address);
  const picture = await reduce(await takeMap(page, sizes), { ...sizes, file });
  mkdirSync(dirname(join(CONFIG, file)), { recursive: true });
  writeFileSync(join(CONFIG, file), picture);
  process.stdout.write(`${file} ${picture.length} bytes\n`);
  await page.close();
}

async function openMap(from: Browser, { taken }: Sizes): Promise<Page> {
  const page = await from.newPage({
    // With a panel, a wide window has room for the map beside it.
    viewport:
      taken.width > 640 ? { width: taken.width + 380, height: 700 } : { width: 640, height: 640 },
    // The site allows only its own styles; the picture contains nothing but the map.
    bypassCSP: true,
  });
  // The map draws no names behind cards, so there are none.
  await page.addInitScript(() => {
    const style = document.createElement('style');
    style.textContent = '.float, .credits { display: none !important; }';
    document.addEventListener('DOMContentLoaded', () => document.head.append(style));
  });
  await page.route(FRAMES, leaveOutName);
  return page;
}

/** The name of a project would be too small to read, or at the edge of the picture. */
async function leaveOutName(route: Route): Promise<void> {
  const response = await route.fetch();
  const frame = (await response.json()) as Frame;
  const features = frame.features.filter(({ properties }) => properties.part !== 'name');
  await route.fulfill({ response, json: { ...frame, features } });
}

/** Takes a screenshot of the middle of the map when two successive screenshots are the same. */
async function takeMap(page: Page, { taken }: Sizes): Promise<Buffer> {
  const canvas = page.locator('canvas.maplibregl-canvas');
  await canvas.waitFor();
  await page.waitForLoadState('networkidle');
  await page.addStyleTag({
    content: 'body * { visibility: hidden; } .map, .map * { visibility: visible; }',
  });
  const box = await canvas.boundingBox();
  if (!box) throw new Error('The page shows no map.');
  const clip = {
    x: box.x + (box.width - taken.width) / 2,
    y: box.y + (box.height - taken.height) / 2,
    ...taken,
  };
  let before: Buffer = Buffer.alloc(0);
  for (let turn = 0; turn < 40; turn += 1) {
    await page.waitForTimeout(500);
    const now = await page.screenshot({ clip });
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error('The map keeps changing.');
}

async function reduce(
  taken: Buffer,
  { picture, quality, file }: Sizes & { readonly file: string },
): Promise<Buffer> {
  const context = createCanvas(picture.width, picture.height).getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(await loadImage(taken), 0, 0, picture.width, picture.height);
  if (!file.endsWith('.jpg')) return context.canvas.encode('webp', quality);
  for (let lower = quality; lower > 20; lower -= 4) {
    const jpeg = await context.canvas.encode('jpeg', lower);
    if (jpeg.length <= MAX_PREVIEW_BYTES) return jpeg;
  }
  throw new Error(`\`${file}\` does not fit into ${MAX_PREVIEW_BYTES} bytes.`);
}
