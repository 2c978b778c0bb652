/**
 * An atlas of an invented region for the tests of the server: what is open, what is locked, what is
 * hidden, and a field above its dataset, each with words that must not be found elsewhere.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Access, DatasetAccess } from 'atlas-engine';
import {
  sessionKey,
  type AtlasSnapshot,
  type WmsLayer,
} from '../../../server/access/atlas-snapshot.ts';
import { encode, JSON_TYPE, type Encoded } from '../../../server/http/encoded.ts';
import type { DatasetStatus, DatasetStore, StoredFeature } from '../../../server/store/store.ts';
import { shapesOf } from './shapes-of.ts';

/** Everything in the fixture that an anonymous visitor may not learn; replaced by the tests. */
export interface Secrets {
  readonly fieldValue: string;
  readonly lockedValue: string;
  readonly hiddenValue: string;
  readonly lockedColor: readonly [number, number, number, number];
  readonly lockedFeatures: number;
  readonly host: string;
}

export const SECRETS: Secrets = {
  fieldValue: 'CANARY-field-of-wardens',
  lockedValue: 'CANARY-locked-of-elders',
  hiddenValue: 'CANARY-hidden-of-elders',
  lockedColor: [200, 10, 10, 255],
  lockedFeatures: 3,
  host: 'https://canary.example',
};

/** Lowest first. */
export const LEVELS = ['everyone', 'member', 'warden', 'elder'] as const;

const dataset = (
  id: string,
  view: number,
  whenDenied: 'lock' | 'hide',
  fields: DatasetAccess['fields'],
): DatasetAccess => ({
  dataset: id,
  rank: { view, analyse: view, download: Math.max(view, 1) },
  whenDenied,
  whole: 'view',
  fields,
});

export const ACCESS: Access = {
  levels: LEVELS,
  datasets: new Map(
    [
      dataset('wells', 0, 'lock', [
        { name: 'name', rank: 0 },
        { name: 'depth', rank: 0 },
        { name: 'owner', rank: 2 },
      ]),
      dataset('paths', 0, 'lock', [{ name: 'name', rank: 0 }]),
      dataset('graves', 3, 'lock', [{ name: 'name', rank: 3 }]),
      dataset('shrines', 3, 'hide', [{ name: 'name', rank: 3 }]),
      dataset('heat', 0, 'lock', []),
      dataset('hoards', 2, 'lock', []),
    ].map((one) => [one.dataset, one]),
  ),
  tiles: new Map([
    ['wells', ['wells']],
    ['wells-old', ['wells']],
    ['paths', ['paths']],
    ['graves', ['graves']],
    ['shrines', ['shrines']],
    ['places', ['wells', 'graves', 'shrines']],
  ]),
  geojson: new Map([['places', ['wells', 'graves']]]),
  wms: new Map([
    ['heat', ['heat']],
    ['hoards', ['hoards']],
    ['wells', ['wells']],
    ['shrines', ['shrines']],
  ]),
  files: new Map([
    ['data/relief.pmtiles', 0],
    ['icons/well.svg', 0],
  ]),
};

/** A folder with a configuration of two served files and one that must stay where it is. */
export function makeConfigFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'atlas-config-'));
  mkdirSync(join(dir, 'data'));
  mkdirSync(join(dir, 'icons'));
  writeFileSync(
    join(dir, 'data/relief.pmtiles'),
    Buffer.from([...Array(1000).keys()].map((n) => n % 251)),
  );
  writeFileSync(join(dir, 'icons/well.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(dir, 'data/graves.geojson'), SECRETS.lockedValue);
  writeFileSync(join(dir, 'atlas.yaml'), 'atlas: 1');
  return dir;
}

/** A folder that looks like the built application. */
export function makeAppFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'atlas-app-'));
  mkdirSync(join(dir, 'assets'));
  writeFileSync(
    join(dir, 'index.html'),
    '<!doctype html><html lang="en" dir="ltr"><head><!--atlas:head--></head>' +
      '<body><div id="root"><!--atlas:outline--></div><!--atlas:bundle--></body></html>',
  );
  const script = `export const n = 1;${' '.repeat(3000)}`;
  writeFileSync(join(dir, 'assets/index-abc.js'), script);
  writeFileSync(join(dir, 'assets/index-abc.js.br'), brotliCompressSync(script));
  writeFileSync(join(dir, 'assets/index-abc.js.gz'), gzipSync(script));
  return dir;
}

