import type { ConfigError, Revisions } from 'atlas-engine/http';
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
  /** Returns the revision of what the session adds to the page; null before it is loaded. */
  readonly own: () => string | null;
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
  readonly errors: (errors: readonly ConfigError[]) => void;
  /** Whether the connection opens at once. */
  readonly soon: boolean;
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
  setTimeout(
    () => {
      follower.start();
      document.addEventListener('visibilitychange', () => follower.follow());
    },
    listener.soon ? 0 : DELAY_MS,
  );
  return follower;
}

class Follower {
  private readonly listener: ChangeListener;
  /** The last event about the atlas for this session; null if there was none. */
  private known: string | null = null;
  private source: EventSource | null = null;
  private isBroken = false;
  /** Whether the next event is the first one of its connection, or of another session. */
  private isFirst = false;
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
    this.isFirst = true;
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
      this.listener.errors(JSON.parse(data) as readonly ConfigError[]);
    });
    source.addEventListener('session', () => {
      // The next event is about what the new session receives. The atlas has not changed.
      this.known = null;
      this.isFirst = true;
      this.listener.session();
    });
  }

  private read(data: string): void {
    const news = revisionsIn(data);
    if (news === null) return;
    const { isFirst, listener } = this;
    const other = news.revision !== listener.revision();
    if (this.known === null ? other : data !== this.known) listener.changed();
    else if (isFirst && isOlder(listener.own(), news.own)) listener.session();
    this.known = data;
    this.isFirst = false;
  }
}

/** Returns whether the page has another session part than the server, which names those of all languages. */
function isOlder(own: string | null, served: string | null): boolean {
  return own !== null && served !== null && !served.split('.').includes(own);
}

/** Returns the revisions in an event; null for an event that is not from an atlas. */
function revisionsIn(data: string): Revisions | null {
  try {
    const { revision, own } = Object(JSON.parse(data)) as Partial<Record<string, unknown>>;
    if (typeof revision !== 'string') return null;
    return { revision, own: typeof own === 'string' ? own : null };
  } catch {
    return null;
  }
}
