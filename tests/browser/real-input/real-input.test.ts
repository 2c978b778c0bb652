import {
  cpSync,
  existsSync,
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
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Browser } from '@playwright/test';
import type { Feature, FeatureCollection, Position } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import { makePolygons, seededRandom } from '../../bench/geometry/polygons.ts';
import { MIDDLE, openPage, waitForMap } from '../open-browser.ts';
import { closePages, sharedBrowser } from '../shared-browser.ts';
import { pixelAt } from '../pixels.ts';
import { serveAtlas, type ServedAtlas } from '../serve-atlas.ts';
import { copyShippedStore } from '../shipped-copy.ts';
import { NIGHTLY, sample } from '../../size.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const REAL = join(ROOT, '../shared/data/real');

/** A scenario: a curator adds a file and YAML to the atlas and sees the layer. */
interface Story {
  readonly title: string;
  readonly yaml: string;
  /** Name of the data file in the configuration, and its contents. */
  readonly file: string;
  readonly data: () => Buffer;
  readonly missing: string | null;
  readonly dataset: string;
  readonly group: string;
  readonly groupName: string;
  /** Field and colours by value, as in the YAML. */
  readonly classField: string;
  readonly colors: Readonly<Record<string, string>>;
  /** The expected output of the check, with warnings about the data. */
  readonly checked: RegExp;
  readonly report: RegExp;
  /** Returns the expected texts of the popup, from the properties of the file. */
  readonly popup: (properties: Readonly<Record<string, unknown>>) => readonly string[];
  readonly picture?: string;
}

const COUNTRIES = {
  CMR: '#7672B0',
  GAB: '#2A84C8',
  COG: '#43A09F',
  COD: '#B4532A',
  CAF: '#E6B822',
};

/**
 * Generates invented units: a third of the generated parcels within the five countries, and one
 * feature without geometry, as in the real file.
 */
function makeLookAlike(): { data: Buffer; count: number } {
  const random = seededRandom(11);
  const countries = JSON.parse(
    readFileSync(join(ROOT, 'atlas.config/data/geography/countries.geojson'), 'utf8'),
  ) as FeatureCollection;
  const features: unknown[] = makePolygons(4_000, 7).flatMap((feature, i) => {
    const ring = ringOf(feature);
    const country = countries.features.find((candidate) =>
      ring.every((corner) => holds(candidate, corner)),
    );
    const iso3 = String(country?.properties?.['iso3']);
    if (!country || random() > 0.34 || !(iso3 in COUNTRIES)) return [];
    const properties = {
      fmu_name: `Unit ${i}`,
      iso3_fmu: iso3,
      company_na: i % 3 === 0 ? '' : `Company ${i % 7}`,
      end_date: '2031-05-17T00:00:00.000Z',
    };
    return [{ ...feature, properties }];
  });
  const lost = {
    type: 'Feature',
    geometry: null,
    properties: { fmu_name: 'Lost', iso3_fmu: 'CMR' },
  };
  const data = Buffer.from(
    JSON.stringify({ type: 'FeatureCollection', features: [...features, lost] }),
  );
  return { data, count: features.length };
}

const LOOK_ALIKE = makeLookAlike();

const UNITS = 'logging-units.geojson';
/** The real units prove the same, and more. The picture of the documentation needs the look-alike. */
const NEEDS_LOOK_ALIKE =
  NIGHTLY || process.env['UPDATE_PICTURES'] === '1' || !existsSync(join(REAL, UNITS));

const real = (name: string) => ({
  data: () => readFileSync(join(REAL, name)),
  missing: existsSync(join(REAL, name)) ? null : `../shared/data/real/${name} does not exist`,
});

const LOGGING = {
  yaml: 'logging-units.yaml',
  file: 'data/logging-units.geojson',
  dataset: 'logging-units',
  group: 'logging-units',
  groupName: 'Logging units',
  classField: 'iso3_fmu',
  checked: /1 of \d+ features of `logging-units` have no geometry[\s\S]*0 errors, 1 warning$/,
  colors: COUNTRIES,
  popup: (properties: Readonly<Record<string, unknown>>) => [
    String(properties['fmu_name']),
    'Country',
  ],
};

