/** Finds the layers of the service that are open to a visitor. */
import type { Asker } from '../../access/asker.ts';
import {
  shownTo,
  type AtlasSnapshot,
  type ServedDataset,
  type WmsLayer,
  type Words,
} from '../../access/atlas-snapshot.ts';
import { HttpError } from '../../http/errors.ts';
import { decideName, type AllowedCut } from '../../access/policies.ts';
import { styleOf, type DrawnStyle } from './feature-style.ts';
import { deniedFault } from './wms-fault.ts';

/** A dataset that is drawn under a layer name, and its style. */
export interface Drawing {
  readonly cut: AllowedCut;
  /** The highest rank that its data, its title and its style require. */
  readonly rank: number;
  readonly dataset: ServedDataset;
  readonly title: Words;
  readonly look: Omit<WmsLayer, 'style'> & { readonly style: DrawnStyle };
}

/** A name that is open to the visitor. */
export interface OpenLayer {
  readonly name: string;
  readonly drawings: readonly Drawing[];
}

/** The styles of WMS layers. */
export type WmsStyles = ReadonlyMap<WmsLayer, DrawnStyle>;

/**
 * Creates the styles of a snapshot. They are cached with the snapshot, because parsing the expression
 * of 10 000 classes takes 25 ms.
 */
export function wmsStylesOf({ datasets }: Pick<AtlasSnapshot, 'datasets'>): WmsStyles {
  return new Map(
    [...datasets.values()]
      .flatMap(({ shown }) => [...new Set(shown)])
      .flatMap(({ wms }) => (wms ? [[wms, styleOf(wms.style)] as const] : [])),
  );
}

/** The visitor who sends a request, and the snapshot and styles for the response. */
interface Asked {
  readonly snapshot: AtlasSnapshot;
  readonly wmsStyles: WmsStyles;
  readonly visitor: Asker;
}

/**
 * Returns the drawings of a name that are open to the visitor, in the order of their datasets. Throws
 * `deniedFault` for a locked name; a hidden name is reported as unknown.
 */
export function openLayer(asked: Asked, name: string): readonly Drawing[] {
  const decision = decideName(asked.snapshot.access, asked.visitor, { feed: 'wms', name });
  if (!decision.allow) throw deniedFault(decision.status);
  return drawingsOf(asked, decision.cuts);
}

/** Returns all names that are open to the visitor. */
export function openLayers(asked: Asked): readonly OpenLayer[] {
  const { access } = asked.snapshot;
  return [...access.wms.keys()].flatMap((name) => {
    const decision = decideName(access, asked.visitor, { feed: 'wms', name });
    return decision.allow ? [{ name, drawings: drawingsOf(asked, decision.cuts) }] : [];
  });
}

function drawingsOf(
  { snapshot, wmsStyles, visitor }: Asked,
  cuts: readonly AllowedCut[],
): Drawing[] {
  return cuts.map((cut) => {
    const dataset = snapshot.datasets.get(cut.dataset);
    const shown = dataset && shownTo(dataset, visitor.rank);
    const style = shown?.wms && wmsStyles.get(shown.wms);
    if (!dataset || !shown?.wms || !style) throw new HttpError('unavailable');
    const rank = Math.max(cut.rank, shown.rank);
    return { cut, rank, dataset, title: shown.title, look: { ...shown.wms, style } };
  });
}

/** Returns the rank required for a response with these drawings. */
export function neededRank(drawings: readonly Drawing[]): number {
  return Math.max(0, ...drawings.map(({ rank }) => rank));
}

/** Returns the legend. The classes of a field that the visitor may not see are left out. */
export function openLegend({ cut, look }: Drawing): WmsLayer['legend'] {
  const fields = look.style.kind === 'features' ? look.style.fields : [];
  return fields.every((field) => cut.fields.includes(field)) ? look.legend : [];
}

/** Returns whether a point has information: a value, or a field that the visitor may see. */
export function isQueryable(drawings: readonly Drawing[]): boolean {
  return drawings.some(({ cut, look }) => look.style.kind === 'raster' || cut.fields.length > 0);
}
