/** The files of downloads: other programs and the loader read the same features from each. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileLoad } from 'atlas-engine';
import { boxOf, formatDate, joinBoxes } from 'atlas-engine/runtime';
import { textOf } from '../../../server/downloads/files/feature-file.ts';
import { readFeatureFile } from '../../../server/load/files/read-feature-file.ts';
import { reloadDataset } from '../../../server/load/load-dataset.ts';
import { openStore } from '../../../server/store/open-store.ts';
import type { AttributeValue, StoredFeature } from '../../../server/store/store.ts';
import { ask, GDAL } from '../../external-programs.ts';
import { sample } from '../../size.ts';
import { imported } from '../../unit/app/import/files.ts';
import { dataset, field, LEVELS as LOAD_LEVELS } from '../store/datasets.ts';
import { download, ended, filesOf, orderOf, post, type JobAnswer } from './ask-downloads.ts';
import {
  LEVELS,
  PLACES,
  startDownloadSite,
  type DownloadSite,
  type Headers,
  type LevelId,
} from './download-site.ts';

/** The fields that each level receives, and the datasets that it may download. */
const PLAIN = ['code', 'name', 'people', 'share', 'open', 'visited', 'uses'];
const MAY: Readonly<Record<LevelId, Readonly<Record<string, readonly string[]>>>> = {
  member: { springs: PLAIN },
  warden: { springs: [...PLAIN, 'ethnic_groups_present'], plots: ['name'] },
  elder: { springs: [...PLAIN, 'ethnic_groups_present'], plots: ['name'], tracks: ['name'] },
};

