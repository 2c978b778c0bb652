import type { Map as GlMap } from 'maplibre-gl';
import type { Area, Bounds } from 'atlas-engine/runtime';
import type { View } from '../address/address.ts';
import type { Place } from '../stores/places/place.ts';
import { isCovered } from './covered-parts.ts';
import { marginsOf, NO_EDGES, withMargin, type Edges, type Padding } from './map-padding.ts';

/** Moves a map, whose edges are partly covered. */
export class Camera {
  private readonly map: GlMap;
  private readonly still: boolean;
  private covered: Padding;
  private revealed: Place | null = null;

  /** With `still`, the map jumps in place of flying. */
  constructor(
    map: GlMap,
    { still, padding }: { readonly still: boolean; readonly padding: Padding },
  ) {
    this.map = map;
    this.still = still;
    this.covered = padding;
  }

  /** The widths of the covered edges, in px. */
  get padding(): Padding {
    return this.covered;
  }

  /** Returns the middle of the uncovered part of the map, in px. */
  middle(): [x: number, y: number] {
    const { clientWidth, clientHeight } = this.map.getContainer();
    const { top, right, bottom, left } = this.covered;
    return [(left + clientWidth - right) / 2, (top + clientHeight - bottom) / 2];
  }

  /** Returns the bounds of the uncovered part of the map, in degrees. */
  bounds(): Bounds {
    return this.boundsWithin(this.covered);
  }

  /** Returns the bounds of the whole map, in degrees. */
  whole(): Bounds {
    return this.boundsWithin(NO_EDGES);
  }

  private boundsWithin({ top, right, bottom, left }: Edges): Bounds {
    const { clientWidth, clientHeight } = this.map.getContainer();
    const southWest = this.map.unproject([left, clientHeight - bottom]);
    const northEast = this.map.unproject([clientWidth - right, top]);
    return [southWest.lng, southWest.lat, northEast.lng, northEast.lat];
  }

  /**
   * Sets the widths of the covered edges. With `follow`, the map moves with the middle of its
   * uncovered part, at the same zoom.
   */
  setPadding(padding: Padding, { follow }: { readonly follow: boolean }): void {
    const [fromX, fromY] = this.middle();
    this.covered = padding;
    const [toX, toY] = this.middle();
    if (!follow) return;
    this.map.panBy([fromX - toX, fromY - toY], { animate: !this.still }, { quiet: true });
  }

  /**
   * Fits an area into the uncovered part of the map; `beside` the toolbar, if there is one. An area
   * with a lowest zoom is fitted beside the buttons of a phone, with narrow margins. If it fits only
   * below its lowest zoom, its middle is shown at that zoom.
   */
  fit({ bounds, minzoom = 0 }: Area, { jump = false, beside = false } = {}): void {
    const animate = !jump && !this.still;
    const padding = marginsOf(this.covered, { beside, isLimited: minzoom > 0 });
    const fitted = { padding, maxZoom: 16 };
    const whole = this.map.cameraForBounds([...bounds], fitted);
    if (whole?.zoom === undefined || whole.zoom >= minzoom) {
      this.map.fitBounds([...bounds], { ...fitted, animate }, { quiet: true });
      return;
    }
    const { clientWidth, clientHeight } = this.map.getContainer();
    const [x, y] = this.middle();
    const middle = this.map.cameraForBounds([...bounds])?.center;
    this.map.easeTo(
      {
        ...(middle ? { center: middle } : {}),
        zoom: minzoom,
        offset: [x - clientWidth / 2, y - clientHeight / 2],
        animate,
      },
      { quiet: true },
    );
  }

  goTo(view: View): void {
    const target = { center: [view.lng, view.lat] as [number, number], zoom: view.zoom };
    if (this.still) this.map.jumpTo(target);
    else this.map.easeTo(target);
  }

  zoomTo(zoom: number): void {
    const { lng, lat } = this.map.unproject(this.middle());
    this.map.easeTo({ zoom, around: [lng, lat], animate: !this.still });
  }

  zoomBy(steps: number): void {
    this.zoomTo(this.map.getZoom() + steps);
  }

  /**
   * Moves a place into the uncovered part of the map when it is covered. If the map moves, it is
   * done at the end of that movement. Null forgets the place.
   */
  reveal(place: Place | null): void {
    this.map.off('moveend', this.revealLater);
    this.revealed = place;
    if (place === null) return;
    if (this.map.isMoving()) {
      this.map.once('moveend', this.revealLater);
      return;
    }
    const { x, y } = this.map.project([...place]);
    const { clientWidth: width, clientHeight: height } = this.map.getContainer();
    const { top, right, bottom, left } = withMargin(this.covered);
    const isFree = x >= left && x <= width - right && y >= top && y <= height - bottom;
    if (isFree && !isCovered(this.map.getCanvas(), [x, y])) return;
    const [middleX, middleY] = this.middle();
    this.map.panBy([x - middleX, y - middleY], { animate: !this.still });
  }

  private readonly revealLater = (): void => this.reveal(this.revealed);
}
