/** Servers of two atlases: the shipped one, and one whose groups give datasets several names. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import type { AtlasModel } from 'atlas-engine';
import type { FastifyInstance } from 'fastify';
import { openAtlas } from '../../../host/serve/open-atlas.ts';
import { prepareAtlas } from '../../../host/prepare/prepare-atlas.ts';
import type { AtlasSnapshot } from '../../../server/access/atlas-snapshot.ts';
import { readSettings } from '../../../server/config/settings.ts';
import { createLogger } from '../../../server/http/log.ts';
import { CONFIG } from '../../atlas/shipped-atlas.ts';
import { copyShippedStore } from '../../browser/shipped-copy.ts';
import { writeAtlas } from '../../build-atlas.ts';
import { PLOTS, SPRINGS, TRACKS } from '../downloads/download-data.ts';
import { makeAppFolder } from './fixture.ts';
import { logInNew } from './log-in.ts';

/** A server, and the headers of visitors by the id of their level. */
export interface TitledSite {
  readonly app: FastifyInstance;
  readonly model: AtlasModel;
  readonly snapshot: AtlasSnapshot;
  readonly visitors: ReadonlyMap<string, Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

const OPEN = '{ view: everyone, analyse: everyone, download: member }';
const SEARCH = 'search: [name]';
const FIELDS = 'fields: { name: { type: text, label: { en: Name, fr: Nom } } }';

/** One dataset has several groups, one a stricter group only, two share a group, one is hidden. */
const DISAGREEING = `
region: { bounds: [8, -4, 20, 6], countries: [{ id: ara, name: { all: Arandel } }] }
home: { bounds: [9, -3, 19, 5] }
tools:
  analyse: { permission: everyone, first: [plots], timeout: 20 s }
  download: { permission: member, max-area: 30000 km2 }
permissions:
  levels:
    - { id: everyone, name: { all: Everyone } }
    - { id: member, name: { all: Member }, granted: on-confirmation }
    - { id: warden, name: { all: Warden }, when-denied: lock, granted: by-operator }
    - { id: elder, name: { all: Elder }, when-denied: lock, granted: by-operator }
pages:
  - { id: data-agreement, title: { en: Agreement, fr: Accord }, text: { en: Agree, fr: Accord }, date: 2026-03-09 }
datasets:
  - { id: plots, geometry: polygon, permission: ${OPEN}, load: { file: data/plots.geojson }, ${FIELDS}, feeds: { tiles: true, geojson: plots, wms: plots, analysis: true, download: true, ${SEARCH} } }
  - { id: springs, geometry: point, permission: ${OPEN}, load: { file: data/springs.geojson }, ${FIELDS}, feeds: { tiles: true, geojson: springs, wms: springs, analysis: true, download: true, ${SEARCH} } }
  - { id: tracks, geometry: line, permission: ${OPEN}, load: { file: data/tracks.geojson }, ${FIELDS}, feeds: { tiles: true, geojson: tracks, wms: tracks, analysis: true, download: true, ${SEARCH} } }
  - { id: paths, geometry: line, permission: ${OPEN}, load: { file: data/tracks.geojson }, ${FIELDS}, feeds: { tiles: true, geojson: paths, wms: paths, analysis: true, download: true, ${SEARCH} } }
  - { id: shrines, geometry: line, permission: elder, load: { file: data/tracks.geojson }, ${FIELDS}, feeds: { tiles: true, geojson: shrines, wms: shrines, analysis: true, download: true, ${SEARCH} } }
groups:
  - { id: guarded-plots, order: 1, permission: warden, name: { en: Guarded plots, fr: Parcelles gardées }, category: things, sublayers: [{ id: area, type: fill, source: plots }] }
  - { id: plots, order: 2, name: { en: Plots, fr: Parcelles }, category: things, sublayers: [{ id: area, type: fill, source: plots }] }
  - { id: guarded-springs, order: 3, permission: warden, name: { en: Guarded springs, fr: Sources gardées }, category: things, sublayers: [{ id: dot, type: circle, source: springs }] }
  - id: ways
    order: 4
    name: { en: Ways, fr: Chemins }
    category: things
    sublayers:
      - { id: track, type: line, source: tracks, label: { en: Tracks, fr: Pistes } }
      - { id: path, type: line, source: paths, label: { en: Paths, fr: Sentiers } }
  - { id: shrines, order: 5, when-denied: hide, name: { en: Hidden shrines, fr: Sanctuaires cachés }, category: things, sublayers: [{ id: line, type: line, source: shrines }] }
projects:
  - id: valley
    name: { en: Valley, fr: Vallée }
    extent: [9, 0, 10, 1]
    groups: [{ use: plots, as: valley-plots, name: { en: Plots of the valley, fr: Parcelles de la vallée } }]
`;

/** Serves the shipped atlas with its loaded data. */
export async function openShipped(): Promise<TitledSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-titles-'));
  copyShippedStore(dataDir);
  return openSite(CONFIG, { dataDir, folders: [] });
}

/** Serves the atlas whose groups give datasets several names. */
export async function openDisagreeing(): Promise<TitledSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-titles-'));
  const config = mkdtempSync(join(tmpdir(), 'atlas-config-'));
  writeAtlas(config, DISAGREEING);
  mkdirSync(join(config, 'data'), { recursive: true });
  const data = { plots: PLOTS, springs: SPRINGS, tracks: TRACKS };
  for (const [name, features] of Object.entries(data))
    writeFileSync(
      join(config, `data/${name}.geojson`),
      JSON.stringify({ type: 'FeatureCollection', features }),
    );
  return openSite(config, { dataDir, folders: [config] });
}

async function openSite(
  config: string,
  { dataDir, folders }: { readonly dataDir: string; readonly folders: readonly string[] },
): Promise<TitledSite> {
  const appDir = makeAppFolder();
  const env = { NODE_ENV: 'test', ATLAS_DATA_DIR: dataDir, TILE_DISK_MB: '0' };
  const printed: string[] = [];
  const print = (line: string): void => void printed.push(line);
  const opened = await openAtlas(
    {
      config,
      settings: readSettings(env),
      preparer: {
        run: (job) =>
          prepareAtlas(job, { report: print, at: async () => undefined, unreadable: new Map() }),
        stop: () => undefined,
      },
      more: {
        appDir,
        logger: createLogger('silent'),
        limits: { searchesPerMinute: Number.MAX_SAFE_INTEGER },
      },
    },
    { out: print, err: print, env, color: false },
  );
  if (!opened) throw new Error(`the atlas does not load:\n${printed.join('\n')}`);
  const { app, first } = opened;
  await app.ready();
  const model = deserialize(first.prepared.model) as AtlasModel;
  const visitors = new Map<string, Readonly<Record<string, string>>>();
  for (const { id, rank, granted } of model.levels) {
    const account = { username: `visitor-${id}`, grants: granted === 'by-operator' ? [id] : [] };
    visitors.set(id, rank === 0 ? {} : { cookie: (await logInNew(opened, account)).cookie });
  }
  return {
    app,
    model,
    visitors,
    snapshot: first.snapshot,
    close: async () => {
      await app.close();
      await opened.close();
      for (const dir of [dataDir, appDir, ...folders]) rmSync(dir, { recursive: true });
    },
  };
}
