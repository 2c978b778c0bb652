/** Builds the documents of OGC API Features, part 1: landing page, conformance, collections. */
import type {
  CollectionAnswer,
  CollectionsAnswer,
  Conformance,
  LandingPage,
} from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import { shownTo, type AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import type { Link } from '../../http/link.ts';
import { licenceLinks } from '../terms/licence-links.ts';

export const GEOJSON_TYPE = 'application/geo+json';
const JSON_TYPE = 'application/json';

/** WGS 84, longitude first: the only reference system of the core. */
const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

export function link(rel: string, href: string, type = JSON_TYPE, title?: string): Link {
  return present({ rel, type, href, title });
}

/** Returns the landing page. `site` is the origin of the links, or empty for relative links. */
export function landingPage(snapshot: AtlasSnapshot, site: string): LandingPage {
  const base = `${site}/ogc`;
  return {
    title: titleOf(snapshot),
    links: [
      link('self', base, JSON_TYPE, 'This document'),
      link('conformance', `${base}/conformance`),
      link('data', `${base}/collections`, JSON_TYPE, 'Collections'),
      link(
        'service-desc',
        `${site}/api/openapi.json`,
        'application/vnd.oai.openapi+json;version=3.0',
      ),
    ],
  };
}

function titleOf({ pages, locales }: AtlasSnapshot): string {
  return pages.get(locales.fallback)?.title ?? '';
}

export const CONFORMANCE = {
  conformsTo: ['core', 'oas30', 'geojson'].map(
    (part) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${part}`,
  ),
} satisfies Conformance;

/** The visitor who reads a document, and the origin of its links. */
export interface Reader {
  readonly rank: number;
  readonly site: string;
}

/** Describes one dataset that is open to the visitor. */
export function collection(
  snapshot: AtlasSnapshot,
  id: string,
  { rank, site }: Reader,
): CollectionAnswer {
  const dataset = snapshot.datasets.get(id);
  const self = `${site}/ogc/collections/${encodeURIComponent(id)}`;
  const title = dataset ? shownTo(dataset, rank).title[snapshot.locales.fallback]! : id;
  return present({
    id,
    title,
    itemType: 'feature',
    crs: [CRS84],
    extent: dataset?.bounds ? { spatial: { bbox: [dataset.bounds], crs: CRS84 } } : undefined,
    links: [
      link('self', self),
      link('items', `${self}/items`, GEOJSON_TYPE, title),
      ...licenceLinks(snapshot, [id], site),
    ],
  });
}

export function collections(
  snapshot: AtlasSnapshot,
  ids: readonly string[],
  reader: Reader,
): CollectionsAnswer {
  return {
    links: [link('self', `${reader.site}/ogc/collections`)],
    collections: ids.map((id) => collection(snapshot, id, reader)),
  };
}
