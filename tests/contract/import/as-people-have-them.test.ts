/**
 * 60 files as people have them: the same two places in every form, each with the result expected.
 * `written-by-gdal.test.ts` compares the formats that GDAL writes.
 */
import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { toUtm } from '../../../app/coordinates/utm.ts';
import { pointRecord, shapefile, utm } from '../../make-shapefile.ts';
import { FLATGEOBUF, imported, problemOf, workbook, zipped } from '../../unit/app/import/files.ts';

const LNG = 11.15;
const LAT = 2.9;
const { easting, northing } = toUtm([LNG, LAT], 32);
const [E, N] = [easting.toFixed(2), northing.toFixed(2)];
const comma = (value: number | string): string => `${value}`.replace('.', ',');

const FEATURE = {
  type: 'Feature',
  properties: { name: 'A' },
  geometry: { type: 'Point', coordinates: [LNG, LAT] },
};
const inSystem = (name: string, coordinates: readonly number[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    crs: { type: 'name', properties: { name } },
    features: [{ ...FEATURE, geometry: { type: 'Point', coordinates } }],
  });
const METRES = [Number(E), Number(N)];
const LINE = JSON.stringify(FEATURE);
const placemark = `<Placemark><name>A</name><Point><coordinates>${LNG},${LAT},640</coordinates></Point></Placemark>`;
const kml = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`;
const gpx = (body: string): string =>
  `<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1">${body}</gpx>`;
const csv = (columns: string, row: string): string => `${columns}\n${row}\n`;

type Made = string | Uint8Array;

