/**
 * Who may have what. Every route asks here and nowhere else; what is not allowed in so many words
 * is denied (specification, section 6).
 */
import type { Access, DatasetAccess, Use } from 'atlas-engine';
import type { Asker } from './asker.ts';

/** The ways datasets are reached by a name of their own. */
export type Feed = 'tiles' | 'geojson' | 'wms';

/** The part of one dataset that an asker receives. */
export interface AllowedCut {
  readonly dataset: string;
  /** Names of the fields, in the order of declaration. */
  readonly fields: readonly string[];
  /** The highest rank that this cut needed: two askers with the same cut receive the same. */
  readonly cut: number;
}

/** 401: log in. 403: this account may not. 404: the same as for a name that does not exist. */
export interface Denied {
  readonly allow: false;
  readonly status: 401 | 403 | 404;
}

export type Decision = ({ readonly allow: true } & AllowedCut) | Denied;

export type NameDecision = { readonly allow: true; readonly cuts: readonly AllowedCut[] } | Denied;

const UNKNOWN: Denied = { allow: false, status: 404 };

/** The use that an answer with features of a dataset counts as: all of them, or a part. */
export function useOf(access: Access, dataset: string, whole: boolean): Use {
  return whole ? (access.datasets.get(dataset)?.whole ?? 'download') : 'view';
}

/** Decides what of one dataset an asker receives for a use; an unknown dataset is denied as 404. */
export function decide(
  access: Access,
  asker: Asker,
  wish: { readonly dataset: string; readonly use: Use },
): Decision {
  const dataset = access.datasets.get(wish.dataset);
  if (!dataset) return UNKNOWN;
  const needed = neededRank(dataset, wish.use);
  if (!(asker.rank >= needed)) return deny(dataset, asker);
  const fields = dataset.fields.filter((field) => asker.rank >= field.rank);
  return {
    allow: true,
    dataset: dataset.dataset,
    fields: fields.map((field) => field.name),
    cut: Math.max(needed, ...fields.map((field) => field.rank)),
  };
}

/**
 * Decides what an asker receives under a name of a feed: the cuts of the datasets open to them. When
 * none is, a locked one among them shows (401 or 403), else the name is unknown (404).
 */
export function decideName(
  access: Access,
  asker: Asker,
  wish: {
    readonly feed: Feed;
    readonly name: string;
    /** Tells whether all of a dataset is asked for in one answer; default: no. */
    readonly whole?: (dataset: string) => boolean;
  },
): NameDecision {
  const ids = access[wish.feed].get(wish.name) ?? [];
  const decisions = ids.map((dataset) => {
    const use = useOf(access, dataset, wish.whole?.(dataset) === true);
    return decide(access, asker, { dataset, use });
  });
  const cuts = decisions.filter((decision) => decision.allow);
  if (cuts.length > 0) return { allow: true, cuts };
  const locked = decisions.find((decision) => !decision.allow && decision.status !== 404);
  return locked && !locked.allow ? locked : UNKNOWN;
}

/**
 * Decides whether an asker may have the pictures of a field. `rank` is what it needed; a field above
 * the asker is as unknown as one that does not exist.
 */
export function decideField(
  access: Access,
  asker: Asker,
  wish: { readonly dataset: string; readonly field: string },
): { readonly allow: true; readonly rank: number } | Denied {
  const decision = decide(access, asker, { dataset: wish.dataset, use: 'view' });
  if (!decision.allow) return decision;
  if (!decision.fields.includes(wish.field)) return UNKNOWN;
  const { fields, rank } = access.datasets.get(wish.dataset)!;
  const field = fields.find(({ name }) => name === wish.field)!;
  return { allow: true, rank: Math.max(field.rank, rank.view) };
}

/**
 * Decides on a file of the configuration by its path in it: one the model shows to the asker. Names
 * of files are content: any other is unknown, even where its group is listed with a lock.
 */
export function decideFile(
  access: Access,
  asker: Asker,
  path: string,
): { readonly allow: true; readonly rank: number } | Denied {
  const rank = access.files.get(path);
  return rank !== undefined && asker.rank >= rank ? { allow: true, rank } : UNKNOWN;
}

/** Viewing stands below every other use: who may not see may not analyse or download either. */
function neededRank(dataset: DatasetAccess, use: Use): number {
  return Math.max(dataset.rank.view, dataset.rank[use]);
}

function deny(dataset: DatasetAccess, asker: Asker): Denied {
  // One who may view is told why a stricter use is refused; there is nothing left to hide.
  if (dataset.whenDenied === 'hide' && !(asker.rank >= dataset.rank.view)) return UNKNOWN;
  return { allow: false, status: asker.account ? 403 : 401 };
}
