/**
 * An atlas of an invented region for the tests of the server, with open, locked and hidden datasets and
 * a field above its dataset, each with words that occur only there.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { AtlasSnapshot } from '../../../server/access/atlas-snapshot.ts';
import { UNITS_PER_DEGREE, unpackToGeoJson } from '../../../server/geometry/index.ts';
import { buildSnapshot } from '../../../server/snapshot/build-snapshot.ts';
import { packQuery, toShape } from '../../../server/store/query-geometry.ts';
import { serveDatasets } from '../../../server/snapshot/serve-datasets.ts';
import type { DatasetStatus, DatasetStore, StoredFeature } from '../../../server/store/store.ts';
import { buildModel } from '../../build-atlas.ts';
import { shapesOf } from './shapes-of.ts';

/** Everything in the fixture that anonymous visitors must not see. */
export const SECRETS = {
  fieldValue: 'CANARY-field-of-wardens',
  lockedValue: 'CANARY-locked-of-elders',
  hiddenValue: 'CANARY-hidden-of-elders',
  lockedColor: [200, 10, 10, 255],
  lockedFeatures: 3,
  host: 'https://canary.example',
} as const;

const LOCKED_COLOR = `'rgb(${SECRETS.lockedColor.slice(0, 3).join()})'`;

/** Common parts of datasets of features. */
const FEATURES = 'load: { file: data/features.geojson }';
const ZOOMS = 'minzoom: 2, maxzoom: 12';

/** The title of the atlas. It contains characters with a meaning in HTML and XML. */
export const TITLE = 'Isle & <sea></script><!-- <b>';

const YAML = `
title: { all: '${TITLE}' }
permissions:
  levels:
    - { id: everyone, name: { all: Everyone } }
    - { id: member, name: { all: Member }, granted: on-confirmation }
    - { id: warden, name: { all: Warden }, granted: by-operator }
    - { id: elder, name: { all: Elder }, granted: by-operator }
attribution: [{ text: { all: Sea & sky } }]
services: [{ id: open, env: OPEN, fallback: hide }]
sources:
  - { id: relief, type: raster-dem, file: data/relief.pmtiles }
  - { id: charts, type: raster, service: open, path: '/{z}/{x}/{y}.png' }
base-layers:
  - { id: charts, order: 3, name: { all: Charts }, ground: light, source: charts, thumbnail: icons/well.svg }
hillshade: { source: relief, exaggeration: 0.3, checked: false }
pages:
  - { id: privacy-policy, title: { en: Privacy, fr: Confidentialité }, text: { en: Nothing <b>, fr: Rien }, date: 2026-03-09 }
categories: [{ id: weather, order: 3, name: { en: Weather & wind, fr: Météo } }]
datasets:
  - id: wells
    geometry: point
    permission: { view: everyone, analyse: everyone, download: member }
    demo: true
    ${FEATURES}
    fields:
      name: { type: text, label: { en: Name, fr: Nom } }
      depth: { type: number, label: { en: Depth, fr: Profondeur } }
      owner: { type: text, permission: warden, label: { all: ${SECRETS.fieldValue} } }
    feeds: { tiles: { name: places, aliases: [wells-old], ${ZOOMS} }, geojson: places, wms: wells }
  - id: paths
    geometry: line
    permission: { view: everyone, analyse: everyone, download: member }
    ${FEATURES}
    fields: { name: { type: text, label: { en: Name, fr: Nom } } }
    feeds: { tiles: { ${ZOOMS} } }
  - id: graves
    geometry: point
    permission: elder
    ${FEATURES}
    fields: { name: { type: text, label: { all: ${SECRETS.lockedValue} } } }
    feeds: { tiles: { name: places, ${ZOOMS} }, geojson: places }
  - id: shrines
    geometry: point
    permission: elder
    when-denied: hide
    ${FEATURES}
    fields: { name: { type: text, label: { all: ${SECRETS.hiddenValue} } } }
    feeds: { tiles: { name: places, ${ZOOMS} }, wms: shrines }
  - id: heat
    geometry: raster
    permission: { view: everyone, analyse: everyone, download: member }
    load: { file: data/cells.tif }
    info: { provider: { en: Makers <of> "rain", fr: Faiseurs } }
    feeds: { wms: heat }
  - { id: hoards, geometry: raster, permission: warden, load: { file: data/cells.tif }, feeds: { wms: hoards } }
classes:
  - { id: heat, field: value, values: [{ value: [10, 20, 30], color: '#0000FF', label: { en: Hot, fr: Chaud } }], default: none }
  - { id: hoards, field: value, values: [{ value: [10, 20, 30], color: ${LOCKED_COLOR}, label: { all: ${SECRETS.lockedValue} } }], default: none }
  - { id: owners, field: owner, values: [{ value: ${SECRETS.fieldValue}, color: ${LOCKED_COLOR}, label: { all: ${SECRETS.fieldValue} } }], default: { color: '#00C800', label: { en: Other, fr: Autre } } }
groups:
  - { id: heat, name: { en: Heat, fr: Chaleur }, category: weather, sublayers: [{ id: map, type: raster, source: heat, classes: heat, minzoom: 3, maxzoom: 12 }] }
  - { id: hoards, name: { all: Hoards }, category: things, sublayers: [{ id: map, type: raster, source: hoards, classes: hoards }] }
  - { id: wells, name: { en: Wells, fr: Puits }, category: things, checked: true, sublayers: [{ id: dot, type: circle, source: wells, paint: { circle-color: { classes: owners } } }] }
  - { id: graves, name: { all: Graves }, category: things, sublayers: [{ id: dot, type: circle, source: graves, label: { all: ${SECRETS.lockedValue} } }] }
  - { id: shrines, name: { all: ${SECRETS.hiddenValue} }, category: things, sublayers: [{ id: dot, type: circle, source: shrines, paint: { circle-color: ${LOCKED_COLOR} } }] }
`;

