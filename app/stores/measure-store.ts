import { makeAutoObservable, observableRef } from 'mobx';
import type { Place } from './place.ts';

export type MeasureKind = 'distance' | 'area';

/** The corners of a measurement. `ui/tools/measure-shape.ts` computes its size. */
export class MeasureStore {
  kind: MeasureKind = 'distance';
  corners: readonly Place[] = [];
  finished = false;

  constructor() {
    makeAutoObservable(this, { corners: observableRef }, { autoBind: true });
  }

  /** Whether there are enough corners for a result. */
  get isComplete(): boolean {
    return this.corners.length >= (this.kind === 'area' ? 3 : 2);
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
