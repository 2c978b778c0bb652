import { makeAutoObservable, observableRef } from 'mobx';
import type { MapStore } from './map-store.ts';
import type { Place } from '../places/place.ts';

/** The forms of coordinates: decimal degrees; degrees, minutes and seconds; UTM. */
export const COORDINATES_FORMATS = ['degrees', 'dms', 'utm'] as const;

export type CoordinatesFormat = (typeof COORDINATES_FORMATS)[number];

/** Whose coordinates are shown: the pointer's, the last clicked place's, or the map's centre. */
export type Positioned = 'pointer' | 'clicked' | 'centre';

/** The place whose coordinates the page shows, and their format. */
export class CoordinatesStore {
  format: CoordinatesFormat;
  /** The place under a mouse or a pen; null while it is not over the map. */
  pointer: Place | null = null;
  /** The last clicked place, until the map moves. */
  clicked: Place | null = null;

  private readonly map: MapStore;

  constructor(map: MapStore, format: CoordinatesFormat) {
    this.map = map;
    this.format = format;
    makeAutoObservable<this, 'map'>(
      this,
      { pointer: observableRef, clicked: observableRef, map: false },
      { autoBind: true },
    );
  }

  /** What is shown; null until there is a map. */
  get shown(): { readonly of: Positioned; readonly place: Place } | null {
    if (this.pointer) return { of: 'pointer', place: this.pointer };
    return this.kept;
  }

  /** The place to copy: what is shown once the pointer has left the map. */
  get kept(): { readonly of: Positioned; readonly place: Place } | null {
    if (this.clicked) return { of: 'clicked', place: this.clicked };
    return this.map.middle && { of: 'centre', place: this.map.middle };
  }

  setFormat(format: CoordinatesFormat): void {
    this.format = format;
  }

  setPointer(place: Place | null): void {
    this.pointer = place;
  }

  setClicked(place: Place | null): void {
    this.clicked = place;
  }
}
