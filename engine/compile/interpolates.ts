import { latest } from '@maplibre/maplibre-gl-style-spec';

type Spec = { readonly type?: string; readonly expression?: { readonly interpolated?: boolean } };

const CACHE = new Map<string, boolean>();

/** Whether MapLibre interpolates a property between zooms, by the style specification. */
export function interpolates(property: string): boolean {
  let known = CACHE.get(property);
  if (known === undefined) {
    const tables = Object.entries(latest as unknown as Record<string, Record<string, Spec>>).filter(
      ([name]) => /^(paint|layout)_/.test(name),
    );
    const spec = tables.map(([, table]) => table[property]).find((entry) => entry !== undefined);
    known = spec?.expression?.interpolated ?? false;
    CACHE.set(property, known);
  }
  return known;
}
