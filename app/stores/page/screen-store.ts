import { makeAutoObservable, observableRef } from 'mobx';

/** An address of the browser, as the router reads it. */
export interface ScreenLocation {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** What a screen passes on to the next. */
  readonly state: unknown;
}

/** The part of `window` that the screens use. */
export interface BrowserHistory {
  readonly location: () => ScreenLocation;
  /** Returns the address of a link to an address of this atlas; default: that address. */
  readonly href?: (address: string) => string;
  push(address: string, state?: unknown): void;
  replace(address: string, state?: unknown): void;
  /** Goes back or forward. */
  move(by: number): void;
  /** Calls back when the reader goes back or forward. */
  listen(changed: () => void): void;
}

/**
 * The address of the browser. The router draws the screen of this address and stores none itself.
 * Its code, 13 kB, is loaded with the first screen other than the map, because most visitors open
 * only the map.
 */
export class ScreenStore {
  location: ScreenLocation;
  /** The title of a screen other than the map; null until the screen is loaded. */
  title: string | null = null;

  private readonly history: BrowserHistory;

  constructor(history: BrowserHistory) {
    this.history = history;
    this.location = history.location();
    makeAutoObservable<this, 'history'>(
      this,
      { history: false, location: observableRef },
      { autoBind: true },
    );
    history.listen(this.follow);
  }

  get path(): string {
    return this.location.pathname;
  }

  get isMap(): boolean {
    return this.path === '/';
  }

  /** Returns the address of a link to an address of this atlas. */
  hrefOf(address: string): string {
    return this.history.href?.(address) ?? address;
  }

  /** Opens an address of this atlas as a new entry of the history. */
  go(address: string, state?: unknown): void {
    this.history.push(address, state);
    this.follow();
  }

  /** Opens an address in place of the current entry of the history. */
  replace(address: string, state?: unknown): void {
    this.history.replace(address, state);
    this.follow();
  }

  /** Goes back or forward in the history. */
  move(by: number): void {
    this.history.move(by);
  }

  setTitle(title: string): void {
    this.title = title;
  }

  /** Takes the address that the browser shows. */
  private follow(): void {
    const { path } = this;
    this.location = this.history.location();
    if (path !== this.path) this.title = null;
  }
}
