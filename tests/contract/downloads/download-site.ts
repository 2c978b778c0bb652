/** A server of an invented atlas whose datasets can be downloaded, with accounts of every level. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Feature } from 'geojson';
import { openAtlas, type OpenAtlas } from '../../../host/serve/open-atlas.ts';
import { prepareAtlas } from '../../../host/prepare/prepare-atlas.ts';
import { readSettings } from '../../../server/config/settings.ts';
import { prepareFiles } from '../../../server/downloads/work/prepare-files.ts';
import { createLogger } from '../../../server/http/log.ts';
import { writeAtlas } from '../../build-atlas.ts';
import { makeAppFolder } from '../server/fixture.ts';
import { logInNew } from '../server/log-in.ts';
import { findPostgres, startCluster } from '../store/postgis.ts';
import { PLOTS, SPRINGS, TRACKS } from './download-data.ts';

const YAML = `
title: { en: Springs, fr: Sources }
region: { bounds: [8, -4, 20, 6], countries: [{ id: ara, name: { all: Arandel } }] }
home: { bounds: [9, -3, 19, 5] }
limits: { download-objects: 2 }
tools:
  download: { permission: member, max-area: 30000 km2 }
permissions:
  levels:
    - { id: everyone, name: { all: Everyone } }
    - { id: member, name: { all: Member }, granted: on-confirmation }
    - { id: warden, name: { all: Warden }, when-denied: lock, granted: by-operator }
    - { id: elder, name: { all: Elder }, when-denied: lock, granted: by-operator }
  roles: [operator]
pages:
  - { id: data-agreement, title: { en: Agreement, fr: Accord }, text: { en: Agree, fr: Accord }, date: 2026-03-09 }
terms:
  - id: keepers
    name: { en: Terms of the keepers, fr: Conditions des gardiens }
    text: { en: For study only., fr: Pour l’étude seulement. }
datasets:
  - id: springs
    geometry: point
    permission: { view: everyone, analyse: everyone, download: member }
    load: { file: data/springs.geojson }
    key: code
    demo: true
    info: { provider: { en: Water office, fr: Office de l’eau }, date: 2026-05, licence: CC-BY-4.0, citation: { all: Springs 2026 } }
    fields:
      code: { type: text, label: { all: Code } }
      name: { type: text, label: { en: Name, fr: Nom } }
      people: { type: integer, unit: { en: people, fr: personnes }, label: { en: People, fr: Habitants } }
      share: { type: number, label: { en: Share, fr: Part } }
      open: { type: boolean, label: { en: Open, fr: Ouvert } }
      visited: { type: date, label: { en: Visited, fr: Visité } }
      uses: { type: list, values: { words: { drinking: { en: Drinking water, fr: Eau potable } } }, label: { en: Uses, fr: Usages } }
      ethnic_groups_present: { type: text, permission: warden, label: { en: Groups, fr: Groupes } }
    feeds: { geojson: springs, download: true }
  - id: plots
    geometry: polygon
    permission: { view: everyone, analyse: everyone, download: warden }
    load: { file: data/plots.geojson }
    fields: { name: { type: text, label: { en: Name, fr: Nom } } }
    feeds: { geojson: plots, download: true }
  - id: tracks
    geometry: line
    permission: elder
    when-denied: lock
    load: { file: data/tracks.geojson }
    info: { licence: { terms: keepers } }
    fields: { name: { type: text, label: { en: Name, fr: Nom } } }
    feeds: { geojson: tracks, download: true }
  - id: shrines
    geometry: line
    permission: elder
    when-denied: hide
    load: { file: data/tracks.geojson }
    fields: { name: { type: text, label: { en: Name, fr: Nom } } }
    feeds: { geojson: shrines, download: true }
  - id: closed
    geometry: point
    permission: everyone
    load: { file: data/springs.geojson }
    fields: { code: { type: text, label: { all: Code } } }
    feeds: { geojson: closed }
`;

export const LEVELS = ['member', 'warden', 'elder'] as const;
export type LevelId = (typeof LEVELS)[number];

/** The version of the agreement. */
export const AGREEMENT = '2026-03-09';

