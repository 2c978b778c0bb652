/**
 * Takes the pictures of the base-map chooser from a running atlas: `npm run thumbnails -- URL`, with
 * the server of `npm start`. Run it when a base map has changed its looks; the pictures are
 * committed, so no user of the atlas needs it. Needs Chromium (`CHROMIUM_PATH`, else Debian's).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { chromium, type Page } from '@playwright/test';
import { loadAtlas } from 'atlas-engine';
import { readConfigFolder } from '../server/config/read-config-folder.ts';

/** A shore, lowland and mountains: each base map shows what it is about. */
const VIEW = '4.9/4.3/10.4';
/** Side of the square that is taken from the middle of the map, px. */
const TAKEN = 176;
/** Side of the picture, px: twice what the chooser shows. */
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
    // A hosted style is shown only where its service is on.
    if (style) continue;
    const page = await browser.newPage({
      viewport: { width: 640, height: 640 },
      // The site allows no styles but its own; the picture shall show the map alone.
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

/** The middle of the map alone, once two pictures in a row are the same. */
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