/** Creates a folder with a configuration: two served files, and one that must not be served. */
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

/** Creates a folder that looks like the built application. */
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

/** The versions of each dataset in the store, by level. */
const VERSIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wells: { everyone: 'w0', warden: 'w2' },
  paths: { everyone: 'p0' },
  heat: { everyone: 'h0' },
  hoards: { warden: 'o2', elder: 'o2' },
  graves: { elder: 'g3' },
  shrines: { elder: 's3' },
};

const STATUSES: readonly DatasetStatus[] = Object.entries(VERSIONS).map(([dataset, versions]) => ({
  dataset,
  versions,
  count: 1,
  bounds: [10, 0, 12, 2],
  fields: {},
  stamp: '',
  report: {} as DatasetStatus['report'],
}));

/**
 * Creates the snapshot of the fixture. Its addresses have the versions of the store, so that tests
 * can write them. It has two parts that the language rejects, because the server must not rely on
 * the language: wells drawn for everyone by a field of wardens, and a separate host for elders
 * (`unguarded-source`).
 */
export async function makeSnapshot(configDir: string): Promise<AtlasSnapshot> {
  const files = ['features.geojson', 'cells.tif', 'relief.pmtiles'].map((name) => `data/${name}`);
  const model = buildModel(YAML, [...files, 'icons/well.svg']);
  const snapshot = await buildSnapshot({
    model,
    store: { statuses: async () => STATUSES, page: async () => [] },
    configDir,
    serviceAddress: (service) => `https://${service}.example`,
  });
  const groups = model.groups.map((group) =>
    group.id === 'wells' ? { ...group, permission: model.levels[0]! } : group,
  );
  const datasets = serveDatasets(
    { ...model, groups },
    { access: snapshot.access, statuses: new Map(STATUSES.map((one) => [one.dataset, one])) },
  );
  return {
    ...snapshot,
    datasets: new Map(
      [...datasets].map(([id, served]) => [id, { ...served, versions: served.stored }]),
    ),
    hosts: snapshot.hosts.map((hosts, rank) => (rank >= 3 ? [...hosts, SECRETS.host] : hosts)),
  };
}

/** A store in memory. A "tile" is JSON of the features, because routes do not read tiles. */
export class FixtureStore implements DatasetStore {
  readonly asked: string[] = [];
  /** If set, every query fails with this error. */
  failure: Error | null = null;
  readonly #features: Readonly<Record<string, readonly StoredFeature[]>>;
  readonly versions: Record<string, Readonly<Record<string, string>>>;

