/** Finds areas by their names, and fetches their outlines. */
import {
  areasAnswer,
  fits,
  outlineAnswer,
  type NamedArea,
  type OutlineAnswer,
} from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import type { Network, Outcome } from '../../net/http-client.ts';
import type { BundleStore } from '../bundle/bundle-store.ts';
import type { ChosenArea } from './area-store.ts';

export type { NamedArea } from 'atlas-engine/http';

const TIMEOUT_MS = 15_000;
const LONGEST = 200;

interface Asking {
  readonly bundles: BundleStore;
  readonly network: Network;
}

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

/** Asks for the name and the outline of an area, with at most `vertices` vertices if it is given. */
export function askOutline(
  { dataset, id }: Pick<NamedArea, 'dataset' | 'id'>,
  { bundles, network }: Asking,
  { signal, vertices }: { readonly signal?: AbortSignal; readonly vertices?: number } = {},
): Promise<Outcome<OutlineAnswer>> {
  const query = new URLSearchParams({
    ...(dataset === undefined ? { project: String(id) } : { dataset, id: String(id) }),
    ...(vertices !== undefined && { vertices: String(vertices) }),
    locale: bundles.index.locale,
  });
  return network.json(`/api/areas/outline?${query}`, {
    ...(signal && { signal }),
    timeout: TIMEOUT_MS,
    reader: async () => (value) => fits(outlineAnswer, value),
  });
}

/** Returns the outline of an area; null if the server does not answer, or no longer knows it. */
export async function outlineOf(
  named: Pick<NamedArea, 'dataset' | 'id'>,
  asking: Asking,
  signal?: AbortSignal,
): Promise<ChosenArea['geometry'] | null> {
  const outcome = await askOutline(named, asking, present({ signal }));
  return outcome.ok ? outcome.value.geometry : null;
}

/** Returns a named area as the area of a tool. */
export function chosenArea(
  { dataset, title }: NamedArea,
  geometry: ChosenArea['geometry'],
): ChosenArea {
  return { geometry, origin: 'named', name: title, source: dataset ?? 'project' };
}
