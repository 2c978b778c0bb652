/** `atlas new` with a layer of ArcGIS, and with a layer of a WMS. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeAtlas } from '../../build-atlas.ts';
import { MAPSERVER } from '../../external-programs.ts';
import { runCommand } from '../../unit/cli/run-command.ts';
import { json, startMockServer, text, type MockServer } from './mock-server.ts';

let server: MockServer;
beforeAll(async () => {
  server = await startMockServer();
});
afterAll(() => server.close());

let dir: string;
let config: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'atlas-new-services-'));
  config = join(dir, 'atlas');
  writeAtlas(config, '');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const atlasWith = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runCommand([...args, '--config', config], { ATLAS_DATA_DIR: join(dir, 'store'), ...env });
const newLayer = (...args: readonly string[]) => atlasWith({}, 'new', 'layer', ...args);
const written = (path: string): string => readFileSync(join(config, path), 'utf8');

/** The check must find nothing in the new file, not even a warning. */
async function expectClean(path: string): Promise<void> {
  const { code, out, err } = await atlasWith({}, 'check', '--format', 'compact');
  const lines = `${out}\n${err}`.split('\n').filter((line) => line.includes(path));
  expect({ code, lines }).toEqual({ code: 0, lines: [] });
}

const symbol = (...color: readonly number[]) => ({ type: 'esriSFS', color });
const field = (name: string, type: string, more: object = {}) => ({
  name,
  type: `esriFieldType${type}`,
  alias: name,
  ...more,
});
const coded = (...values: readonly (readonly [string | number, string])[]) => ({
  domain: { type: 'codedValue', codedValues: values.map(([code, name]) => ({ code, name })) },
});

/** A layer as ArcGIS Server 10.9 describes it, shortened. */
const PARKS = {
  currentVersion: 10.91,
  id: 0,
  name: 'National parks',
  type: 'Feature Layer',
  description: '<p>Parks &amp; reserves.</p>',
  copyrightText: 'Park office',
  geometryType: 'esriGeometryPolygon',
  capabilities: 'Map,Query,Data',
  displayField: 'PARK_NAME',
  objectIdField: 'OBJECTID',
  editFieldsInfo: { editorField: 'last_editor' },
  fields: [
    field('OBJECTID', 'OID'),
    field('Shape', 'Geometry'),
    field('Shape_Length', 'Double'),
    field('PARK_NAME', 'String', { alias: 'Name of the park' }),
    field('STATUS', 'SmallInteger', coded([1, 'Open'], [2, 'Closed'])),
    field('FUNDED', 'String', coded(['Y', 'Yes'], ['N', 'No'])),
    field('AREA_HA', 'Double', { domain: { type: 'range', range: [0, 9000] } }),
    field('CREATED', 'Date'),
    field('last_editor', 'String'),
  ],
  drawingInfo: {
    renderer: {
      type: 'uniqueValue',
      field1: 'STATUS',
      uniqueValueInfos: [
        { value: '1', label: 'Open parks', symbol: symbol(0, 128, 0, 255) },
        { value: '2', label: '', symbol: symbol(200, 10, 10, 255) },
      ],
    },
  },
};

/** Serves descriptions by their path. */
function serve(documents: Readonly<Record<string, object>>): void {
  server.answer((request, response) => {
    const { pathname } = new URL(request.url!, server.url);
    json(documents[pathname] ?? { error: { code: 400, message: 'Invalid URL' } })(
      request,
      response,
    );
  });
}

const ROOT = '/arcgis/rest/services';
const parks = (): string => `${server.url}${ROOT}/Parks/FeatureServer/0`;
const withParks = (more: object = {}): void =>
  serve({
    [`${ROOT}/Parks/FeatureServer/0`]: { ...PARKS, ...more },
    [`${ROOT}/Parks/FeatureServer`]: {
      layers: [
        { id: 0, name: 'National parks' },
        { id: 1, name: 'Groups', type: 'Group Layer' },
        { id: 2, name: 'Posts' },
      ],
    },
    [`${ROOT}/Parks/FeatureServer/2`]: {
      ...PARKS,
      name: 'Posts',
      geometryType: 'esriGeometryPoint',
      drawingInfo: { renderer: { type: 'simple', symbol: symbol(1, 2, 255) } },
      fields: [field('OBJECTID', 'OID'), field('KIND', 'String')],
    },
  });

