/** Servers of a small atlas whose dataset `springs` has a consent, with a clock that tests set. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import type { AtlasModel } from 'atlas-engine';
import { prepareAtlas } from '../../../host/prepare/prepare-atlas.ts';
import { openAtlas } from '../../../host/serve/open-atlas.ts';
import { Serving } from '../../../host/serve/serving.ts';
import { readSettings } from '../../../server/config/settings.ts';
import { createLogger } from '../../../server/http/log.ts';
import { writeAtlas } from '../../build-atlas.ts';
import { makeAppFolder } from './fixture.ts';
import type { GuardedServer } from './guarded-server.ts';

/** Begins every value of the dataset with the consent. */
export const CANARY = 'Quetzal';

/** The last millisecond of the consent in Kinshasa. */
export const LAST = Date.parse('2027-03-14T22:59:59.999Z');

export interface ConsentSite extends GuardedServer {
  readonly config: string;
  readonly dataDir: string;
  /** Sets the clock. */
  setTime(time: number): void;
  /** Waits until the server has noticed what has ended, and has compiled the atlas without it. */
  noticed(is: (site: ConsentSite) => boolean | Promise<boolean>): Promise<void>;
}

const yamlOf = (uses: string): string => `
region:
  bounds: [8, -4, 20, 6]
  time-zone: Africa/Kinshasa
  countries: [{ id: ara, name: { all: Arandel } }]
home: { bounds: [9, -3, 19, 5] }
tools:
  analyse: { permission: open, timeout: 20 s }
  download: { permission: known, max-area: 30000 km2 }
pages:
  - { id: data-agreement, title: { en: Agreement, fr: Accord }, text: { en: Agree, fr: Accord }, date: 2026-03-09 }
datasets:
  - id: springs
    geometry: polygon
    permission: open
    consent: { by: { en: the Council, fr: le Conseil }, on: 2026-01-10, until: 2027-03-14, uses: ${uses} }
    load: { file: data/springs.geojson }
    fields:
      name: { type: text }
      picture: { type: list, format: photos, folder: pictures }
    feeds: { tiles: true, geojson: { name: springs, whole: download }, wms: springs, analysis: true, download: true, areas: true, search: [name] }
  - id: paths
    geometry: line
    permission: open
    load: { file: data/paths.geojson }
    fields: { name: { type: text } }
    feeds: { tiles: true, geojson: paths, wms: paths, analysis: true, download: true, search: [name] }
groups:
  - { id: springs, name: { en: Springs, fr: Sources }, category: things, sublayers: [{ id: area, type: fill, source: springs }] }
  - { id: paths, name: { en: Paths, fr: Sentiers }, category: things, sublayers: [{ id: line, type: line, source: paths }] }
projects:
  - { id: valley, name: { en: Valley, fr: Vallée }, texts: [{ all: A valley }], extent: [9, 0, 10, 1], clip: [springs, paths] }
`;

const area = (west: number, south: number): object => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + 0.4, south],
      [west + 0.4, south + 0.4],
      [west, south + 0.4],
      [west, south],
    ],
  ],
});

const collection = (features: readonly object[]): string =>
  JSON.stringify({ type: 'FeatureCollection', features });

/** Writes and serves the atlas; `variant` changes every value and place of the dataset. */
export async function startConsentSite(
  variant: number,
  {
    uses = '[view, analyse, download, embed, publish]',
    place,
    kept,
  }: {
    readonly uses?: string;
    /** Another database, such as that of another server. */
    readonly place?: { readonly databaseUrl: string };
    readonly kept?: string;
  } = {},
): Promise<ConsentSite> {
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'atlas-consent-'));
  const config = mkdtempSync(join(tmpdir(), 'atlas-config-'));
  const appDir = makeAppFolder();
  writeAtlas(config, yamlOf(uses));
  for (const folder of ['data', 'pictures']) mkdirSync(join(config, folder), { recursive: true });
  const springs = [0, 1, 2].map((i) => ({
    type: 'Feature',
    geometry: area(9 + variant / 10 + i / 5, 0.2 * i),
    properties: { name: `${CANARY} ${variant}${i}`, picture: [`${CANARY}-${variant}.jpg`] },
  }));
  writeFileSync(join(config, `pictures/${CANARY}-${variant}.jpg`), 'JPEG');
  writeFileSync(join(config, 'data/springs.geojson'), collection(springs));
  const line = {
    type: 'LineString',
    coordinates: [
      [9, 0.1],
      [9.9, 0.9],
    ],
  };
  const path = { type: 'Feature', geometry: line, properties: { name: 'Old path' } };
  writeFileSync(join(config, 'data/paths.geojson'), collection([path]));
  let time = LAST;
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(`${text}\n`);
  const registered: { method: string; url: string }[] = [];
  const env = {
    NODE_ENV: 'test',
    ATLAS_DATA_DIR: dataDir,
    PUBLIC_URL: 'https://atlas.example',
    ...(place && { DATABASE_URL: place.databaseUrl }),
  };
  const io = { out: print, err: print, env, color: false };
  const opened = await openAtlas(
    {
      config,
      settings: readSettings(env),
      now: () => time,
      preparer: {
        run: (job) =>
          prepareAtlas(job, { report: print, at: async () => undefined, unreadable: new Map() }),
        stop: () => undefined,
      },
      more: {
        appDir,
        logger: createLogger('error', { write: (text) => void printed.push(text) }),
        limits: { searchesPerMinute: Number.MAX_SAFE_INTEGER },
        onRoute: ({ method, url }) => {
          for (const one of [method].flat()) registered.push({ method: one, url });
        },
      },
    },
    io,
  );
  if (!opened) throw new Error(`the atlas does not load:\n${printed.join('')}`);
  const { app, store, accounts, metrics, first } = opened;
  await app.ready();
  const serving = new Serving(opened, { config }, io);
  const site: ConsentSite = {
    app,
    config,
    dataDir,
    store,
    accounts,
    metrics,
    snapshot: first.snapshot,
    model: deserialize(first.prepared.model) as AtlasModel,
    atlas: { hiddenNames: [], pictures: [`pictures/${CANARY}-${variant}.jpg`] } as never,
    secrets: {} as never,
    routes: [...new Set(registered.map(({ url }) => url))],
    registered,
    output: () => printed.join(''),
    setTime: (next) => void (time = next),
    noticed: async (is) => {
      const end = performance.now() + 30_000;
      while (!(await is(site))) {
        if (performance.now() > end) throw new Error(`not within 30 s\n${printed.join('')}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    close: async () => {
      await serving.stop();
      await app.close();
      await opened.close();
      for (const dir of [dataDir, appDir, config]) rmSync(dir, { recursive: true, force: true });
    },
  };
  return site;
}
