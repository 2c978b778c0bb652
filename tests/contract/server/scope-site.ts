/**
 * Servers of a small atlas in which accounts hold levels in places only. Every value says its level,
 * and whether its feature is inside the scopes of the test: in the rectangle `IN`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import type { AtlasModel } from 'atlas-engine';
import { prepareAtlas } from '../../../host/prepare/prepare-atlas.ts';
import { openAtlas } from '../../../host/serve/open-atlas.ts';
import { Serving } from '../../../host/serve/serving.ts';
import { scopeText, type Scope } from '../../../server/access/scope.ts';
import { UNSCOPED } from '../../../server/access/sight.ts';
import { readSettings } from '../../../server/config/settings.ts';
import { createLogger } from '../../../server/http/log.ts';
import { writeAtlas } from '../../build-atlas.ts';
import { makeAppFolder } from './fixture.ts';
import type { GuardedServer } from './guarded-server.ts';
import { logInNew } from './log-in.ts';

/** The time at which the servers start. */
export const START = Date.parse('2027-03-01T22:00:00Z');

/** The last millisecond of the consent to `lands`. */
export const LAST = Date.parse('2027-03-01T22:59:59.999Z');

/** The west, south, east and north of the scopes. */
export const IN = [10, 0, 12, 2] as const;

/** Scopes with the same place: a project, an area, and a dataset. */
export const SCOPES = {
  project: { kind: 'project', project: 'valley' },
  area: {
    kind: 'area',
    area: {
      type: 'Polygon',
      coordinates: [
        [
          [IN[0], IN[1]],
          [IN[2], IN[1]],
          [IN[2], IN[3]],
          [IN[0], IN[3]],
          [IN[0], IN[1]],
        ],
      ],
    },
  },
  dataset: { kind: 'dataset', dataset: 'lands' },
} as const satisfies Record<string, Scope>;

export type BorderRule = 'whole' | 'clip';

const yamlOf = (border: BorderRule): string => `
region:
  bounds: [8, -4, 20, 6]
  time-zone: Africa/Kinshasa
  countries: [{ id: ara, name: { all: Arandel } }]
home: { bounds: [9, -3, 19, 5] }
permissions:
  levels:
    - { id: everyone, name: { all: Everyone } }
    - { id: member, name: { all: Member }, granted: on-confirmation }
    - { id: warden, name: { all: Warden }, granted: by-operator }
    - { id: elder, name: { all: Elder }, when-denied: hide, granted: by-operator }
  roles: [operator]
tools:
  analyse: { permission: warden, timeout: 20 s }
  download: { permission: warden, max-area: 900000 km2 }
pages:
  - { id: data-agreement, title: { all: Agreement }, text: { all: Agree }, date: 2026-03-09 }
datasets:
  - id: lands
    geometry: polygon
    permission: warden
    key: number
    border: ${border}
    consent: { by: { all: The council }, on: 2026-01-10, until: 2027-03-01, uses: [view, analyse, download, embed, publish] }
    load: { file: data/lands.geojson }
    fields:
      number: { type: integer }
      name: { type: text }
      views: { type: list, format: photos, folder: photos }
      oath: { type: text, permission: elder }
    feeds: { tiles: { name: places, minzoom: 0, maxzoom: 12 }, geojson: lands, wms: lands, analysis: true, download: true, areas: true, search: [name, oath] }
  - id: tracks
    geometry: line
    permission: warden
    border: ${border}
    load: { file: data/tracks.geojson }
    fields: { name: { type: text } }
    feeds: { tiles: true, geojson: { name: tracks, whole: download }, wms: tracks, analysis: true, download: true, search: [name] }
  - id: wells
    geometry: point
    permission: { view: everyone, analyse: member, download: warden }
    key: number
    load: { file: data/wells.geojson }
    fields:
      number: { type: integer }
      name: { type: text }
      owner: { type: text, permission: warden }
      depth: { type: number, permission: elder }
    feeds: { tiles: true, geojson: { name: wells, whole: download }, wms: wells, analysis: true, download: true, search: [name, owner] }
  - id: graves
    geometry: point
    permission: elder
    key: number
    load: { file: data/graves.geojson }
    fields: { number: { type: integer }, name: { type: text } }
    feeds: { tiles: { name: places, minzoom: 0, maxzoom: 12 }, geojson: graves, wms: graves, analysis: true, download: true, search: [name] }
  - id: districts
    geometry: polygon
    permission: everyone
    key: number
    load: { file: data/districts.geojson }
    fields: { number: { type: integer }, name: { type: text } }
    feeds: { tiles: true }
groups:
  - { id: lands, name: { all: Lands }, category: things, popup: { title: name, fields: [oath] }, sublayers: [{ id: area, type: fill, source: lands }] }
  - { id: tracks, name: { all: Tracks }, category: things, sublayers: [{ id: line, type: line, source: tracks }] }
  - { id: wells, name: { all: Wells }, category: things, popup: { title: name, fields: [owner] }, sublayers: [{ id: dot, type: circle, source: wells }] }
  - { id: graves, name: { all: canaryeldergroup }, category: closed, sublayers: [{ id: dot, type: circle, source: graves }] }
projects:
  - { id: valley, permission: warden, name: { all: canarywardenvalley }, texts: [{ all: A valley }], clip: [wells], extent: [${IN.join(', ')}], outline: { dataset: districts, where: { number: 1 } }, groups: [lands] }
`;

