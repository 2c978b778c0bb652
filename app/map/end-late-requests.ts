/**
 * The first module of the map's worker (see vite.config.ts). MapLibre has no timeout for tiles. A
 * request without a response would occupy one of the few connections to the server permanently.
 */
import { DATA_TIMEOUT_MS, deadline } from '../net/deadline.ts';

const request = globalThis.fetch.bind(globalThis);

globalThis.fetch = (input, options) => {
  const signal = options?.signal ?? (input instanceof Request ? input.signal : null);
  return request(input, { ...options, signal: deadline(DATA_TIMEOUT_MS, signal) });
};
