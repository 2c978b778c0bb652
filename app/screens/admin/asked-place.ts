/** The place that a request for access is about, as the place of its grant. */
import type { CompiledForm } from 'atlas-engine/runtime';
import type { AdminRequest } from '../../account/admin-calls.ts';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import { askOutline, chosenArea, findAreas } from '../../stores/places/named-areas.ts';
import { areaText, MAX_AREA_VERTICES } from '../forms/area-text.ts';

/** Time in milliseconds after which the form opens without a place. */
const PATIENCE_MS = 4_000;

/**
 * Returns the area whose name is one of the options that the person chose, such as a country, as the text
 * of a form; null if none is.
 */
export async function askedPlace(
  { answers }: Pick<AdminRequest, 'answers'>,
  form: CompiledForm | undefined,
  atlas: Pick<AtlasStore, 'bundles' | 'network'>,
): Promise<string | null> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  for (const [field, answer] of Object.entries(answers)) {
    const schema = form?.schema.properties[field];
    const at = schema?.type === 'string' ? (schema.enum?.indexOf(String(answer)) ?? -1) : -1;
    const name = form?.ui[field]?.labels?.[at];
    if (name === undefined) continue;
    const found = await findAreas(name, atlas, signal);
    const area = found?.find(({ title }) => title === name);
    if (!area) continue;
    const outline = await askOutline(area, atlas, { signal, vertices: MAX_AREA_VERTICES });
    if (outline.ok) return areaText(chosenArea(area, outline.value.geometry));
  }
  return null;
}
