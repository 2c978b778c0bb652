/** OGC API Features, part 1 core, under `/ogc`, for GIS programs. */
import {
  collectionAnswer,
  collectionsAnswer,
  conformance as conformanceSchema,
  itemAnswer,
  landingPage as landingPageSchema,
  pageAnswer,
} from 'atlas-engine/http';
import type { FastifyInstance } from 'fastify';
import type { Asker } from '../../access/asker.ts';
import { shownTo, type AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { fromStore, HttpError } from '../../http/errors.ts';
import { storeUnder } from '../../access/loaded-for.ts';
import { decide, useOf, type AllowedCut } from '../../access/policies.ts';
import type { DatasetStore } from '../../store/store.ts';
import { toGeoJson } from '../geodata/feature-json.ts';
import { FEATURE_FORMS, FEATURE_PARAMETERS } from '../geodata/feature-query.ts';
import type { FeatureReader } from '../geodata/feature-reader.ts';
import { createWholeFinder } from '../geodata/whole-dataset.ts';
import { licenceLinks } from '../terms/licence-links.ts';
import { cutOf } from './collection-cut.ts';
import {
  collection,
  collections,
  CONFORMANCE,
  GEOJSON_TYPE,
  landingPage,
  link,
} from './ogc-documents.ts';
import { DEFAULT_LIMIT, sendItems } from './ogc-items.ts';
import { addDocumentRoute, addOgcRoute } from './ogc-route.ts';

const NAMES = {
  collection: { type: 'string', maxLength: 200, description: 'The id of a collection.' },
  id: { type: 'string', maxLength: 200, description: 'The numeric id of a feature.' },
} as const;

/**
 * A time of RFC 3339, or an interval. Collections have no times, so all features match, as the
 * standard requires.
 */
const DATETIME = {
  type: 'string',
  maxLength: 100,
  pattern: '^(?:[0-9T:.Zz+-]+|(?:[0-9T:.Zz+-]*|\\.\\.)/(?:[0-9T:.Zz+-]*|\\.\\.))$',
  description:
    'A time or an interval such as `2020-01-01T00:00:00Z/..`. Features have no times here, so all of them match.',
};
const FORMAT = { type: 'string', enum: ['json', 'geojson'], description: 'Format of the answer.' };

const FORMAT_ONLY = { querystring: { type: 'object', properties: { f: FORMAT } } };

/** Adds the landing page, conformance, collections and items. */
export function addOgcRoutes(
  app: FastifyInstance,
  reading: { readonly store: DatasetStore; readonly read: FeatureReader },
): void {
  addServiceRoutes(app);
  addCollectionRoutes(app);
  const findWhole = createWholeFinder(reading.store);
  const schema = {
    summary: 'Features of a dataset, page by page.',
    answer: pageAnswer,
    forms: {
      ...FEATURE_FORMS,
      limit: { schema: { ...FEATURE_FORMS.limit.schema, default: DEFAULT_LIMIT } },
    },
    produces: [GEOJSON_TYPE],
    params: params('collection'),
    querystring: {
      type: 'object',
      properties: { f: FORMAT, ...FEATURE_PARAMETERS, datetime: DATETIME },
    },
  };
  addOgcRoute(
    app,
    '/collections/:collection/items',
    { schema, ownHead: true },
    async (request, reply) => sendItems(request, reply, { ...reading, findWhole }),
  );
  addItemRoute(app, reading.store);
}

function addServiceRoutes(app: FastifyInstance): void {
  const landing = {
    ...FORMAT_ONLY,
    answer: landingPageSchema,
    summary: 'OGC API Features: landing page.',
  };
  addDocumentRoute(app, '', landing, ({ atlas }) => ({
    document: landingPage(atlas.snapshot, atlas.site),
    rank: 0,
  }));
  const conformance = {
    ...FORMAT_ONLY,
    answer: conformanceSchema,
    summary: 'OGC API Features: conformance classes.',
  };
  addDocumentRoute(app, '/conformance', conformance, () => ({ document: CONFORMANCE, rank: 0 }));
}

function addCollectionRoutes(app: FastifyInstance): void {
  const all = {
    ...FORMAT_ONLY,
    summary: 'Datasets with features that the visitor may read whole.',
    answer: collectionsAnswer,
  };
  addDocumentRoute(app, '/collections', all, ({ atlas: { snapshot, visitor, site } }) => {
    const cuts = listedCuts(snapshot, visitor);
    const ids = cuts.map(({ dataset }) => dataset);
    return {
      document: collections(snapshot, ids, { rank: visitor.rank, site }),
      rank: Math.max(0, ...cuts.map((cut) => describedRank(snapshot, cut, visitor))),
    };
  });
  const one = {
    ...FORMAT_ONLY,
    answer: collectionAnswer,
    summary: 'One dataset.',
    params: params('collection'),
  };
  addDocumentRoute(app, '/collections/:collection', one, (request) => {
    const { snapshot, visitor, site } = request.atlas;
    const cut = cutOf(request);
    return {
      document: collection(snapshot, cut.dataset, { rank: visitor.rank, site }),
      rank: describedRank(snapshot, cut, visitor),
    };
  });
}

/** Returns the rank required for the description of a dataset, whose title depends on the level. */
function describedRank({ datasets }: AtlasSnapshot, cut: AllowedCut, visitor: Asker): number {
  const dataset = datasets.get(cut.dataset);
  return Math.max(cut.rank, dataset ? shownTo(dataset, visitor.rank).rank : 0);
}

function addItemRoute(app: FastifyInstance, store: DatasetStore): void {
  const schema = {
    ...FORMAT_ONLY,
    summary: 'One feature.',
    answer: itemAnswer,
    produces: [GEOJSON_TYPE],
    params: params('collection', 'id'),
  };
  addDocumentRoute(app, '/collections/:collection/items/:id', schema, async (request) => {
    const { snapshot, site } = request.atlas;
    const { id } = request.params as { id: string };
    const cut = cutOf(request);
    const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : NaN;
    const feature = Number.isSafeInteger(number)
      ? await fromStore(() => storeUnder(store, snapshot, 'view').feature(cut, number))
      : null;
    if (!feature) throw new HttpError('not-found');
    const self = `${site}/ogc/collections/${encodeURIComponent(cut.dataset)}`;
    return {
      document: {
        ...toGeoJson({ cut, feature }, { snapshot, united: false }),
        links: [
          link('self', `${self}/items/${number}`, GEOJSON_TYPE),
          link('collection', self),
          ...licenceLinks(snapshot, [cut.dataset], site),
        ],
      },
      type: GEOJSON_TYPE,
      rank: cut.rank,
    };
  });
}

function params(...names: (keyof typeof NAMES)[]): object {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, NAMES[name]])),
    required: names,
  };
}

/**
 * Returns the datasets of the GeoJSON feed that the visitor may read whole, sorted by name. Programs
 * read features of every listed collection without an area. The others have their own addresses.
 */
function listedCuts({ access }: AtlasSnapshot, visitor: Asker): AllowedCut[] {
  const ids = new Set([...access.geojson.values()].flat());
  return [...ids].sort().flatMap((dataset) => {
    const decision = decide(access, visitor, { dataset, use: useOf(access, dataset, true) });
    return decision.allow ? [decision] : [];
  });
}
