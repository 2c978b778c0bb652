/** Determines whether a request for features is for a whole dataset. */
import type { Use } from 'atlas-engine';
import type { FastifyRequest } from 'fastify';
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { storeUnder } from '../../access/loaded-for.ts';
import { decide, useOf } from '../../access/policies.ts';
import { UNITS_PER_DEGREE } from '../../geometry/index.ts';
import { fromStore } from '../../http/errors.ts';
import { createGate } from '../../http/gate.ts';
import { packQuery, type QueryGeometry } from '../../store/query-geometry.ts';
import type { Bounds, DatasetStore } from '../../store/store.ts';

/**
 * The largest part of the features of a dataset that is not the whole. Without it, an area that
 * leaves out a strip of the extent would give everything.
 */
const LARGEST_PART = 0.5;

/** Time limit of a count in milliseconds, as that of a search. */
const TIMEOUT = 5_000;

/** The area of a request, as a box or a geometry, and its bounds in degrees. */
export interface AskedArea {
  readonly bounds: Bounds;
  /** Null if the area is the box `bounds`; west greater than east crosses the 180th meridian. */
  readonly geometry: QueryGeometry | null;
}

/** Returns which of the datasets a request includes as a whole. */
export type WholeFinder = (
  request: FastifyRequest,
  datasets: readonly string[],
  asked: { readonly area: AskedArea | null; readonly signal: AbortSignal },
) => Promise<(dataset: string) => boolean>;

/**
 * Creates the function that tests whether a request includes a whole dataset: the request has no
 * area, or its area contains the bounds of the dataset or touches more than half of its features. An
 * empty dataset always counts as whole. Features are counted only where a part requires less than
 * the whole.
 */
export function createWholeFinder(store: DatasetStore): WholeFinder {
  const gate = createGate({ atOnce: 2, waiting: 200 });

  const isWhole = async (
    { atlas: { snapshot } }: FastifyRequest,
    dataset: string,
    { area, signal }: { readonly area: AskedArea | null; readonly signal: AbortSignal },
  ): Promise<boolean> => {
    const bounds = snapshot.datasets.get(dataset)?.bounds ?? null;
    if (bounds === null || area === null || holds(area.bounds, bounds)) return true;
    const geometry = area.geometry ?? boxAsGeometry(area.bounds);
    const question = { dataset, geometry, timeout: TIMEOUT };
    const under = storeUnder(store, snapshot, 'view');
    const count = await gate(() => fromStore(() => under.count(question)), signal);
    const status = await fromStore(() => under.status(dataset));
    return count > (status?.count ?? 0) * LARGEST_PART;
  };

  return async (request, datasets, asked) => {
    const { snapshot, visitor } = request.atlas;
    const whole = new Set<string>();
    for (const dataset of datasets) {
      const rank = snapshot.access.datasets.get(dataset)?.rank;
      const use = useOf(snapshot.access, dataset, true);
      const isGuarded = rank && (rank[use] > rank.view || hasLess(snapshot, dataset, use));
      const mayView = decide(snapshot.access, visitor, { dataset, use: 'view' }).allow;
      if (isGuarded && mayView && (await isWhole(request, dataset, asked))) whole.add(dataset);
    }
    return (dataset) => whole.has(dataset);
  };
}

/** Returns whether the visitor has a smaller part of a dataset for a use than for viewing it. */
function hasLess({ excerpts }: AtlasSnapshot, dataset: string, use: Use): boolean {
  const parts = excerpts.get(dataset);
  return parts?.[use] !== parts?.view;
}

function holds(outer: Bounds, inner: Bounds): boolean {
  const [west, south, east, north] = inner;
  // A box across the 180th meridian leaves out a part of the world, which may be arbitrarily
  // narrow.
  const wide = outer[0] > outer[2] || (outer[0] <= west && outer[2] >= east);
  return wide && outer[1] <= south && outer[3] >= north;
}

/** Returns a box as a geometry, one unit wider on each side, since a box may be a line or a point. */
function boxAsGeometry([west, south, east, north]: Bounds): QueryGeometry {
  const unit = 1 / UNITS_PER_DEGREE;
  const [bottom, top] = [Math.max(-90, south - unit), Math.min(90, north + unit)];
  const ring = (from: number, to: number): [number, number][] => {
    const [left, right] = [Math.max(-180, from - unit), Math.min(180, to + unit)];
    return [
      [left, bottom],
      [right, bottom],
      [right, top],
      [left, top],
      [left, bottom],
    ];
  };
  const rings = west > east ? [ring(west, 180), ring(-180, east)] : [ring(west, east)];
  return packQuery({ type: 'MultiPolygon', coordinates: rings.map((one) => [one]) });
}
