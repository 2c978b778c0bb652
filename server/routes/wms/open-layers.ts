/** Finds the layers of the service that are open to a visitor. */
import type { Asker } from '../../access/asker.ts';
import type { AtlasSnapshot, ServedDataset, WmsLayer } from '../../access/atlas-snapshot.ts';
import { HttpError } from '../../http/errors.ts';
import { decideName, type AllowedCut } from '../../access/policies.ts';
import { styleOf, type DrawnStyle } from './feature-style.ts';
import { deniedFault } from './wms-fault.ts';

/** One dataset under a name, and its style. */
export interface Drawing {
  readonly cut: AllowedCut;
  readonly dataset: ServedDataset;
  readonly look: Omit<WmsLayer, 'style'> & { readonly style: DrawnStyle };
}

/** A name that is open to the visitor. */
export interface OpenLayer {
  readonly name: string;
  readonly drawings: readonly Drawing[];
}

/**
 * Returns the drawings of a name that are open to the visitor, in the order of their datasets. Throws
 * a fault for a locked name; a hidden name is treated as unknown.
 */
export function openLayer(snapshot: AtlasSnapshot, asker: Asker, name: string): readonly Drawing[] {
  const decision = decideName(snapshot.access, asker, { feed: 'wms', name });
  if (!decision.allow) throw deniedFault(decision.status);
  return drawingsOf(snapshot, decision.cuts);
}

/** Returns all names that are open to the visitor. */
export function openLayers(snapshot: AtlasSnapshot, asker: Asker): readonly OpenLayer[] {
  return [...snapshot.access.wms.keys()].flatMap((name) => {
    const decision = decideName(snapshot.access, asker, { feed: 'wms', name });
    return decision.allow ? [{ name, drawings: drawingsOf(snapshot, decision.cuts) }] : [];
  });
}

function drawingsOf(snapshot: AtlasSnapshot, cuts: readonly AllowedCut[]): readonly Drawing[] {
  return cuts.map((cut) => {
    const dataset = snapshot.datasets.get(cut.dataset);
    if (!dataset?.wms) throw new HttpError('unavailable');
    return { cut, dataset, look: { ...dataset.wms, style: styleOf(dataset.wms.style) } };
  });
}

/** Returns the rank that an answer made of these drawings needs. */
export function neededRank(drawings: readonly Drawing[]): number {
  return Math.max(0, ...drawings.map(({ cut }) => cut.rank));
}

/** Returns the legend without classes of a field that the visitor may not see. */
export function openLegend({ cut, look }: Drawing): WmsLayer['legend'] {
  const fields = look.style.kind === 'features' ? look.style.fields : [];
  return fields.every((field) => cut.fields.includes(field)) ? look.legend : [];
}

/** Returns whether a point has information: a value, or a field that the visitor may see. */
export function isQueryable(drawings: readonly Drawing[]): boolean {
  return drawings.some(({ cut, look }) => look.style.kind === 'raster' || cut.fields.length > 0);
}
