/**
 * The one way from a name to an answer that some may see and others may not. Its order is the
 * security argument: choose the cuts, make the answer from them, check that the store still has the
 * versions of the snapshot, and only then decide who may keep the answer.
 */
import type { FastifyRequest } from 'fastify';
import { deniedError, fromStore } from '../http/errors.ts';
import type { Caching } from '../http/send-encoded.ts';
import type { DatasetStore } from '../store/store.ts';
import { ANONYMOUS } from './asker.ts';
import { versionOfCuts } from './atlas-snapshot.ts';
import { areCurrent } from './current-cuts.ts';
import { storeUnder } from './loaded-for.ts';
import { decideName, type AllowedCut } from './policies.ts';

/** What the asker is given, and how long the answer may be kept as long as its data are current. */
export interface Choice {
  readonly cuts: readonly AllowedCut[];
  readonly caching: Caching;
}

type NameRequest = Parameters<typeof decideName>[2];

/** An answer, and whether the store had the versions of the snapshot after it was made. */
export interface Made<T> {
  readonly made: T;
  readonly current: boolean;
}

/** The highest rank that these cuts need. */
export function highestRank(cuts: readonly AllowedCut[]): number {
  return Math.max(0, ...cuts.map(({ cut }) => cut));
}

/**
 * The cuts that everyone may see, when `version` is theirs: an address with that version gives
 * everyone the same. Null otherwise.
 */
export function openCuts(
  { atlas: { snapshot } }: FastifyRequest,
  named: NameRequest,
  version: string | undefined,
): readonly AllowedCut[] | null {
  if (version === undefined) return null;
  const open = decideName(snapshot.access, ANONYMOUS, named);
  return open.allow && version === versionOfCuts(snapshot, open.cuts) ? open.cuts : null;
}

/**
 * Chooses the cuts of a name. Under the version of what everyone may see, everyone is given just
 * that, so that anyone may keep it for ever. Under another version, or none, the asker is given what
 * is theirs; `changing` says how an open answer may then be kept. Throws `HttpError` 401, 403 or 404.
 */
export function chooseCuts(
  request: FastifyRequest,
  named: NameRequest,
  { version, changing }: { readonly version: string | undefined; readonly changing: Caching },
): Choice {
  const open = openCuts(request, named, version);
  if (open !== null) return { cuts: open, caching: 'immutable' };
  const { snapshot, asker } = request.atlas;
  const own = decideName(snapshot.access, asker, named);
  if (!own.allow) throw deniedError(own.status);
  return { cuts: own.cuts, caching: highestRank(own.cuts) > 0 ? 'never' : changing };
}

/**
 * Makes an answer from the cuts that were chosen. `make` reads the store under the rules of the
 * snapshot; `keep` looks whether the answer is kept already. A load beside the server may change
 * over to other versions meanwhile: such an answer is sent, and kept by nobody for long. Throws
 * `HttpError` 503 when the store fails.
 */
export async function answerFrom<T, K extends { readonly current: boolean }>(
  { atlas: { snapshot } }: FastifyRequest,
  {
    store,
    choice: { cuts, caching },
    make,
    keep,
  }: {
    readonly store: DatasetStore;
    readonly choice: Choice;
    readonly make: (store: DatasetStore) => Promise<T>;
    readonly keep: (fresh: () => Promise<Made<T>>) => Promise<K>;
  },
): Promise<{ readonly answer: K; readonly caching: Caching }> {
  const fresh = (): Promise<Made<T>> =>
    fromStore(async () => ({
      made: await make(storeUnder(store, snapshot)),
      current: await areCurrent(store, snapshot, cuts),
    }));
  const answer = await keep(fresh);
  const isKept = answer.current || caching === 'never';
  return { answer, caching: isKept ? caching : 'revalidate' };
}
