/** Bounds on what clients may take of the server at the same time. */

export interface Limits {
  /** Open connections; the next one is closed at once. */
  readonly connections: number;
  /**
   * Open connections of one address, and requests under way of one address behind a trusted proxy.
   */
  readonly connectionsPerAddress: number;
  /** Open streams of events. */
  readonly eventStreams: number;
  readonly eventStreamsPerAddress: number;
  /** Milliseconds without progress after which a client that does not read is cut off. */
  readonly stall: number;
  /** Milliseconds in which the head of a request must have arrived, from the connection on. */
  readonly headTime: number;
  /** Milliseconds in which a whole request must have arrived. */
  readonly requestTime: number;
  /** Most bytes of JSON in one page of features. A page has at least one feature of any size. */
  readonly pageBytes: number;
  /** Bytes of large answers that were made and not yet taken by their clients. */
  readonly bytesInFlight: number;
  readonly bytesInFlightPerAddress: number;
}

const MEBIBYTE = 1_048_576;

/** `deploy/nginx.conf` and `LimitNOFILE` of `deploy/atlas.service` have values that go with these. */
export const DEFAULT_LIMITS: Limits = {
  // An idle connection takes 20 kB, one of an answer up to 0.5 MB until it is cut off.
  connections: 4_000,
  // A browser opens six. Schools and mobile networks have many people behind one address.
  connectionsPerAddress: 500,
  // One for each open map; what remains of the connections is for answers.
  eventStreams: 2_000,
  eventStreamsPerAddress: 250,
  stall: 30_000,
  headTime: 15_000,
  // A body of 1 MB over a slow line.
  requestTime: 30_000,
  pageBytes: 8_000_000,
  bytesInFlight: 64 * MEBIBYTE,
  // One address alone cannot use up what all share.
  bytesInFlightPerAddress: 16 * MEBIBYTE,
};

/** The limits where an operator says how many connections one address may have. */
export function limitsFor(connectionsPerAddress: number): Partial<Limits> {
  return {
    connectionsPerAddress,
    eventStreamsPerAddress: Math.floor(connectionsPerAddress / 2),
  };
}
