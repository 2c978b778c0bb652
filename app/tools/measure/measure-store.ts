import { makeAutoObservable, observableRef } from 'mobx';
import type { Place } from '../../stores/places/place.ts';

export type MeasureKind = 'distance' | 'area';

/** The corners of a measurement. `measure-shape.ts` computes its size. */
export class MeasureStore {
  kind: MeasureKind = 'distance';
  corners: readonly Place[] = [];
  finished = false;
  /** The place under a mouse or a pen, where the next corner would be; null without one. */
  pointer: Place | null = null;

  constructor() {
    makeAutoObservable(
      this,
      { corners: observableRef, pointer: observableRef },
      { autoBind: true },
    );
  }

  /** The corners with the next one under the pointer, until the measurement is finished. */
  get outline(): readonly Place[] {
    const { corners, finished, pointer } = this;
    if (finished || !pointer || corners.length === 0) return corners;
    return [...corners, pointer];
  }

  /** Whether there are enough corners for a result. */
  get isComplete(): boolean {
    return this.corners.length >= (this.kind === 'area' ? 3 : 2);
  }

  point(place: Place | null): void {
    this.pointer = place;
  }

  setKind(kind: MeasureKind): void {
    this.kind = kind;
    this.finished = false;
  }

  /** Adds a corner. After a finished measurement, it is the first one of the next. */
  add(place: Place): void {
    const before = this.finished ? [] : this.corners;
    const last = before.at(-1);
    this.finished = false;
    // The second click of a double click is at the place of the first.
    if (last && last[0] === place[0] && last[1] === place[1]) return;
    this.corners = [...before, place];
  }

  undo(): void {
    this.finished = false;
    this.corners = this.corners.slice(0, -1);
  }

  finish(): void {
    if (this.isComplete) this.finished = true;
  }

  clear(): void {
    this.corners = [];
    this.finished = false;
  }
}

/** Returns the store of the tool for an atlas; see `AtlasStore.storeOf`. */
export function makeMeasureStore(): MeasureStore {
  return new MeasureStore();
}
