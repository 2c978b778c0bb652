/** Limits on what clients may use at the same time. */

export interface Limits {
  /** Maximum number of open connections. Further connections are closed immediately. */
  readonly connections: number;
  /**
   * Maximum number of open connections of one address, or of requests in progress of one client
   * behind a trusted proxy.
   */
  readonly connectionsPerAddress: number;
  /** Maximum number of open event streams. */
  readonly eventStreams: number;
  readonly eventStreamsPerAddress: number;
  readonly eventStreamsPerAccount: number;
  /**
   * Maximum time in milliseconds in which a client receives nothing. The client is then
   * disconnected.
   */
  readonly stall: number;
  /** Maximum time in milliseconds from the connection to the complete headers of a request. */
  readonly headTime: number;
  /** Maximum time in milliseconds until a whole request has arrived. */
  readonly requestTime: number;
  /** Maximum bytes of JSON in a page of features. A page has at least one feature of any size. */
  readonly pageBytes: number;
  /** Maximum bytes of large responses that their clients have not received yet. */
  readonly bytesInFlight: number;
  readonly bytesInFlightPerAddress: number;
  /** Maximum number of searches of one address in a minute. */
  readonly searchesPerMinute: number;
  /** Maximum number of analyses of one address that are received, wait or run at the same time. */
  readonly analysesPerAddress: number;
}

const MEBIBYTE = 1_048_576;

/** `deploy/nginx.conf` and `LimitNOFILE` in `deploy/atlas.service` depend on these values. */
export const DEFAULT_LIMITS: Limits = {
  // An idle connection takes 20 kB of memory. A connection with a response takes up to 0.5 MB until
  // it is closed.
  connections: 4_000,
  // A browser opens six connections. Schools and mobile networks have many users behind one
  // address.
  connectionsPerAddress: 500,
  // There is one stream for each open map. The other connections remain available for responses.
  eventStreams: 2_000,
  eventStreamsPerAddress: 250,
  // Twice the number of sessions that an account may have.
  eventStreamsPerAccount: 100,
  stall: 30_000,
  headTime: 15_000,
  // Enough time for a body of 1 MB over a slow connection.
  requestTime: 30_000,
  pageBytes: 8_000_000,
  bytesInFlight: 64 * MEBIBYTE,
  // One address cannot use up the whole budget.
  bytesInFlightPerAddress: 16 * MEBIBYTE,
  // A class behind one address, whose pupils all type.
  searchesPerMinute: 600,
  // A village behind one address. An analysis takes about a second, and the page waits 25 s.
  analysesPerAddress: 20,
};

/** Returns the limits for the numbers of connections and analyses that an operator allows per address. */
export function limitsFor({
  connectionsPerAddress,
  analysesPerAddress,
}: Pick<Limits, 'connectionsPerAddress' | 'analysesPerAddress'>): Partial<Limits> {
  return {
    connectionsPerAddress,
    analysesPerAddress,
    eventStreamsPerAddress: Math.floor(connectionsPerAddress / 2),
  };
}