describe('a layer of ArcGIS', () => {
  test('makes a dataset with its fields, names of values, and the colours of the service', async () => {
    withParks();
    const { code, out, err } = await newLayer(parks());
    expect([code, err]).toEqual([0, '']);
    expect(server.asked).toEqual([`${ROOT}/Parks/FeatureServer/0?f=json`]);
    const yaml = written('added/national-parks.yaml');
    expect(yaml).toContain(`address: '${server.url}${ROOT}'\n    env: ATLAS_NATIONAL_PARKS_URL #`);
    expect(yaml).toContain(
      "load: { service: national-parks-server, path: '/Parks/FeatureServer/0', format: esri-json }",
    );
    expect(yaml).toContain('geometry: polygon\n    permission: secret #');
    expect(yaml).toContain('key: OBJECTID #');
    expect(yaml).toContain(
      'PARK_NAME: { type: text, label: { en: Name of the park, fr: Name of the park } }\n',
    );
    expect(yaml).toContain('STATUS: { type: integer, values: { classes: national-parks-classes }');
    expect(yaml).toContain('# 2 values: 1 = Open, 2 = Closed\n');
    expect(yaml).toContain('FUNDED: { type: text, values: { words: { ');
    expect(yaml).toContain('# from 0 to 9000\n');
    expect(yaml).toContain('CREATED: { type: date, parse: [epoch-ms, iso],');
    expect(yaml).not.toMatch(/Shape|last_editor/);
    expect(yaml).toContain("info: { description: { en: 'Parks & reserves.'");
    expect(yaml).toContain(
      "- { value: 1, color: '#008000', label: { en: Open parks, fr: Open parks } }",
    );
    expect(yaml).toContain("- { value: 2, color: '#C80A0A', label: { en: '2', fr: '2' } }");
    expect(yaml).toContain('popup: { title: PARK_NAME,');
    // The server is on this machine, so that `on` is not enough.
    expect(out).toContain(`\`ATLAS_NATIONAL_PARKS_URL='${server.url}${ROOT}'\``);
    await expectClean('added/national-parks.yaml');
  });

  test('is what the server then loads', async () => {
    const attributes = {
      OBJECTID: 7,
      PARK_NAME: 'Éba',
      STATUS: 2,
      FUNDED: 'Y',
      AREA_HA: 12.5,
      CREATED: 86_400_000,
    };
    const rings = [[[3, 3], [3, 4], [4, 4], [3, 3]]]; // prettier-ignore
    withParks();
    await newLayer(parks());
    serve({
      [`${ROOT}/Parks/FeatureServer/0/query`]: {
        spatialReference: { wkid: 4326 },
        features: [{ attributes, geometry: { rings } }],
      },
    });
    const env = { ATLAS_NATIONAL_PARKS_URL: server.url + ROOT };
    const { code, out } = await atlasWith(env, 'load', 'national-parks', '--json');
    expect([code, out]).toEqual([0, expect.stringMatching(/"loaded": 1\b/)]);
    const checked = await atlasWith(env, 'check', '--format', 'compact');
    expect(checked.code).toBe(0);
    // The one feature is a closed park.
    const lines = checked.out.split('\n').filter((line) => line.includes('national-parks'));
    expect(lines).toEqual([expect.stringContaining('No feature has the value `1`')]);
  });

  test('is chosen by name or number; the second one of a server uses the same service', async () => {
    withParks();
    const folder = parks().replace(/\/0$/, '');
    const { code, err } = await newLayer(folder);
    expect([code, err]).toEqual([2, expect.stringContaining('0 (National parks), 2 (Posts).')]);
    expect((await newLayer(folder, '--layer', 'Post')).err).toContain('Did you mean `Posts`?');
    await newLayer(folder, '--layer', '0');
    expect((await newLayer(folder, '--layer', 'Posts')).code).toBe(0);
    const yaml = written('added/posts.yaml');
    expect(yaml).not.toContain('services:');
    expect(yaml).toContain("service: national-parks-server, path: '/Parks/FeatureServer/2'");
    expect(yaml).toContain("circle-color: '#0102FF'");
    await expectClean('added/posts.yaml');
  });

  test('takes classes from the values of a field, or from steps', async () => {
    withParks({ drawingInfo: {} });
    await newLayer(parks(), '--classes', 'FUNDED');
    const yaml = written('added/national-parks.yaml');
    expect(yaml).toContain("- { value: 'Y', color: '#0072B2', label: { en: 'Yes', fr: 'Yes' } }");
    const { err } = await newLayer(parks(), '--classes', 'CREATED', '--id', 'x');
    expect(err).toContain('states no values for the field `CREATED`');
    expect((await newLayer(parks(), '--classes', 'FUNDE', '--id', 'x')).err).toContain('`FUNDED`?');
    const breaks = [100, 9000].map((max, i) => ({
      classMaxValue: max,
      symbol: symbol(i, i, i, 255),
    }));
    const renderer = {
      type: 'classBreaks',
      field: 'AREA_HA',
      minValue: 5,
      classBreakInfos: breaks,
    };
    withParks({ name: 'Sizes', drawingInfo: { renderer } });
    await newLayer(parks(), '--id', 'sizes');
    const sizes = written('added/sizes.yaml');
    expect(sizes).toContain("steps:\n      - [5, '#000000']\n      - [100, '#010101']\n");
    await expectClean('added/sizes.yaml');
  });

  test('is refused with what to do, and nothing is written', async () => {
    const refusals: readonly (readonly [() => void, message: string])[] = [
      [() => serve({}), 'the error 400: Invalid URL. Check the number of the layer'],
      [() => server.answer(json({ error: { code: 499, message: 'Token Required' } })), '`token=…`'],
      [() => server.answer(json([])), 'does not describe a layer'],
      [() => server.answer(text('<html>')), 'the answer is HTML or XML instead of JSON'],
      [() => withParks({ type: 'Raster Layer' }), 'which has no features'],
      [() => withParks({ type: 'Table', geometryType: undefined }), 'is a table without points'],
      [() => withParks({ capabilities: 'Map' }), 'does not answer queries'],
    ];
    for (const [answer, message] of refusals) {
      answer();
      const { code, err } = await newLayer(parks());
      expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    }
    expect(existsSync(join(config, 'added'))).toBe(false);
  });

  test('changes no other line of the configuration', async () => {
    const path = join(config, 'services.yaml');
    const before = [
      'services: # others',
      `  - { id: one, env: ATLAS_ONE_URL, address: '${server.url}${ROOT}', info: &office { provider: { all: Office } } }`,
      '  - { id: two, env: ATLAS_TWO_URL, info: *office } # not used yet',
      '',
    ].join('\n');
    writeFileSync(path, before);
    withParks();
    expect(await newLayer(parks())).toMatchObject({ code: 0, err: '' });
    expect(written('services.yaml')).toBe(before);
    expect(written('added/national-parks.yaml')).toContain('service: one, path:');
  });
});

