import type { Report } from '../../model/report.ts';
import { present } from '../../basics/present.ts';

interface Zooms {
  readonly minzoom?: number;
  readonly maxzoom?: number;
}

/**
 * Resolves the zooms of a sublayer or source. For a source they may be equal, because the tiles of
 * its highest zoom are included. Swapped zooms are returned in order. Diagnostic: `zoom-order`.
 */
export function resolveZooms(
  raw: Zooms,
  { report }: { readonly report: Report },
  { mayBeSame = false } = {},
): Zooms {
  const { minzoom, maxzoom } = raw;
  if (minzoom === undefined || maxzoom === undefined || minzoom < maxzoom)
    return present({ minzoom, maxzoom });
  if (minzoom > maxzoom || !mayBeSame)
    report.error('zoom-order', { node: raw, key: 'minzoom' }, { minzoom, maxzoom });
  return { minzoom: maxzoom, maxzoom: minzoom };
}
