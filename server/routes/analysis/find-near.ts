/** Finds what is near a place or a feature, layer by layer. */
import type { NearAnswer, NearFeature } from 'atlas-engine/http';
import { groupBy, present } from 'atlas-engine/runtime';
import { shownTo } from '../../access/atlas-snapshot.ts';
import type { QueryGeometry } from '../../store/query-geometry.ts';
import { MOST_COUNTED, type Near, type NearFeature as Found } from '../../store/store.ts';
import {
  allowedDatasets,
  eachInTime,
  hasFeatures,
  isNamed,
  kindFields,
  kindOf,
  nameFields,
  namesOf,
  type AllowedDataset,
  type AnalysisContext,
  type OfFeatures,
} from './each-dataset.ts';

/** Maximum number of features of a layer that touch the geometry, and of the nearest others. */
export const NEAREST = 5;

/** The distances in metres within which features are counted: those of the rings on the map. */
const RINGS = [1_000, 5_000, 10_000, 20_000] as const;

/** Decimals of degrees: the grid of the stores, about 1 cm. */
const PLACE_DECIMALS = 7;

export interface NearSearch extends AnalysisContext {
  readonly geometry: QueryGeometry;
  /** The feature whose geometry it is. */
  readonly of: { readonly dataset: string; readonly id: number } | null;
}

type Layer = NearAnswer['layers'][number];

/** A dataset with what is near in it; null if it was not done in time. */
interface Searched {
  readonly allowed: OfFeatures;
  readonly near: Near | null;
}

/**
 * Returns the layers that have features, the nearest first; those that were too slow follow. The
 * datasets of a group, such as one for each country, are one layer. A dataset that the visitor may not
 * analyse leaves no trace.
 */
export async function findNear(search: NearSearch): Promise<readonly Layer[]> {
  const { visitor } = search;
  const asked = allowedDatasets(search).filter(hasFeatures);
  const work = (one: AllowedDataset, timeout: number) => searchOne(one, search, timeout);
  const found = await eachInTime(asked, work, search);
  const searched = asked.map((allowed) => ({ allowed, near: found.get(allowed) ?? null }));
  const byLayer = groupBy(searched, ({ allowed: { one } }) =>
    isNamed(one, visitor) ? `group ${one.group!.id}` : `dataset ${one.dataset}`,
  );
  return [...byLayer.values()].flatMap((those) => layerOf(those, search) ?? []).sort(byDistance);
}

/** Searches a dataset. Throws `DeadlineExceeded` after a time limit in milliseconds. */
function searchOne(
  allowed: AllowedDataset,
  { store, visitor, geometry, of }: NearSearch,
  timeout: number,
): Promise<Near> {
  const { dataset } = allowed.one;
  const fields = [...nameFields(allowed, visitor), ...kindFields(allowed, visitor)];
  const except = of?.dataset === dataset ? of.id : null;
  return store.near({ dataset, fields, geometry, except, limit: NEAREST, rings: RINGS, timeout });
}

/** Joins the datasets of a layer; null if it has no features. */
function layerOf(those: readonly Searched[], search: NearSearch): Layer | null {
  const about = aboutOf(those, search);
  if (those.some(({ near }) => near === null)) return { ...about, state: 'too-slow' };
  const found = those.map(({ allowed, near }) => ({ allowed, near: near! }));
  const nearest = found
    .flatMap(({ allowed, near }) => near.nearest.map((feature) => ({ allowed, feature })))
    .sort((a, b) => a.feature.line.metres - b.feature.line.metres)
    .slice(0, NEAREST);
  const inside = found
    .flatMap(({ allowed, near }) => near.touching.map((feature) => ({ allowed, feature })))
    .slice(0, NEAREST);
  if (nearest.length === 0 && inside.length === 0) return null;
  return {
    ...about,
    count: found.reduce((sum, { near }) => sum + near.count, 0),
    inside: inside.map(({ allowed, feature }) => featureOf(allowed, feature, search)),
    nearest: nearest.map(({ allowed, feature }) => nearOf(allowed, feature, search)),
    within: RINGS.map((metres, i) => {
      const count = found.reduce((sum, { near }) => sum + near.within[i]!, 0);
      return { metres, count: Math.min(count, MOST_COUNTED) };
    }),
  };
}

/** Returns what the visitor may know about the layer itself. */
function aboutOf(those: readonly Searched[], { snapshot, visitor }: NearSearch) {
  const [{ one }] = those.map(({ allowed }) => allowed) as [OfFeatures];
  const named = isNamed(one, visitor);
  return {
    ...present({ group: named ? one.group!.id : undefined }),
    name: named
      ? one.group!.name
      : shownTo(snapshot.datasets.get(one.dataset)!, visitor.rank).title,
    geometry: one.geometry,
    sources: those.map(
      ({
        allowed: {
          one: { dataset, provider, date },
        },
      }) => ({
        dataset,
        ...(named && present({ provider: provider ?? undefined, date: date ?? undefined })),
      }),
    ),
  } satisfies Omit<Extract<Layer, { state: string }>, 'state'>;
}

function featureOf(
  allowed: AllowedDataset,
  { id, properties }: Pick<Found, 'id' | 'properties'>,
  { visitor }: NearSearch,
) {
  const name = namesOf(allowed, properties, visitor);
  const kind = kindOf(allowed, properties, visitor);
  return present({ dataset: allowed.one.dataset, id, name, kind });
}

function nearOf(allowed: AllowedDataset, found: Found, search: NearSearch): NearFeature {
  const { metres, bearing, end } = found.line;
  const [lng, lat] = end.map((degrees) => Number(degrees.toFixed(PLACE_DECIMALS)));
  return {
    ...featureOf(allowed, found, search),
    distance: Number(metres.toFixed(2)),
    bearing: Number(bearing.toFixed(2)) % 360,
    place: [lng!, lat!],
  };
}

/** Compares the distances to two layers. Those without one are last, in their order. */
function byDistance(a: Layer, b: Layer): number {
  const [one, other] = [distanceOf(a), distanceOf(b)];
  return one === other ? 0 : one - other;
}

/** Returns the distance to a layer: 0 inside of it. */
function distanceOf(layer: Layer): number {
  if ('state' in layer) return Infinity;
  return layer.inside.length > 0 ? 0 : layer.nearest[0]!.distance;
}
