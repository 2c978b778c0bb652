import type { Report } from '../model/report.ts';
import { present } from '../runtime/present.ts';

interface Zooms {
  readonly minzoom?: number;
  readonly maxzoom?: number;
}

/** The zooms a sublayer is drawn at. Diagnostic: `zoom-order`. */
export function resolveZooms(raw: Zooms, { report }: { readonly report: Report }): Zooms {
  const { minzoom, maxzoom } = raw;
  if (minzoom !== undefined && maxzoom !== undefined && minzoom >= maxzoom)
    report.error('zoom-order', { node: raw, key: 'minzoom' }, { minzoom, maxzoom });
  return present({ minzoom, maxzoom });
}
