/**
 * The map of MapLibre. It applies commands and reports events; it does not know the bundle or the
 * stores.
 */
import type {
  LayerSpecification,
  Map as GlMap,
  MapGeoJSONFeature,
  MapMouseEvent,
  StyleSpecification,
} from 'maplibre-gl';
import {
  CLEAR_ICON,
  type Area,
  type Bounds,
  type MapCommand,
  type RenderedFeature,
} from 'atlas-engine/runtime';
import { sameView, type View } from '../address/address.ts';
import { isIcon } from '../stores/map/map-store.ts';
import { Camera } from './camera.ts';
import { applyCommand } from './apply-command.ts';
import { createMap } from './create-map.ts';
import type { IsInside } from '../stores/places/inside-area.ts';
import type { MapEvents } from './map-events.ts';
import { featuresAround, isAnyDrawn, joinByOrder, toRendered } from './rendered-features.ts';
import { forgetArchive } from './archives.ts';
import type { Padding } from './map-padding.ts';
import { cardsOver } from './covered-parts.ts';
import { changeOverlay, drawOverlay, eraseOverlay } from './draw-overlay.ts';
import type { Overlay } from '../stores/page/map-overlay.ts';
import { Marks } from './overlays/marks.ts';
import { CLEAR_PIXEL, ICON_RATIO, loadIcon, substituteIcon } from './load-icon.ts';
import { linkPrograms } from './link-programs.ts';
import type { MapView } from './map-view.ts';
import { SourceWatch } from './source-watch.ts';
import { keepNamesWhole, type WholeNames } from './whole-names.ts';
import { needsCopies } from './world-copies.ts';

/** Distance around a click, in px, within which features are hit: for a mouse and for a finger. */
const MOUSE_REACH_PX = 4;
const TOUCH_REACH_PX = 24;

/**
 * Delay in milliseconds from the last tile request until the code asks the map whether all tiles
 * are loaded. MapLibre sends no event when the last response was a 404.
 */
const QUIET_MS = 1000;

export interface MapBindingOptions {
  readonly container: HTMLElement;
  /** What the map shows at first. */
  readonly view: Pick<
    MapView,
    'style' | 'interactive' | 'maxZoom' | 'overlay' | 'marks' | 'padding' | 'inside' | 'label'
  >;
  readonly start: { readonly view: View } | Area;
  /** The region of the atlas. */
  readonly region: Bounds;
  /** Disables animations, for readers who prefer reduced motion. */
  readonly still: boolean;
  /** Whether the map is inside another page, which keeps the wheel of the mouse. */
  readonly embedded: boolean;
  readonly events: MapEvents;
  /** Returns the address from which to load a picture. */
  readonly pictureAt: (address: string) => string;
}

/** The MapLibre map on the page, with methods for all changes that the application makes to it. */
export class MapBinding {
  readonly marks: Marks;
  readonly camera: Camera;
  private readonly map: GlMap;
  private readonly names: WholeNames;
  private readonly watch: SourceWatch;
  private readonly events: MapEvents;
  private readonly observer: ResizeObserver;
  private readonly pictureAt: MapBindingOptions['pictureAt'];
  private interactive: readonly string[] = [];
  /** Commands that arrived before the first style was loaded. */
  private readonly waiting: MapCommand[] = [];
  private ready = false;
  private overlay: Overlay | null = null;
  private inside: IsInside | null = null;
  private isTaken = false;
  private reported: View | null = null;
  private quiet: ReturnType<typeof setTimeout> | undefined;