const STORIES: readonly Story[] = [
  {
    ...LOGGING,
    title: 'a look-alike of logging units',
    data: () => LOOK_ALIKE.data,
    missing: NEEDS_LOOK_ALIKE ? null : 'nightly only, because the real units exist',
    report: new RegExp(
      `${LOOK_ALIKE.count + 1} read, ${LOOK_ALIKE.count} loaded, \\d+ repaired(?: \\([^)]*\\))?, 1 rejected \\(feature ${LOOK_ALIKE.count + 1}[^:)]*: no-geometry\\)`,
    ),
    picture: 'docs/images/add-a-layer.webp',
  },
  {
    ...LOGGING,
    title: 'the real logging units',
    ...real(UNITS),
    report:
      /629 read, 628 loaded, \d+ repaired(?: \([^)]*\))?, 1 rejected \(feature \d+.*: no-geometry\)/,
  },
  {
    title: 'the real community forests of Cameroon',
    yaml: 'community-forests.yaml',
    file: 'data/community-forests.geojson',
    ...real('community-forests-cameroon.geojson'),
    dataset: 'granted-forests',
    group: 'granted-forests',
    groupName: 'Granted forests',
    classField: 'statu_conv',
    checked: /The configuration is valid: 0 errors, 0 warnings\.$/,
    colors: { definitive: '#1860AC', provisoire: '#5FA8E0' },
    report: /607 read, 607 loaded, \d+ repaired(?: \([^)]*\))?, 0 rejected/,
    popup: (properties) => [
      String(properties['attributai']).trim(),
      'Forêts communautaires',
      'Agreement',
    ],
  },
];

/** Daily one of those whose data exist, and the others as skipped. */
const AVAILABLE = STORIES.filter(({ missing }) => missing === null);
const CHOSEN = [
  ...sample(AVAILABLE, process.env['UPDATE_PICTURES'] === '1' ? 1 : AVAILABLE.length),
  ...STORIES.filter(({ missing }) => missing !== null),
];

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(() => closePages(browser));

describe.each(CHOSEN)('a curator adds $title (one file a day; nightly all)', (story) => {
  const title = (sentence: string): string =>
    story.missing === null ? sentence : `${sentence} (skipped: ${story.missing})`;
  const test = story.missing === null ? it : it.skip;
  let dir: string;
  let config: string;
  let served: ServedAtlas | undefined;
  const printed: string[] = [];
  const command = (...args: string[]) => {
    const print = (text: string): void => void printed.push(text);
    return run([...args, '--config', config], {
      out: print,
      err: print,
      env: { ATLAS_DATA_DIR: join(dir, 'store') },
      color: false,
    });
  };

  beforeAll(() => {
    if (story.missing !== null) return;
    dir = mkdtempSync(join(tmpdir(), 'atlas-curator-'));
    config = join(dir, 'atlas.config');
    cpSync(join(ROOT, 'atlas.config'), config, { recursive: true });
    copyShippedStore(join(dir, 'store'));
    writeFileSync(join(config, story.file), story.data());
    mkdirSync(join(config, 'added'));
    cpSync(join(HERE, story.yaml), join(config, 'added', story.yaml));
  });
  afterAll(async () => {
    await served?.stop();
    if (story.missing === null) rmSync(dir, { recursive: true, force: true });
  });

  test(title('with fewer than 40 lines of YAML, which pass the check'), async () => {
    expect(readFileSync(join(HERE, story.yaml), 'utf8').trimEnd().split('\n').length).toBeLessThan(
      40,
    );
    const began = Date.now();
    expect(await command('check')).toBe(0);
    expect(printed.join('\n')).toMatch(story.checked);
    const again = readdirSync(join(dir, 'store/profiles')).filter(
      (name) => statSync(join(dir, 'store/profiles', name)).mtimeMs >= began,
    );
    expect(again, 'only the new data are profiled').toEqual([`${story.dataset}.json`]);
  });

  test(title('and loads it; the report counts every feature'), async () => {
    printed.length = 0;
    expect(await command('load', story.dataset)).toBe(0);
    expect(printed.join('\n')).toMatch(story.report);
  });

  test(
    title('and sees it on the map, in the legend and in the popup'),
    async () => {
      served = await serveAtlas({ config, dataDir: join(dir, 'store') });
      const { page, problems } = await openPage(browser, { drawn: true });
      const { features } = JSON.parse(story.data().toString('utf8')) as FeatureCollection;
      const chosen = features.filter((feature) => widthOf(feature) > 0.05 && widthOf(feature) < 4);
      // The legend has all classes where the view has all features.
      await page.goto(`${served.url}/?lang=en#4/0/20&layers=${story.group}`);
      await waitForMap(page);
      await page.getByRole('tab', { name: /Legend/ }).click();
      const swatches = page.locator('.legend-item .legend-rows .swatch');
      const shown = await swatches.count();
      expect(shown).toBeGreaterThanOrEqual(Object.keys(story.colors).length);
      const wanted = Object.values(story.colors);
      for (let i = 0; i < wanted.length; i++) {
        expect(await pixelAt(await swatches.nth(i).screenshot(), 9, 7)).toBe(wanted[i]);
      }
      for (const [value, color] of Object.entries(story.colors).slice(0, 3)) {
        const feature = chosen.find(
          (candidate) =>
            candidate.properties?.[story.classField] === value && insideOf(candidate) !== null,
        )!;
        const [lng, lat] = insideOf(feature)!;
        // Through an empty page, so that the whole address is read again.
        await page.goto('about:blank');
        await page.goto(`${served.url}/?lang=en#11/${lat}/${lng}&layers=${story.group}`);
        await waitForMap(page);
        expect(await pixelAt(await page.screenshot(), MIDDLE.x, MIDDLE.y)).toBe(color);
      }
      await page.mouse.click(MIDDLE.x, MIDDLE.y);
      const last = Object.keys(story.colors).slice(0, 3).at(-1)!;
      const hit = chosen.find(
        (candidate) =>
          candidate.properties?.[story.classField] === last && insideOf(candidate) !== null,
      )!;
      const panel = page.locator('.side-panel, aside, [role=dialog]').last();
      for (const words of story.popup(hit.properties ?? {}).filter((text) => text !== '')) {
        await panel.getByText(words, { exact: false }).first().waitFor();
      }
      expect(problems).toEqual([]);
    },
    240_000,
  );

  test(
    title('and sees it in the panel; UPDATE_PICTURES=1 saves the screenshot'),
    async () => {
      const { page, problems } = await openPage(browser, { drawn: true });
      await page.goto(`${served!.url}/?lang=en#layers=${story.group}~75,labels,boundaries`);
      await waitForMap(page);
      await page.getByRole('tab', { name: /Legend/ }).click();
      await page.getByRole('heading', { name: story.groupName }).waitFor();
      const picture = await page.screenshot();
      if (story.picture && process.env['UPDATE_PICTURES'] === '1') {
        mkdirSync(join(ROOT, 'docs/images'), { recursive: true });
        writeFileSync(join(ROOT, story.picture), await asWebp(picture));
      }
      expect(problems).toEqual([]);
    },
    240_000,
  );

  test(title('and sees it in French'), async () => {
    const { page } = await openPage(browser, { locale: 'fr-FR' });
    await page.goto(`${served!.url}/?lang=fr#layers=${story.group}`);
    await page
      .getByText(
        story.group === 'logging-units'
          ? 'Unités d’exploitation forestière'
          : 'Forêts communautaires',
      )
      .first()
      .waitFor();
  });
});

