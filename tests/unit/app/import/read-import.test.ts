import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { areaOf } from '../../../../app/tools/import/area-of.ts';
import {
  mercator,
  NULL_RECORD,
  pointRecord,
  polygonRecord,
  shapefile,
  table,
  utm,
} from '../../../make-shapefile.ts';
import type { PlainGeometry } from '../../../../server/geometry/pack-geojson.ts';
import { wktOf } from '../../../../server/downloads/files/wkt-of.ts';
import { PLOTS, TRACKS } from '../../../contract/downloads/download-data.ts';
import { seededRandom } from '../../../bench/geometry/polygons.ts';
import { systemOfCode } from 'atlas-engine/readers';
import { FLATGEOBUF, imported, problemOf, workbook, zipped } from './files.ts';

const POINT = { type: 'Point', coordinates: [17.5, -0.25] };
const ring = (x: number, y: number, size: number): [number, number][] => [
  [x, y],
  [x, y + size],
  [x + size, y + size],
  [x + size, y],
  [x, y],
];

describe('a zipped shapefile of a visitor', () => {
  it('gives features, fields and extent, and counts records without geometry', () => {
    const file = imported(
      'my plots.zip',
      zipped(shapefile([pointRecord(17.5, -0.25), NULL_RECORD])),
    );
    expect(file).toMatchObject({
      name: 'my plots',
      features: [{ geometry: POINT, properties: { name: 'n0' } }],
      bounds: [17.5, -0.25, 17.5, -0.25],
      skipped: 1,
      kinds: ['point'],
    });
  });

  it('is read without heights and measures', () => {
    const file = imported('a.zip', zipped(shapefile([pointRecord(17.5, -0.25, 11)], { type: 11 })));
    expect(file.features[0]?.geometry).toEqual(POINT);
  });

  it('keeps several parts and holes, and gives them as one area', () => {
    const hole = ring(1, 1, 1).toReversed();
    const record = polygonRecord([ring(0, 0, 4), hole, ring(10, 0, 2)]);
    const file = imported('a.zip', zipped(shapefile([record], { type: 5 })));
    expect(areaOf(file.features)).toEqual({
      type: 'MultiPolygon',
      coordinates: [[ring(0, 0, 4), hole], [ring(10, 0, 2)]],
    });
  });

  it.each([
    ['Windows-1252', Buffer.from('Mb\u00e9', 'latin1'), {}],
    ['UTF-8', Buffer.from('Mb\u00e9'), {}],
    ['the encoding of its .cpg', Buffer.from('Mb\u00e9', 'latin1'), { 'a.cpg': strToU8('1252') }],
  ])('has its texts in %s', (_, name, more) => {
    const files = { ...shapefile([pointRecord(1, 1)]), 'a.dbf': table([name]), ...more };
    expect(imported('a.zip', zipped(files)).features[0]?.properties).toEqual({ name: 'Mb\u00e9' });
  });

  it('names the files that are missing', () => {
    const { 'a.shx': _, 'a.prj': __, ...files } = shapefile([pointRecord(1, 1)]);
    expect(problemOf('a.zip', zipped(files))).toEqual({
      code: 'zip-missing',
      parts: ['shx', 'prj'],
    });
  });

  // Positions from `cs2cs` of PROJ 9: EPSG:32632 to 32635, and 32732 to 32735, to EPSG:4326.
  it.each([32, 33, 34, 35])(
    'in UTM zone %i names it, and is converted as PROJ does when the visitor agrees',
    (zone) => {
      const expected = {
        N: { x: 612_345.67, y: 345_678.9, lng: 10.011065026, lat: 3.126945054 },
        S: { x: 387_654.32, y: 9_512_345.6, lng: 7.987450593, lat: -4.411184075 },
      };
      for (const half of ['N', 'S'] as const) {
        const { x, y, lng, lat } = expected[half];
        const file = zipped(shapefile([pointRecord(x, y)], { prj: utm(zone, half) }));
        expect(problemOf('a.zip', file)).toEqual({
          code: 'reference-system',
          name: `WGS_1984_UTM_Zone_${zone}${half}`,
          fault: null,
          error: null,
        });
        const [west, south] = imported('a.zip', file, { convert: true }).bounds;
        expect(west).toBeCloseTo(lng + 6 * (zone - 32), 8);
        expect(south).toBeCloseTo(lat, 8);
      }
    },
  );

  it('of another datum names it, without an offer to convert', () => {
    const prj = 'GEOGCS["GCS_Adindan",DATUM["D_Adindan",SPHEROID["Clarke_1880",6378249,293]]]';
    const file = zipped(shapefile([pointRecord(1, 1)], { prj }));
    expect(problemOf('a.zip', file)).toMatchObject({
      name: 'GCS_Adindan',
      fault: { part: 'datum', found: 'D_Adindan' },
    });
  });

  // Position from `gdaltransform` of GDAL 3.6: EPSG:21035 by EPSG:3998, to EPSG:4326.
  it('of an old datum is converted when the visitor agrees, and names the transformation', () => {
    const prj = systemOfCode(21_035)!;
    const file = zipped(shapefile([pointRecord(800_000, 9_650_000)], { prj }));
    expect(problemOf('a.zip', file)).toEqual({
      code: 'reference-system',
      name: 'Arc 1960 / UTM zone 35S',
      fault: null,
      error: 35,
    });
    const read = imported('a.zip', file, { convert: true });
    expect(read.shifts).toEqual([{ name: 'Arc 1960 to WGS 84 (4) (EPSG:3998)', error: 35 }]);
    expect(read.bounds[0]).toBeCloseTo(29.6997063298749, 8);
    expect(read.bounds[1]).toBeCloseTo(-3.1656462185592, 8);
    const elsewhere = zipped(shapefile([pointRecord(500_000, 9_650_000)], { prj }));
    expect(problemOf('a.zip', elsewhere, { convert: true })).toMatchObject({
      fault: { part: 'area', found: 'Arc 1960' },
    });
  });

  it('of an old datum with another transformation in its text is refused', () => {
    const prj = systemOfCode(4263)!.replace(']],PRIMEM', '],TOWGS84[-90,-90,120,0,0,0,0]],PRIMEM');
    expect(problemOf('a.zip', zipped(shapefile([pointRecord(10, 5)], { prj })))).toMatchObject({
      fault: { part: 'datum', found: 'Minna (-90 -90 120 0 0 0 0)' },
    });
  });

  // Position from `cs2cs` of PROJ 9: +proj=merc +lat_ts=5, to EPSG:4326.
  it('in Mercator with a standard parallel is converted as PROJ does', () => {
    const record = pointRecord(2_500_000, -400_000);
    const file = zipped(shapefile([record], { prj: mercator(5) }));
    const [west, south] = imported('a.zip', file, { convert: true }).bounds;
    expect(west).toBeCloseTo(22.543094369, 8);
    expect(south).toBeCloseTo(-3.628742933, 8);
  });

  it('in a projection that is not supported names what stops it, also if the visitor agrees', () => {
    const prj = mercator(5).replace('"Standard_Parallel_1"', '"Azimuth"');
    const file = zipped(shapefile([pointRecord(2_500_000, 0)], { prj }));
    const problem = {
      code: 'reference-system',
      name: 'RDC_Mercator',
      fault: { part: 'parameter', found: 'Azimuth' },
    };
    expect(problemOf('a.zip', file)).toEqual(problem);
    expect(problemOf('a.zip', file, { convert: true })).toEqual(problem);
  });

  it('with coordinates outside the world is refused', () => {
    const file = zipped(shapefile([pointRecord(500_000, 0)]));
    expect(problemOf('a.zip', file)).toEqual({ code: 'outside-world' });
  });
});

