/** Whether a request for features asks for all of a dataset. */
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import type { Bounds } from '../../store/store.ts';

/**
 * Tells of a dataset whether the area that narrows a request leaves nothing out: there is none, or
 * it holds the bounds of the dataset. Nothing is left out of an empty one either.
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
  // What leads over the 180th meridian may leave out as little as one likes.
  const wide = outer[0] > outer[2] || (outer[0] <= west && outer[2] >= east);
  return wide && outer[1] <= south && outer[3] >= north;
}
