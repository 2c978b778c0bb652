import type { Report } from '../model/report.ts';
import { present } from '../runtime/present.ts';

interface Zooms {
  readonly minzoom?: number;
  readonly maxzoom?: number;
}

/**
 * The zooms a sublayer is drawn at; those of a source, which has tiles of its highest zoom too, may
 * be the same. Exchanged ones are given in their order. Diagnostic: `zoom-order`.
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
