import { scatter } from './scatter.ts';

/**
 * Delay after the start in milliseconds, so that the first view of the map has the full bandwidth.
 */
const DELAY_MS = 10_000;

/** Delay before a refused connection is tried again, in milliseconds. */
const AGAIN_MS = 20_000;

export interface ChangeListener {
  /** Returns the revision of the atlas on the page. */
  readonly revision: () => string;
  /** Called when the server reports another revision than that of the page or than before. */
  readonly changed: () => void;
  /**
   * Called when a connection has opened. The server does not repeat what happened before, such as
   * the end of a grant while the page was hidden.
   */
  readonly opened: () => void;
  /** Called when the connection to the server breaks, and when it is back. */
  readonly broken: () => void;
  readonly back: () => void;
  /** Called when the server reports a change of the session: of its levels, or its end. */
  readonly session: () => void;
  /** Called with the errors of the configuration, which a server sends to its author only. */
  readonly errors: (errors: readonly string[]) => void;
}

/** The connection to the events of the server. */
export interface EventConnection {
  /** Opens it again, because the server identifies the visitor when it opens. */
  reopen(): void;
}

/**
 * Follows the events of the server. A hidden page closes the connection and opens it again when it
 * becomes visible.
 */
export function listenForChanges(listener: ChangeListener): EventConnection {
  const follower = new Follower(listener);
  setTimeout(() => {
    follower.start();
    document.addEventListener('visibilitychange', () => follower.follow());
  }, DELAY_MS);
  return follower;
}

class Follower {
  private readonly listener: ChangeListener;
  /** The last event about the atlas for this session; null if there was none. */
  private known: string | null = null;
  private source: EventSource | null = null;
  private isBroken = false;
  private isStarted = false;

  constructor(listener: ChangeListener) {
    this.listener = listener;
  }

  start(): void {
    this.isStarted = true;
    this.follow();
  }

  /** Does nothing before the start. */
  reopen(): void {
    if (!this.isStarted) return;
    this.known = null;
    this.close();
    this.follow();
  }

  /** Opens the connection of a visible page, and closes that of a hidden one. */
  follow(): void {
    if (document.hidden) this.close();
    else if (!this.source) this.open();
  }

  private close(): void {
    this.source?.close();
    this.source = null;
  }

  private open(): void {
    const source = new EventSource('/atlas/events');
    this.source = source;
    source.addEventListener('open', () => {
      if (this.isBroken) this.listener.back();
      this.isBroken = false;
      this.listener.opened();
    });
    source.addEventListener('error', () => {
      if (!this.isBroken) this.listener.broken();
      this.isBroken = true;
      // The browser reconnects by itself, except after a response that is not a stream of events.
      if (source.readyState !== EventSource.CLOSED) return;
      this.close();
      setTimeout(() => this.follow(), scatter(AGAIN_MS));
    });
    source.addEventListener('message', ({ data }: MessageEvent<string>) => this.read(data));
    source.addEventListener('errors', ({ data }: MessageEvent<string>) => {
      this.listener.errors(JSON.parse(data) as readonly string[]);
    });
    source.addEventListener('session', () => {
      // The next event is about what the new session receives. The atlas has not changed.
      this.known = null;
      this.listener.session();
    });
  }

  private read(data: string): void {
    const revision = revisionIn(data);
    if (revision === null) return;
    const other = revision !== this.listener.revision();
    if (this.known === null ? other : data !== this.known) this.listener.changed();
    this.known = data;
  }
}

/** Returns the revision in an event; null for an event that is not from an atlas. */
function revisionIn(data: string): string | null {
  try {
    const { revision } = Object(JSON.parse(data)) as { readonly revision?: unknown };
    return typeof revision === 'string' ? revision : null;
  } catch {
    return null;
  }
}
