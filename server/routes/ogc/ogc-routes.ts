/** OGC API Features, part 1 core, under `/ogc`: what GIS programs read features from. */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { Asker } from '../../access/asker.ts';
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { encode } from '../../http/encoded.ts';
import { fromStore, HttpError, sendError } from '../../http/errors.ts';
import { addGetRoute, type SendError } from '../../http/get-route.ts';
import { refuseUnknown } from '../../http/refuse-unknown.ts';
import { cachingOf, sendEncoded } from '../../http/send-encoded.ts';
import { storeUnder } from '../../access/loaded-for.ts';
import { decide, type AllowedCut } from '../../access/policies.ts';
import type { DatasetStore } from '../../store/store.ts';
import { toGeoJson } from '../geodata/feature-json.ts';
import { FEATURE_FORMS, FEATURE_PARAMETERS } from '../geodata/feature-query.ts';
import type { FeatureReader } from '../geodata/feature-reader.ts';
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

const NAMES = {
  collection: { type: 'string', maxLength: 200, description: 'The id of a collection.' },
  id: { type: 'string', maxLength: 200, description: 'The number of a feature.' },
} as const;

/** Of RFC 3339, or an interval of two. No collection has a time, and the standard gives such features to all. */
const DATETIME = {
  type: 'string',
  maxLength: 100,
  pattern: '^(?:[0-9T:.Zz+-]+|(?:[0-9T:.Zz+-]*|\\.\\.)/(?:[0-9T:.Zz+-]*|\\.\\.))$',
  description:
    'A time or an interval such as `2020-01-01T00:00:00Z/..`. Features have none here, so that all of them are given.',
};
const FORMAT = { type: 'string', enum: ['json', 'geojson'], description: 'Form of the answer.' };

/** An answer: the document, its type, and the highest rank it needed. */
interface Answer {
  readonly document: object;
  readonly type?: string;
  readonly cut: number;
}

/** Adds the landing page, conformance, collections and items. */
export function addOgcRoutes(
  app: FastifyInstance,
  { store, read }: { readonly store: DatasetStore; readonly read: FeatureReader },
): void {
  const addRoute = (
    path: string,
    route: { readonly schema: FastifySchema; readonly ownHead?: boolean },
    send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ): void => {
    const { querystring } = route.schema as { querystring?: { properties?: object } };
    const known = new Set(Object.keys(querystring?.properties ?? {}));
    for (const url of [`/ogc${path}`, `/ogc${path}/`]) {
      addGetRoute(
        app,
        url,
        async (request, reply) => {
          refuseUnknown(request, known);
          return send(request, reply);
        },
        { ...route, sendError: sendException },
      );
    }
  };
  const add = (
    path: string,
    schema: FastifySchema,
    answer: (request: FastifyRequest) => Promise<Answer> | Answer,
  ): void =>
    addRoute(path, { schema }, async (request, reply) => {
      const { document, type = 'application/json', cut } = await answer(request);
      const body = await encode(JSON.stringify(document), `${type}; charset=utf-8`);
      return sendEncoded(request, reply, body, { caching: cachingOf(cut) });
    });
  const formatOnly = { querystring: { type: 'object', properties: { f: FORMAT } } };

  add('', { ...formatOnly, summary: 'OGC API Features: landing page.' }, ({ atlas }) => ({
    document: landingPage(atlas.snapshot, atlas.site),
    cut: 0,
  }));
  add('/conformance', { ...formatOnly, summary: 'OGC API Features: conformance classes.' }, () => ({
    document: CONFORMANCE,
    cut: 0,
  }));
  add(
    '/collections',
    { ...formatOnly, summary: 'Datasets that give features.' },
    ({ atlas: { snapshot, asker, site } }) => {
      const cuts = openCuts(snapshot, asker);
      const ids = cuts.map(({ dataset }) => dataset);
      return {
        document: collections(snapshot, ids, site),
        cut: Math.max(0, ...cuts.map(({ cut }) => cut)),
      };
    },
  );
  const one = { ...formatOnly, summary: 'One dataset.', params: params('collection') };
  add('/collections/:collection', one, (request) => {
    const { snapshot, site } = request.atlas;
    const cut = cutOf(request);
    return { document: collection(snapshot, cut.dataset, site), cut: cut.cut };
  });
  const items = {
    summary: 'Features of a dataset, page by page.',
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
  addRoute(
    '/collections/:collection/items',
    { schema: items, ownHead: true },
    async (request, reply) => sendItems(request, reply, { store, read }),
  );
  const item = {
    ...formatOnly,
    summary: 'One feature.',
    produces: [GEOJSON_TYPE],
    params: params('collection', 'id'),
  };
  add('/collections/:collection/items/:id', item, async (request) => {
    const { snapshot, site } = request.atlas;
    const { id } = request.params as { id: string };
    const cut = cutOf(request);
    const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : NaN;
    const feature = Number.isSafeInteger(number)
      ? await fromStore(() => storeUnder(store, snapshot).feature(cut, number))
      : null;
    if (!feature) throw new HttpError('not-found');
    const self = `${site}/ogc/collections/${encodeURIComponent(cut.dataset)}`;
    return {
      document: {
        ...toGeoJson({ cut, feature }, { snapshot, united: false }),
        links: [link('self', `${self}/items/${number}`, GEOJSON_TYPE), link('collection', self)],
      },
      type: GEOJSON_TYPE,
      cut: cut.cut,
    };
  });
}

/** The standard names what went wrong `code` and `description`; the server's own form stands beside it. */
const sendException: SendError = async (_request, reply, error) => {
  const { id: code, detail, message } = error;
  return sendError(reply, error, { code, description: detail ?? message });
};

function params(...names: (keyof typeof NAMES)[]): object {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, NAMES[name]])),
    required: names,
  };
}

/** Datasets whose features are given away as GeoJSON and are open to the asker, by name. */
function openCuts({ access }: AtlasSnapshot, asker: Asker): AllowedCut[] {
  const ids = new Set([...access.geojson.values()].flat());
  return [...ids].sort().flatMap((dataset) => {
    const decision = decide(access, asker, { dataset, use: 'view' });
    return decision.allow ? [decision] : [];
  });
}
