/** Finds the view of a map that shows the frame of a project. */
import type { Project } from 'atlas-engine';
import type { BundleIndex, Frame } from 'atlas-engine/runtime';

/** Width of the world at zoom 0 in px. */
const WORLD_PX = 512;
/** Share of the picture that the frame fills. */
const FILLED = 0.92;

/**
 * Returns the view (`zoom/lat/lng`) in which the frame of a project, or else its extent, fits into a
 * picture in the middle of the map. `url` is the address of the running atlas.
 */
export async function viewOfFrame(
  url: string,
  { id, extent }: Pick<Project, 'id' | 'extent'>,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<string> {
  const places = (await frameOfProject(url, id)) ?? [
    [extent[0], extent[1]],
    [extent[2], extent[3]],
  ];
  const x = places.map(([lng]) => (lng + 180) / 360);
  const y = places.map(([, lat]) => mercator(lat));
  const [west, east] = [Math.min(...x), Math.max(...x)];
  const [south, north] = [Math.min(...y), Math.max(...y)];
  const scale = Math.min(width / (east - west), height / (north - south)) * FILLED;
  const zoom = Math.log2(scale / WORLD_PX);
  const lng = ((west + east) / 2) * 360 - 180;
  return [zoom.toFixed(2), latitude((south + north) / 2).toFixed(4), lng.toFixed(4)].join('/');
}

/** Returns the vertices of the frame; undefined when the project has none. */
async function frameOfProject(
  url: string,
  project: string,
): Promise<readonly (readonly [number, number])[] | undefined> {
  const page = await (await fetch(url)).text();
  const text = /<script[^>]*id="atlas-index"[^>]*>([\s\S]*?)<\/script>/.exec(page)?.[1];
  const { projects } = JSON.parse(text ?? '{"projects":[]}') as Pick<BundleIndex, 'projects'>;
  const frame = projects.find(({ id }) => id === project)?.frame;
  if (frame === undefined) return undefined;
  const { features } = (await (await fetch(url + frame)).json()) as Frame;
  return features.flatMap(({ geometry }) =>
    geometry.type === 'MultiLineString' ? geometry.coordinates.flat() : [],
  );
}

/** Returns the Web Mercator y of a latitude, in widths of the world, from the equator. */
function mercator(lat: number): number {
  return Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI);
}

function latitude(y: number): number {
  return (Math.atan(Math.exp(y * 2 * Math.PI)) * 360) / Math.PI - 90;
}
