import { makeAutoObservable, observable, observableRef } from 'mobx';
import { roundView, type View } from '../address/address.ts';
import type { Area } from 'atlas-engine/runtime';

/** The loading state of a source of the map. */
export type SourceStatus = 'loading' | 'ready' | 'failed';

/** Why the map is missing: the browser cannot draw it, or its code did not load. */
export type MapFailure = 'no-webgl' | 'not-loaded';

/** A requested view of the map; `serial` distinguishes two equal requests. */
export type CameraRequest = { readonly serial: number } & (
  | { readonly area: Area }
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
  /** Null while the map shows the default extent and the visitor has not moved it. */
  view: View | null = null;
  /** The current view, for zoom limits and the scale bar; null until the map is loaded. */
  seen: (View & { readonly metresPerPixel: number }) | null = null;
  request: CameraRequest | null = null;
  failure: MapFailure | null = null;
  /** Whether the map is created. */
  ready = false;
  contextLost = false;
  /** A source to request again. */
  again: { readonly serial: number; readonly source: string } | null = null;
  readonly sources = observable.map<string, SourceStatus>();
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
        request: observableRef,
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

  /** Sets the view of an address without moving the map. */
  setView(view: View | null): void {
    this.view = view && roundView(view);
  }

  /** Records the view after a move. `byVisitor` is false for extents that the atlas chose. */
  moved(view: View, metresPerPixel: number, byVisitor: boolean): void {
    this.seen = { ...view, metresPerPixel };
    if (byVisitor) this.view = roundView(view);
  }

  fit(area: Area): void {
    this.view = null;
    this.request = { serial: ++this.serial, area };
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

  retry(source: string): void {
    this.sources.set(source, 'loading');
    this.again = { serial: ++this.serial, source };
  }

  setEmpty(groups: ReadonlySet<string>): void {
    this.empty = groups;
  }

  setReady(ready: boolean): void {
    this.ready = ready;
  }

  setContextLost(lost: boolean): void {
    this.contextLost = lost;
  }

  fail(failure: MapFailure): void {
    this.failure = failure;
  }
}
