/** Which part of the features of its input a dataset has. */
import { areImplied, isWithin, type Bounds, type Condition, type Dataset } from 'atlas-engine';

/** The features of a dataset, and what their ids are made from. */
export interface DataPart {
  /** All features meet these conditions. */
  readonly only: readonly Condition[];
  /** All features touch these bounds, `[west, south, east, north]`; null without a limit. */
  readonly bounds: Bounds | null;
  /** The field whose values are the ids; null if the ids are made from the content. */
  readonly key: string | null;
}

/** Returns the part that a dataset declares. */
export function partOf({ only, within, key, fields, permission }: Dataset): DataPart {
  const field = key === null ? undefined : fields.get(key);
  // A key that is restricted more than the dataset is not used, since the id would reveal it.
  const isUsed = field !== undefined && field.permission.rank <= permission.view.rank;
  return { only, bounds: within?.bounds ?? null, key: isUsed ? key : null };
}

/**
 * Returns whether data of one part may contain more than another part: features that it leaves out,
 * or ids made from another field, which may be restricted now. An unknown part contains no more.
 */
export function containsMore(stored: DataPart | undefined, wanted: DataPart | undefined): boolean {
  if (!stored || !wanted) return false;
  if (!areImplied(wanted.only, stored.only)) return true;
  if (stored.key !== null && stored.key !== wanted.key) return true;
  return wanted.bounds !== null && !(stored.bounds && isWithin(stored.bounds, wanted.bounds));
}
