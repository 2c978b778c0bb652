/** Renders the capabilities document of a list of layers, and of no others. */
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import {
  onlineResource,
  renderLayerTree,
  XLINK,
  type CapabilitiesOptions,
} from './capabilities-layers.ts';
import { INFO_FORMATS, MAX_LAYERS, MAX_PIXELS } from './parameters.ts';
import type { WmsVersion } from './wms-fault.ts';
import { element, type Xml } from './xml.ts';

const PICTURE_FORMATS = ['image/png', 'image/jpeg'];

/** Renders the capabilities document (OGC 06-042, section 7.2; OGC 01-068r3, section 7.1). */
export function renderCapabilities(snapshot: AtlasSnapshot, options: CapabilitiesOptions): string {
  const { version } = options;
  const content = [
    renderService(snapshot, options),
    element(
      'Capability',
      {},
      renderRequests(options),
      element('Exception', {}, formats(faultFormats(version))),
      renderLayerTree(snapshot, options),
    ),
  ];
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (version === '1.3.0') {
    const namespaces = {
      xmlns: 'http://www.opengis.net/wms',
      'xmlns:xlink': XLINK,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation':
        'http://www.opengis.net/wms http://schemas.opengis.net/wms/1.3.0/capabilities_1_3_0.xsd',
    };
    return `${head}${element('WMS_Capabilities', { version, ...namespaces }, content).xml}\n`;
  }
  const type =
    '<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.opengis.net/wms/1.1.1/WMS_MS_Capabilities.dtd">\n';
  return `${head}${type}${element('WMT_MS_Capabilities', { version }, content).xml}\n`;
}

function renderService(
  { pages }: AtlasSnapshot,
  { version, url, locale }: CapabilitiesOptions,
): Xml {
  const page = pages.get(locale);
  const is13 = version === '1.3.0';
  return element(
    'Service',
    {},
    element('Name', {}, is13 ? 'WMS' : 'OGC:WMS'),
    element('Title', {}, page?.title ?? ''),
    onlineResource(url),
    is13
      ? [
          element('LayerLimit', {}, String(MAX_LAYERS)),
          element('MaxWidth', {}, String(MAX_PIXELS)),
          element('MaxHeight', {}, String(MAX_PIXELS)),
        ]
      : [],
  );
}

function renderRequests({ version, url }: CapabilitiesOptions): Xml {
  const is13 = version === '1.3.0';
  const operation = (name: string, types: readonly string[]): Xml =>
    element(
      name,
      {},
      formats(types),
      element('DCPType', {}, element('HTTP', {}, element('Get', {}, onlineResource(url)))),
    );
  return element(
    'Request',
    {},
    operation('GetCapabilities', [is13 ? 'text/xml' : 'application/vnd.ogc.wms_xml']),
    operation('GetMap', PICTURE_FORMATS),
    operation('GetFeatureInfo', INFO_FORMATS),
    // In 1.3.0, GetLegendGraphic belongs to another standard. There, styles link to their legends.
    is13 ? [] : operation('GetLegendGraphic', PICTURE_FORMATS),
  );
}

function faultFormats(version: WmsVersion): readonly string[] {
  const names = ['XML', 'INIMAGE', 'BLANK'];
  return version === '1.3.0'
    ? names
    : names.map((name) => `application/vnd.ogc.se_${name.toLowerCase()}`);
}

function formats(types: readonly string[]): readonly Xml[] {
  return types.map((type) => element('Format', {}, type));
}
