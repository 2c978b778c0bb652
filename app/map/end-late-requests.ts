/**
 * The first module of the map's worker (see vite.config.ts), which requests vector tiles and GeoJSON
 * only. MapLibre has no timeout for them: a request without a response would occupy one of the few
 * connections to the server permanently. It also reads some pictures as tiles without features, so a
 * picture or a page in place of data is a failed request.
 */
import { DATA_TIMEOUT_MS, deadline } from '../net/deadline.ts';

const request = globalThis.fetch.bind(globalThis);

globalThis.fetch = async (input, options) => {
  const signal = options?.signal ?? (input instanceof Request ? input.signal : null);
  const response = await request(input, { ...options, signal: deadline(DATA_TIMEOUT_MS, signal) });
  const type = response.headers.get('content-type') ?? '';
  if (/^(?:image\/|text\/html)/.test(type))
    throw new Error(`A response of the type ${type} has no data.`);
  return response;
};
