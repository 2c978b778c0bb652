import { describe, expect, it } from 'vitest';
import { zipSync } from 'fflate';
import {
  conversionOf,
  parseShapefile,
  shiftingConversionOf,
  UnsupportedSystem,
} from 'atlas-engine/readers';
import { parseGeoJson } from '../../../../server/load/files/geojson.ts';
import { seededRandom } from '../../../bench/geometry/polygons.ts';
import { mercator, pointRecord, shapefile, utm, WGS84 } from '../../../make-shapefile.ts';

const SOURCE = { file: 'a.zip', convert: 'ogr2ogr new old' };
const MERCATOR = mercator(5);
const ORIGIN = 'PARAMETER["Latitude_Of_Origin",0]';
const UTM = utm(33, 'S');
const AXES = ',AXIS["Easting",EAST],AXIS["Northing",NORTH]]';

const DEGREE = 'ANGLEUNIT["degree",0.0174532925199433]';
/** UTM in the second edition of well-known text. */
const SECOND = [
  `PROJCRS["a",BASEGEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0]]`,
  `,CONVERSION["b",METHOD["Transverse Mercator"]`,
  `,PARAMETER["Latitude of natural origin",0,${DEGREE}]`,
  `,PARAMETER["Longitude of natural origin",15,${DEGREE}]`,
  `,PARAMETER["Scale factor at natural origin",0.9996,SCALEUNIT["unity",1]]`,
  `,PARAMETER["False easting",500000,LENGTHUNIT["metre",1]]`,
  `,PARAMETER["False northing",10000000,LENGTHUNIT["metre",1]]]`,
  `,CS[Cartesian,2],AXIS["(E)",east,ORDER[1]],AXIS["(N)",north,ORDER[2]],LENGTHUNIT["metre",1]]`,
].join('');
const BY_RADII = `GEODCRS["a",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],CS[spherical,2],AXIS["(U)",north],AXIS["(V)",east],${DEGREE}]`;

const withAxes = (axes: string): string => UTM.replace(/\]$/, axes);

function refusalOf(wkt: string): string {
  try {
    conversionOf(wkt, SOURCE);
  } catch (error) {
    expect(error).toBeInstanceOf(UnsupportedSystem);
    return (error as Error).message;
  }
  throw new Error('The system was read.');
}

function place(wkt: string, x: number, y: number): readonly number[] {
  return conversionOf(wkt, SOURCE)!([x, y]);
}