// The stores have the same features, which other tests compare, so one is enough daily.
for (const { name, missing } of sample(PLACES, 2)) {
  describe.skipIf(missing !== null)(`files of downloads over ${missing ?? name}, one a day`, () => {
    let site: DownloadSite;
    let folder: string;
    /** The paths of the files of each level, unpacked. */
    const files = new Map<LevelId, readonly string[]>();

    beforeAll(async () => {
      site = await startDownloadSite(name, { inProcess: false });
      folder = mkdtempSync(join(tmpdir(), 'atlas-download-files-'));
      for (const level of LEVELS) {
        const language = level === 'member' ? 'fr' : 'en';
        const headers = { ...site.visitors[level], 'accept-language': language };
        const job = await download(site, headers, { datasets: Object.keys(MAY[level]) });
        const entries = await filesOf(site, headers, job);
        const paths = Object.entries(entries).map(([entry, bytes]) => {
          const path = join(folder, level, entry);
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, bytes);
          return path;
        });
        files.set(level, paths);
      }
    }, 180_000);

    afterAll(async () => {
      await site?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const find = (level: LevelId, id: string, ending: string): string =>
      files.get(level)!.find((path) => path.includes(`/${level}/${id}/`) && path.endsWith(ending))!;

    /** The features in the area as the database has them, with the fields of the level. */
    const stored = async (level: LevelId, id: string): Promise<readonly StoredFeature[]> =>
      (await site.opened.store.page({ dataset: id, fields: MAY[level][id]!, limit: 100 })).filter(
        ({ properties }) => properties['code'] !== 'd-4',
      );

    it.each(LEVELS)('writes GeoJSON equal to the database, for %s', async (level) => {
      for (const id of Object.keys(MAY[level])) {
        const text = readFileSync(find(level, id, '.geojson'), 'utf8');
        const { features, bbox } = JSON.parse(text) as {
          readonly features: readonly (StoredFeature & { type: string; demo?: boolean })[];
          readonly bbox: readonly number[];
        };
        const plain = features.map(({ id: number, geometry, properties }) => ({
          id: number,
          geometry,
          properties,
        }));
        const expected = await stored(level, id);
        expect(plain).toEqual(expected);
        expect(features.every(({ demo }) => demo === (id === 'springs' ? true : undefined))).toBe(
          true,
        );
        const positions = JSON.stringify(expected.map(({ geometry }) => geometry));
        const numbers = [...positions.matchAll(/\[(-?[\d.]+),(-?[\d.]+)\]/g)];
        const [xs, ys] = [1, 2].map((at) => numbers.map((match) => Number(match[at]))) as [
          number[],
          number[],
        ];
        expect(bbox).toEqual([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
      }
    });

    it('gives no value above its level', () => {
      for (const path of files.get('member')!)
        expect(readFileSync(path).includes('of wardens'), basename(path)).toBe(false);
      expect(readFileSync(find('warden', 'springs', '.geojson')).includes('of wardens')).toBe(true);
    });

    it('carries the account and the day in the names of restricted files', () => {
      const day = new Date().toISOString().slice(0, 10);
      expect(basename(find('elder', 'tracks', '.gpkg'))).toBe(`tracks_elder_${day}.gpkg`);
      expect(readFileSync(find('elder', 'tracks', '.geojson'), 'utf8')).toContain(
        `downloaded by elder on ${day}`,
      );
      expect(readFileSync(find('elder', 'tracks', 'metadata.json'), 'utf8')).toContain('"elder"');
    });

    it('describes the fields in both languages, with their names in shapefiles', () => {
      const list = readFileSync(find('warden', 'springs', 'fields.csv'), 'utf8');
      expect(list).toContain('ethnic_groups_present,ethnic_gro,,text,,Groups,Groupes,,');
      const metadata = readFileSync(find('warden', 'springs', 'metadata.json'), 'utf8');
      expect(JSON.parse(metadata)).toMatchObject({
        title: { en: expect.any(String), fr: expect.any(String) },
        provider: { en: 'Water office', fr: 'Office de l’eau' },
        date: '2026-05',
        licence: 'CC-BY-4.0',
        citation: { en: 'Springs 2026' },
      });
    });

    it('has a page to read first, in both languages, with dates in words', () => {
      const readme = readFileSync(
        files.get('warden')!.find((path) => path.endsWith('/README.txt'))!,
        'utf8',
      );
      const day = new Date().toISOString().slice(0, 10);
      for (const line of [
        `Data downloaded by warden on ${formatDate(day, 'en')}`,
        `Données téléchargées par warden le ${formatDate(day, 'fr')}`,
        'Date of the data: May 2026',
        'Date des données\u00A0: mai 2026',
        'Licence: CC-BY-4.0',
        'Citation\u00A0: Springs 2026',
        'Source: Water office',
      ])
        expect(readme.split(/\n/)).toContain(line);
    });

    it('names in the page the datasets without features in the area', async () => {
      const { elder } = site.visitors;
      // Only a spring is here.
      const area = 'POLYGON ((9.98 1.2, 10.02 1.2, 10.02 1.3, 9.98 1.3, 9.98 1.2))';
      const job = await download(site, elder, { datasets: ['plots', 'springs'], area });
      const entries = await filesOf(site, elder, job);
      expect(Object.keys(entries).filter((entry) => entry.startsWith('plots'))).toEqual([]);
      const readme = Buffer.from(entries['README.txt']!).toString('utf8');
      expect(readme.match(/chosen; no features in the area/g)).toHaveLength(1);
      expect(readme).toContain('aucun objet dans la zone');
    });

    it('has the terms of use in the page, the metadata and the files', () => {
      const read = (path: string) => readFileSync(path, 'utf8');
      const page = (level: LevelId) =>
        read(files.get(level)!.find((path) => path.endsWith('/README.txt'))!);
      for (const text of [
        'Terms of use (in full below): Terms of the keepers',
        'For study only.',
        'Conditions d’utilisation (texte complet ci-dessous)\u00A0: Conditions des gardiens',
        'Pour l’étude seulement.',
        'The data agreement and the terms of use say what you may do with them.',
      ]) {
        expect(page('elder')).toContain(text);
        expect(page('warden')).not.toContain(text);
      }
      expect(JSON.parse(read(find('elder', 'tracks', 'metadata.json')))).toMatchObject({
        restricted: true,
        terms: { name: { en: 'Terms of the keepers' }, text: { en: 'For study only.' } },
      });
      expect(read(find('elder', 'tracks', '.geojson'))).toContain(
        'Terms of the keepers / Conditions des gardiens (README.txt).',
      );
    });

    it('links to the licence or the terms from OGC API Features and GeoJSON, and names the terms in the offer', async () => {
      const get = async (path: string, headers: Headers) =>
        (await site.app.inject({ url: path, headers })).json<{
          links: { rel: string; href: string; title: string }[];
          datasets: { id: string; terms?: string }[];
        }>();
      const linked = async (path: string) =>
        (await get(path, site.visitors.elder)).links
          .filter(({ rel }) => rel === 'license')
          .map(({ href, title }) => [new URL(href, 'http://x').pathname, title]);
      for (const [id, expected] of [
        ['springs', [['/licenses/CC-BY-4.0.html', 'CC-BY-4.0']]],
        ['tracks', [['/api/terms/keepers/', 'Terms of the keepers']]],
      ] as const)
        for (const path of [
          `/ogc/collections/${id}`,
          `/ogc/collections/${id}/items?bbox=9,0,9.5,0.5`,
          `/api/geodata/${id}/?bbox=9,0,9.5,0.5`,
          `/api/geodata/${id}/?bbox=9,0,9.5,0.5&limit=1`,
        ])
          expect([path, await linked(path)]).toEqual([path, expected]);
      const text = (await site.app.inject('/api/terms/keepers/')).body;
      expect(text).toContain('For study only.');
      expect(text).toContain('Pour l’étude seulement.');
      expect((await site.app.inject('/api/terms/no-such/')).statusCode).toBe(404);
      const { datasets } = await get('/api/geodata/prepared-dataset/', site.visitors.elder);
      const terms = Object.fromEntries(datasets.map((one) => [one.id, one.terms]));
      expect(terms).toMatchObject({ springs: undefined, tracks: 'keepers' });
    });

    it('is imported again with the same geometries and attributes: GeoJSON, CSV of points, shapefiles', async () => {
      for (const id of Object.keys(MAY.elder)) {
        const expected = await stored('elder', id);
        const geometries = expected.map(({ geometry }) => flat(geometry));
        const [kind] = ['points', 'lines', 'polygons'].filter((one) =>
          files
            .get('elder')!
            .some((path) => path.endsWith(`-${one}.shp`) && path.includes(`/${id}/`)),
        );
        const paths = [find('elder', id, '.geojson'), find('elder', id, `-${kind}.shp`)];
        if (kind === 'points')
          paths.push(
            ...files
              .get('elder')!
              .filter((path) => /\/springs\/springs.*\d(-semicolon)?\.csv$/.test(path)),
          );
        expect(paths).toHaveLength(kind === 'points' ? 4 : 2);
        for (const path of paths) {
          const file = readable(path);
          const { features } = imported(basename(file), new Uint8Array(readFileSync(file)));
          expect(
            features.map(({ geometry }) => flat(geometry)),
            path,
          ).toEqual(geometries);
          expect(
            features.map(({ properties }) => properties['name'] || null),
            path,
          ).toEqual(expected.map(({ properties }) => properties['name'] ?? null));
        }
      }
    });

    it.skipIf(!GDAL.present).each(LEVELS)(
      GDAL.title(
        'is read by GDAL: every file has the same features, attributes and extent, for %s',
      ),
      async (level) => {
        const spatial = files
          .get(level)!
          .filter(
            (path) =>
              /\.(?:geojson|gpkg|shp)$/.test(path) || /[0-9](?:-semicolon)?\.csv$/.test(path),
          );
        expect(spatial).toHaveLength(5 * Object.keys(MAY[level]).length);
        for (const path of spatial) {
          const id = basename(dirname(path));
          const open = path.endsWith('.csv') ? CSV_OPTIONS : [];
          const expected = await stored(level, id);
          const info = await ask('ogrinfo', ['-al', '-so', '-ro', ...open, path]);
          expect(info, path).toContain(`Feature Count: ${expected.length}`);
          const isText = path.endsWith('semicolon.csv');
          if (!isText) expect(info, path).toContain(extentOf(expected));
          const text = await ask('ogr2ogr', [
            '-f',
            'GeoJSON',
            '-lco',
            'COORDINATE_PRECISION=7',
            '/vsistdout/',
            ...open,
            path,
          ]);
          const { features } = JSON.parse(text) as { readonly features: readonly StoredFeature[] };
          if (!isText)
            expect(
              features.map(({ geometry }) => flat(geometry)),
              path,
            ).toEqual(expected.map(({ geometry }) => flat(geometry)));
          const isShort = path.endsWith('.shp');
          for (const field of MAY[level][id]!) {
            const name = isShort ? field.slice(0, 10) : field;
            expect(
              features.map(({ properties }) =>
                plain(isShort ? unfolded(properties[name]) : properties[name]),
              ),
              `${path} ${field}`,
            ).toEqual(expected.map(({ properties }) => plain(properties[field])));
          }
        }
      },
      120_000,
    );

    it.skipIf(!GDAL.present)(
      GDAL.title(
        'is a spreadsheet with the same values in words, dates, accents and places for GDAL',
      ),
      async () => {
        for (const id of Object.keys(MAY.warden)) {
          const path = find('warden', id, '.xlsx');
          const features = await rowsOf(path, id);
          const meanings = (await rowsOf(path, 'Columns')).map(({ properties }) => properties);
          const expected = await stored('warden', id);
          const names = meanings.map((row) => row['Name in the other formats']);
          expect(names, id).toEqual(MAY.warden[id]);
          for (const row of meanings) {
            const [heading, field] = [
              String(row['Column']),
              String(row['Name in the other formats']),
            ];
            expect(
              features.map(({ properties }) => sheetValue(properties[heading])),
              `${id} ${field}`,
            ).toEqual(expected.map(({ properties }) => plain(inWords(field, properties[field]))));
          }
          if (id === 'springs')
            expect(
              features.map(({ properties }) => [properties['longitude'], properties['latitude']]),
            ).toEqual(expected.map(({ geometry }) => (geometry as GeoJSON.Point).coordinates));
        }
        const path = find('warden', 'springs', '.xlsx');
        const head = Object.keys((await rowsOf(path, 'springs'))[0]!.properties);
        expect(head.slice(2, 4)).toEqual(['People (people)', 'Share']);
        const [, , , , , , uses] = await rowsOf(path, 'Columns');
        expect(Object.values(uses!.properties)).toEqual([
          'Uses',
          'uses',
          'drinking: Drinking water',
        ]);
        const french = await rowsOf(find('member', 'springs', '.xlsx'), 'Colonnes');
        expect(french[2]!.properties['Colonne']).toBe('Habitants (personnes)');
        const about = await ask('ogrinfo', ['-q', path, 'Sources']);
        for (const line of ['CC-BY-4.0', 'Office de l’eau', 'mai 2026', 'Springs 2026'])
          expect(about).toContain(line);
      },
    );

    it('continues a job after a restart in the middle of it', async () => {
      const { member } = site.visitors;
      const answer = await post(site, member, orderOf());
      await site.restart();
      const job = await ended(site, member, answer.json<JobAnswer>().id);
      expect(job.state).toBe('done');
      expect(Object.keys(await filesOf(site, member, job))).toContain('README.txt');
    });

    it('is loaded again to the same features, from GeoPackage, GeoParquet, GeoJSON, both CSV and the zipped shapefile', async () => {
      const fields = [
        field('code', 'text'),
        field('name', 'text'),
        field('people', 'integer'),
        field('share', 'number'),
        field('open', 'boolean'),
        field('visited', 'date'),
        field('uses', 'list'),
      ];
      const dataDir = mkdtempSync(join(tmpdir(), 'atlas-reload-'));
      const again = await openStore({ dataDir, role: 'server' });
      const from: readonly [ending: string, load: Omit<FileLoad, 'kind' | 'file'>][] = [
        ['.gpkg', { format: 'geopackage' }],
        ['.parquet', { format: 'geoparquet' }],
        ['.geojson', { format: 'geojson' }],
        ['.csv', { format: 'csv' }],
        ['-semicolon.csv', { format: 'csv', decimal: 'comma' }],
        ['-points.shp', { format: 'shapefile' }],
      ];
      for (const [ending, load] of from) {
        const path =
          ending === '.csv'
            ? files.get('member')!.find((one) => /springs_member_[\d-]+\.csv$/.test(one))!
            : find('member', 'springs', ending);
        const input = await readFeatureFile(readable(path), load);
        const one = dataset('springs', 'point', fields, {
          key: 'code',
          load: { ...load, kind: 'file', file: path },
        });
        const report = await reloadDataset(one, input, LOAD_LEVELS, again);
        expect(report, ending).toMatchObject({ read: 3, loaded: 3, rejected: [] });
        const found = await again.page({ dataset: 'springs', fields: PLAIN, limit: 10 });
        const expected = await stored('member', 'springs');
        expect(
          found.map(({ geometry, properties }) => ({ geometry, properties })),
          ending,
        ).toEqual(expected.map(({ geometry, properties }) => ({ geometry, properties })));
      }
      await again.close();
      rmSync(dataDir, { recursive: true });
    }, 60_000);
  });
}

/** The loader reads a shapefile as a zip; the short names equal the names of the tested fields. */
function readable(path: string): string {
  if (!path.endsWith('.shp')) return path;
  const parts = ['shp', 'shx', 'dbf', 'prj', 'cpg'].map((ending) => {
    const part = path.replace(/shp$/, ending);
    return [basename(part), readFileSync(part)] as const;
  });
  const zip = path.replace(/shp$/, 'zip');
  writeFileSync(zip, zipSync(Object.fromEntries(parts)));
  return zip;
}

/** The coordinates without the difference between a single geometry and one of one part, or of direction. */
function flat(geometry: StoredFeature['geometry']): readonly string[] {
  const text = JSON.stringify('coordinates' in geometry ? geometry.coordinates : []);
  return [...text.matchAll(/\[-?[\d.]+,-?[\d.]+\]/g)].map(([position]) => position).toSorted();
}

const CSV_OPTIONS = ['X_POSSIBLE_NAMES=longitude', 'Y_POSSIBLE_NAMES=latitude'].flatMap((one) => [
  '-oo',
  one,
]);

/** The first row has the names of the columns. */
const HEADERS = ['--config', 'OGR_XLSX_HEADERS', 'FORCE'];

/** The rows of a sheet as GDAL reads them. */
async function rowsOf(path: string, sheet: string): Promise<readonly StoredFeature[]> {
  const text = await ask('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', path, sheet, ...HEADERS]);
  return (JSON.parse(text) as { readonly features: readonly StoredFeature[] }).features;
}

/** A value of the fixture as a spreadsheet in English has it. */
function inWords(field: string, value: AttributeValue | undefined): AttributeValue {
  if (field !== 'uses' || !Array.isArray(value)) return value ?? null;
  return textOf(value.map((use) => (use === 'drinking' ? 'Drinking water' : use)));
}

/** GDAL writes a day with slashes, and a boolean as a number. */
function sheetValue(value: unknown): string | null {
  return plain(
    typeof value === 'string' ? value.replace(/^(\d{4})\/(\d\d)\/(\d\d)$/, '$1-$2-$3') : value,
  );
}

/** The extent in the words of `ogrinfo`. */
function extentOf(features: readonly StoredFeature[]): string {
  const [west, south, east, north] = features
    .map(({ geometry }) => boxOf(geometry))
    .reduce(joinBoxes)
    .map((value) => value.toFixed(6));
  return `Extent: (${west}, ${south}) - (${east}, ${north})`;
}

/** GDAL reads the booleans of a shapefile as the letters of its table. */
function unfolded(value: unknown): unknown {
  return value === 'T' || value === 'F' ? value === 'T' : value;
}

/** A value as a text that does not depend on what the types of a format can express. */
function plain(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (Array.isArray(value)) return textOf(value as string[]);
  if (typeof value === 'string') {
    const text = value.replace(/^'(?=[=+\-@])/, '').replace(/^(-?\d+),(\d+(?:e-?\d+)?)$/, '$1.$2');
    return Number.isNaN(Number(text)) ? text.toLowerCase() : String(Number(text));
  }
  return String(typeof value === 'boolean' ? value : Number(value));
}