const style = (name: string, legend = ''): string => `<Style><Name>${name}</Name>${legend}</Style>`;
const LEGEND =
  '<LegendURL width="20" height="20"><Format>image/png</Format><OnlineResource xlink:href="http://x/"/></LegendURL>';

/** Capabilities of version 1.3.0 with layers inside of a root layer. */
const capabilities = (layers: string, { crs = 'EPSG:3857', formats = ['image/png'] } = {}) =>
  `<?xml version="1.0"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink">
  <Service><Name>WMS</Name><Title>Maps</Title><ContactInformation><ContactPersonPrimary>
    <ContactOrganization>Map office</ContactOrganization></ContactPersonPrimary></ContactInformation></Service>
  <Capability><Request><GetMap>${formats.map((each) => `<Format>${each}</Format>`).join('')}</GetMap></Request>
    <Layer><Title>All</Title><CRS>CRS:84</CRS><CRS>${crs}</CRS>
      <Attribution><Title>Credit &amp; co</Title><OnlineResource xlink:href="https://example.org/c"/></Attribution>
      ${layers}
    </Layer></Capability></WMS_Capabilities>`;
const wmsLayer = (name: string, more = ''): string =>
  `<Layer><Name>${name}</Name><Title>The ${name}</Title>${more}</Layer>`;
