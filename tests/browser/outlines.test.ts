import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import type { Feature } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIDDLE, openPage, waitForMap } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import { readColours, type Colours } from './pixels.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';

const ISLES = fileURLToPath(new URL('../atlases/isles', import.meta.url));

/** Three parcels; the western one is as long as both eastern ones. */
const PARCELS = [
  parcel('west', [-36, -1, -34, 3]),
  parcel('north', [-34, 1, -32, 3]),
  parcel('south', [-34, -1, -32, 1]),
];

const LOOKS = {
  dashed: "color: '#000000', width: 4, dash: [4, 2]",
  clear: "color: '#000000', width: 4, opacity: 0.5",
  coloured: 'color: { classes: parcel-kind }, width: 4',
  one: "color: '#000000', width: 4",
};

/** The columns of the western, the shared and the eastern edge at zoom 6. */
const DEGREE_PX = (512 * 2 ** 6) / 360;
const [WEST, SHARED, EAST] = [MIDDLE.x - 2 * DEGREE_PX, MIDDLE.x, MIDDLE.x + 2 * DEGREE_PX];

let folder: string;
let atlas: ServedAtlas;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atlas-outlines-'));
  const config = join(folder, 'config');
  cpSync(ISLES, config, { recursive: true });
  const collection = { type: 'FeatureCollection', features: PARCELS };
  writeFileSync(join(config, 'data/parcels.geojson'), JSON.stringify(collection));
  writeFileSync(join(config, 'parcels.yaml'), YAML);
  atlas = await serveAtlas({ config, dataDir: join(folder, 'data') });
  browser = await sharedBrowser();
});
afterAll(async () => {
  await closePages(browser);
  await atlas.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('an edge that two areas share', () => {
  it('has the dashes of other edges', async () => {
    const map = await mapOf('dashed');
    const [west, shared] = [darkShare(map, WEST), darkShare(map, SHARED)];
    expect(west).toBeGreaterThan(0.55);
    expect(west).toBeLessThan(0.8);
    expect(Math.abs(shared - west)).toBeLessThan(0.1);
    expect(widthAt(map, SHARED)).toBe(widthAt(map, EAST));
  });

  it('is as transparent as other edges', async () => {
    const map = await mapOf('clear');
    expect(map.at(SHARED, MIDDLE.y + 60)).toBe(map.at(WEST, MIDDLE.y + 60));
  });

  it('has the colour of the area that is drawn on top', async () => {
    const map = await mapOf('coloured');
    expect(map.at(WEST, MIDDLE.y + 60)).toBe('#FF0000');
    expect(map.at(SHARED, MIDDLE.y + 60)).toBe('#0000FF');
  });

  it('is drawn when a filter hides the other area', async () => {
    const map = await mapOf('one');
    expect(map.at(SHARED, MIDDLE.y + 60)).toBe('#000000');
    expect(map.at(EAST, MIDDLE.y + 60)).not.toBe('#000000');
  });
});

async function mapOf(group: keyof typeof LOOKS): Promise<Colours> {
  const { page, problems } = await openPage(browser, { drawn: true, locale: 'es-ES' });
  await page.goto(`${atlas.url}/?lang=es#6/1/-34&layers=${group}`);
  await waitForMap(page);
  const colours = await readColours(await page.screenshot());
  expect(problems).toEqual([]);
  await page.context().close();
  return colours;
}

/** Returns the share of dark pixels along a column, from one parcel to the next. */
function darkShare(map: Colours, x: number): number {
  let dark = 0;
  const [from, to] = [MIDDLE.y - 144, MIDDLE.y + 144];
  for (let y = from; y < to; y++) if (isDark(map.at(x, y))) dark++;
  return dark / (to - from);
}

/** Returns the largest number of dark pixels side by side around a column. */
function widthAt(map: Colours, x: number): number {
  const rows = Array.from({ length: 120 }, (_, row) => {
    let width = 0;
    for (let dx = -10; dx <= 10; dx++) if (isDark(map.at(x + dx, MIDDLE.y + 10 + row))) width++;
    return width;
  });
  return Math.max(...rows);
}

function isDark(colour: string): boolean {
  return parseInt(colour.slice(1, 3), 16) < 128;
}

function parcel(
  kind: string,
  [west, south, east, north]: readonly [number, number, number, number],
): Feature {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return {
    type: 'Feature',
    properties: { kind },
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
}

const YAML = `
datasets:
  - id: parcels
    geometry: polygon
    permission: anyone
    load: { file: data/parcels.geojson }
    fields:
      kind: { type: text, values: [west, north, south], label: { es: Clase, pt: Classe } }
classes:
  - id: parcel-kind
    field: kind
    values:
      - { value: west, color: '#FF0000', label: { all: West } }
      - { value: [north, south], color: '#0000FF', label: { all: East } }
groups:${Object.entries(LOOKS)
  .map(
    ([id, look]) => `
  - id: ${id}
    name: { all: ${id} }
    category: land
    popup: { title: kind, fields: [] }
    sublayers:
      - id: area
        type: fill
        source: parcels
        ${id === 'one' ? 'where: { kind: west }' : ''}
        paint: { fill-color: '#FFFFFF', fill-opacity: 0.01 }
        outline: { ${look} }`,
  )
  .join('')}
`;
