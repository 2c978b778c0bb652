import { makeAutoObservable, observableRef, reaction } from 'mobx';
import type { Place } from '../places/place.ts';
import type { Overlay } from './map-overlay.ts';
import type { ShownOverlay } from './shown-overlay.ts';
import type { SideStore } from './side-store.ts';

/** What the open tool takes and draws, and the list of tools. */
export class ToolsStore {
  /** Takes a click on the map that hits no feature, for the open tool; returns whether it did. */
  takeClick: ((place: Place) => boolean) | null = null;
  /** What a tool draws over the map, from bottom to top. */
  overlays: readonly ShownOverlay[] = [];
  /** What the open tool draws above the style, such as rings with their names. */
  drawn: Overlay | null = null;
  /** Whether the list of tools is open, on small screens. */
  listOpen = false;

  private readonly side: SideStore;

  constructor(side: SideStore) {
    this.side = side;
    makeAutoObservable<this, 'side'>(
      this,
      { takeClick: observableRef, overlays: observableRef, drawn: observableRef, side: false },
      { autoBind: true },
    );
    reaction(
      () => side.content,
      () => this.setListOpen(false),
    );
  }

  /** Whether a click on the map belongs to the open tool instead of the features. */
  get takesClicks(): boolean {
    return this.side.tool === 'measure' || this.side.tool === 'coordinates';
  }

  setTakeClick(take: ToolsStore['takeClick']): void {
    this.takeClick = take;
  }

  setOverlays(overlays: readonly ShownOverlay[]): void {
    this.overlays = overlays;
  }

  setDrawn(drawn: Overlay | null): void {
    this.drawn = drawn;
  }

  setListOpen(open: boolean): void {
    this.listOpen = open;
  }
}
