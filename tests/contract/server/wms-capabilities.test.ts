import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TITLE } from './fixture.ts';
import { elementsOf, readXml, textOf, type XmlElement } from './read-xml.ts';
import { startWmsServer, type Changes, type WmsServer } from './wms-server.ts';

let server: WmsServer;

beforeAll(async () => {
  server = await startWmsServer({ publicUrl: 'https://atlas.example' });
});
afterAll(() => server.close());

const VERSIONS = ['1.1.1', '1.3.0'] as const;
const as = (level: string) => ({ 'x-atlas-level': level });

async function describeService(changes: Changes, headers: Record<string, string> = {}) {
  const answer = await server.ask({ request: 'GetCapabilities', ...changes }, headers);
  expect(answer.statusCode).toBe(200);
  return { answer, root: readXml(answer.body) };
}

const layersOf = (root: XmlElement) => elementsOf(root, 'Layer');
const named = (root: XmlElement, name: string) =>
  layersOf(root).find((layer) => textOf(layer, 'Name') === name)!;

const OPERATIONS = {
  GetCapabilities: 'Format+ DCPType+',
  GetMap: 'Format+ DCPType+',
  GetFeatureInfo: 'Format+ DCPType+',
  DCPType: 'HTTP',
  HTTP: 'Get',
  Get: 'OnlineResource',
} as const;

/** Child elements in the order of the schema of 1.3.0 and the DTD of 1.1.1; only those we may use. */
const ORDER: Readonly<Record<(typeof VERSIONS)[number], Readonly<Record<string, string>>>> = {
  '1.1.1': {
    WMT_MS_Capabilities: 'Service Capability',
    Service:
      'Name Title Abstract? KeywordList? OnlineResource ContactInformation? Fees? AccessConstraints?',
    Capability: 'Request Exception VendorSpecificCapabilities? UserDefinedSymbolization? Layer?',
    Request: 'GetCapabilities GetMap GetFeatureInfo? DescribeLayer? GetLegendGraphic? GetStyles?',
    ...OPERATIONS,
    GetLegendGraphic: 'Format+ DCPType+',
    Exception: 'Format+',
    Layer:
      'Name? Title Abstract? KeywordList? SRS* LatLonBoundingBox? BoundingBox* Dimension* Extent* Attribution? AuthorityURL* Identifier* MetadataURL* DataURL* FeatureListURL* Style* ScaleHint? Layer*',
    Attribution: 'Title? OnlineResource? LogoURL?',
    Style: 'Name Title Abstract? LegendURL* StyleSheetURL? StyleURL?',
    LegendURL: 'Format OnlineResource',
  },
  '1.3.0': {
    WMS_Capabilities: 'Service Capability',
    Service:
      'Name Title Abstract? KeywordList? OnlineResource ContactInformation? Fees? AccessConstraints? LayerLimit? MaxWidth? MaxHeight?',
    Capability: 'Request Exception Layer?',
    Request: 'GetCapabilities GetMap GetFeatureInfo?',
    ...OPERATIONS,
    Exception: 'Format+',
    Layer:
      'Name? Title Abstract? KeywordList? CRS* EX_GeographicBoundingBox? BoundingBox* Dimension* Attribution? AuthorityURL* Identifier* MetadataURL* DataURL* FeatureListURL* Style* MinScaleDenominator? MaxScaleDenominator? Layer*',
    EX_GeographicBoundingBox:
      'westBoundLongitude eastBoundLongitude southBoundLatitude northBoundLatitude',
    Attribution: 'Title? OnlineResource? LogoURL?',
    Style: 'Name Title Abstract? LegendURL* StyleSheetURL? StyleURL?',
    LegendURL: 'Format OnlineResource',
  },
};

/** The attributes of an element: the required ones, then, after a bar, the optional ones. */
const ATTRIBUTES: Readonly<Record<(typeof VERSIONS)[number], Readonly<Record<string, string>>>> = {
  '1.1.1': {
    WMT_MS_Capabilities: 'version',
    OnlineResource: 'xmlns:xlink xlink:type xlink:href',
    Layer: '| queryable cascaded opaque noSubsets fixedWidth fixedHeight',
    LatLonBoundingBox: 'minx miny maxx maxy',
    BoundingBox: 'SRS minx miny maxx maxy | resx resy',
    LegendURL: 'width height',
    ScaleHint: 'min max',
  },
  '1.3.0': {
    WMS_Capabilities: 'version xmlns | xmlns:xlink xmlns:xsi xsi:schemaLocation',
    OnlineResource: 'xlink:href | xmlns:xlink xlink:type',
    Layer: '| queryable cascaded opaque noSubsets fixedWidth fixedHeight',
    BoundingBox: 'CRS minx miny maxx maxy | resx resy',
    LegendURL: '| width height',
  },
};

