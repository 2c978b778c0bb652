/** The capabilities document: the layers that are open to the asker, and nothing of the others. */
import type { AtlasSnapshot } from '../../atlas-snapshot.ts';
import type { AllowedCut } from '../../policies.ts';
import type { WmsVersion } from './wms-fault.ts';

export interface OpenLayer {
  readonly name: string;
  readonly cuts: readonly AllowedCut[];
}

/** Renders the document in the version of the client; titles in the fallback language of the atlas. */
export function renderCapabilities(
  snapshot: AtlasSnapshot,
  wish: {
    readonly layers: readonly OpenLayer[];
    readonly version: WmsVersion;
    readonly url: string;
  },
): string {
  const { version, url } = wish;
  const title = escapeXml(snapshot.pages.get(snapshot.locales.fallback)?.title ?? '');
  const layers = wish.layers.map((layer) => renderLayer(snapshot, layer, version)).join('');
  const link = `xlink:type="simple" xlink:href="${escapeXml(url)}"`;
  const online = `<OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" ${link}/>`;
  const http = `<DCPType><HTTP><Get>${online}</Get></HTTP></DCPType>`;
  const is13 = version === '1.3.0';
  const describe = is13 ? 'text/xml' : 'application/vnd.ogc.wms_xml';
  const fault = is13 ? 'XML' : 'application/vnd.ogc.se_xml';
  const reference = is13
    ? ['EPSG:3857', 'EPSG:4326', 'CRS:84'].map((crs) => `<CRS>${crs}</CRS>`)
    : ['EPSG:3857', 'EPSG:4326'].map((crs) => `<SRS>${crs}</SRS>`);
  const body =
    `<Service><Name>${is13 ? 'WMS' : 'OGC:WMS'}</Name><Title>${title}</Title>${online}</Service>` +
    `<Capability><Request>` +
    `<GetCapabilities><Format>${describe}</Format>${http}</GetCapabilities>` +
    `<GetMap><Format>image/png</Format>${http}</GetMap>` +
    `</Request><Exception><Format>${fault}</Format></Exception>` +
    `<Layer><Title>${title}</Title>${reference.join('')}${layers}</Layer></Capability>`;
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  return is13
    ? `${head}<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms">${body}</WMS_Capabilities>\n`
    : `${head}<WMT_MS_Capabilities version="1.1.1">${body}</WMT_MS_Capabilities>\n`;
}

function renderLayer(
  snapshot: AtlasSnapshot,
  { name, cuts }: OpenLayer,
  version: WmsVersion,
): string {
  const first = snapshot.datasets.get(cuts[0]?.dataset ?? '');
  const title = first?.wms?.title[snapshot.locales.fallback] ?? name;
  const bounds = first?.bounds;
  return (
    `<Layer><Name>${escapeXml(name)}</Name><Title>${escapeXml(title)}</Title>` +
    `${bounds ? renderBounds(bounds, version) : ''}</Layer>`
  );
}

function renderBounds(
  [west, south, east, north]: readonly [number, number, number, number],
  version: WmsVersion,
): string {
  if (version === '1.1.1') {
    return `<LatLonBoundingBox minx="${west}" miny="${south}" maxx="${east}" maxy="${north}"/>`;
  }
  return (
    `<EX_GeographicBoundingBox><westBoundLongitude>${west}</westBoundLongitude>` +
    `<eastBoundLongitude>${east}</eastBoundLongitude><southBoundLatitude>${south}</southBoundLatitude>` +
    `<northBoundLatitude>${north}</northBoundLatitude></EX_GeographicBoundingBox>` +
    `<BoundingBox CRS="CRS:84" minx="${west}" miny="${south}" maxx="${east}" maxy="${north}"/>`
  );
}

/** Characters that XML does not allow are left out. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
