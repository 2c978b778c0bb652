import { makeAutoObservable } from 'mobx';

/** The part of `window` that the screens use. */
export interface BrowserHistory {
  readonly path: () => string;
  push(address: string): void;
  /** Calls back when the reader goes back or forward. */
  listen(changed: () => void): void;
}

/**
 * Which screen is open: the map, or one that the router draws. The router, 13 kB, is loaded with the
 * first other screen, because most visitors open only the map.
 */
export class ScreenStore {
  path: string;
  /** The title of a screen other than the map; null until the screen is loaded. */
  title: string | null = null;

  private readonly history: BrowserHistory;

  constructor(history: BrowserHistory) {
    this.history = history;
    this.path = history.path();
    makeAutoObservable<this, 'history'>(this, { history: false }, { autoBind: true });
    history.listen(this.follow);
  }

  get isMap(): boolean {
    return this.path === '/';
  }

  /** Opens an address of this atlas as a new entry of the history. */
  go(address: string): void {
    this.history.push(address);
    this.follow();
  }

  /** Takes the address that the browser shows. */
  follow(): void {
    if (this.path === this.history.path()) return;
    this.path = this.history.path();
    this.title = null;
  }

  setTitle(title: string): void {
    this.title = title;
  }
}
