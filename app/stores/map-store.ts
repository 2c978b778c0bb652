import { makeAutoObservable, observable, observableRef } from 'mobx';
import { roundView, type View } from '../address/address.ts';
import type { Bounds } from 'atlas-engine/runtime';

/** What a source of the map is doing. */
export type SourceStatus = 'loading' | 'ready' | 'failed';

/** Why there is no map: the browser cannot draw it, or its code did not arrive. */
export type MapFailure = 'no-webgl' | 'not-loaded';

/** Something the map shall look at; `serial` tells two equal wishes apart. */
export type CameraWish = { readonly serial: number } & (
  | { readonly bounds: Bounds }
  | { readonly view: View }
  | { readonly zoomTo: number }
  | { readonly zoomBy: 1 | -1 }
);

/** The base map, where the map looks, and what its sources report. */
export class MapStore {
  baseLayer: string;
  hillshade: boolean;
  project: string | null;
  /** Null while the map shows the default extent and the visitor has not moved it. */
  view: View | null;
  /** What is on the screen, for zoom limits and scale; null before the map is there. */
  seen: { readonly zoom: number; readonly lat: number; readonly metresPerPixel: number } | null =
    null;
  wish: CameraWish | null = null;
  failure: MapFailure | null = null;
  /** The map's code is here and draws. */
  ready = false;
  contextLost = false;
  /** A source to be asked for again. */
  again: { readonly serial: number; readonly source: string } | null = null;
  readonly sources = observable.map<string, SourceStatus>();
  /** Sources that did not come and for which others are read. */
  readonly lost = observable.set<string>();
  /** Groups that are drawn at this zoom and of which nothing lies in the view. */
  empty: ReadonlySet<string> = new Set();
  private serial = 0;

  constructor(start: {
    baseLayer: string;
    hillshade: boolean;
    project: string | null;
    view: View | null;
  }) {
    this.baseLayer = start.baseLayer;
    this.hillshade = start.hillshade;
    this.project = start.project;
    this.view = start.view;
    makeAutoObservable<this, 'serial'>(
      this,
      {
        view: observableRef,
        seen: observableRef,
        wish: observableRef,
        again: observableRef,
        empty: observableRef,
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

  /** Takes over what an address says about the view, without moving the map. */
  setView(view: View | null): void {
    this.view = view && roundView(view);
  }

  /** The map came to rest; `byVisitor` when it was not an extent that the atlas itself chose. */
  moved(view: View, metresPerPixel: number, byVisitor: boolean): void {
    this.seen = { zoom: view.zoom, lat: view.lat, metresPerPixel };
    if (byVisitor) this.view = roundView(view);
  }

  fit(bounds: Bounds): void {
    this.view = null;
    this.wish = { serial: ++this.serial, bounds };
  }

  goTo(view: View): void {
    this.wish = { serial: ++this.serial, view };
  }

  zoomTo(zoom: number): void {
    this.wish = { serial: ++this.serial, zoomTo: zoom };
  }

  zoomBy(steps: 1 | -1): void {
    this.wish = { serial: ++this.serial, zoomBy: steps };
  }

  setSource(id: string, status: SourceStatus | null): void {
    if (status) this.sources.set(id, status);
    else this.sources.delete(id);
  }

  lose(source: string): void {
    this.lost.add(source);
  }

  /** Reads the sources again for which others stand in. */
  retryLost(): void {
    this.lost.clear();
  }

  retry(source: string): void {
    this.sources.set(source, 'loading');
    this.again = { serial: ++this.serial, source };
  }

  setEmpty(groups: ReadonlySet<string>): void {
    this.empty = groups;
  }

  setReady(): void {
    this.ready = true;
  }

  setContextLost(lost: boolean): void {
    this.contextLost = lost;
  }

  fail(failure: MapFailure): void {
    this.failure = failure;
  }
}