  /** Throws `NoWebGlError` when the browser cannot draw a map. */
  constructor(options: MapBindingOptions) {
    const { container, view, start, still, embedded, events } = options;
    this.events = events;
    this.pictureAt = options.pictureAt;
    container.ariaBusy = 'true';
    this.interactive = view.interactive;
    this.overlay = view.overlay;
    this.inside = view.inside;
    this.watch = new SourceWatch((id, status) => events.source(id, status), {
      lose: (id) => events.lost(id),
    });
    this.map = createMap({
      container,
      style: view.style,
      maxZoom: view.maxZoom,
      ...('view' in start
        ? { center: [start.view.lng, start.view.lat], zoom: start.view.zoom }
        : {}),
      locale: { 'Map.Title': view.label },
      attributionControl: false,
      maplibreLogo: false,
      trackResize: false,
      dragRotate: false,
      pitchWithRotate: false,
      scrollZoom: !embedded,
      touchPitch: false,
      renderWorldCopies: needsCopies(options.region),
      fadeDuration: still ? 0 : 200,
      // The engine's tests validate the styles, so the browser skips the validation.
      validateStyle: false,
    });
    this.camera = new Camera(this.map, { still, padding: view.padding });
    this.names = keepNamesWhole(this.map, () => ({
      edges: this.camera.padding,
      cards: cardsOver(container),
    }));
    // Cards change their size when the fonts of the page arrive.
    document.fonts.addEventListener('loadingdone', () => this.names.follow());
    if ('bounds' in start) this.camera.fit(start, { jump: true });
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.map.setMissingStyleImageResolver((id) => this.addIcon(id));
    this.marks = new Marks(this.map, () => events.marksFailed());
    this.marks.show(view.marks);
    this.listen();
    this.observer = new ResizeObserver(() => {
      this.map.resize({ quiet: true });
      events.resized();
    });
    this.observer.observe(container);
  }

  /** Applies the commands of the reconciler in order. */
  apply(commands: readonly MapCommand[]): void {
    if (!this.ready) {
      this.waiting.push(...commands);
      return;
    }
    // MapLibre cannot remove a source while a highlight uses it.
    const sources = commands.some(({ type }) => type === 'remove-source');
    if (sources) eraseOverlay(this.map, this.overlay);
    for (const command of commands) applyCommand(this.map, command);
    this.map.getContainer().ariaBusy = 'true';
    // Commands that change nothing draw no frame, and only a frame ends with `idle`.
    this.map.triggerRepaint();
    if (!sources) return;
    drawOverlay(this.map, this.overlay);
    this.watch.keep(new Set(Object.keys(this.map.getStyle().sources)));
  }

  /** Draws an overlay above all layers and replaces the previous one; null removes it. */
  setOverlay(overlay: Overlay | null): void {
    if (this.ready) changeOverlay(this.map, this.overlay, overlay);
    this.overlay = overlay;
  }

  /** Replaces the whole style, for changes beyond sources and layers. */
  replace(style: StyleSpecification): void {
    eraseOverlay(this.map, this.overlay);
    this.map.setStyle(style, { diff: true });
    this.watch.keep(new Set(Object.keys(style.sources)));
    drawOverlay(this.map, this.overlay);
  }

  /**
   * Lends the map to a tool that draws on it. `middle` is the middle of the uncovered part, in px.
   * Returns what the tool returns.
   */
  lend<T>(tool: (map: GlMap, middle: () => readonly [number, number]) => T): T {
    return tool(this.map, () => this.camera.middle());
  }

  /** Sets the style layers that react to the pointer. */
  setInteractive(layers: readonly string[]): void {
    this.interactive = layers;
  }

  /** Sets which features are inside the area to which the map is limited. */
  setInside(inside: IsInside | null): void {
    this.inside = inside;
    // The layers without a feature are others now.
    this.map.triggerRepaint();
  }

  /** Sets whether clicks select features (false) or belong to a tool (true). */
  setTaken(taken: boolean): void {
    this.isTaken = taken;
    this.map.getContainer().classList.toggle('map-taken', taken);
    if (taken) this.map.doubleClickZoom.disable();
    else this.map.doubleClickZoom.enable();
  }

  setLabel(label: string): void {
    this.map.getCanvas().setAttribute('aria-label', label);
  }

  setMaxZoom(zoom: number): void {
    this.map.setMaxZoom(zoom);
  }

  /** Sets the widths of the covered edges. */
  setPadding(padding: Padding, { follow = false } = {}): void {
    this.camera.setPadding(padding, { follow });
    this.names.placeAgain();
    this.reportMiddle();
  }

