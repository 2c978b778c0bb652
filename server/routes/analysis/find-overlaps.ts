/** Compares two layers: which features of the one overlap features of the other. */
import type { ComparableAnswer, Overlap, OverlapsAnswer } from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import { DeadlineExceeded } from '../../geometry/index.ts';
import type { ListedFeature, Overlaps } from '../../store/store.ts';
import {
  allowedDatasets,
  AT_ONCE,
  hasFeatures,
  isNamed,
  nameFields,
  namesOf,
  type AnalysisContext,
  type OfFeatures,
} from './each-dataset.ts';

/** Maximum number of features of the other layer that are listed for a feature. */
export const MOST_OTHERS = 10;

/** After this many results, or this time in milliseconds, the next features are left to the next request. */
const MOST_FOUND = 50;
const BUDGET_MS = 2_000;

/** Number of features that are read together. */
const READ_TOGETHER = 20;

/** A feature of the layer: the last one that was compared. */
export interface LastCompared {
  readonly dataset: string;
  readonly id: number;
}

/** A layer: the datasets of a group, such as one for each country. At least one. */
type Layer = readonly OfFeatures[];

interface Comparison {
  readonly layer: Layer;
  readonly other: Layer;
  /** The features after this one are compared; null for all. */
  readonly after: LastCompared | null;
}

/** Returns the layers that the visitor may analyse, in the order of the analysis. */
export function comparableLayers(context: AnalysisContext): ComparableAnswer['layers'] {
  return [...layersOf(context)].map(([group, [{ one }]]) => ({
    group,
    name: one.group!.name,
    geometry: one.geometry,
  }));
}

/** Returns the datasets of each layer that the visitor may analyse, by its group. */
export function layersOf(
  context: AnalysisContext,
): ReadonlyMap<string, readonly [OfFeatures, ...OfFeatures[]]> {
  const layers = new Map<string, [OfFeatures, ...OfFeatures[]]>();
  for (const allowed of allowedDatasets(context).filter(hasFeatures)) {
    if (!isNamed(allowed.one, context.visitor)) continue;
    const { id } = allowed.one.group!;
    const own = layers.get(id);
    if (own) own.push(allowed);
    else layers.set(id, [allowed]);
  }
  return layers;
}

/**
 * Compares the next features of a layer, in the order of its datasets and ids. A feature that takes
 * longer than the time limit of the tool is counted as slow.
 */
export async function findOverlaps(
  comparison: Comparison,
  context: AnalysisContext,
): Promise<OverlapsAnswer> {
  const until = performance.now() + BUDGET_MS;
  const found: Overlap[] = [];
  const answer = { count: await countOf(comparison.layer, context), compared: 0, slow: 0 };
  for await (const { allowed, features } of readTogether(comparison, context)) {
    for (let at = 0; at < features.length; at += AT_ONCE) {
      context.gone.throwIfAborted();
      const some = features.slice(at, at + AT_ONCE);
      const compared = await Promise.all(
        some.map((feature) => compareInTime(feature, { allowed, ...comparison }, context)),
      );
      answer.compared += some.length;
      answer.slow += compared.filter((one) => one === 'slow').length;
      found.push(...compared.filter((one) => typeof one === 'object' && one !== null));
      if (found.length < MOST_FOUND && performance.now() < until) continue;
      const next = `${allowed.one.dataset}:${some.at(-1)!.id}`;
      return { ...answer, found, next };
    }
  }
  return { ...answer, found };
}

async function countOf(layer: Layer, { store }: AnalysisContext): Promise<number> {
  const all = await Promise.all(layer.map(({ one }) => store.status(one.dataset)));
  return all.reduce((sum, status) => sum + (status?.count ?? 0), 0);
}

/** Reads the features of the layer that come next, some at a time. */
async function* readTogether(
  { layer, after }: Comparison,
  { store, visitor }: AnalysisContext,
): AsyncGenerator<{
  readonly allowed: OfFeatures;
  readonly features: readonly ListedFeature[];
}> {
  const first = after ? layer.findIndex(({ one }) => one.dataset === after.dataset) : 0;
  for (const allowed of layer.slice(first)) {
    const { dataset } = allowed.one;
    const cut = { dataset, fields: nameFields(allowed, visitor), limit: READ_TOGETHER };
    let last = after?.dataset === dataset ? after.id : 0;
    for (;;) {
      const features = await store.list({ ...cut, after: last });
      if (features.length > 0) yield { allowed, features };
      if (features.length < READ_TOGETHER) break;
      last = features.at(-1)!.id;
    }
  }
}

/** Which feature of which layer is compared with which other layer. */
interface Compared {
  readonly allowed: OfFeatures;
  readonly other: Layer;
}

/** Returns null for a feature that overlaps nothing. */
async function compareInTime(
  feature: ListedFeature,
  compared: Compared,
  context: AnalysisContext,
): Promise<Overlap | 'slow' | null> {
  try {
    return await compare(feature, compared, context);
  } catch (error) {
    if (error instanceof DeadlineExceeded) return 'slow';
    throw error;
  }
}

async function compare(
  { id, bounds, properties }: ListedFeature,
  { allowed, other }: Compared,
  context: AnalysisContext,
): Promise<Overlap | null> {
  const { visitor } = context;
  const { dataset } = allowed.one;
  const found: { readonly each: OfFeatures; readonly overlaps: Overlaps }[] = [];
  for (const each of other) {
    const overlaps = await overlapsOf({ dataset, id }, each, context);
    if (overlaps && overlaps.count > 0) found.push({ each, overlaps });
  }
  if (found.length === 0) return null;
  const areAreas = [allowed, ...other].every(({ one }) => one.geometry === 'polygon');
  const others = found
    .flatMap(({ each, overlaps }) => overlaps.largest.map((one) => ({ each, one })))
    .sort((a, b) => b.one.shared - a.one.shared)
    .slice(0, MOST_OTHERS);
  const sumOf = (figure: 'count' | 'covered'): number =>
    found.reduce((sum, { overlaps }) => sum + overlaps[figure], 0);
  const [{ overlaps }] = found as [(typeof found)[number]];
  return present({
    dataset,
    id,
    name: namesOf(allowed, properties, visitor),
    bounds,
    ...(areAreas && {
      area: overlaps.area,
      covered: Math.min(overlaps.area, sumOf('covered')),
    }),
    others: others.map(({ each, one }) =>
      present({
        dataset: each.one.dataset,
        id: one.id,
        name: namesOf(each, one.properties, visitor),
        bounds: one.bounds,
        ...(areAreas && { area: one.area, shared: Math.min(one.shared, one.area, overlaps.area) }),
      }),
    ),
    more: sumOf('count') > MOST_OTHERS || undefined,
  });
}

/** Returns the features of a dataset that share more with a feature than an edge, but itself. */
function overlapsOf(
  of: { readonly dataset: string; readonly id: number },
  other: OfFeatures,
  { store, snapshot, visitor }: AnalysisContext,
): Promise<Overlaps | null> {
  return store.overlaps({
    dataset: other.one.dataset,
    fields: nameFields(other, visitor),
    of,
    limit: MOST_OTHERS,
    timeout: snapshot.analysis.timeout,
  });
}
