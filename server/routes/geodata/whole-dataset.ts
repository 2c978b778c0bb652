/** Determines whether a request for features is for a whole dataset. */
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import type { Bounds } from '../../store/store.ts';

/**
 * Returns a function that tests whether a request includes a whole dataset: the request has no
 * area, or its area contains the bounds of the dataset. An empty dataset always counts as whole.
 */
export function asksWhole(
  { datasets }: AtlasSnapshot,
  area: Bounds | null,
): (dataset: string) => boolean {
  return (dataset) => {
    const bounds = datasets.get(dataset)?.bounds ?? null;
    return bounds === null || area === null || holds(area, bounds);
  };
}

function holds(outer: Bounds, inner: Bounds): boolean {
  const [west, south, east, north] = inner;
  // A box across the 180th meridian leaves out a part of the world, which may be arbitrarily
  // narrow.
  const wide = outer[0] > outer[2] || (outer[0] <= west && outer[2] >= east);
  return wide && outer[1] <= south && outer[3] >= north;
}
