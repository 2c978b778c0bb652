/** What the analysis of an area, the search for what is near and the comparison of layers have in common. */
import type { AnalysisDataset } from 'atlas-engine';
import type { Asker } from '../../access/asker.ts';
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { decide } from '../../access/policies.ts';
import { DeadlineExceeded } from '../../geometry/index.ts';
import type { Attributes, DatasetStore } from '../../store/store.ts';

export interface AnalysisContext {
  readonly store: DatasetStore;
  readonly snapshot: AtlasSnapshot;
  readonly visitor: Asker;
  /** A signal that is aborted when the client disconnects. */
  readonly gone: AbortSignal;
}

/** A dataset that the visitor may analyse. */
export interface AllowedDataset {
  readonly one: AnalysisDataset;
  /** The fields that the visitor may see. */
  readonly fields: readonly string[];
}

/** A dataset of features. The cells of a raster are not objects. */
export type OfFeatures = AllowedDataset & {
  readonly one: { readonly geometry: Exclude<AnalysisDataset['geometry'], 'raster'> };
};

export function hasFeatures(allowed: AllowedDataset): allowed is OfFeatures {
  return allowed.one.geometry !== 'raster';
}

/** The names of a feature by language. */
export type Names = Readonly<Record<string, string>>;

/** Maximum number of datasets analysed at the same time. The other threads are for other requests. */
export const AT_ONCE = 2;

/** The part of the time limit in which a dataset must be done, before the slower ones have the rest. */
const FIRST_SHARE = 1 / 8;

/**
 * Returns the loaded datasets that the visitor may analyse in the order of the snapshot; datasets of
 * groups that the visitor may not view follow, by their ids. Others leave no trace.
 */
export function allowedDatasets(context: AnalysisContext): readonly AllowedDataset[] {
  const { snapshot, visitor } = context;
  return inOrder(context).flatMap((one) => {
    const cut = decide(snapshot.access, visitor, { dataset: one.dataset, use: 'analyse' });
    const isLoaded = snapshot.datasets.get(one.dataset)?.stored !== undefined;
    return cut.allow && isLoaded ? [{ one, fields: cut.fields }] : [];
  });
}

/**
 * Does something for each dataset within the time limit of the tool, and returns the results. One that
 * is not done is left out, which does not affect the others. `decided` is called for each dataset when
 * it is done, or was given up: in their order, but those that had to be tried twice are last.
 */
export async function eachInTime<Asked, Found>(
  asked: readonly Asked[],
  work: (one: Asked, timeout: number) => Promise<Found>,
  { snapshot, gone }: AnalysisContext,
  decided: (one: Asked, found: Found | null) => void = () => undefined,
): Promise<ReadonlyMap<Asked, Found>> {
  const { timeout } = snapshot.analysis;
  const until = performance.now() + timeout;
  const found = new Map<Asked, Found>();
  const workOn = async (one: Asked, limit: number): Promise<void> => {
    gone.throwIfAborted();
    const rest = until - performance.now();
    if (rest <= 0) return;
    try {
      found.set(one, await work(one, Math.min(limit, rest)));
    } catch (error) {
      if (!(error instanceof DeadlineExceeded)) throw error;
    }
  };
  const tryAll = async (some: readonly Asked[], limit: number, isLast: boolean): Promise<void> => {
    const tried = new Set<Asked>();
    let next = 0;
    const tell = (): void => {
      for (; next < some.length && tried.has(some[next]!); next++) {
        const one = some[next]!;
        if (isLast || found.has(one)) decided(one, found.get(one) ?? null);
      }
    };
    const left = some.values();
    const workOnNext = async (): Promise<void> => {
      for (const one of left) {
        await workOn(one, limit);
        tried.add(one);
        tell();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, workOnNext));
  };
  await tryAll(asked, FIRST_SHARE * timeout, false);
  const rest = asked.filter((one) => !found.has(one));
  await tryAll(rest, timeout, true);
  return found;
}

/** Returns whether the visitor may view the group whose classes and labels the dataset has. */
export function isNamed({ group }: AnalysisDataset, visitor: Asker): boolean {
  return group !== null && visitor.rank >= group.rank;
}

/** Returns the fields that name a feature, if the visitor may see the group that names it. */
export function nameFields({ one, fields }: AllowedDataset, visitor: Asker): readonly string[] {
  if (!isNamed(one, visitor)) return [];
  return [...new Set(Object.values(one.title).flat())].filter((name) => fields.includes(name));
}

/** Returns the name of a feature in each language, by the values of its `nameFields` alone. */
export function namesOf(
  allowed: AllowedDataset,
  properties: Attributes,
  visitor: Asker,
): Names | undefined {
  const { title, labels } = allowed.one;
  const read = nameFields(allowed, visitor);
  const names = Object.entries(title).flatMap(([locale, order]) => {
    const values = order.map((field) => {
      const value = read.includes(field) ? properties[field] : null;
      const label = labels[field]?.find(([one]) => one === String(value))?.[1];
      return label?.[locale] ?? value;
    });
    const name = values.find((value) => typeof value === 'string' && value !== '');
    return typeof name === 'string' ? [[locale, name] as const] : [];
  });
  return names.length > 0 ? Object.fromEntries(names) : undefined;
}

/** Returns the field that says what a feature is, unless it is its name. */
export function kindFields(allowed: AllowedDataset, visitor: Asker): readonly string[] {
  const { one, fields } = allowed;
  if (one.kind === null || !isNamed(one, visitor) || !fields.includes(one.kind)) return [];
  return nameFields(allowed, visitor).includes(one.kind) ? [] : [one.kind];
}

/** Returns what a feature is in each language, by the value of its `kindFields`. */
export function kindOf(
  allowed: AllowedDataset,
  properties: Attributes,
  visitor: Asker,
): Names | undefined {
  const [field = ''] = kindFields(allowed, visitor);
  return allowed.one.labels[field]?.find(([value]) => value === String(properties[field]))?.[1];
}

/** Returns the datasets in an order that does not depend on groups that the visitor may not view. */
function inOrder({ snapshot, visitor }: AnalysisContext): readonly AnalysisDataset[] {
  const { datasets } = snapshot.analysis;
  const rest = datasets.filter((one) => !isNamed(one, visitor));
  return [
    ...datasets.filter((one) => isNamed(one, visitor)),
    ...rest.sort((a, b) => (a.dataset < b.dataset ? -1 : 1)),
  ];
}
