import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ShapeType } from '../../../../server/downloads/files/feature-file.ts';
import { writeGeopackage } from '../../../../server/downloads/files/write-geopackage.ts';
import { Database } from '../../../../server/store/sqlite/driver.ts';

const folder = mkdtempSync(join(tmpdir(), 'atlas-gpkg-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the type that the layer declares for geometries of these types. */
function declaredFor(types: readonly ShapeType[]): unknown {
  const name = types.join('-');
  writeGeopackage({
    folder,
    name,
    fields: [],
    note: null,
    title: '',
    locale: 'en',
    sheets: [],
    demo: false,
    source: { boxes: () => new Float64Array(), at: () => [] },
    census: { count: 1, bounds: [1, 2, 1, 2], types: new Set(types), widths: new Map() },
  }).end();
  const database = new Database(join(folder, `${name}.gpkg`));
  const row = database
    .prepare('SELECT geometry_type_name AS type FROM gpkg_geometry_columns')
    .get();
  database.close();
  return row?.['type'];
}

describe('the GeoPackage of a download', () => {
  it.each<[type: string, of: readonly ShapeType[]]>([
    ['POINT', ['Point']],
    ['MULTIPOINT', ['MultiPoint']],
    ['MULTILINESTRING', ['LineString']],
    ['MULTIPOLYGON', ['Polygon', 'MultiPolygon']],
    ['GEOMETRY', ['Point', 'MultiPoint']],
    ['GEOMETRY', ['LineString', 'Polygon']],
  ])('declares the type %s for %j', (type, of) => {
    expect(declaredFor(of)).toBe(type);
  });
});