/** An area that contains all data. */
export const AREA = 'POLYGON ((9 0, 10.5 0, 10.5 1.5, 9 1.5, 9 0))';

export type Headers = Readonly<Record<string, string>>;

export interface DownloadSite {
  readonly opened: OpenAtlas;
  readonly app: FastifyInstance;
  /** The headers of a visitor who is logged in. */
  readonly visitors: Readonly<Record<LevelId | 'operator', Headers>>;
  /** Stops the server and starts another with the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export type Where = 'SQLite' | 'PostGIS';

const postgres = findPostgres();

export const PLACES: readonly { readonly name: Where; readonly missing: string | null }[] = [
  { name: 'SQLite', missing: null },
  { name: 'PostGIS', missing: 'missing' in postgres ? postgres.missing : null },
];

/**
 * Starts the server. `inProcess` prepares files in this process, which takes no time to start. `tracks`
 * replaces the features that only elders may see.
 */
export async function startDownloadSite(
  where: Where,
  {
    inProcess,
    tracks = TRACKS,
  }: { readonly inProcess: boolean; readonly tracks?: readonly Feature[] },
): Promise<DownloadSite> {
  const configDir = mkdtempSync(join(tmpdir(), 'atlas-downloads-'));
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-downloads-data-'));
  writeAtlas(configDir, YAML);
  mkdirSync(join(configDir, 'data'), { recursive: true });
  for (const [name, features] of Object.entries({ springs: SPRINGS, plots: PLOTS, tracks }))
    writeFileSync(
      join(configDir, `data/${name}.geojson`),
      JSON.stringify({ type: 'FeatureCollection', features }),
    );
  const cluster =
    where === 'PostGIS' && 'bin' in postgres ? await startCluster(postgres.bin) : null;
  const env = {
    NODE_ENV: 'test',
    ATLAS_DATA_DIR: dataDir,
    TILE_DISK_MB: '0',
    ...(cluster && { DATABASE_URL: cluster.databaseUrl }),
  };
  const appDir = makeAppFolder();
  const open = async (): Promise<OpenAtlas> => {
    const printed: string[] = [];
    const opened = await openAtlas(
      {
        config: configDir,
        settings: readSettings(env),
        preparer: {
          run: (job) =>
            prepareAtlas(job, {
              report: (line) => void printed.push(line),
              at: async () => undefined,
              unreadable: new Map(),
            }),
          stop: () => undefined,
        },
        ...(inProcess && {
          runDownload:
            (store) =>
            (task, { progress }) =>
              prepareFiles(task, store, progress),
        }),
        more: { appDir, logger: createLogger('silent') },
      },
      {
        out: (line) => void printed.push(line),
        err: (line) => void printed.push(line),
        env,
        color: false,
      },
    );
    if (!opened) throw new Error(`the atlas does not load:\n${printed.join('\n')}`);
    await opened.app.ready();
    return opened;
  };
  const site = { opened: await open() };
  const visitors = {
    member: await logInNew(site.opened, { username: 'member', grants: [] }),
    warden: await logInNew(site.opened, { username: 'warden', grants: ['warden'] }),
    elder: await logInNew(site.opened, { username: 'elder', grants: ['elder'] }),
    operator: await logInNew(site.opened, { username: 'operator', grants: ['operator'] }),
  };
  const stop = async (): Promise<void> => {
    await site.opened.app.close();
    await site.opened.close();
  };
  return {
    get opened() {
      return site.opened;
    },
    get app() {
      return site.opened.app;
    },
    visitors,
    restart: async () => {
      await stop();
      site.opened = await open();
    },
    close: async () => {
      await stop();
      await cluster?.stop();
      for (const folder of [configDir, dataDir, appDir]) rmSync(folder, { recursive: true });
    },
  };
}
