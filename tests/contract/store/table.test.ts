/** Tables that other programs maintain in a PostGIS database give the same features as files. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { loadDataset } from '../../../server/load/load-dataset.ts';
import { readTable } from '../../../server/load/read-table.ts';
import { openStore, type Store } from '../../../server/store/open-store.ts';
import type { StoredFeature } from '../../../server/store/store.ts';
import { dataset, field, LEVELS } from './datasets.ts';
import { findPostgres, startCluster, type Cluster } from './postgis.ts';

const PARKS = dataset('parks', 'polygon', [
  field('name', 'text'),
  field('area', 'number'),
  field('founded', 'date'),
  field('open', 'boolean'),
  field('owner.name', 'text'),
]);

const SQUARE = { west: 15, south: -2, size: 0.5 };
const corners = ({ west, south, size }: typeof SQUARE): [number, number][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const FEATURE = {
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: [corners(SQUARE)] },
  properties: {
    name: 'Forêt “d’eau”',
    area: 12.5,
    founded: '1999-12-31',
    open: true,
    owner: { name: 'Invented Trust' },
  },
};
const WKT = `POLYGON ((${corners(SQUARE)
  .map(([x, y]) => `${x} ${y}`)
  .join(', ')}))`;

const TABLES = `
  CREATE EXTENSION postgis;
  CREATE SCHEMA survey;
  CREATE TABLE survey.parks (id serial PRIMARY KEY, name text, area numeric, founded date, open boolean,
    owner jsonb, shape geometry(PolygonZ, 32733));
  INSERT INTO survey.parks (name, area, founded, open, owner, shape)
    VALUES ('Forêt “d’eau”', 12.5, '1999-12-31', true, '{"name": "Invented Trust"}',
      ST_Force3D(ST_Transform(ST_GeomFromText('${WKT}', 4326), 32733), 250)), (NULL, NULL, NULL, NULL, NULL, NULL);
  CREATE VIEW survey."the parks" AS SELECT name, area, founded, open, owner, shape::geometry AS shape FROM survey.parks;
  CREATE TABLE survey.globe (name text, place geography(Point));
  INSERT INTO survey.globe VALUES ('one', 'POINT (15.25 -1.5)');
  CREATE TABLE survey.nowhere (shape geometry);
  INSERT INTO survey.nowhere VALUES ('POINT (1 2)');
  CREATE TABLE survey.twice (shape geometry(Point, 4326), label geometry(Point, 4326));
  CREATE TABLE survey.words (name text)`;

const postgres = findPostgres();

if ('missing' in postgres) it.skip(`tables of PostGIS: not tested, because ${postgres.missing}`);
else
  describe('a table of PostGIS', () => {
    let cluster: Cluster;
    let store: Store;
    let client: pg.Client;

    beforeAll(async () => {
      cluster = await startCluster(postgres.bin);
      client = new pg.Client({ connectionString: cluster.databaseUrl });
      await client.connect();
      await client.query(TABLES);
      store = await openStore({ databaseUrl: cluster.databaseUrl });
    }, 60_000);
    afterAll(async () => {
      await client.end();
      await store.close();
      await cluster.stop();
    }, 60_000);

    const read = (name: string): ReturnType<typeof readTable> =>
      readTable(cluster.databaseUrl, name);
    const kept = (): Promise<readonly StoredFeature[]> =>
      store.page({ dataset: 'parks', fields: [...PARKS.fields.keys()], limit: 10 });

    it.each(['survey.parks', 'survey.the parks'])(
      'gives the same features as GeoJSON, from UTM with heights: %s',
      async (name) => {
        const file = { kind: 'features', digest: name, features: [FEATURE] } as const;
        await loadDataset(PARKS, file, LEVELS, store);
        const expected = await kept();
        const report = await loadDataset(PARKS, await read(name), LEVELS, store);
        expect(report).toMatchObject({ read: 2, loaded: 1 });
        expect(report.rejected).toMatchObject([{ reason: 'no-geometry' }]);
        expect(expected).toHaveLength(1);
        expect(await kept()).toEqual(expected);
      },
    );

    it('is loaded again when a row changed, and only then', async () => {
      await loadDataset(PARKS, await read('survey.parks'), LEVELS, store);
      const again = await loadDataset(PARKS, await read('survey.parks'), LEVELS, store);
      expect(again.unchanged).toBe(true);
      await client.query(`UPDATE survey.parks SET area = area + 1 WHERE id = 1`);
      const changed = await loadDataset(PARKS, await read('survey.parks'), LEVELS, store);
      expect(changed.unchanged).toBeUndefined();
      expect((await kept())[0]?.properties['area']).toBe(13.5);
    });

    it('may have geographies', async () => {
      const features: unknown[] = [];
      for await (const feature of (await read('survey.globe')).features) features.push(feature);
      expect(features).toEqual([
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [15.25, -1.5] },
          properties: { name: 'one' },
        },
      ]);
    });

    it('that does not exist, or has no geometry, is reported with those that have one', async () => {
      for (const name of ['survey.park', 'survey.words', 'survey.parks"; DROP TABLE survey.parks'])
        await expect(read(name)).rejects.toMatchObject({
          name: 'UnreadableData',
          lacks: {
            what: 'table',
            found: name,
            known: [
              'survey.globe',
              'survey.nowhere',
              'survey.parks',
              'survey.the parks',
              'survey.twice',
            ],
          },
        });
    });

    it('is refused with two geometries, or without a reference system', async () => {
      await expect(read('survey.twice')).rejects.toThrow(
        'has several geometry columns: label, shape. Create a view with one of them and use it instead.',
      );
      await expect(read('survey.nowhere')).rejects.toThrow('have no reference system');
    });

    it('of a database that does not respond is reported without its address', async () => {
      const error = await readTable('postgres://secret@127.0.0.1:1/x', 'a.b').catch(
        (e: unknown) => e,
      );
      expect(error).toMatchObject({ name: 'UnreadableData' });
      expect(String(error)).toContain('ECONNREFUSED');
      expect(String(error)).not.toContain('secret');
    });
  });