const BOX =
  '<EX_GeographicBoundingBox><westBoundLongitude>3</westBoundLongitude><eastBoundLongitude>5</eastBoundLongitude><southBoundLatitude>2.5</southBoundLatitude><northBoundLatitude>4</northBoundLatitude></EX_GeographicBoundingBox>';

/** The capabilities of MapServer in version 1.1.1, shortened. */
const OLD = `<?xml version='1.0' encoding="UTF-8" standalone="no" ?>
<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.opengis.net/wms/1.1.1/WMS_MS_Capabilities.dtd"
 [
 <!ELEMENT VendorSpecificCapabilities EMPTY>
 ]>  <!-- end of DOCTYPE declaration -->
<WMT_MS_Capabilities version="1.1.1"><Capability><Layer><SRS>EPSG:4326 EPSG:3857</SRS>
<Layer queryable="1"><Name>soils</Name><Title>Soils</Title>
<LatLonBoundingBox minx="3" miny="2" maxx="5" maxy="4" /></Layer></Layer></Capability></WMT_MS_Capabilities>`;

/** A map of MapServer. */
const WELLS = `MAP
  NAME "water" EXTENT 12 -1 14 1 SIZE 256 256 IMAGETYPE PNG
  PROJECTION "init=epsg:4326" END
  WEB METADATA
    "wms_title" "Water" "wms_srs" "EPSG:4326 EPSG:3857" "wms_enable_request" "*"
    "wms_onlineresource" "http://localhost/" "wms_contactperson" "A" "wms_contactorganization" "Water office"
    "wms_attribution_title" "Water & co" "wms_attribution_onlineresource" "https://example.org"
  END END
  ${['Wells', 'Springs']
    .map(
      (title) => `LAYER NAME "${title.toLowerCase()}" TYPE POINT STATUS ON
    PROJECTION "init=epsg:4326" END
    METADATA "wms_title" "${title}" "wms_extent" "12.2 -0.3 13.3 0.4" END
    FEATURE POINTS 12.2 0.4 END END
    CLASS NAME "${title}" STYLE COLOR 0 0 255 END END
  END`,
    )
    .join('\n')}
END`;

