/** A layer of a web map service (WMS 1.1.1 and 1.3.0), whose pictures the map requests. */
import { parseXml, XmlFault, type XmlNode } from 'atlas-engine/readers';
import { UsageError } from '../../../host/common/command.ts';
import { pick } from '../../../host/config/valid-config.ts';
import { ServerQuestions } from './ask-server.ts';
import { plainText } from './credits.ts';
import type { Credit, FoundSource } from './found.ts';
import { withoutKeys, withoutParameters } from './split-address.ts';
import { limitingBounds } from './tile-metadata.ts';

/** Parameters of requests, which are no part of the address of a service. */
const OF_REQUESTS =
  /^(?:service|request|version|layers?|styles?|srs|crs|bbox|width|height|format|transparent|sld|exceptions)$/i;

/** Where the capabilities name the operator. */
const ORGANISATION = [
  'Service',
  'ContactInformation',
  'ContactPersonPrimary',
  'ContactOrganization',
];

/** Web Mercator, which the map requests. */
const MERCATOR = 'EPSG:3857';

/** Returns whether an address looks like that of a WMS. */
export function isWms(address: string): boolean {
  const [path = '', query = ''] = address.split('?');
  if (/[?&]service=wms\b/i.test(`?${query}`)) return true;
  return /wms|mapserv\b|\/ows\b/i.test(path) && !/\.json$/i.test(path);
}

/** Finds a layer of a WMS. Throws `UsageError`, which lists the layers if `wanted` is missing. */
export async function findPictures(address: string, wanted?: string): Promise<FoundSource> {
  const base = withoutParameters(address, (name) => OF_REQUESTS.test(name)).replace(/\?$/, '');
  const questions = new ServerQuestions(address, 'a WMS');
  const query = 'service=WMS&request=GetCapabilities&version=1.3.0';
  const text = await questions.text(`${base}${base.includes('?') ? '&' : '?'}${query}`);
  const root = capabilitiesIn(text, base);
  const layers = layersIn(root);
  const layer = chooseLayer(
    layers,
    withoutParameters(base, () => true),
    wanted,
  );
  if (!layer.systems.has(MERCATOR))
    throw new UsageError(
      `The layer \`${layer.name}\` is not offered in ${MERCATOR} (Web Mercator), only in ${listed([...layer.systems])}. The map needs it: ask the operator of the server, or put a proxy such as MapProxy before it.`,
    );
  const format = formatOf(root);
  const credit = creditOf(layer.node);
  const about = plainText(textAt(layer.node, 'Abstract'));
  const provider = plainText(textAt(root, ...ORGANISATION));
  const hasLegend = layer.styles.some((style) => all(style, 'LegendURL').length > 0);
  const bounds = limitingBounds(layer.bounds);
  return {
    kind: 'source',
    type: 'wms',
    title: layer.title,
    name: layer.name,
    origin: { address: base, root: withoutKeys(base) },
    ...(bounds && { bounds }),
    ...(about !== '' && about !== layer.title && { description: about }),
    ...(provider !== '' && { provider }),
    credits: credit ? [credit] : [],
    wms: { layer: layer.name, ...(format && { format }), hasLegend },
    notes:
      layer.styles.length > 1
        ? [
            `The layer has ${layer.styles.length} styles; the map shows the default one, \`${textAt(layer.styles[0]!, 'Name')}\`.`,
          ]
        : [],
  };
}

/** The declaration of the document type, which versions before 1.3.0 have. It cannot define entities. */
const DOCTYPE = /<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/i;

/** Returns the root of the capabilities. Throws `UsageError` for any other answer. */
function capabilitiesIn(text: string, base: string): XmlNode {
  const asked = `The answer of \`${withoutKeys(base)}\``;
  if (!text.startsWith('<'))
    throw new UsageError(`${asked} is not XML, so it is not a WMS. Check the address.`);
  try {
    const document = parseXml(text.replace(DOCTYPE, ''));
    const [root] = elements(document);
    const name = root?.localName ?? '';
    if (root && /^(?:WMS|WMT_MS)_Capabilities$/.test(name)) return root;
    if (root && /exception/i.test(name))
      throw new UsageError(
        `${asked} is an error: ${plainText(root.textContent).slice(0, 200)} Check the address.`,
      );
    throw new UsageError(
      `${asked} is \`${name}\`, not the capabilities of a WMS. Check the address; a WMTS or WFS is not read.`,
    );
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    throw new UsageError(`${asked} is HTML or damaged XML, not a WMS. Check the address.`);
  }
}

/** A layer that can be requested, with what it inherits from the layers around it. */
interface WmsLayer {
  readonly node: XmlNode;
  readonly name: string;
  readonly title: string;
  readonly systems: ReadonlySet<string>;
  readonly bounds: readonly number[] | null;
  readonly styles: readonly XmlNode[];
}