  /**
   * Loads a failed icon or source again. A source is removed with its layers and added back. (`refreshTiles` of
   * MapLibre 6.17 never finishes for tiles that have failed.) A `quiet` attempt reports only its end.
   */
  retry(id: string, { quiet = false } = {}): void {
    if (isIcon(id)) {
      void this.addIcon(id, { fresh: true });
      return;
    }
    eraseOverlay(this.map, this.overlay);
    const { sources, layers } = this.map.getStyle();
    const source = sources[id];
    if (source) {
      if ('url' in source && source.url) forgetArchive(source.url);
      this.watch.again(id, { quiet });
      const reads = (layer: LayerSpecification): boolean =>
        'source' in layer && layer.source === id;
      for (const layer of layers.filter(reads)) this.map.removeLayer(layer.id);
      this.map.removeSource(id);
      this.map.addSource(id, source);
      // Layers are added from top to bottom, so that the layer above each one exists already.
      for (const [index, layer] of [...layers.entries()].reverse()) {
        if (reads(layer)) this.map.addLayer(layer, layers[index + 1]?.id);
      }
    } else this.events.source(id, null);
    drawOverlay(this.map, this.overlay);
  }

  /**
   * Draws the map and returns a copy of its pixels. Throws an error if the browser does not allow
   * reading them.
   */
  capture(): HTMLCanvasElement {
    const copy = document.createElement('canvas');
    // The pixels can be read only until the end of the task that draws them.
    this.map.redraw();
    const from = this.map.getCanvas();
    copy.width = from.width;
    copy.height = from.height;
    copy.getContext('2d')?.drawImage(from, 0, 0);
    return copy;
  }

  /** Returns whether any feature of these style layers is drawn in the view. */
  shows(layers: readonly string[]): boolean {
    return isAnyDrawn(this.map, layers, this.inside);
  }

  /** Returns the features in view that react to the pointer. */
  inView(): readonly RenderedFeature[] {
    return this.rendered(this.interactive)
      .filter(({ geometry }) => this.inside?.(geometry) ?? true)
      .map(toRendered);
  }

  destroy(): void {
    this.observer.disconnect();
    this.watch.close();
    clearTimeout(this.quiet);
    this.marks.destroy();
    this.map.remove();
  }

  private listen(): void {
    const { map, events, watch } = this;
    map.once('style.load', () => {
      this.ready = true;
      this.apply(this.waiting.splice(0));
      linkPrograms(map);
      drawOverlay(this.map, this.overlay);
      map.once('render', () => events.framed());
    });
    map.on('load', () => this.reportMoved(false));
    map.on('moveend', (event) => this.reportMoved(!('quiet' in event)));
    map.on('click', (event) => {
      const place = [event.lngLat.lng, event.lngLat.lat] as const;
      if (this.isTaken) events.taken(place, event.originalEvent.detail > 1);
      else events.clicked(this.inOrder(this.marked(event), this.under(event)), place);
    });
    map.on('mousemove', (event) => this.point(event));
    map.on('mouseout', () => {
      events.hovered([], null);
      events.pointed(null);
    });
    map.on('movestart', () => events.hovered([], null));
    map.on('move', () => events.moving(this.view()));
    map.on('sourcedataloading', ({ sourceId, tile }) => {
      if (tile) watch.asks(sourceId);
      watch.progress(sourceId);
      this.listenForQuiet();
    });
    map.on('sourcedata', ({ sourceId, tile }) => {
      const source = map.getSource(sourceId);
      if (tile && hasData(tile, source?.type)) watch.arrived(sourceId);
      if (!source) return;
      if (map.isSourceLoaded(sourceId)) watch.settled(sourceId);
      else watch.progress(sourceId);
    });
    map.on('sourcedataabort', ({ sourceId }) => watch.aborted(sourceId));
    map.on('render', () => {
      map.getContainer().ariaBusy = 'true';
    });
    // In the same frame as `render`, if that was the last one.
    map.on('idle', () => {
      // A card that opened or closed after the names were placed. Another `idle` follows.
      if (this.names.follow()) return;
      map.getContainer().ariaBusy = 'false';
      watch.idle();
      events.idle();
    });
    map.on('error', (event) => {
      const id = 'sourceId' in event && typeof event.sourceId === 'string' ? event.sourceId : null;
      if (!id) return;
      if ('tile' in event) watch.missed(id);
      else watch.failed(id);
    });
    map.on('webglcontextlost', () => events.contextLost(true));
    map.on('webglcontextrestored', () => events.contextLost(false));
    map.getCanvas().addEventListener('keydown', (event) => {
      // With the keyboard, a reader selects the features in the middle of the map.
      if (event.key !== 'Enter' || this.isTaken) return;
      const [x, y] = this.camera.middle();
      const { lng, lat } = map.unproject([x, y]);
      const marked = this.within(this.marks.pick(x, y, TOUCH_REACH_PX), { x, y });
      events.clicked(this.inOrder(marked, this.around(x, y, TOUCH_REACH_PX)), [lng, lat]);
    });
  }

