import { makeAutoObservable, observable, observableRef } from 'mobx';
import { roundView, type View } from '../../address/address.ts';
import type { Area, Bounds } from 'atlas-engine/runtime';
import { areaAround, boundsOfWindow } from '../places/area-around-view.ts';
import type { Overlay } from '../page/map-overlay.ts';
import type { Place } from '../places/place.ts';

/** The loading state of a source of the map. */
export type SourceStatus = 'loading' | 'ready' | 'failed';

/** Returns whether an id is that of an icon: its address. Ids of sources have no slash in front. */
export function isIcon(id: string): boolean {
  return id.startsWith('/');
}

/** The reason why the map is missing: the browser cannot draw it, or its code did not load. */
export type MapFailure = 'no-webgl' | 'not-loaded';

/** A requested view of the map; `serial` distinguishes two equal requests. */
export type CameraRequest = { readonly serial: number } &
  /** With `named`, the address names the view that shows the area. */
  (
    | { readonly area: Area; readonly named?: boolean }
    | { readonly view: View }
    | { readonly zoomTo: number }
    | { readonly zoomBy: 1 | -1 }
  );

/** The base map, the view and the states of the sources. */
export class MapStore {
  /** Empty until the address is read. */
  baseLayer = '';
  hillshade = false;
  project: string | null = null;
  /**
   * The view that the visitor chose. Null while the map shows the default extent and the visitor
   * has not moved it.
   */
  view: View | null = null;
  /** The current view, for zoom limits and the scale bar; null until the map is loaded. */
  seen: (View & { readonly metresPerPixel: number }) | null = null;
  /** The place in the middle of the uncovered part of the map; null until the map is loaded. */
  middle: Place | null = null;
  /** The bounds of the uncovered part of the map; null until the map is loaded. */
  free: Bounds | null = null;
  /** The bounds of the map, also where it is covered; null until the map is loaded. */
  whole: Bounds | null = null;
  /** The area whose classes the legend lists; null while the view is unknown. */
  surroundings: Bounds | null = null;
  request: CameraRequest | null = null;
  /** The outlines of the places to which layers on the map are limited. */
  granted: Overlay | null = null;
  failure: MapFailure | null = null;
  /** Whether the map has been created. */
  ready = false;
  /** Whether the map was removed, because another screen was opened. */
  left = false;
  /** Whether the map has drawn its first frame, in which tiles may be missing. */
  framed = false;
  /** Whether the map has drawn its first view. What is not needed for it loads afterwards. */
  drawn = false;
  contextLost = false;
  /**
   * Draws the map and returns its pixels; null without a map. Throws an error if the browser does
   * not allow reading them.
   */
  capture: (() => HTMLCanvasElement) | null = null;
  /** The source or icon to request again; `serial` distinguishes two requests for the same source. */
  again: { readonly serial: number; readonly source: string; readonly quiet: boolean } | null =
    null;
  /** The sources of the map, and the addresses of icons that failed. */
  readonly sources = observable.map<string, SourceStatus>();
  /** Failed sources that are requested again without a sign on the page. */
  readonly repeated = observable.set<string>();
  /** Lost sources that are replaced by others. */
  readonly lost = observable.set<string>();
  /** Groups that are drawn at this zoom but have no feature in the view. */
  empty: ReadonlySet<string> = new Set();
  private serial = 0;

  constructor() {
    makeAutoObservable<this, 'serial'>(
      this,
      {
        view: observableRef,
        seen: observableRef,
        middle: observableRef,
        free: observableRef,
        whole: observableRef,
        surroundings: observableRef,
        request: observableRef,
        granted: observableRef,
        again: observableRef,
        empty: observableRef,
        capture: observableRef,
        serial: false,
      },
      { autoBind: true },
    );
  }

  get loading(): boolean {
    return [...this.sources.values()].includes('loading');
  }

  setBaseLayer(id: string): void {
    this.baseLayer = id;
  }

  setHillshade(on: boolean): void {
    this.hillshade = on;
  }

  setProject(id: string | null): void {
    this.project = id;
  }

  /** Sets the view of an address without moving the map. */
  setView(view: View | null): void {
    this.view = view && roundView(view);
    if (view && !this.whole) this.surroundings = areaAround(boundsOfWindow(view), null);
  }

  /** Records the view after a move. `byVisitor` is false for extents that the atlas chose. */
  moved(view: View, metresPerPixel: number, byVisitor: boolean): void {
    this.seen = { ...view, metresPerPixel };
    const named = this.request && 'area' in this.request && this.request.named;
    if (byVisitor || named) this.view = roundView(view);
  }

  setMiddle(middle: Place, free: Bounds, whole: Bounds): void {
    this.middle = middle;
    this.free = free;
    this.whole = whole;
    this.surroundings = areaAround(whole, this.surroundings);
  }

  /** Shows the area that the atlas or a project opens with. */
  fit(area: Area): void {
    this.view = null;
    this.request = { serial: ++this.serial, area };
  }

  /** Shows another area, such as that of a group. */
  goToArea(area: Area): void {
    this.request = { serial: ++this.serial, area, named: true };
  }

  goTo(view: View): void {
    this.request = { serial: ++this.serial, view };
  }

  zoomTo(zoom: number): void {
    this.request = { serial: ++this.serial, zoomTo: zoom };
  }

  zoomBy(steps: 1 | -1): void {
    this.request = { serial: ++this.serial, zoomBy: steps };
  }

  setSource(id: string, status: SourceStatus | null): void {
    this.repeated.delete(id);
    if (status) this.sources.set(id, status);
    else this.sources.delete(id);
  }

  lose(source: string): void {
    this.lost.add(source);
  }

  /** Uses the lost sources again instead of their replacements. */
  retryLost(): void {
    this.lost.clear();
  }

  /** Requests a source or an icon again. A `quiet` attempt keeps its status until it has ended. */
  retry(source: string, { quiet = false } = {}): void {
    if (quiet) this.repeated.add(source);
    else this.setSource(source, 'loading');
    this.again = { serial: ++this.serial, source, quiet };
  }

  setEmpty(groups: ReadonlySet<string>): void {
    this.empty = groups;
  }

  setReady(ready: boolean): void {
    this.ready = ready;
    if (ready) return;
    this.left = true;
    this.repeated.clear();
  }

  setGranted(granted: Overlay | null): void {
    this.granted = granted;
  }

  setCapture(capture: MapStore['capture']): void {
    this.capture = capture;
  }

  setFramed(): void {
    this.framed = true;
  }

  setDrawn(): void {
    this.drawn = true;
  }

  setContextLost(lost: boolean): void {
    this.contextLost = lost;
  }

  fail(failure: MapFailure): void {
    this.failure = failure;
  }
}