describe('a table of a visitor', () => {
  it.each([
    ['comma', 'name,longitude,latitude\nA,17.5,-0.25\n'],
    ['semicolon and decimal comma', 'name;lon;lat\nA;17,5;-0,25\n'],
    ['tab, and names of columns in capitals', 'name\tX\tY\r\nA\t17.5\t-0.25\r\n'],
  ])('has its places in two columns: %s', (_, text) => {
    const [feature] = imported('a.csv', text).features;
    expect(feature).toMatchObject({ geometry: POINT, properties: { name: 'A' } });
  });

  it.each([
    ['KoBoToolbox', 'name,_gps_latitude,_gps_longitude,_gps_altitude\nA,-0.25,17.5,312\n'],
    ['ODK', 'name,gps:Latitude,gps:Longitude,gps:Accuracy\nA,-0.25,17.5,4.5\n'],
    ['ODK, newer', 'name,gps-Latitude,gps-Longitude\nA,-0.25,17.5\n'],
    ['a form on a phone, in one column', 'name,gps\nA,-0.25 17.5 312 4.5\n'],
    ['one column with a comma', 'name;coordonnées\nA;-0.25, 17.5\n'],
    ['one column in quotes', 'name,location\nA,"-0.25, 17.5"\n'],
    ['degrees, minutes and seconds', 'name;latitude;longitude\nA;0°15\'00"S;17°30\'00"E\n'],
    ['degrees and minutes in French', "name;latitude;longitude\nA;0° 15' S;17° 30' E\n"],
    ['one column with letters', 'name,position\nA,"0°15\'S 17°30\'E"\n'],
    ['a title above', 'Liste des villages 2025\n\nname;lat;lon\nA;-0,25;17,5\n'],
    ['three titles above', 'Atlas\nMission,2025\n,,\nname,lat,lon\nA,-0.25,17.5\n'],
    ['decimal degrees by name', 'name,Decimal Latitude,Decimal Longitude\nA,-0.25,17.5\n'],
  ])('is read as people have it: %s', (_, text) => {
    const [feature] = imported('a.csv', text).features;
    expect(feature).toMatchObject({ geometry: POINT, properties: { name: 'A' } });
  });

  // Positions from `cs2cs` of PROJ 9, as above.
  it.each([
    ['a zone with its hemisphere', 'name,easting,northing,zone\nA,612345.67,345678.9,32N\n'],
    ['French names', 'name;X_UTM;Y_UTM;Fuseau\nA;612345,67;345678,9;32 N\n'],
  ])('may be in UTM: %s', (_, text) => {
    const [west, south] = imported('a.csv', text).bounds;
    expect(west).toBeCloseTo(10.011065026, 6);
    expect(south).toBeCloseTo(3.126945054, 6);
  });

  it('in UTM without a hemisphere is refused, because it could be on either side', () => {
    const text = 'name,easting,northing,zone\nA,612345.67,345678.9,32\n';
    expect(problemOf('a.csv', text)).toEqual({ code: 'no-coordinates' });
  });

  it('may be in Windows-1252', () => {
    const bytes = new Uint8Array(Buffer.from('nom,x,y\nMb\u00e9,17.5,-0.25', 'latin1'));
    expect(imported('a.csv', bytes).features[0]?.properties['nom']).toBe('Mb\u00e9');
  });

  it('may be the first sheet of a workbook', () => {
    const file = imported(
      'a.xlsx',
      workbook([
        ['name', 'Longitude', 'Latitude'],
        ['A', '17.5', '-0.25'],
      ]),
    );
    expect(file.features).toMatchObject([{ geometry: POINT, properties: { name: 'A' } }]);
  });

  it('may be a workbook with shared texts, dates, formulas and empty cells', () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="0.0&quot;d&quot;"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';
    const file = workbook(
      [
        ['name', 'lon', 'lat', 'seen', 'ended', 'size', 'at', 'note'],
        [
          '<c r="A2" t="s"><v>0</v></c>',
          '<c r="B2"><f>35/2</f><v>17.5</v></c>',
          '<c r="C2"><v>-0.25</v></c>',
          '<c r="D2" s="1"><v>45000</v></c>',
          '<c r="E2" s="2"><v>45000.25</v></c>',
          '<c r="F2" s="3"><v>45000</v></c>',
          '<c r="H2" t="str"><f>A2&amp;"!"</f><v>Mbandaka!</v></c>',
        ],
      ],
      {
        'xl/sharedStrings.xml': '<sst><si><r><t>Mban</t></r><r><t>daka</t></r></si></sst>',
        'xl/styles.xml': styles,
      },
    );
    expect(imported('a.xlsx', file).features).toMatchObject([
      {
        geometry: POINT,
        properties: {
          name: 'Mbandaka',
          seen: '2023-03-15',
          ended: '2023-03-15T06:00:00',
          size: 45000,
          at: null,
          note: 'Mbandaka!',
        },
      },
    ]);
  });

  it('without coordinates is refused', () => {
    expect(problemOf('a.csv', 'name,size\nA,3\n')).toEqual({ code: 'no-coordinates' });
    expect(problemOf('a.csv', 'x,y\nwest,north\n')).toEqual({ code: 'no-coordinates' });
  });
});