  private listenForQuiet(): void {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => {
      if (!this.map.loaded()) this.listenForQuiet();
      else if (this.map.getContainer().ariaBusy === 'true') {
        this.watch.idle();
        // After this frame the map sends `idle`.
        this.map.triggerRepaint();
      }
    }, QUIET_MS);
  }

  private rendered(layers: readonly string[]): MapGeoJSONFeature[] {
    const there = layers.filter((layer) => this.map.getLayer(layer));
    return there.length > 0 ? this.map.queryRenderedFeatures({ layers: there }) : [];
  }

  private view(): View {
    const { lng, lat } = this.map.getCenter();
    return { zoom: this.map.getZoom(), lng, lat };
  }

  private reportMoved(byVisitor: boolean): void {
    const view = this.view();
    // MapLibre sends `moveend` after restoring a WebGL context, although the map did not move.
    const still = this.reported !== null && sameView(view, this.reported);
    this.reported = view;
    this.events.moved(view, byVisitor && !still);
    this.reportMiddle();
  }

  private reportMiddle(): void {
    const { lng, lat } = this.map.unproject(this.camera.middle());
    this.events.centred([lng, lat], this.camera.bounds(), this.camera.whole());
  }

  private under({ point, originalEvent }: MapMouseEvent): readonly RenderedFeature[] {
    return this.around(point.x, point.y, reachOf(originalEvent));
  }

  private marked({ point, originalEvent }: MapMouseEvent): readonly RenderedFeature[] {
    return this.within(this.marks.pick(point.x, point.y, reachOf(originalEvent)), point);
  }

  private inOrder(
    marked: readonly RenderedFeature[],
    under: readonly RenderedFeature[],
  ): readonly RenderedFeature[] {
    return marked.length === 0 ? under : joinByOrder(marked, under, this.map.getLayersOrder());
  }

  private around(x: number, y: number, reach: number): readonly RenderedFeature[] {
    return this.within(featuresAround(this.map, this.interactive, { x, y, reach }), { x, y });
  }

  /** Returns the features that are inside the area to which the map is limited. */
  private within(
    features: readonly RenderedFeature[],
    { x, y }: { readonly x: number; readonly y: number },
  ): readonly RenderedFeature[] {
    const { inside } = this;
    if (!inside || features.length === 0) return features;
    const { lng, lat } = this.map.unproject([x, y]);
    return features.filter(({ geometry }) => inside(geometry, [lng, lat]));
  }

  private point(event: MapMouseEvent): void {
    // Browsers send the events of a mouse after a tap as well.
    if (isTouch(event.originalEvent)) return;
    this.events.pointed([event.lngLat.lng, event.lngLat.lat]);
    if (this.map.isMoving() || this.isTaken) return;
    const found = this.under(event);
    this.map.getContainer().classList.toggle('map-pointing', found.length > 0);
    this.events.hovered(found, { x: event.point.x, y: event.point.y });
  }

  private async addIcon(id: string, { fresh = false } = {}): Promise<void> {
    if (id === CLEAR_ICON && !this.map.hasImage(id)) this.map.addImage(id, CLEAR_PIXEL);
    if (!isIcon(id)) return;
    const loaded = await loadIcon(fresh ? id : this.pictureAt(id), { fresh });
    const pixels = loaded ?? substituteIcon();
    const repeated = this.map.hasImage(id);
    this.events.source(id, loaded ? null : 'failed');
    if (!pixels || (repeated && !loaded)) return;
    if (repeated) this.map.removeImage(id);
    this.map.addImage(id, pixels, { pixelRatio: ICON_RATIO });
  }
}

function reachOf(event: MouseEvent): number {
  return isTouch(event) ? TOUCH_REACH_PX : MOUSE_REACH_PX;
}

function isTouch(event: MouseEvent): boolean {
  return 'pointerType' in event && event.pointerType === 'touch';
}

/** Returns whether a tile has data. A vector tile that the server does not have has none. */
function hasData(tile: { readonly latestRawTileData?: unknown }, type?: string): boolean {
  return type !== 'vector' || tile.latestRawTileData !== undefined;
}