type Inherited = Pick<WmsLayer, 'systems' | 'bounds' | 'styles'>;

function layersIn(root: XmlNode): readonly WmsLayer[] {
  const none: Inherited = { systems: new Set(), bounds: null, styles: [] };
  return all(root, 'Capability').flatMap((each) => layersOf(each, none));
}

function layersOf(parent: XmlNode, inherited: Inherited): readonly WmsLayer[] {
  return all(parent, 'Layer').flatMap((node) => {
    // Servers before 1.3.0 may list several systems in one element.
    const own = [...all(node, 'CRS'), ...all(node, 'SRS')].flatMap(({ textContent }) =>
      textContent.trim().toUpperCase().split(/\s+/),
    );
    const found: Inherited = {
      systems: new Set([...inherited.systems, ...own]),
      bounds: boundsOf(node) ?? inherited.bounds,
      styles: [...inherited.styles, ...all(node, 'Style')],
    };
    const name = textAt(node, 'Name');
    const title = plainText(textAt(node, 'Title')) || name;
    const itself = name === '' ? [] : [{ node, name, title, ...found }];
    return [...itself, ...layersOf(node, found)];
  });
}

/** Returns the bounds in degrees, in the form of either version. */
function boundsOf(node: XmlNode): readonly number[] | null {
  const [box] = all(node, 'EX_GeographicBoundingBox');
  const sides = [
    'westBoundLongitude',
    'southBoundLatitude',
    'eastBoundLongitude',
    'northBoundLatitude',
  ];
  if (box) return sides.map((side) => Number.parseFloat(textAt(box, side)));
  const [old] = all(node, 'LatLonBoundingBox');
  return old
    ? ['minx', 'miny', 'maxx', 'maxy'].map((side) =>
        Number.parseFloat(old.getAttribute(side) ?? ''),
      )
    : null;
}

/** Number of layers that a message lists. */
const LISTED = 30;

function chooseLayer(
  layers: readonly WmsLayer[],
  address: string,
  wanted: string | undefined,
): WmsLayer {
  if (layers.length === 0) throw new UsageError(`The WMS \`${address}\` has no layers.`);
  if (wanted !== undefined)
    return pick(new Map(layers.map((each) => [each.name, each])), wanted, 'layer');
  if (layers.length === 1) return layers[0]!;
  const names = layers.map(({ name, title }) => (title === name ? name : `${name} (${title})`));
  throw new UsageError(
    `The WMS \`${address}\` has ${layers.length} layers. Choose one with \`--layer\`: ${listed(names)}.`,
  );
}

function listed(names: readonly string[]): string {
  const rest = names.length - LISTED;
  const shown = names.slice(0, LISTED).join(', ');
  if (names.length === 0) return 'none';
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/** Returns the format of the pictures; undefined for PNG, the default. Throws `UsageError`. */
function formatOf(root: XmlNode): NonNullable<FoundSource['wms']>['format'] {
  const requests = all(root, 'Capability').flatMap((each) => all(each, 'Request'));
  const maps = requests.flatMap((each) => all(each, 'GetMap'));
  const formats = maps
    .flatMap((each) => all(each, 'Format'))
    .map((each) => each.textContent.trim());
  if (formats.length === 0 || formats.includes('image/png')) return undefined;
  for (const format of ['image/webp', 'image/jpeg'] as const)
    if (formats.includes(format)) return format;
  throw new UsageError(
    `The WMS has pictures only as ${listed(formats)}, and the map shows PNG, JPEG and WebP.`,
  );
}

/** Returns the credit of a layer, or of one around it. */
function creditOf(layer: XmlNode): Credit | null {
  for (let node: XmlNode | null = layer; node; node = node.parentNode) {
    const [attribution] = all(node, 'Attribution');
    if (!attribution) continue;
    const text = plainText(textAt(attribution, 'Title'));
    const [link] = all(attribution, 'OnlineResource');
    const url = link?.getAttribute('xlink:href') ?? '';
    if (text !== '') return { text, ...(/^https?:/.test(url) && { url }) };
  }
  return null;
}

function elements(node: XmlNode): readonly XmlNode[] {
  return node.childNodes.filter((child): child is XmlNode => 'attributes' in child);
}

/** Returns the elements of a name directly inside of another. */
function all(node: XmlNode, name: string): readonly XmlNode[] {
  return elements(node).filter(({ localName }) => localName === name);
}

/** Returns the text at a path of elements; empty if there is none. */
function textAt(node: XmlNode, ...path: readonly string[]): string {
  let at: XmlNode | undefined = node;
  for (const name of path) at = at && all(at, name)[0];
  return at?.textContent.trim() ?? '';
}
