import { makeAutoObservable } from 'mobx';

/** The connection to the atlas's own server. */
export class LineStore {
  /** Whether the server cannot be reached. */
  down = false;

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  setDown(down: boolean): void {
    this.down = down;
  }
}