describe('a layer of a WMS', () => {
  const wms = (query = ''): string => `${server.url}/wms${query}`;
  const parksLayer = wmsLayer(
    'parks',
    `<Abstract>Parks by status.</Abstract>${BOX}${style('default', LEGEND)}${style('dark')}`,
  );

  test('makes a service, a source with bounds and credit, and a group with its legend', async () => {
    server.answer(text(capabilities(parksLayer + wmsLayer('roads')), 200, 'text/xml'));
    const { code, out, err } = await newLayer(wms(), '--layer', 'parks');
    expect([code, err]).toEqual([0, '']);
    expect(server.asked).toEqual(['/wms?service=WMS&request=GetCapabilities&version=1.3.0']);
    const yaml = written('added/parks.yaml');
    expect(yaml).toContain(`address: '${wms()}'`);
    expect(yaml).toContain('type: wms\n    service: parks-server\n    layers: [parks]\n');
    expect(yaml).toContain('bounds: [3, 2.5, 5, 4] #');
    expect(yaml).toContain("{ text: { all: 'Credit & co' }, url: 'https://example.org/c' }");
    expect(yaml).toContain('name: { en: The parks, fr: The parks }');
    expect(yaml).toContain('provider: { en: Map office, fr: Map office }');
    expect(yaml).toContain('legend: { from: source } #');
    expect(out).toContain('The layer has 2 styles; the map shows the default one, `default`.');
    await expectClean('added/parks.yaml');
    await newLayer(wms('?SERVICE=WMS&REQUEST=GetCapabilities'), '--layer', 'roads');
    expect(written('added/roads.yaml')).not.toMatch(/services:|legend/);
    expect(written('added/roads.yaml')).toContain('service: parks-server');
  });

  test('of version 1.1.1, behind a query, is read too', async () => {
    server.answer(text(OLD, 200, 'text/xml'));
    const { code } = await newLayer(`${server.url}/cgi-bin/mapserv?map=/maps/soils.map`);
    expect(code).toBe(0);
    const yaml = written('added/soils.yaml');
    expect(yaml).toContain(`address: '${server.url}/cgi-bin/mapserv?map=/maps/soils.map'`);
    expect(yaml).toContain('bounds: [3, 2, 5, 4] #');
    await expectClean('added/soils.yaml');
  });

  test.skipIf(!MAPSERVER.present)(MAPSERVER.title('of MapServer is read'), async () => {
    const map = join(dir, 'wells.map');
    writeFileSync(map, WELLS);
    server.answer((request, response) => {
      const { search } = new URL(request.url!, server.url);
      const env = { REQUEST_METHOD: 'GET', QUERY_STRING: search.slice(1), MS_MAPFILE: map };
      const config = join(dir, 'mapserver.conf');
      writeFileSync(config, 'CONFIG ENV MS_MAP_PATTERN "." END END');
      const all = { ...env, MAPSERVER_CONFIG_FILE: config };
      execFile('/usr/lib/cgi-bin/mapserv', { env: all }, (_, out) =>
        response.end(out.slice(out.indexOf('<?xml'))),
      );
    });
    const { code, err } = await newLayer(wms());
    expect([code, err]).toEqual([2, expect.stringContaining('wells (Wells), springs (Springs).')]);
    expect((await newLayer(wms(), '--layer', 'wells')).code).toBe(0);
    const yaml = written('added/wells.yaml');
    expect(yaml).toContain('bounds: [12.2, -0.3, 13.3, 0.4] #');
    expect(yaml).toContain("{ text: { all: 'Water & co' }, url: 'https://example.org' }");
    expect(yaml).toContain('provider: { en: Water office, fr: Water office }');
    expect(yaml).toContain('legend: { from: source } #');
    await expectClean('added/wells.yaml');
  });

  test('must be named if there are several; the error lists them', async () => {
    server.answer(text(capabilities(parksLayer + wmsLayer('roads')), 200, 'text/xml'));
    const { code, err } = await newLayer(wms());
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('Choose one with `--layer`: parks (The parks), roads (The roads).'),
    ]);
    expect((await newLayer(wms(), '--layer', 'park')).err).toContain('Did you mean `parks`?');
  });

  test('has the format that the server offers', async () => {
    const formats = ['image/tiff', 'image/jpeg'];
    server.answer(text(capabilities(parksLayer, { formats }), 200, 'text/xml'));
    await newLayer(wms());
    expect(written('added/parks.yaml')).toContain('format: image/jpeg');
    await expectClean('added/parks.yaml');
  });

  test('is refused with what to do, and nothing is written', async () => {
    const xml =
      (body: string): (() => void) =>
      () =>
        server.answer(text(body, 200, 'text/xml'));
    const refusals: readonly (readonly [() => void, message: string])[] = [
      [xml(capabilities(parksLayer, { crs: 'EPSG:32633' })), 'not offered in EPSG:3857'],
      [xml(capabilities(parksLayer, { formats: ['image/gif'] })), 'only as image/gif'],
      [xml(capabilities('')), 'has no layers'],
      [xml('<ServiceExceptionReport>No map given.</ServiceExceptionReport>'), 'No map given.'],
      [xml('<WFS_Capabilities/>'), 'is `WFS_Capabilities`, not the capabilities of a WMS'],
      [xml('<html><p>'), 'is HTML or damaged XML'],
      [xml('{"a": 1}'), 'is not XML, so it is not a WMS'],
      [() => server.answer(text('', 404)), 'the answer was 404 Not Found. Check the address.'],
    ];
    for (const [answer, message] of refusals) {
      answer();
      const { code, err } = await newLayer(wms());
      expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    }
    expect(existsSync(join(config, 'added'))).toBe(false);
  });
});