/** Properties of a feature; `variant` changes those of features outside. */
const properties = (
  number: number,
  place: 'in' | 'out',
  { variant, of }: { readonly variant: number; readonly of: string },
): object => {
  const word = (level: string): string =>
    `canary${level}${place}${of}${place === 'in' ? '' : 'x'.repeat(variant)}${number}`;
  return {
    number,
    name: word('warden'),
    views: [`${word('warden')}.jpg`],
    oath: word('elder'),
    owner: word('warden'),
    depth: place === 'in' ? number : number * variant + 100,
  };
};

const feature = (geometry: object, props: object): object => ({
  type: 'Feature',
  geometry,
  properties: props,
});

const square = (west: number, south: number, east: number): object => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, south + 0.3],
      [west, south + 0.3],
      [west, south],
    ],
  ],
});

/**
 * Returns the data. With the rule `clip`, the part outside of the features that cross the border also
 * depends on the variant.
 */
function dataOf(variant: number, border: BorderRule): Record<string, readonly object[]> {
  const far = border === 'clip' ? 12.5 + variant / 4 : 12.5;
  const lands = [
    feature(square(10.1, 0.2, 10.5), properties(1, 'in', { variant, of: 'lands' })),
    feature(square(11.6, 1, far), properties(2, 'in', { variant, of: 'lands' })),
    // It touches the border.
    feature(square(12, 0.2, 12.4 + variant / 10), properties(3, 'out', { variant, of: 'lands' })),
    ...Array.from({ length: 2 + variant }, (_, i) =>
      feature(
        square(14 + i / 2, variant / 3, 14.3 + i / 2),
        properties(4 + i, 'out', { variant, of: 'lands' }),
      ),
    ),
  ];
  const track = (points: readonly (readonly [number, number])[]): object => ({
    type: 'LineString',
    coordinates: points,
  });
  const tracks = [
    feature(track([[10.2, 0.1], [11, 1.4]]), properties(1, 'in', { variant, of: 'tracks' })), // prettier-ignore
    feature(track([[11, 1.5], [far, 1.5], [far + 1, 1.6]]), properties(2, 'in', { variant, of: 'tracks' })), // prettier-ignore
    ...Array.from({ length: 1 + variant }, (_, i) =>
      feature(
        track([
          [15, i],
          [16, i + variant / 4],
        ]),
        properties(3 + i, 'out', { variant, of: 'tracks' }),
      ),
    ),
  ];
  const point = (west: number, south: number): object => ({
    type: 'Point',
    coordinates: [west, south],
  });
  const wells = Array.from({ length: 8 }, (_, i) => {
    const place = i < 4 ? 'in' : 'out';
    const props = properties(i + 1, place, { variant, of: 'wells' });
    return feature(point(place === 'in' ? 10.2 + i / 4 : 14 + i / 4, 0.5), {
      ...props,
      name: `Well ${i + 1}`,
    });
  });
  const graves = [
    feature(point(10.6, 0.6), { number: 1, name: 'canaryelderingraves1' }),
    feature(point(15 + variant / 4, 1), { number: 2, name: `canaryelderoutgraves${variant}` }),
  ];
  const district = (number: number, shape: object): object =>
    feature(shape, { number, name: `District ${number}` });
  const districts = [district(1, SCOPES.area.area), district(2, square(17, 3, 18))];
  return { lands, tracks, wells, graves, districts };
}