// Positions from `cs2cs` of PROJ 9.
describe('a reference system', () => {
  it('of an old datum that Import converts is refused: data need an exact transformation', () => {
    const wkt =
      'GEOGCS["Arc 1960",DATUM["Arc_1960",SPHEROID["Clarke 1880 (RGS)",6378249.145,293.465]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';
    expect(refusalOf(wkt)).toContain('its datum Arc 1960 is not supported, only WGS 84');
    expect(shiftingConversionOf(wkt, SOURCE)!.shifts).toHaveLength(2);
  });

  it('in Mercator with a standard parallel is converted with it', () => {
    const [feature] = parseShapefile(
      zipSync(shapefile([pointRecord(2_500_000, -400_000)], { prj: MERCATOR })),
      'a.zip',
      {},
    ) as { geometry: { coordinates: number[] } }[];
    expect(feature!.geometry.coordinates[0]).toBeCloseTo(22.543094369, 8);
    expect(feature!.geometry.coordinates[1]).toBeCloseTo(-3.628742933, 8);
  });

  it.each([
    ['with axes to the east and north', withAxes(AXES)],
    ['with heights', `COMPD_CS["a",${UTM},VERT_CS["b",UNIT["metre",1]]]`],
    ['with heights of ESRI', `${UTM},VERTCS["b",UNIT["Meter",1]]`],
    ['with a shift of nothing', UTM.replace(/(298\.257223563\])/, '$1,TOWGS84[0,0,0,0,0,0,0]')],
    ['with round brackets', UTM.replaceAll('[', '(').replaceAll(']', ')')],
    ['in the second edition', SECOND],
    ['with any kind of unit', SECOND.replace(/(?:LENGTH|ANGLE|SCALE)UNIT/g, 'UNIT')],
    ['with line breaks and a byte order mark', `\uFEFF${UTM.replaceAll(',', ',\n  ')}\n`],
  ])('is the same %s', (_, wkt) => {
    expect(place(wkt, 387_654.32, 9_512_345.6)).toEqual(place(UTM, 387_654.32, 9_512_345.6));
  });

  it.each([
    [
      'another projection',
      MERCATOR.replace('"Mercator"', '"Robinson"'),
      'its projection Robinson is not supported',
    ],
    [
      'a projection that is not the same in all versions of GDAL',
      MERCATOR.replace('"Mercator"', '"Equidistant_Cylindrical"'),
      'its projection Equidistant_Cylindrical is not supported',
    ],
    [
      'no projection',
      MERCATOR.replace('PROJECTION', 'CREATION'),
      'its projection ? is not supported',
    ],
    [
      'another parameter',
      MERCATOR.replace('"Central_Meridian"', '"Azimuth"'),
      'the parameter Azimuth of its projection is not supported',
    ],
    [
      'a parameter twice',
      UTM.replace(ORIGIN, `${ORIGIN},${ORIGIN}`),
      'the parameter Latitude_Of_Origin of its projection is not supported',
    ],
    [
      'a missing parameter',
      UTM.replace(`,${ORIGIN}`, ''),
      'the parameter Latitude_Of_Origin of its projection is missing',
    ],
    [
      'a parameter without number',
      MERCATOR.replace('"Standard_Parallel_1",5', '"Standard_Parallel_1"'),
      'the parameter Standard_Parallel_1 NaN of its',
    ],
    [
      'an impossible latitude',
      mercator(95),
      'the parameter Standard_Parallel_1 95 of its projection is not supported',
    ],
    ['a parallel at the pole', mercator(90), 'its projection +proj=merc +lon_0=0 +lat_ts=90 '],
    [
      'another prime meridian',
      MERCATOR.replace('"Greenwich",0', '"Paris",2.337229167'),
      'its prime meridian Paris is not Greenwich',
    ],
    [
      'another ellipsoid',
      MERCATOR.replace('298.257223563', '293.465'),
      'its datum D_WGS_1984 (WGS_1984 6378137 293.465) is not supported',
    ],
    [
      'a shift',
      UTM.replace(/(298\.257223563\])/, '$1,TOWGS84[-59,-11,-52]'),
      'its datum D_WGS_1984 (-59 -11 -52) is not supported',
    ],
    [
      'grads',
      WGS84.replace('"Degree",0.0174532925199433', '"Grad",0.01570796326794897'),
      'its unit Grad 0.01570796326794897 is not supported',
    ],
    [
      'a parameter in grads',
      SECOND.replace(`15,${DEGREE}`, '16.6667,UNIT["grad",0.015707963267949]'),
      'its unit grad 0.015707963267949 is not supported',
    ],
    [
      'a longitude in metres',
      SECOND.replace(`15,${DEGREE}`, '15,LENGTHUNIT["metre",1]'),
      'its unit metre 1 is not supported',
    ],
    [
      'feet, and an easting without a unit',
      SECOND.replace('500000,LENGTHUNIT["metre",1]', '500000').replace(
        /metre",1\]\]$/,
        'foot",0.3048]]',
      ),
      'its unit False easting ? is not supported',
    ],
    [
      'the order of axes reversed',
      SECOND.replace('ORDER[1]', 'ORDER[2]'),
      'its axis (E) east is not supported',
    ],
    ['latitudes from the centre of the Earth', BY_RADII, 'this kind of reference system'],
    [
      'a shift in a file',
      UTM.replace(/(298\.257223563\])/, '$1,EXTENSION["PROJ4_GRIDS","a.gsb"]'),
      'its datum D_WGS_1984 (PROJ4_GRIDS a.gsb) is not supported',
    ],
    [
      'a cone that is a plane',
      MERCATOR.replace('"Mercator"', '"Lambert_Conformal_Conic_1SP"').replace(
        /"Standard_Parallel_1",5/,
        '"Latitude_Of_Origin",-90],PARAMETER["Scale_Factor",1',
      ),
      'the parameter Latitude_Of_Origin -90 of its projection is not supported',
    ],
    [
      'degrees that are not',
      WGS84.replace('0.0174532925199433', '0.01745'),
      'its unit Degree 0.01745 is not supported',
    ],
    ['no unit of length', MERCATOR.replace(',UNIT["Meter",1]', ''), 'its unit ? is not supported'],
    [
      'an axis to the west',
      withAxes(',AXIS["Easting",WEST],AXIS["Northing",NORTH]]'),
      'its axis west north is not supported',
    ],
    [
      'the northing first',
      withAxes(',AXIS["Northing",NORTH],AXIS["Easting",EAST]]'),
      'its axis Northing NORTH is not supported',
    ],
    [
      'a definition of PROJ',
      withAxes(',EXTENSION["PROJ4","+proj=tmerc +approx"]]'),
      'its projection PROJ4 +proj=tmerc +approx is not supported',
    ],
    [
      'a system of its own',
      'LOCAL_CS["site",UNIT["metre",1]]',
      'this kind of reference system is not supported',
    ],
    [
      'another system behind it',
      `${UTM},${WGS84}`,
      'this kind of reference system is not supported',
    ],
    ['no well-known text', 'EPSG:32733', 'this kind of reference system is not supported'],
    ['damaged text', UTM.slice(0, -3), 'this kind of reference system is not supported'],
    ['nothing', '', 'are in an unknown reference system, and this kind'],
    ['a thousand levels', 'A['.repeat(1000), 'this kind of reference system is not supported'],
  ])('with %s is refused by name', (_, wkt, words) => {
    expect(refusalOf(wkt)).toContain(words);
    expect(refusalOf(wkt)).toMatch(/ Convert them: `ogr2ogr new old`\.$/);
  });

  it('gives no place for a position outside its projection', () => {
    for (const [x, y] of [
      [9e7, 0],
      [0, 3e7],
      [NaN, 0],
      [Infinity, 0],
    ] as const)
      expect(place(UTM, x, y)).toEqual([NaN, NaN]);
  });

  it('changed at random is read or refused, and never crashes', () => {
    const random = seededRandom(28);
    const characters = '[](),"0.9 eEPROJCS';
    let refusals = 0;
    for (let run = 0; run < 2000; run++) {
      const at = Math.floor(random() * UTM.length);
      const other = characters[Math.floor(random() * characters.length)]!;
      try {
        conversionOf(UTM.slice(0, at) + other + UTM.slice(at + (run % 2)), SOURCE);
      } catch (error) {
        expect(error).toBeInstanceOf(UnsupportedSystem);
        refusals++;
      }
    }
    expect(refusals).toBeGreaterThan(1000);
  });
});

