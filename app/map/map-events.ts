import type { Bounds, RenderedFeature } from 'atlas-engine/runtime';
import type { View } from '../address/address.ts';
import type { Pixel } from '../stores/map/hover-store.ts';
import type { SourceStatus } from '../stores/map/map-store.ts';
import type { Place } from '../stores/places/place.ts';

/** Events that the map reports. */
export interface MapEvents {
  /** Called when the map has stopped moving. `byVisitor` is false if the atlas moved the map. */
  moved(view: View, byVisitor: boolean): void;
  /**
   * Called after a click or a tap, with the features at that place, which may be none, and the
   * place in degrees.
   */
  clicked(features: readonly RenderedFeature[], place: Place): void;
  /** Called after a click while clicks are taken. `last` is the second of a double click. */
  taken(place: Place, last: boolean): void;
  /** Called while a mouse or a pen moves over the map; null when it leaves the map. */
  pointed(place: Place | null): void;
  /**
   * Called when the uncovered part of the map has another middle; `free` are its bounds, and `whole`
   * are those of the map.
   */
  centred(middle: Place, free: Bounds, whole: Bounds): void;
  /**
   * Called when a mouse moves: with the features that a click would hit, which may be none, and the
   * place in px. `at` is null when the mouse has left the map.
   */
  hovered(features: readonly RenderedFeature[], at: Pixel | null): void;
  /** Called in every frame of a movement. */
  moving(view: View): void;
  /** Called with the status of a source, or of an icon that failed; null when it is removed. */
  source(id: string, status: SourceStatus | null): void;
  /** Called when a source does not load, or no longer loads. */
  lost(id: string): void;
  /** Called after the first frame, in which tiles may be missing. */
  framed(): void;
  /** Called when all requested data are drawn or have failed. */
  idle(): void;
  resized(): void;
  contextLost(lost: boolean): void;
  /** Called when the code that draws the features of tools cannot be loaded. */
  marksFailed(): void;
}

const ignore = (): void => undefined;

/** For a map whose events are ignored. */
export const SILENT: MapEvents = {
  moved: ignore,
  clicked: ignore,
  taken: ignore,
  pointed: ignore,
  centred: ignore,
  hovered: ignore,
  moving: ignore,
  source: ignore,
  lost: ignore,
  framed: ignore,
  idle: ignore,
  resized: ignore,
  contextLost: ignore,
  marksFailed: ignore,
};
