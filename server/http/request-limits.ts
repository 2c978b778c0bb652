/** Limits how often one client may ask for the same thing. */
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';

export interface RequestRules {
  /** Number of requests in one period. */
  readonly most: number;
  /** Length of the period in milliseconds. */
  readonly period: number;
}

interface Period {
  readonly start: number;
  readonly count: number;
}

/** Maximum number of clients that are remembered. */
const MOST_CLIENTS = 50_000;

export class RequestLimit {
  readonly #rules: RequestRules;
  readonly #periods = new LRUCache<string, Period>({ max: MOST_CLIENTS });

  constructor(rules: RequestRules) {
    this.#rules = rules;
  }

  /** Counts a request at a time. Returns 0, or the milliseconds until the next one is accepted. */
  take(client: string, now: number): number {
    const { most, period } = this.#rules;
    const known = this.#periods.get(client);
    const current = known && now - known.start < period ? known : { start: now, count: 0 };
    if (current.count >= most) return current.start + period - now;
    this.#periods.set(client, { start: current.start, count: current.count + 1 });
    return 0;
  }
}

/**
 * Returns the name under which a client is counted: its IPv4 address, or the network of 64 bits of its
 * IPv6 address, in which one client has all addresses.
 */
export function clientOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIP(mapped) !== 6) return mapped;
  const [head = '', tail] = mapped.toLowerCase().split('::', 2);
  const groups = head.split(':').filter((group) => group !== '');
  const after = tail === undefined ? [] : tail.split(':').filter((group) => group !== '');
  const zeros = Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0');
  return [...groups, ...zeros, ...after].slice(0, 4).join(':');
}

/** Returns the value of `Retry-After`: whole seconds, at least one. */
export function retryAfter(milliseconds: number): string {
  return String(Math.max(1, Math.ceil(milliseconds / 1_000)));
}