/** The snapshot of the fixture, compiled by hand. */
export async function makeSnapshot(
  configDir: string,
  secrets: Secrets = SECRETS,
): Promise<AtlasSnapshot> {
  const json = (value: unknown): Promise<Encoded> => encode(JSON.stringify(value), JSON_TYPE);
  const sessionParts = new Map<string, Encoded>();
  for (const locale of ['en', 'fr']) {
    for (const [rank, id] of LEVELS.entries()) {
      const groups = rank >= 3 ? { graves: secrets.lockedValue, shrines: secrets.hiddenValue } : {};
      sessionParts.set(sessionKey(rank, locale), await json({ levels: [id], groups }));
    }
  }
  const index = (locale: string) =>
    JSON.stringify({
      format: 1,
      locale,
      title: 'Isle </script><!-- <b>',
      filler: 'x'.repeat(2000),
    });
  const palette = (color: readonly number[]): Uint8ClampedArray =>
    Uint8ClampedArray.from({ length: 1024 }, (_, at) => color[at % 4]!);
  const shown = { category: null, provider: null, zooms: { min: null, max: null } };
  const cells = { kind: 'raster', interpolate: false, labels: new Map(), unit: null } as const;
  const looks = new Map<string, WmsLayer>([
    [
      'heat',
      {
        title: { en: 'Heat', fr: 'Chaleur' },
        category: { en: 'Weather & wind', fr: 'Météo' },
        provider: { en: 'Makers <of> "rain"', fr: 'Faiseurs' },
        zooms: { min: 3, max: 12 },
        style: {
          ...{ ...cells, palette: palette([0, 0, 255, 255]), interpolate: true },
          labels: new Map([[30, { en: 'Cold', fr: 'Froid' }]]),
          unit: { en: '°C', fr: '°C' },
        },
        legend: [{ label: { en: 'Hot', fr: 'Chaud' }, color: [0, 0, 255, 255] }],
      },
    ],
    [
      'hoards',
      {
        ...{ ...shown, title: { en: secrets.lockedValue, fr: secrets.lockedValue } },
        style: { ...cells, palette: palette(secrets.lockedColor) },
        legend: [{ label: { en: secrets.lockedValue }, color: secrets.lockedColor }],
      },
    ],
    [
      'shrines',
      {
        ...{ ...shown, title: { en: secrets.hiddenValue } },
        style: { ...cells, palette: palette(secrets.lockedColor) },
        legend: [],
      },
    ],
    [
      'wells',
      {
        ...{ ...shown, title: { en: 'Wells', fr: 'Puits' } },
        style: {
          kind: 'features',
          shape: 'point',
          field: 'owner',
          colors: new Map([[secrets.fieldValue, secrets.lockedColor]]),
          default: [0, 200, 0, 255],
          missing: [0, 200, 0, 255],
          size: 4,
        },
        legend: [{ label: { en: secrets.fieldValue }, color: secrets.lockedColor }],
      },
    ],
  ]);
  const served = (id: string, versions: Record<string, string>) =>
    [
      id,
      {
        title: { en: id, fr: id },
        demo: id === 'wells',
        fieldTypes: new Map([
          ['name', 'text'],
          ['depth', 'number'],
        ]),
        fieldLabels: new Map([
          ['name', { en: 'Name', fr: 'Nom' }],
          ['depth', { en: 'Depth', fr: 'Profondeur' }],
          ['owner', { en: secrets.fieldValue, fr: secrets.fieldValue }],
        ]),
        bounds: [10, 0, 12, 2] as const,
        tiles: { name: id, aliases: id === 'wells' ? ['wells-old'] : [], minzoom: 2, maxzoom: 12 },
        wms: looks.get(id) ?? null,
        stored: versions,
        versions,
      },
    ] as const;
  return {
    revision: 'r1',
    locales: { available: ['en', 'fr'], fallback: 'en', session: 'fr' },
    access: ACCESS,
    pages: new Map(
      ['en', 'fr'].map((locale) => [
        locale,
        {
          ...{ locale, title: 'Isle & <sea>', attribution: [{ text: 'Sea & sky' }] },
          ...{ outline: `<h1>${locale}</h1>`, index: index(locale) },
        },
      ]),
    ),
    publicParts: new Map([
      ['/atlas/public.h1.en.json', await json(JSON.parse(index('en')))],
      ['/atlas/part.water.h2.en.json', await json({ category: 'water' })],
    ]),
    sessionParts,
    hosts: LEVELS.map((_, rank) =>
      rank >= 3 ? ['https://open.example', secrets.host] : ['https://open.example'],
    ),
    files: new Map(
      ['data/relief.pmtiles', 'icons/well.svg'].map((name) => [
        name,
        { path: join(configDir, name), version: 'v1' },
      ]),
    ),
    photos: new Map(),
    search: { datasets: new Map(), entries: LEVELS.map(() => new Map()), open: [] },
    datasets: new Map(
      Object.entries(versionsOf(secrets)).map(([id, versions]) => served(id, versions)),
    ),
    health: await json({ status: 'ok', revision: 'r1', counts: { datasets: 3, features: 4 } }),
  };
}

