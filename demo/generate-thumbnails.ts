/**
 * Makes the thumbnails of the base-map chooser from screenshots of a running atlas: `npm run
 * thumbnails -- URL`, with the address of a server started by `npm start`. Run it after the
 * appearance of a base map has changed. The thumbnails are committed, so users of the atlas do not
 * need to run it. It needs Chromium: the one in `CHROMIUM_PATH`, otherwise Debian's.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { chromium, type Page } from '@playwright/test';
import { loadAtlas } from 'atlas-engine';
import { readConfigFolder } from '../server/config/read-config-folder.ts';

/**
 * The map view (zoom/latitude/longitude) of the thumbnails. It contains a coast, lowland and
 * mountains, so that the base maps can be distinguished.
 */
const VIEW = '4.9/4.3/10.4';
/** Side of the square that is cut from the middle of the screenshot, px. */
const TAKEN = 176;
/** Side of the thumbnail, px: about twice the size in the chooser, for high-resolution screens. */
const SIDE = 96;
const QUALITY = 82;

const CONFIG = fileURLToPath(new URL('../atlas.config', import.meta.url));
const OUT = join(CONFIG, 'base/thumbnails');

const [url = 'http://localhost:4000'] = process.argv.slice(2);
const atlas = loadAtlas(await readConfigFolder(CONFIG));
if (!atlas.ok) throw new Error('The configuration has errors; `atlas check` names them.');
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
try {
  mkdirSync(OUT, { recursive: true });
  for (const { id, style } of atlas.model.baseLayers) {
    // A hosted style is shown only if its service is on.
    if (style) continue;
    const page = await browser.newPage({
      viewport: { width: 640, height: 640 },
      // The content security policy would reject the style that hides everything except the map.
      bypassCSP: true,
    });
    await page.goto(`${url}/#${VIEW}&base=${id}&relief=1&layers=`);
    const picture = await reduce(await takeMap(page));
    writeFileSync(join(OUT, `${id}.webp`), picture);
    process.stdout.write(`${id}.webp ${picture.length} bytes\n`);
    await page.close();
  }
} finally {
  await browser.close();
}

/** Takes a screenshot of the middle of the map when two successive screenshots are the same. */
async function takeMap(page: Page): Promise<Buffer> {
  const canvas = page.locator('canvas.maplibregl-canvas');
  await canvas.waitFor();
  await page.waitForLoadState('networkidle');
  await page.addStyleTag({
    content: 'body * { visibility: hidden; } .map, .map * { visibility: visible; }',
  });
  const box = await canvas.boundingBox();
  if (!box) throw new Error('The page shows no map.');
  const corner = (start: number, length: number): number => start + (length - TAKEN) / 2;
  const clip = {
    x: corner(box.x, box.width),
    y: corner(box.y, box.height),
    width: TAKEN,
    height: TAKEN,
  };
  let before: Buffer = Buffer.alloc(0);
  for (let turn = 0; turn < 40; turn += 1) {
    await page.waitForTimeout(500);
    const now = await page.screenshot({ clip });
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error('The map did not come to rest.');
}

async function reduce(picture: Buffer): Promise<Buffer> {
  const context = createCanvas(SIDE, SIDE).getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(await loadImage(picture), 0, 0, SIDE, SIDE);
  return context.canvas.encode('webp', QUALITY);
}