/** Files that show the place; those in metres when the visitor agrees. */
const READ: readonly (readonly [title: string, name: string, content: Made])[] = [
  ['GeoJSON', 'a.geojson', LINE],
  ['GeoJSON named .txt', 'a.txt', LINE],
  ['GeoJSON named .zip.json', 'a.zip.json', LINE],
  ['GeoJSON with a byte order mark', 'a.json', `\uFEFF${LINE}`],
  ['GeoJSON, a bare geometry', 'a.json', JSON.stringify(FEATURE.geometry)],
  ['GeoJSON by lines', 'a.geojsonl', `${LINE}\n${LINE}\n`],
  ['GeoJSON by lines of Windows', 'a.ndjson', `${LINE}\r\n${LINE}\r\n`],
  ['GeoJSON with record separators', 'a.geojsons', `\u001E${LINE}\n`],
  ['GeoJSON that names CRS84', 'a.json', inSystem('urn:ogc:def:crs:OGC:1.3:CRS84', [LNG, LAT])],
  ['GeoJSON in UTM', 'a.json', inSystem('urn:ogc:def:crs:EPSG::32632', METRES)],
  ['GeoJSON in UTM, short name', 'a.json', inSystem('EPSG:32632', METRES)],
  [
    'GeoJSON in UTM, web name',
    'a.json',
    inSystem('http://www.opengis.net/def/crs/EPSG/0/32632', METRES),
  ],
  ['GeoJSON in Web Mercator', 'a.json', inSystem('EPSG:3857', [1_241_212.3223, 322_964.4496])],
  ['KML', 'a.kml', kml(placemark)],
  ['KML in folders', 'a.kml', kml(`<Folder><Folder>${placemark}</Folder></Folder>`)],
  ['KML named .xml', 'a.xml', kml(placemark)],
  ['KMZ', 'a.kmz', zipped({ 'doc.kml': strToU8(kml(placemark)) })],
  [
    'KMZ named .zip, with pictures',
    'a.zip',
    zipped({ 'files/a.png': strToU8('x'), 'a.kml': strToU8(kml(placemark)) }),
  ],
  [
    'GPX with a waypoint',
    'a.gpx',
    gpx(`<wpt lat="${LAT}" lon="${LNG}"><ele>640</ele><name>A</name></wpt>`),
  ],
  ['FlatGeobuf without a name', 'data', FLATGEOBUF],
  ['zipped shapefile', 'a.zip', zipped(shapefile([pointRecord(LNG, LAT)]))],
  [
    'zipped shapefile in a folder',
    'a.zip',
    zipped(
      Object.fromEntries(
        Object.entries(shapefile([pointRecord(LNG, LAT)])).map(([name, part]) => [
          `data/${name}`,
          part,
        ]),
      ),
    ),
  ],
  [
    'zipped shapefile in UTM',
    'a.zip',
    zipped(shapefile([pointRecord(Number(E), Number(N))], { prj: utm(32, 'N') })),
  ],
  ['CSV', 'a.csv', csv('name,longitude,latitude', `A,${LNG},${LAT}`)],
  [
    'CSV of a French Excel',
    'a.csv',
    csv('nom;longitude;latitude', `A;${comma(LNG)};${comma(LAT)}`),
  ],
  ['CSV with tabs', 'a.tsv', csv('name\tlon\tlat', `A\t${LNG}\t${LAT}`)],
  ['CSV named .xls.txt', 'a.xls.txt', csv('name,x,y', `A,${LNG},${LAT}`)],
  ['CSV with a byte order mark', 'a.csv', `\uFEFF${csv('longitude;latitude', `${LNG};${LAT}`)}`],
  [
    'CSV in Windows-1252',
    'a.csv',
    new Uint8Array(Buffer.from(csv('libellé;lon;lat', `é;${LNG};${LAT}`), 'latin1')),
  ],
  [
    'CSV in UTF-16',
    'a.csv',
    new Uint8Array(Buffer.from(`\uFEFF${csv('lon\tlat', `${LNG}\t${LAT}`)}`, 'utf16le')),
  ],
  ['CSV with well-known text', 'a.csv', csv('name,WKT', `A,"POINT (${LNG} ${LAT})"`)],
  [
    'CSV with a polygon as text',
    'a.csv',
    csv('name;geometry', `A;POLYGON ((${LNG} ${LAT}, 12 ${LAT}, 12 3, ${LNG} ${LAT}))`),
  ],
  ['CSV with seconds', 'a.csv', csv('name;latitude;longitude', `A;2°54'00"N;11°09'00"E`)],
  [
    'CSV with minutes and decimals',
    'a.csv',
    csv('name;latitude;longitude', `A;2° 54,0' N;11° 9,0' E`),
  ],
  ['CSV with letters in one column', 'a.csv', csv('name;position', `A;2°54' N 11°09' E`)],
  ['CSV in UTM', 'a.csv', csv('name,easting,northing,zone', `A,${E},${N},32N`)],
  ['CSV in UTM, French', 'a.csv', csv('nom;X_UTM;Y_UTM;Fuseau', `A;${comma(E)};${comma(N)};32 N`)],
  ['CSV with both in one column', 'a.csv', csv('name;gps', `A;${LAT}, ${LNG}`)],
  ['CSV with both in one column, quoted', 'a.csv', csv('name,coordinates', `A,"${LAT}, ${LNG}"`)],
  [
    'CSV of KoBoToolbox',
    'a.csv',
    csv(
      'name,_gps_latitude,_gps_longitude,_gps_altitude,_gps_precision',
      `A,${LAT},${LNG},640,4.9`,
    ),
  ],
  ['CSV of KoBoToolbox, one column', 'a.csv', csv('name;gps', `A;${LAT} ${LNG} 640 4.9`)],
  [
    'CSV of ODK',
    'a.csv',
    csv('name,gps:Latitude,gps:Longitude,gps:Accuracy', `A,${LAT},${LNG},4.9`),
  ],
  [
    'CSV of ODK Central',
    'a.csv',
    csv('name,site-gps-Latitude,site-gps-Longitude', `A,${LAT},${LNG}`),
  ],
  [
    'CSV with a title above',
    'a.csv',
    `Liste des villages\n\n${csv('nom;lat;lon', `A;${LAT};${LNG}`)}`,
  ],
  [
    'CSV with titles of several cells',
    'a.csv',
    `Mission,2026\n,,\n${csv('name,lat,lon', `A,${LAT},${LNG}`)}`,
  ],
  [
    'XLSX',
    'a.xlsx',
    workbook([
      ['name', 'Longitude', 'Latitude'],
      ['A', `${LNG}`, `${LAT}`],
    ]),
  ],
  [
    'XLSX named .zip',
    'a.zip',
    workbook([
      ['name', 'Longitude', 'Latitude'],
      ['A', `${LNG}`, `${LAT}`],
    ]),
  ],
  [
    'XLSX with a title above',
    'a.xlsx',
    workbook([['Villages'], ['nom', 'X', 'Y'], ['A', comma(LNG), comma(LAT)]]),
  ],
  [
    'XLSX in UTM',
    'a.xlsx',
    workbook([
      ['name', 'Est', 'Nord', 'Zone'],
      ['A', E!, N!, '32N'],
    ]),
  ],
];