/** Returns a smaller image of 960 × 600 px as WebP. */
async function asWebp(png: Buffer): Promise<Buffer> {
  const canvas = createCanvas(960, 600);
  canvas.getContext('2d').drawImage(await loadImage(png), 0, 0, canvas.width, canvas.height);
  return canvas.encode('webp', 70);
}

function ringOf(feature: Feature): readonly Position[] {
  const { geometry } = feature;
  if (geometry?.type === 'Polygon') return geometry.coordinates[0] ?? [];
  if (geometry?.type === 'MultiPolygon')
    return (
      [...geometry.coordinates].sort((a, b) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0))[0]?.[0] ??
      []
    );
  return [];
}

/** Returns the width of a feature in degrees. */
function widthOf(feature: Feature): number {
  const lngs = ringOf(feature).map(([lng]) => lng ?? 0);
  return lngs.length === 0 ? 0 : Math.max(...lngs) - Math.min(...lngs);
}

/**
 * Returns a place inside a polygon: the middle of its longest west-east chord at the mean latitude.
 */
function insideOf(feature: Feature): Position | null {
  const ring = ringOf(feature);
  if (ring.length < 4) return null;
  const lat = ring.reduce((sum, [, y]) => sum + (y ?? 0), 0) / ring.length;
  const crossings: number[] = [];
  for (let i = 1; i < ring.length; i++) {
    const [x1 = 0, y1 = 0] = ring[i - 1]!;
    const [x2 = 0, y2 = 0] = ring[i]!;
    if (y1 > lat !== y2 > lat) crossings.push(x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1));
  }
  crossings.sort((a, b) => a - b);
  let best: Position | null = null;
  let widest = 0.02;
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const width = crossings[i + 1]! - crossings[i]!;
    if (width > widest) {
      widest = width;
      best = [Number(((crossings[i]! + crossings[i + 1]!) / 2).toFixed(5)), Number(lat.toFixed(5))];
    }
  }
  return best;
}

/** Returns whether a place is in a country, by the even-odd rule over all its rings. */
function holds(country: Feature, [x = 0, y = 0]: Position): boolean {
  const { geometry } = country;
  const polygons =
    geometry.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : [];
  let inside = false;
  for (const ring of polygons.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [x1 = 0, y1 = 0] = ring[i - 1]!;
      const [x2 = 0, y2 = 0] = ring[i]!;
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
    }
  }
  return inside;
}