/** Returns unknown and missing attributes of an element. */
function misnamed(element: XmlElement, known: Readonly<Record<string, string>>): string[] {
  const [must = [], may = []] = (known[element.name] ?? '')
    .split('|')
    .map((names) => names.split(' ').filter((name) => name !== ''));
  const has = Object.keys(element.attributes);
  const isValid =
    must.every((name) => has.includes(name)) &&
    has.every((name) => [...must, ...may].includes(name));
  return [
    ...(isValid ? [] : [`${element.name}: ${has.join(' ')}`]),
    ...element.children.flatMap((child) => misnamed(child, known)),
  ];
}

function misplaced(element: XmlElement, order: Readonly<Record<string, string>>): string[] {
  // Elements that contain only text have no entry.
  const model = order[element.name] ?? '';
  const names = element.children.map(({ name }) => `${name} `).join('');
  const pattern = model.replace(/(\w+)([?*+]?) ?/g, '(?:$1 )$2');
  return [
    ...(new RegExp(`^${pattern}$`).test(names) ? [] : [`${element.name}: ${names}`]),
    ...element.children.flatMap((child) => misplaced(child, order)),
  ];
}

describe.each(VERSIONS)('GetCapabilities of %s', (version) => {
  it('has the elements of the standard in their order', async () => {
    const { root } = await describeService({ version });
    expect(misplaced(root, ORDER[version])).toEqual([]);
    expect(root.attributes.version).toBe(version);
    // Proof that the check finds a wrong order.
    const [service, capability] = root.children;
    const turned = { ...root, children: [capability!, service!] };
    expect(misplaced(turned, ORDER[version])).toHaveLength(1);
  });

  it('has the attributes of the standard, with values of their kind', async () => {
    const { root } = await describeService({ version }, as('elder'));
    expect(misnamed(root, ATTRIBUTES[version])).toEqual([]);
    const bare = { ...root, attributes: {} };
    expect(misnamed(bare, ATTRIBUTES[version])).toHaveLength(1);
    for (const { attributes } of layersOf(root))
      for (const flag of [attributes.queryable, attributes.opaque])
        expect(['0', '1', undefined]).toContain(flag);
    for (const { attributes } of elementsOf(root, 'LegendURL'))
      expect(`${attributes.width} ${attributes.height}`).toMatch(/^[1-9]\d* [1-9]\d*$/);
    for (const { attributes } of elementsOf(root, 'BoundingBox')) {
      const [minx, miny, maxx, maxy] = ['minx', 'miny', 'maxx', 'maxy'].map((side) =>
        Number(attributes[side]),
      ) as [number, number, number, number];
      expect(minx).toBeLessThan(maxx);
      expect(miny).toBeLessThan(maxy);
    }
    for (const { children } of elementsOf(root, 'EX_GeographicBoundingBox')) {
      const [west, east, south, north] = children.map(({ text }) => Number(text));
      expect(Math.max(Math.abs(west!), Math.abs(east!))).toBeLessThanOrEqual(180);
      expect(Math.max(Math.abs(south!), Math.abs(north!))).toBeLessThanOrEqual(90);
    }
  });

  it('describes the atlas: title, attribution, limits and absolute addresses', async () => {
    const { root } = await describeService({ version });
    const [service] = root.children;
    expect(textOf(service!, 'Title')).toBe(TITLE);
    const titles = elementsOf(root, 'Attribution').map((one) => textOf(one, 'Title'));
    expect(titles).toEqual(['Sea & sky', 'Makers <of> "rain"']);
    const links = elementsOf(root, 'OnlineResource').map((one) => one.attributes['xlink:href']!);
    for (const link of links) expect(link).toMatch(/^https:\/\/atlas\.example\/wms\?/);
    expect(textOf(service!, 'MaxWidth')).toBe(version === '1.3.0' ? '2048' : null);
  });

  it('gives boxes in the axis order of each reference system', async () => {
    const { root } = await describeService({ version });
    const heat = named(root, 'heat');
    const key = version === '1.3.0' ? 'CRS' : 'SRS';
    const boxes = new Map(
      elementsOf(heat, 'BoundingBox').map(({ attributes: { [key]: name, ...box } }) => [
        name,
        Object.values(box).map(Number),
      ]),
    );
    expect(boxes.get('EPSG:4326')).toEqual(version === '1.3.0' ? [0, 10, 2, 12] : [10, 0, 12, 2]);
    expect(boxes.get('CRS:84')).toEqual(version === '1.3.0' ? [10, 0, 12, 2] : undefined);
    const degree = 111_319.490_793;
    for (const [i, value] of [10 * degree, 0, 12 * degree, 222_684.208].entries()) {
      expect(boxes.get('EPSG:3857')![i]).toBeCloseTo(value, 2);
    }
    const whole = elementsOf(
      heat,
      version === '1.3.0' ? 'EX_GeographicBoundingBox' : 'LatLonBoundingBox',
    );
    expect(whole).toHaveLength(1);
  });

  it('gives a single point a box with an area', async () => {
    const { root } = await describeService({ version });
    const [box] = elementsOf(named(root, 'shoals'), 'BoundingBox');
    const { minx, miny, maxx, maxy } = box!.attributes;
    expect([Number(maxx) > Number(minx), Number(maxy) > Number(miny)]).toEqual([true, true]);
  });

  it('marks layers as queryable by what the visitor may see', async () => {
    const queryable = async (headers?: Record<string, string>) => {
      const { root } = await describeService({ version }, headers);
      return ['heat', 'wells', 'shoals'].map((name) => named(root, name).attributes.queryable);
    };
    expect(await queryable()).toEqual(['1', '1', '0']);
    expect(await queryable(as('warden'))).toEqual(['1', '1', '1']);
  });

  it('links to a legend of the declared size', async () => {
    const { root } = await describeService({ version });
    for (const name of ['heat', 'wells', 'water']) {
      const [legend] = elementsOf(named(root, name), 'LegendURL');
      const [link] = elementsOf(legend!, 'OnlineResource');
      const url = link!.attributes['xlink:href']!.replace('https://atlas.example', '');
      const picture = await server.app.inject({ url });
      expect(picture.headers['content-type']).toBe('image/png');
      const [width, height] = [16, 20].map((at) => picture.rawPayload.readUInt32BE(at));
      expect([String(width), String(height)]).toEqual([
        legend!.attributes.width,
        legend!.attributes.height,
      ]);
    }
  });

  it('has the scales at which the map shows a layer', async () => {
    const { root } = await describeService({ version });
    // Zoom 3 of 512 pixel tiles: 9784 m a pixel at the equator, of 0.28 mm on the screen.
    if (version === '1.3.0') {
      expect(Number(textOf(named(root, 'heat'), 'MaxScaleDenominator'))).toBeCloseTo(
        34_942_641,
        -1,
      );
      expect(Number(textOf(named(root, 'heat'), 'MinScaleDenominator'))).toBeCloseTo(68_247.3, 0);
    } else {
      const [hint] = elementsOf(named(root, 'heat'), 'ScaleHint');
      expect(Number(hint!.attributes.max)).toBeCloseTo(13_836.6, 0);
    }
    expect(textOf(named(root, 'wells'), 'MaxScaleDenominator')).toBe(null);
  });

  it('puts layers below the headings of the panel, and parts below their combined layer', async () => {
    const { root } = await describeService({ version });
    const [top] = elementsOf(root, 'Layer');
    const tree = top!.children
      .filter(({ name }) => name === 'Layer')
      .map((layer) => [
        textOf(layer, 'Name') ?? textOf(layer, 'Title'),
        ...layersOf(layer).map((below) => textOf(below, 'Name')),
      ]);
    expect(tree).toEqual([
      ['Weather & wind', 'heat'],
      ['water', 'shoals', 'wells'],
    ]);
    const names = layersOf(root).map((layer) => textOf(layer, 'Name'));
    expect(names.filter((name) => name === 'wells')).toHaveLength(1);
  });

  it('is in the language of the address, then of the client, and so are its legends', async () => {
    const title = async (language: string | undefined, headers = {}) => {
      const { answer, root } = await describeService({ version, language }, headers);
      const [link] = elementsOf(root, 'OnlineResource');
      return [
        textOf(named(root, 'heat'), 'Title'),
        answer.headers.vary,
        link!.attributes['xlink:href'],
      ];
    };
    const plain = 'https://atlas.example/wms?';
    const negotiated = 'Accept-Language, Accept-Encoding';
    expect(await title('fr')).toEqual(['Chaleur', 'Accept-Encoding', `${plain}LANGUAGE=fr&`]);
    expect(await title(undefined, { 'accept-language': 'fr-CM' })).toEqual([
      'Chaleur',
      negotiated,
      plain,
    ]);
    expect(await title('xx')).toEqual(['Heat', negotiated, plain]);
  });

  it('lists what is open to the visitor only', async () => {
    const { answer } = await describeService({ version });
    expect(answer.body).not.toMatch(/hoards|shrines|CANARY/);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    const elder = await describeService({ version }, as('elder'));
    expect(named(elder.root, 'hoards')).toBeDefined();
    expect(elder.answer.headers['cache-control']).toBe('private, no-store');
  });
});

describe('GetCapabilities', () => {
  it('answers in the highest version that is not above the requested one', async () => {
    const version = async (asked: string | undefined) =>
      (await describeService({ version: asked })).root.attributes.version;
    expect(await version('1.0.0')).toBe('1.1.1');
    expect(await version('1.2.0')).toBe('1.1.1');
    expect(await version('1.4.0')).toBe('1.3.0');
    expect(await version('2.0.0')).toBe('1.3.0');
    expect(await version('newest')).toBe('1.3.0');
    expect(await version(undefined)).toBe('1.3.0');
  });
});