describe('another file of a visitor', () => {
  it('may be GeoJSON, KML or GPX', () => {
    const feature = { type: 'Feature', properties: { name: 'A' }, geometry: POINT };
    const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>A</name><Point><coordinates>17.5,-0.25,3</coordinates></Point></Placemark></kml>`;
    const gpx = `<gpx version="1.1"><wpt lat="-0.25" lon="17.5"><name>A</name></wpt></gpx>`;
    for (const [name, text] of [
      ['a.geojson', JSON.stringify(feature)],
      ['a.kml', kml],
      ['a.gpx', gpx],
    ] as const)
      expect(imported(name, text).features).toMatchObject([
        { geometry: POINT, properties: { name: 'A' } },
      ]);
  });

  it('is recognised by its content, whatever its name', () => {
    const feature = { type: 'Feature', properties: { name: 'A' }, geometry: POINT };
    const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>A</name><Point><coordinates>17.5,-0.25</coordinates></Point></Placemark></kml>`;
    for (const content of [
      JSON.stringify(feature),
      `﻿${JSON.stringify(feature)}`,
      `<?xml version="1.0"?>\n<!-- made by hand -->\n${kml}`,
      zipped({ 'doc.kml': strToU8(kml), 'images/a.png': strToU8('x') }),
      'name,lon,lat\nA,17.5,-0.25\n',
    ])
      for (const name of ['a.geojson', 'a.kml', 'a.txt', 'a', 'a.csv.backup'])
        expect(imported(name, content).features).toMatchObject([
          { geometry: POINT, properties: { name: 'A' } },
        ]);
  });

  it('may be GeoJSON by lines, and one bad line refuses it', () => {
    const line = JSON.stringify({ type: 'Feature', properties: {}, geometry: POINT });
    expect(imported('a.ndjson', `${line}\n${line}\r\n\n`).features).toHaveLength(2);
    expect(imported('a.geojsons', `\u001e${line}\n`).features).toHaveLength(1);
    expect(problemOf('a.ndjson', `${line}\n{"type":\n`)).toEqual({ code: 'damaged' });
  });

  it('may be FlatGeobuf, and a file that ends early is refused', () => {
    const { features, kinds } = imported('a', FLATGEOBUF);
    expect(features).toMatchObject([
      { geometry: POINT, properties: { name: 'A', n: 3 } },
      {
        geometry: { type: 'Polygon', coordinates: [{ length: 5 }, { length: 5 }] },
        properties: { name: 'B', n: 4 },
      },
    ]);
    expect(kinds).toEqual(['point', 'area']);
    for (const length of [9, 100, FLATGEOBUF.length - 8, FLATGEOBUF.length - 300])
      expect(problemOf('a.fgb', FLATGEOBUF.slice(0, length))).toEqual({ code: 'damaged' });
  });

  it('with a document type definition is refused', () => {
    const bomb = '<!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><kml>&b;</kml>';
    expect(problemOf('a.kml', bomb)).toEqual({ code: 'doctype' });
  });

  it.each([
    ['a.pdf', '%PDF-1.7', 'unknown-type'],
    ['a.png', '\u0089PNG\r\n\u001a\n\u0000', 'unknown-type'],
    ['a.html', '<!doctype html><p>No map</p>', 'unknown-type'],
    ['a.shp', '\u0000\u0000\u0027\u000a', 'bare-shapefile'],
    ['a.geojson', '', 'empty-file'],
    ['a.geojson', '{', 'damaged'],
    ['a.geojson', '{"type":"Point","coordinates":[null,1]}', 'damaged'],
    ['a.geojson', '{"type":"FeatureCollection","features":[]}', 'no-features'],
    ['a.kml', '<kml><Placemark>', 'damaged'],
    ['a.xlsx', 'not a workbook', 'zip-damaged'],
    ['a.zip', 'not a zip', 'zip-damaged'],
  ])('that cannot be shown says why: %s %j', (name, text, code) => {
    expect(problemOf(name, text)).toMatchObject({ code });
  });

  it.each([
    ['an old workbook, or one with a password', 'a.xlsx', 'd0cf11e0a1b11ae1', 'old-office'],
    ['a RAR archive', 'a.zip', '526172211a0700', 'archive'],
    ['a 7z archive', 'a.7z', '377abcaf271c', 'archive'],
    ['a GZip archive', 'a.geojson.gz', '1f8b0800', 'archive'],
    ['a zip with a password', 'a.zip', '504b03041400010008', 'password'],
  ])('that is %s is refused with what to do', (_, name, hex, code) => {
    expect(problemOf(name, new Uint8Array(Buffer.from(hex, 'hex')))).toEqual({ code });
  });

  it('with one byte more than the limit of its format is refused, whatever its name', () => {
    const large = { code: 'too-large', limit: 20_971_520 };
    const text = '{"type":"Point","coordinates":[17.5,-0.25]}';
    expect(imported('a.zip.json', text.padEnd(20_971_520)).features).toHaveLength(1);
    expect(problemOf('a.json', text.padEnd(20_971_521))).toEqual(large);
    const noise = seededRandom(38);
    const shp = new Uint8Array(5_243_000).map(() => noise() * 256);
    const zip = zipped({ ...shapefile([pointRecord(1, 1)]), 'a.shp': [shp, { level: 0 }] });
    expect(problemOf('a.kmz', zip)).toEqual({ code: 'too-large', limit: 5_242_880 });
  });
});

