/**
 * Decides which data a visitor may see. Every route uses these functions and has no rules of its
 * own. Access that is not explicitly allowed is denied (specification, section 6).
 */
import type { Access, DatasetAccess, Use } from 'atlas-engine';
import type { ToolName } from 'atlas-engine/runtime';
import type { Asker } from './asker.ts';
import { UNSCOPED } from './sight.ts';

/** The services of the server under which a dataset can have a separate name. */
export type Feed = 'tiles' | 'geojson' | 'wms';

/**
 * A cut: the part of one dataset that a visitor receives, with the fields that the visitor may see.
 */
export interface AllowedCut {
  readonly dataset: string;
  /** Names of the fields, in the order of declaration. */
  readonly fields: readonly string[];
  /**
   * The highest rank that this cut requires. Visitors with the same value receive the same data.
   */
  readonly rank: number;
}

/** The status: 401 to log in, 403 if the account has no permission, 404 as for an unknown name. */
export interface Denied {
  readonly allow: false;
  readonly status: 401 | 403 | 404;
}

export type Decision = ({ readonly allow: true } & AllowedCut) | Denied;

export type NameDecision = { readonly allow: true; readonly cuts: readonly AllowedCut[] } | Denied;

const UNKNOWN: Denied = { allow: false, status: 404 };

/**
 * Returns the permission that a response requires: that of `whole` if it contains all features of
 * the dataset.
 */
export function useOf(access: Access, dataset: string, whole: boolean): Use {
  return whole ? (access.datasets.get(dataset)?.whole ?? 'download') : 'view';
}

/**
 * Decides which part of a dataset a visitor receives for a use. An unknown dataset is denied with
 * 404.
 */
export function decide(
  access: Access,
  asker: Asker,
  wanted: { readonly dataset: string; readonly use: Use },
): Decision {
  const dataset = access.datasets.get(wanted.dataset);
  if (!dataset || !isFor(access, asker)) return UNKNOWN;
  const needed = neededRank(dataset, wanted.use);
  // Nobody has a use that is not part of the consent, so it is as unknown as one that is not offered.
  if (needed === Infinity) return UNKNOWN;
  if (!(asker.rank >= needed)) return deny(dataset, asker);
  const fields = dataset.fields.filter((field) => asker.rank >= field.rank);
  return {
    allow: true,
    dataset: dataset.dataset,
    fields: fields.map((field) => field.name),
    rank: Math.max(needed, ...fields.map((field) => field.rank)),
  };
}

/**
 * Decides what a visitor receives under a name of a feed: the cuts (`AllowedCut`) of the datasets
 * that the visitor may see. If there are none, a locked dataset gives 401 or 403; otherwise the
 * name is unknown (404).
 */
export function decideName(
  access: Access,
  asker: Asker,
  wanted: {
    readonly feed: Feed;
    readonly name: string;
    /** Returns whether the request is for a whole dataset. The default is false. */
    readonly whole?: (dataset: string) => boolean;
  },
): NameDecision {
  const ids = access[wanted.feed].get(wanted.name) ?? [];
  const decisions = ids.map((dataset) => {
    const use = useOf(access, dataset, wanted.whole?.(dataset) === true);
    return decide(access, asker, { dataset, use });
  });
  const cuts = decisions.filter((decision) => decision.allow);
  if (cuts.length > 0) return { allow: true, cuts };
  const locked = decisions.find((decision) => !decision.allow && decision.status !== 404);
  return locked && !locked.allow ? locked : UNKNOWN;
}

/**
 * Returns whether everyone may keep an answer with these cuts permanently: everyone may see them, and
 * no consent to them can end.
 */
export function mayBeKept(access: Access, cuts: readonly AllowedCut[]): boolean {
  return cuts.every(({ dataset, rank }) => rank === 0 && !access.datasets.get(dataset)?.revocable);
}

/**
 * Decides whether a visitor may have the pictures of a field. `rank` is the required rank. A field
 * above the visitor's level gives the same answer as one that does not exist.
 */
export function decideField(
  access: Access,
  asker: Asker,
  wanted: { readonly dataset: string; readonly field: string },
): { readonly allow: true; readonly rank: number; readonly revocable: true | undefined } | Denied {
  const decision = decide(access, asker, { dataset: wanted.dataset, use: 'view' });
  if (!decision.allow) return decision;
  if (!decision.fields.includes(wanted.field)) return UNKNOWN;
  const { fields, rank, revocable } = access.datasets.get(wanted.dataset)!;
  const field = fields.find(({ name }) => name === wanted.field)!;
  const needed = Math.max(field.rank, rank.view);
  return { allow: true, rank: needed, revocable };
}

/**
 * Decides whether a visitor may have a file of the configuration, by its path in the configuration
 * folder. Only files that the model shows to the visitor are allowed. File names may reveal data,
 * so any other file gives 404, even if its group is listed with a lock.
 */
export function decideFile(
  access: Access,
  asker: Asker,
  path: string,
): { readonly allow: true; readonly rank: number } | Denied {
  const rank = access.files.get(path);
  return rank !== undefined && asker.rank >= rank && isFor(access, asker)
    ? { allow: true, rank }
    : UNKNOWN;
}

/**
 * Decides whether a visitor may use a tool. The data that the tool reads are decided for each
 * dataset, by `decide`. A tool that the atlas does not have is unknown.
 */
export function decideTool(
  access: Access,
  asker: Asker,
  id: ToolName,
): { readonly allow: true } | Denied {
  const tool = access.tools.get(id);
  if (!tool || !isFor(access, asker)) return UNKNOWN;
  if (asker.rank >= tool.rank) return { allow: true };
  if (tool.whenDenied === 'hide') return UNKNOWN;
  return { allow: false, status: asker.account ? 403 : 401 };
}

/**
 * Returns whether rules that grants for places have opened are used for an account with these grants,
 * or for what everyone may see.
 */
function isFor({ scopes = UNSCOPED }: Access, asker: Asker): boolean {
  return scopes === UNSCOPED || scopes === asker.scopes || asker.rank === 0;
}

/** Returns the rank that a use requires. Every other use also requires the `view` permission. */
function neededRank(dataset: DatasetAccess, use: Use): number {
  return Math.max(dataset.rank.view, dataset.rank[use]);
}

function deny(dataset: DatasetAccess, asker: Asker): Denied {
  // A visitor who may view the dataset knows that it exists, so the reason can be given.
  if (dataset.whenDenied === 'hide' && !(asker.rank >= dataset.rank.view)) return UNKNOWN;
  return { allow: false, status: asker.account ? 403 : 401 };
}
