/** Whether a request for features asks for all of a dataset. */
import type { AtlasSnapshot } from '../../atlas-snapshot.ts';
import type { Bounds } from '../../store/store.ts';

/**
 * Tells of a dataset whether the areas that narrow a request leave nothing out: there are none, or
 * each holds the bounds of the dataset. Nothing is left out of an empty one either.
 */
export function asksWhole(
  { datasets }: AtlasSnapshot,
  areas: readonly Bounds[],
): (dataset: string) => boolean {
  return (dataset) => {
    const bounds = datasets.get(dataset)?.bounds ?? null;
    return bounds === null || areas.every((area) => holds(area, bounds));
  };
}

function holds(outer: Bounds, inner: Bounds): boolean {
  const [west, south, east, north] = inner;
  return outer[0] <= west && outer[1] <= south && outer[2] >= east && outer[3] >= north;
}
