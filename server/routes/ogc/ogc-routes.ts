/** OGC API Features, part 1 core, under `/ogc`: what GIS programs read features from. */
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import type { Asker } from '../../asker.ts';
import type { AtlasSnapshot } from '../../atlas-snapshot.ts';
import { encode } from '../../http/encoded.ts';
import { deniedError, fromStore, HttpError, sendError } from '../../http/errors.ts';
import { addGetRoute, type SendError } from '../../http/get-route.ts';
import { refuseUnknown } from '../../http/refuse-unknown.ts';
import { cachingOf, sendEncoded } from '../../http/send-encoded.ts';
import { storeUnder } from '../../loaded-for.ts';
import { whenGone } from '../../http/when-gone.ts';
import type { Use } from '../../../engine/index.ts';
import { decide, useOf, type AllowedCut } from '../../policies.ts';
import type { DatasetStore } from '../../store/store.ts';
import { createPageReader, featureCollection, toGeoJson } from '../geodata/feature-pages.ts';
import {
  afterOf,
  FEATURE_FORMS,
  FEATURE_PARAMETERS,
  readFeatureQuery,
  type FeatureQuery,
} from '../geodata/feature-query.ts';
import { asksWhole } from '../geodata/whole-dataset.ts';
import {
  collection,
  collections,
  CONFORMANCE,
  GEOJSON_TYPE,
  landingPage,
  link,
} from './ogc-documents.ts';

const DEFAULT_LIMIT = 100;

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

/** An answer: the document or its text, its type, and the highest rank it needed. */
interface Answer {
  readonly document: object | string;
  readonly type?: string;
  readonly cut: number;
}

/** Adds the landing page, conformance, collections and items. */
export function addOgcRoutes(app: FastifyInstance, store: DatasetStore): void {
  const readPage = createPageReader();
  const add = (
    path: string,
    schema: FastifySchema,
    answer: (request: FastifyRequest, gone: AbortSignal) => Promise<Answer> | Answer,
  ): void => {
    const known = new Set(
      Object.keys((schema.querystring as { properties?: object } | undefined)?.properties ?? {}),
    );
    for (const url of [`/ogc${path}`, `/ogc${path}/`]) {
      addGetRoute(
        app,
        url,
        async (request, reply) => {
          refuseUnknown(request, known);
          const {
            document,
            type = 'application/json',
            cut,
          } = await answer(request, whenGone(reply));
          const text = typeof document === 'string' ? document : JSON.stringify(document);
          const body = await encode(text, `${type}; charset=utf-8`);
          return sendEncoded(request, reply, body, { caching: cachingOf(cut) });
        },
        { schema, sendError: sendException },
      );
    }
  };
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
  add('/collections/:collection/items', items, async (request, gone) => {
    const { snapshot, site } = request.atlas;
    const seen = cutOf(request);
    const { bbox } = readFeatureQuery(request.query as FeatureQuery, [seen]);
    const whole = asksWhole(snapshot, bbox ?? null)(seen.dataset);
    const cut = cutOf(request, useOf(snapshot.access, seen.dataset, whole));
    const query = readFeatureQuery(request.query as FeatureQuery, [cut]);
    const limit = query.limit ?? DEFAULT_LIMIT;
    const wish = { ...query, limit, geometry: null, snapshot, united: false };
    const page = await fromStore(() => readPage(storeUnder(store, snapshot), wish, gone));
    const self = `${site}/ogc/collections/${encodeURIComponent(cut.dataset)}`;
    const here = `${self}/items${searchOf(request)}`;
    const next = page.next && `${self}/items${searchOf(request, afterOf(0, page.next.id))}`;
    const document = featureCollection(page, [
      link('self', here, GEOJSON_TYPE),
      link('collection', self),
      ...(next === null ? [] : [link('next', next, GEOJSON_TYPE)]),
    ]);
    return { document, type: GEOJSON_TYPE, cut: cut.cut };
  });
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

function cutOf(request: FastifyRequest, use: Use = 'view'): AllowedCut {
  const { access } = request.atlas.snapshot;
  const { collection: dataset } = request.params as { collection: string };
  const feeds = [...access.geojson.values()].some((ids) => ids.includes(dataset));
  const decision = decide(access, request.atlas.asker, { dataset, use });
  if (!feeds) throw new HttpError('not-found');
  if (!decision.allow) throw deniedError(decision.status);
  return decision;
}

/** The query of the request as it came, with another place to begin when one is given. */
function searchOf(request: FastifyRequest, after?: string): string {
  const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
  if (after !== undefined) query.set('after', after);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