  constructor() {
    const point = (id: number, properties: StoredFeature['properties']): StoredFeature => ({
      id,
      geometry: { type: 'Point', coordinates: [11, 1] },
      properties,
    });
    this.versions = structuredClone(VERSIONS);
    this.#features = {
      wells: [
        point(1, { name: 'North well', depth: 12, owner: SECRETS.fieldValue }),
        point(2, { name: null, depth: 3, owner: null }),
      ],
      paths: [],
      graves: Array.from({ length: SECRETS.lockedFeatures }, (_, index) =>
        point(index + 1, { name: SECRETS.lockedValue }),
      ),
      shoals: [point(1, { owner: SECRETS.fieldValue })],
      shrines: [point(1, { name: SECRETS.hiddenValue })],
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
    // Returns more fields than requested, because the route must filter too.
    return this.#features[id]?.find((feature) => feature.id === featureId) ?? null;
  }

  async shape(cut: Parameters<DatasetStore['shape']>[0], featureId: number) {
    const found = await this.feature(cut, featureId);
    return found && { ...found, ...toShape(packQuery(found.geometry).packed) };
  }

  async list(request: Parameters<DatasetStore['list']>[0]) {
    const found = await this.page(request);
    return found.map((one) => ({ ...one, ...toShape(packQuery(one.geometry).packed) }));
  }

  async page({ dataset: id, fields, after = 0 }: Parameters<DatasetStore['page']>[0]) {
    this.#ask(`page ${id} ${fields.join(',')}`);
    return (this.#features[id] ?? []).filter((feature) => feature.id > after);
  }

  async shapes({ dataset: id, fields }: Parameters<DatasetStore['shapes']>[0]) {
    this.#ask(`shapes ${id} ${fields.join()}`);
    return shapesOf(this.#features[id] ?? [], fields);
  }

  async intersects({ dataset: id, geometry }: Parameters<DatasetStore['intersects']>[0]) {
    this.#ask(`intersects ${id}`);
    const shape = unpackToGeoJson(geometry.packed);
    const [ring = []] = shape.type === 'Polygon' ? shape.coordinates : [];
    const holds = (i: 0 | 1, at: number): boolean => {
      const sides = ring.map((position) => position[i]!);
      return Math.min(...sides) <= at && at <= Math.max(...sides);
    };
    // The position of all features; returns more fields than requested, as `feature` does.
    return holds(0, 11) && holds(1, 1) ? (this.#features[id] ?? []) : [];
  }

  async count(request: Parameters<DatasetStore['count']>[0]) {
    const { length } = await this.intersects({ ...request, fields: [], limit: Infinity });
    return length;
  }

  async analyse(request: Parameters<DatasetStore['analyse']>[0]) {
    const { length: count } = await this.intersects({ ...request, fields: [], limit: Infinity });
    return { count, area: 0, length: 0, covered: 0, sums: [], values: [], nearest: null };
  }

  async near({ dataset: id, geometry, except, rings }: Parameters<DatasetStore['near']>[0]) {
    this.#ask(`near ${id}`);
    const { coords } = geometry.packed;
    const isHere = coords[0] === 11 * UNITS_PER_DEGREE && coords[1] === UNITS_PER_DEGREE;
    const found = (this.#features[id] ?? []).filter((feature) => feature.id !== except);
    const line = { metres: 1_234.5, bearing: 45, end: [11, 1] as const };
    return {
      count: isHere ? found.length : 0,
      touching: isHere ? found : [],
      nearest: isHere ? [] : found.map((feature) => ({ ...feature, line })),
      within: rings.map((metres) => (isHere || metres < line.metres ? 0 : found.length)),
    };
  }

  async overlaps({ dataset, fields, of, limit }: Parameters<DatasetStore['overlaps']>[0]) {
    this.#ask(`overlaps ${dataset}`);
    const found = await this.list({ dataset, fields, limit });
    const others = found.filter(({ id }) => dataset !== of.dataset || id !== of.id);
    const largest = others.slice(0, limit).map((one) => ({ ...one, area: 0, shared: 0 }));
    return { area: 0, covered: 0, count: others.length, largest };
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

  async cells({ dataset: id }: Parameters<DatasetStore['cells']>[0]) {
    this.#ask(`cells ${id}`);
    const areas = Array.from({ length: 256 }, (_, value) => (value === 10 ? 1e6 : 0));
    return { areas, step: 1 };
  }

  async close(): Promise<void> {}

  #ask(question: string): void {
    if (this.failure) throw this.failure;
    this.asked.push(question);
  }
}
