/**
 * Counts the requests and connections that the server refuses or closes because of its limits, and
 * logs the counts once a minute.
 */
import type { Metrics } from '../metrics/metrics.ts';

/** The limit that was reached. */
export type ReachedLimit =
  /** The connections in total, or of one address. */
  | 'connections'
  | 'connections-of-address'
  /** Requests in progress of one address behind a proxy. */
  | 'requests-of-address'
  | 'event-streams'
  | 'event-streams-of-address'
  | 'event-streams-of-account'
  /** Bytes of answers that clients have not received yet. */
  | 'bytes-in-flight'
  /** The number of jobs in the queue of a gate. */
  | 'queue'
  /** The time that a client has to read its response. */
  | 'stalled';

/** Milliseconds between two lines of the log with the same reason. */
const LOG_INTERVAL = 60_000;

export class Refusals {
  readonly #count: (reason: ReachedLimit) => void;
  readonly #warn: (reason: ReachedLimit, count: number) => void;
  readonly #sinceLogged = new Map<ReachedLimit, { count: number; logged: number }>();

  /** `warn` writes to the log; `count` is the number since the last line. */
  constructor(metrics: Metrics, warn: (reason: ReachedLimit, count: number) => void) {
    const refused = metrics.counter(
      'atlas_refused_total',
      'Connections and requests that were refused or closed, by the limit reached.',
    );
    this.#count = (reason) => refused.add({ reason });
    this.#warn = warn;
  }

  add(reason: ReachedLimit): void {
    this.#count(reason);
    const now = performance.now();
    const since = this.#sinceLogged.get(reason) ?? { count: 0, logged: -Infinity };
    this.#sinceLogged.set(reason, since);
    since.count += 1;
    if (now - since.logged < LOG_INTERVAL) return;
    this.#warn(reason, since.count);
    since.count = 0;
    since.logged = now;
  }
}
