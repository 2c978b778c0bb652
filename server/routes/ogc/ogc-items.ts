/** Serves the items of a collection of OGC API Features, page by page. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { versionOfCuts } from '../../access/atlas-snapshot.ts';
import { contentHash } from '../../http/encoded.ts';
import { fromStore } from '../../http/errors.ts';
import { CACHE, cachingOf, matchesEtag } from '../../http/send-encoded.ts';
import { whenGone } from '../../http/when-gone.ts';
import type { Choice } from '../../access/answer-cuts.ts';
import { useOf, type AllowedCut } from '../../access/policies.ts';
import type { DatasetStore } from '../../store/store.ts';
import { areCurrent } from '../../access/current-cuts.ts';
import type { PageEnd } from '../geodata/feature-pieces.ts';
import type { FeatureStore } from '../geodata/ask-features.ts';
import { sendCollection, type Collection } from '../geodata/feature-document.ts';
import { afterOf, readFeatureQuery, type FeatureQuery } from '../geodata/feature-query.ts';
import type { FeatureReader } from '../geodata/feature-reader.ts';
import type { WholeFinder } from '../geodata/whole-dataset.ts';
import { cutOf } from './collection-cut.ts';
import { licenceLinks } from '../terms/licence-links.ts';
import { GEOJSON_TYPE, link } from './ogc-documents.ts';

/** Number of features of a page if the client gives no limit. */
export const DEFAULT_LIMIT = 100;

/** What reads the items. */
export interface Reading {
  readonly store: DatasetStore;
  readonly read: FeatureReader;
  readonly findWhole: WholeFinder;
}

/** Sends a page of the items. */
export async function sendItems(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, read, findWhole }: Reading,
): Promise<FastifyReply> {
  const { snapshot, site } = request.atlas;
  const signal = whenGone(reply);
  const parameters = request.query as FeatureQuery;
  const seen = cutOf(request);
  const { bbox } = readFeatureQuery(parameters, [seen]);
  const area = bbox === undefined ? null : { bounds: bbox, geometry: null };
  const whole = await findWhole(request, [seen.dataset], { area, signal });
  const use = useOf(snapshot.access, seen.dataset, whole(seen.dataset));
  const cut = cutOf(request, use);
  const { limit, ...query } = readFeatureQuery(parameters, [cut]);
  const self = `${site}/ogc/collections/${encodeURIComponent(cut.dataset)}`;
  const here = `${self}/items${searchOf(request)}`;
  const rights = licenceLinks(snapshot, [cut.dataset], site);
  const choice: Choice = { cuts: [cut], caching: cachingOf(cut.rank), use: () => use };
  const tag = await tagOf(request, { store, cut, here: [here, rights] });
  void reply.header('cache-control', CACHE[choice.caching]);
  const isKnown = ['', '-gzip'].some(
    (encoding) =>
      tag !== null && matchesEtag(request.headers['if-none-match'], `"${tag}${encoding}"`),
  );
  if (isKnown) return reply.header('vary', 'Accept-Encoding').code(304).send();
  const pieces = (under: FeatureStore) =>
    read({
      store: under,
      limit: limit ?? DEFAULT_LIMIT,
      address: request.ip,
      signal,
      selection: { ...query, geometry: null, snapshot, united: false },
    });
  const head: Collection['head'] = (caching, { encoding, isCurrent }) => {
    void reply.header('cache-control', CACHE[caching]);
    if (tag !== null && isCurrent)
      void reply.header('etag', `"${tag}${encoding === 'gzip' ? '-gzip' : ''}"`);
  };
  const tail = ({ count, next }: PageEnd): object => ({
    numberReturned: count,
    links: [
      link('self', here, GEOJSON_TYPE),
      link('collection', self),
      ...rights,
      ...(next === null
        ? []
        : [link('next', `${self}/items${searchOf(request, afterOf(0, next.id))}`, GEOJSON_TYPE)]),
    ],
  });
  return sendCollection(request, reply, { store, choice, pieces, head, tail });
}

/**
 * Returns a tag that changes whenever the page does: a hash of the data version, the whole address
 * and the links (`here`). Returns null when the page may not be cached or the store has another version than the
 * snapshot.
 */
async function tagOf(
  request: FastifyRequest,
  {
    store,
    cut,
    here,
  }: { readonly store: DatasetStore; readonly cut: AllowedCut; readonly here: unknown },
): Promise<string | null> {
  const { snapshot } = request.atlas;
  const version = versionOfCuts(snapshot, [cut]);
  if (version === null || cachingOf(cut.rank) === 'never') return null;
  if (!(await fromStore(() => areCurrent(store, snapshot, [cut])))) return null;
  const demo = snapshot.datasets.get(cut.dataset)?.demo === true;
  return contentHash(Buffer.from(JSON.stringify([version, demo, cut.fields, here])));
}

/** Returns the query of the request, with another value of `after` if given. */
function searchOf(request: FastifyRequest, after?: string): string {
  const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
  if (after !== undefined) query.set('after', after);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
