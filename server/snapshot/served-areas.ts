import type { AtlasModel } from 'atlas-engine';
import { ringOf, type Frame, type Ring } from 'atlas-engine/runtime';
import type { ServedAreas } from '../access/atlas-snapshot.ts';

/** Returns the areas that can be chosen by name. */
export function servedAreas(
  { datasets, projects }: AtlasModel,
  frames: ReadonlyMap<string, Frame>,
): ServedAreas {
  const declared = [...datasets.values()].filter(({ feeds }) => feeds.areas && feeds.search);
  return {
    datasets: new Set(declared.map(({ id }) => id)),
    projects: new Map(
      projects.map(({ id, extent }) => [id, ringsOf(frames.get(id)) ?? [ringOf(extent)]] as const),
    ),
  };
}

/** Returns the rings of the outline in a frame. */
function ringsOf(frame: Frame | undefined): readonly Ring[] | undefined {
  return frame?.features.flatMap(({ geometry }) =>
    geometry.type === 'MultiLineString' ? geometry.coordinates : [],
  );
}
