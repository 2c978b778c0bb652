/**
 * Creates every response that depends on the visitor's level. Security depends on the order of the
 * steps: select the cuts (the parts of datasets that the visitor may receive), create the response
 * from them, check that the store still has the versions of the snapshot, and only then decide who
 * may cache the response.
 */
import type { Use } from 'atlas-engine';
import type { FastifyRequest } from 'fastify';
import { deniedError, fromStore } from '../http/errors.ts';
import { cachingOf, type Caching } from '../http/send-encoded.ts';
import type { DatasetStore } from '../store/store.ts';
import { ANONYMOUS } from './asker.ts';
import { versionOfCuts } from './atlas-snapshot.ts';
import { areCurrent } from './current-cuts.ts';
import { storeUnder } from './loaded-for.ts';
import { decideName, mayBeKept, useOf, type AllowedCut } from './policies.ts';

/** A response, and how long it may be cached while its data are current. */
export interface Choice {
  readonly cuts: readonly AllowedCut[];
  readonly caching: Caching;
  /** The use for which the visitor receives each dataset; default: to view it. */
  readonly use?: (dataset: string) => Use;
}

type NameRequest = Parameters<typeof decideName>[2];

/**
 * A response, and whether the store still had the versions of the snapshot when the response was
 * complete.
 */
export interface Made<T> {
  readonly made: T;
  readonly current: boolean;
}

/** Returns the highest rank that any of these cuts (`AllowedCut`) requires. */
export function highestRank(cuts: readonly AllowedCut[]): number {
  return Math.max(0, ...cuts.map(({ rank }) => rank));
}

/**
 * Returns the cuts (`AllowedCut`) that everyone may see if `version` is their version, because an
 * address with that version gives every visitor the same response permanently. Returns null otherwise.
 */
export function openCuts(
  { atlas: { snapshot } }: FastifyRequest,
  named: NameRequest,
  version: string | undefined,
): readonly AllowedCut[] | null {
  if (version === undefined) return null;
  const open = decideName(snapshot.access, ANONYMOUS, named);
  if (!open.allow || !mayBeKept(snapshot.access, open.cuts)) return null;
  return version === versionOfCuts(snapshot, open.cuts) ? open.cuts : null;
}

/**
 * Selects the cuts (`AllowedCut`: the parts of datasets that the visitor may receive) for a name of
 * a feed. If `version` is the version of the data that everyone may see, every visitor receives
 * exactly these data, and anyone may cache the response without a time limit. With another version
 * or none, visitors receive what their level allows; `changing` is then the caching rule for public
 * responses, unless a consent to them can end: they are then asked for again each time. Throws `HttpError` 401, 403 or 404.
 */
export function chooseCuts(
  request: FastifyRequest,
  named: NameRequest,
  { version, changing }: { readonly version: string | undefined; readonly changing: Caching },
): Choice {
  const { snapshot, visitor } = request.atlas;
  const use = (dataset: string): Use =>
    useOf(snapshot.access, dataset, named.whole?.(dataset) === true);
  const open = openCuts(request, named, version);
  if (open !== null) return { cuts: open, caching: 'immutable', use };
  const own = decideName(snapshot.access, visitor, named);
  if (!own.allow) throw deniedError(own.status);
  const { cuts } = own;
  if (mayBeKept(snapshot.access, cuts)) return { cuts, caching: changing, use };
  return { cuts, caching: cachingOf(highestRank(cuts)), use };
}

/**
 * Creates a response from the selected cuts (`AllowedCut`). `make` reads the store under the rules
 * of the snapshot; `keep` may return a cached response. If a load changed the stored versions
 * meanwhile, the response is sent but not cached for long. Throws `HttpError` 503 if the store
 * fails.
 */
export async function answerFrom<T, K extends { readonly current: boolean }>(
  { atlas: { snapshot } }: FastifyRequest,
  {
    store,
    choice: { cuts, caching, use = () => 'view' },
    make,
    keep,
  }: {
    readonly store: DatasetStore;
    readonly choice: Choice;
    readonly make: (store: DatasetStore) => Promise<T>;
    readonly keep: (fresh: () => Promise<Made<T>>) => Promise<K>;
  },
): Promise<{ readonly answer: K; readonly caching: Caching }> {
  const under = storeUnder(store, snapshot, use);
  const fresh = (): Promise<Made<T>> =>
    fromStore(async () => ({
      made: await make(under),
      current: await areCurrent(under, snapshot, cuts),
    }));
  const answer = await keep(fresh);
  const isKept = answer.current || caching === 'never';
  return { answer, caching: isKept ? caching : 'revalidate' };
}