/** A level in a place, until the last moment at which it counts. */
export interface Given {
  readonly level: string;
  readonly scope: Scope;
  readonly until?: number;
}

export type Headers = Readonly<Record<string, string>>;

export interface ScopeSite extends GuardedServer {
  /** Sets the clock. */
  setTime(time: number): void;
  /** Logs accounts in, one for each grant, and waits until the grants count. */
  logIn<T extends string>(grants: Readonly<Record<T, Given>>): Promise<Record<T, Headers>>;
  /** Returns whether requests with these headers are answered from what grants in places open. */
  isScoped(headers: Headers): Promise<boolean>;
  /** Waits until something is true. */
  until(is: () => boolean | Promise<boolean>): Promise<void>;
}

/** Writes and serves the atlas; `variant` changes everything outside of the scopes. */
export async function startScopeSite(
  variant: number,
  {
    border = 'clip',
    place,
  }: { border?: BorderRule; place?: { readonly databaseUrl: string } } = {},
): Promise<ScopeSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-scopes-'));
  const config = mkdtempSync(join(tmpdir(), 'atlas-config-'));
  const appDir = makeAppFolder();
  writeAtlas(config, yamlOf(border));
  for (const folder of ['data', 'photos']) mkdirSync(join(config, folder), { recursive: true });
  const pictures: string[] = [];
  for (const [name, features] of Object.entries(dataOf(variant, border))) {
    const file = join(config, `data/${name}.geojson`);
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }));
    if (name !== 'lands') continue;
    for (const { properties: props } of features as { properties: { views: string[] } }[])
      for (const view of props.views) {
        writeFileSync(join(config, 'photos', view), `JPEG of ${view}`);
        pictures.push(`photos/${view}`);
      }
  }
  let time = START;
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(`${text}\n`);
  const registered: { method: string; url: string }[] = [];
  const env = {
    NODE_ENV: 'test',
    ATLAS_DATA_DIR: dataDir,
    PUBLIC_URL: 'https://atlas.example',
    TILE_DISK_MB: '0',
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
  const until: ScopeSite['until'] = async (is) => {
    const end = performance.now() + 120_000;
    while (!(await is())) {
      if (performance.now() > end) throw new Error(`not within two minutes\n${printed.join('')}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const isScoped: ScopeSite['isScoped'] = async (headers) =>
    app.currentSnapshot(await app.identify({ headers })) !== app.currentSnapshot();
  return {
    app,
    store,
    accounts,
    metrics,
    snapshot: first.snapshot,
    model: deserialize(first.prepared.model) as AtlasModel,
    atlas: { hiddenNames: [], pictures } as never,
    secrets: { everyone: [], member: [], warden: [], elder: [] },
    routes: [...new Set(registered.map(({ url }) => url))],
    registered,
    output: () => printed.join(''),
    setTime: (next) => void (time = next),
    until,
    isScoped,
    logIn: async (grants) => {
      const { store: people, sessions } = accounts.accounts;
      const logged: [string, Headers][] = [];
      for (const [username, { level, scope, until: end = null }] of Object.entries<Given>(grants)) {
        const headers = await logInNew({ app, accounts }, { username, grants: [] });
        const { id } = (await people.accounts.byUsername(username))!;
        const given = { level, scope: scopeText(scope), until: end };
        await people.grants.add({ account: id, ...given, by: 'test', created: time });
        logged.push([username, headers]);
      }
      await sessions.refresh();
      for (const [, headers] of logged) {
        const { scopes } = await app.identify({ headers });
        await until(async () => scopes === UNSCOPED || isScoped(headers));
      }
      return Object.fromEntries(logged) as Record<keyof typeof grants, Headers>;
    },
    close: async () => {
      await serving.stop();
      await app.close();
      await opened.close();
      for (const dir of [dataDir, appDir, config]) rmSync(dir, { recursive: true, force: true });
    },
  };
}
