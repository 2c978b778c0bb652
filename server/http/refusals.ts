/** What the server refuses or cuts off so that it stays usable: counted, and logged once a minute. */
import type { Metrics } from '../metrics/metrics.ts';

/** What ran out. */
export type Refusal =
  /** Places for connections, of all or of one address. */
  | 'connections'
  | 'connections-of-address'
  /** Requests under way of one address behind a proxy. */
  | 'requests-of-address'
  | 'event-streams'
  | 'event-streams-of-address'
  /** Bytes of answers that clients did not take yet. */
  | 'bytes-in-flight'
  /** Places in the queue of a gate. */
  | 'turns'
  /** The time of a client that does not read its answer. */
  | 'stalled';

/** Milliseconds between two lines of the log about the same thing. */
const LOG_INTERVAL = 60_000;

export class Refusals {
  readonly #count: (reason: Refusal) => void;
  readonly #warn: (reason: Refusal, count: number) => void;
  readonly #sinceLogged = new Map<Refusal, { count: number; logged: number }>();

  /** `warn` writes to the log; `count` is what happened since it last did. */
  constructor(metrics: Metrics, warn: (reason: Refusal, count: number) => void) {
    const refused = metrics.counter(
      'atlas_refused_total',
      'Connections and requests that were refused or cut off, by what ran out.',
    );
    this.#count = (reason) => refused.add({ reason });
    this.#warn = warn;
  }

  add(reason: Refusal): void {
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
