/** Finds areas by their names, and fetches their outlines. */
import { areasAnswer, fits, outlineAnswer, type NamedArea } from 'atlas-engine/http';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import type { ChosenArea } from '../../stores/places/area-store.ts';

export type { NamedArea } from 'atlas-engine/http';

const TIMEOUT_MS = 15_000;
const LONGEST = 200;

type Asking = Pick<AtlasStore, 'bundles' | 'network'>;

/** Returns the areas with a name, the best first; null if the server does not answer. */
export async function findAreas(
  text: string,
  { bundles, network }: Asking,
  signal: AbortSignal,
): Promise<readonly NamedArea[] | null> {
  const query = new URLSearchParams({ q: text.slice(0, LONGEST), locale: bundles.index.locale });
  const outcome = await network.json(`/api/areas?${query}`, {
    signal,
    timeout: TIMEOUT_MS,
    reader: async () => (value) => fits(areasAnswer, value),
  });
  return outcome.ok ? outcome.value.areas : null;
}

/** Returns the outline of an area; null if the server does not answer, or no longer knows it. */
export async function outlineOf(
  { dataset, id }: Pick<NamedArea, 'dataset' | 'id'>,
  { network }: Pick<Asking, 'network'>,
  signal?: AbortSignal,
): Promise<ChosenArea['geometry'] | null> {
  const query = new URLSearchParams(
    dataset === undefined ? { project: String(id) } : { dataset, id: String(id) },
  );
  const outcome = await network.json(`/api/areas/outline?${query}`, {
    ...(signal && { signal }),
    timeout: TIMEOUT_MS,
    reader: async () => (value) => fits(outlineAnswer, value),
  });
  return outcome.ok ? outcome.value.geometry : null;
}

/** Returns a named area as the area of a tool. */
export function chosenArea(
  { dataset, title }: NamedArea,
  geometry: ChosenArea['geometry'],
): ChosenArea {
  return { geometry, origin: 'named', name: title, source: dataset ?? 'project' };
}