describe('a downloaded CSV file', () => {
  const shapes = [...PLOTS, ...TRACKS].map(({ geometry }) => geometry as PlainGeometry);

  it.each([',', ';'])(
    'with `%s` and well-known text has the same geometries again',
    (separator) => {
      for (const geometry of shapes) {
        const cells = ['A', `"${wktOf(geometry)}"`].join(separator);
        const file = imported('plots.csv', `name${separator}wkt\r\n${cells}\r\n`);
        expect(file.features).toMatchObject([{ geometry, properties: { name: 'A' } }]);
        expect(file.features[0]!.properties).not.toHaveProperty('wkt');
      }
    },
  );

  it('with well-known text of several points has them again', () => {
    for (const wkt of ['MULTIPOINT ((1 2), (3.5 -4))', 'multipoint(1 2,3.5 -4)']) {
      const [feature] = imported('a.csv', `name,wkt\nA,"${wkt}"\n`).features;
      expect(feature!.geometry).toEqual({ type: 'MultiPoint', coordinates: [[1, 2], [3.5, -4]] }); // prettier-ignore
    }
  });

  it('with other texts in the column has no coordinates', () => {
    for (const text of ['nowhere', 'POINT (1 x)', 'CIRCLE (1 2)', 'POLYGON ((1 2, 3 4)'])
      expect(problemOf('a.csv', `name,wkt\nA,"${text}"\n`)).toEqual({ code: 'no-coordinates' });
  });
});

it('a longitude that is above 180 by an error of rounding is 180', () => {
  const file = imported('a.csv', 'lon,lat\n180.00000000000003,1\n');
  expect(file.features[0]!.geometry).toEqual({ type: 'Point', coordinates: [180, 1] });
  expect(problemOf('a.csv', 'lon,lat\n180.0001,1\n')).toEqual({ code: 'outside-world' });
});