describe('the reference system of GeoJSON', () => {
  const read = (crs: unknown): unknown[] =>
    parseGeoJson(
      Buffer.from(JSON.stringify({ type: 'FeatureCollection', crs, features: [] })),
      'a.geojson',
    );
  const named = (name: string): object => ({ type: 'name', properties: { name } });

  it.each([
    [undefined],
    [null],
    [named('urn:ogc:def:crs:OGC:1.3:CRS84')],
    [named('urn:ogc:def:crs:EPSG::4326')],
    [named('EPSG:4326')],
    [{ type: 'EPSG', properties: { code: 4326 } }],
  ])('may be WGS 84: %j', (crs) => {
    expect(read(crs)).toEqual([]);
  });

  it.each([
    [named('urn:ogc:def:crs:EPSG::4209'), 'urn:ogc:def:crs:EPSG::4209'],
    [named('EPSG:32733'), 'EPSG:32733'],
    [{ type: 'EPSG', properties: { code: 3857 } }, 'EPSG:3857'],
    [{ type: 'link', properties: { href: 'a' } }, 'EPSG:undefined'],
  ])('is refused otherwise: %j', (crs, name) => {
    expect(() => read(crs)).toThrow(
      `The coordinates of \`a.geojson\` are in ${name}, and GeoJSON must be in longitude and latitude on WGS 84. Convert them: \`ogr2ogr -t_srs EPSG:4326 a-wgs84.geojson a.geojson\`.`,
    );
  });
});