const OLD = shapefile([pointRecord(30, -3)], { prj: utm(35, 'S').replaceAll('WGS_1984', 'Cape') });

/** Files that are refused, each with the cause that its message explains. */
const REFUSED: readonly (readonly [title: string, name: string, content: Made, code: string])[] = [
  ['an empty file', 'a.csv', '', 'empty-file'],
  ['GeoJSON that ends early', 'a.geojson', LINE.slice(0, 60), 'damaged'],
  ['KML that ends early', 'a.kml', kml(placemark).slice(0, 120), 'damaged'],
  ['FlatGeobuf that ends early', 'a.fgb', FLATGEOBUF.slice(0, 300), 'damaged'],
  [
    'a zip that ends early',
    'a.zip',
    zipped(shapefile([pointRecord(LNG, LAT)])).slice(0, 200),
    'zip-damaged',
  ],
  ['a zip bomb', 'a.zip', zipped({ 'a.shp': new Uint8Array(80_000_000) }), 'zip-limits'],
  [
    'a shapefile without .prj',
    'a.zip',
    zipped({ 'a.shp': strToU8('x'), 'a.shx': strToU8('x'), 'a.dbf': strToU8('x') }),
    'zip-missing',
  ],
  ['a .shp alone', 'a.shp', "\0\0'\n", 'bare-shapefile'],
  ['a shapefile on another datum', 'a.zip', zipped(OLD), 'reference-system'],
  ['a PDF named .csv', 'a.csv', '%PDF-1.7', 'unknown-type'],
  ['a table without coordinates', 'a.csv', csv('name,people', 'A,3'), 'no-coordinates'],
  [
    'UTM without a hemisphere',
    'a.csv',
    csv('easting,northing,zone', `${E},${N},32`),
    'no-coordinates',
  ],
];

/** The first position of a geometry. */
function firstOf(coordinates: unknown): unknown {
  return Array.isArray(coordinates) && Array.isArray(coordinates[0])
    ? firstOf((coordinates[0] as unknown[]).length > 0 ? coordinates[0] : null)
    : coordinates;
}

describe('files as people have them', () => {
  it('are 60 or more', () => {
    expect(READ.length + REFUSED.length).toBeGreaterThanOrEqual(60);
  });

  it.each(READ)('show the place: %s', (_, name, content) => {
    const { geometry } = imported(name, content, { convert: true }).features[0]!;
    if (geometry.type === 'GeometryCollection') throw new Error('a collection');
    const [lng, lat] = firstOf(geometry.coordinates) as [number, number];
    const expected = content === FLATGEOBUF ? [17.5, -0.25] : [LNG, LAT];
    expect(lng).toBeCloseTo(expected[0]!, 6);
    expect(lat).toBeCloseTo(expected[1]!, 6);
  });

  it.each(REFUSED)('are refused with the cause: %s', (_, name, content, code) => {
    expect(problemOf(name, content, { convert: true }).code).toBe(code);
  });
});