function versionsOf(secrets: Secrets): Record<string, Record<string, string>> {
  const of = (id: string, secret: string) => `${id}-${secret.length}${secret.slice(-2)}`;
  return {
    wells: { everyone: 'w0', warden: of('w2', secrets.fieldValue) },
    paths: { everyone: 'p0' },
    heat: { everyone: 'h0' },
    hoards: { warden: of('o2', secrets.lockedValue), elder: of('o2', secrets.lockedValue) },
    graves: { elder: of('g3', secrets.lockedValue) },
    shrines: { elder: of('s3', secrets.hiddenValue) },
  };
}

/** A store in memory. A "tile" is JSON of the features: the routes do not look inside. */
export class FixtureStore implements DatasetStore {
  readonly asked: string[] = [];
  /** Set: every question fails with it. */
  failure: Error | null = null;
  readonly #features: Readonly<Record<string, readonly StoredFeature[]>>;
  readonly versions: Record<string, Record<string, string>>;

  constructor(secrets: Secrets = SECRETS) {
    const point = (id: number, properties: StoredFeature['properties']): StoredFeature => ({
      id,
      geometry: { type: 'Point', coordinates: [11, 1] },
      properties,
    });
    this.versions = versionsOf(secrets);
    this.#features = {
      wells: [
        point(1, { name: 'North well', depth: 12, owner: secrets.fieldValue }),
        point(2, { name: null, depth: 3, owner: null }),
      ],
      paths: [],
      graves: Array.from({ length: secrets.lockedFeatures }, (_, index) =>
        point(index + 1, { name: secrets.lockedValue }),
      ),
      shoals: [point(1, { owner: secrets.fieldValue })],
      shrines: [point(1, { name: secrets.hiddenValue })],
    };
  }

  async status(id: string): Promise<DatasetStatus | null> {
    this.#ask(`status ${id}`);
    return { versions: this.versions[id] ?? {} } as DatasetStatus;
  }

  async statuses(): Promise<readonly DatasetStatus[]> {
    return [];
  }

  async tile({ layer, cuts, z, x, y }: Parameters<DatasetStore['tile']>[0]) {
    this.#ask(`tile ${layer} ${z}/${x}/${y}`);
    const features = cuts.flatMap((cut) =>
      (this.#features[cut.dataset] ?? []).map((feature) => ({
        id: feature.id,
        ...Object.fromEntries(cut.fields.map((field) => [field, feature.properties[field]])),
      })),
    );
    return features.length > 0 ? Buffer.from(JSON.stringify({ layer, features })) : null;
  }

  async feature({ dataset: id }: Parameters<DatasetStore['feature']>[0], featureId: number) {
    this.#ask(`feature ${id}`);
    // Gives more than was asked for on purpose: the route must cut by itself too.
    return this.#features[id]?.find((feature) => feature.id === featureId) ?? null;
  }

  async page({ dataset: id, fields, after = 0 }: Parameters<DatasetStore['page']>[0]) {
    this.#ask(`page ${id} ${fields.join(',')}`);
    return (this.#features[id] ?? []).filter((feature) => feature.id > after);
  }

  async shapes({ dataset: id, field }: Parameters<DatasetStore['shapes']>[0]) {
    this.#ask(`shapes ${id} ${field}`);
    return shapesOf(this.#features[id] ?? [], field);
  }

  async intersects({ dataset: id, geometry }: Parameters<DatasetStore['intersects']>[0]) {
    this.#ask(`intersects ${id}`);
    const [ring = []] = geometry.type === 'Polygon' ? geometry.coordinates : [];
    const holds = (i: 0 | 1, at: number): boolean => {
      const sides = ring.map((position) => position[i]!);
      return Math.min(...sides) <= at && at <= Math.max(...sides);
    };
    // The place of all of them; gives more fields than were asked for, as `feature` does.
    return holds(0, 11) && holds(1, 1) ? (this.#features[id] ?? []) : [];
  }

  async search({ cuts }: Parameters<DatasetStore['search']>[0]) {
    this.#ask(
      `search ${cuts.map(({ dataset: id, fields }) => `${id}:${fields.join(',')}`).join(' ')}`,
    );
    return [];
  }

  async raster(id: string) {
    this.#ask(`raster ${id}`);
    return {
      bounds: [10, 0, 12, 2] as const,
      width: 2,
      height: 2,
      values: Uint8Array.from([10, 20, 30, 255]),
    };
  }

  async close(): Promise<void> {}

  #ask(question: string): void {
    if (this.failure) throw this.failure;
    this.asked.push(question);
  }
}
