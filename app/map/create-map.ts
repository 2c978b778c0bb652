import {
  addProtocol,
  GPUInitializationError,
  Map as GlMap,
  setWorkerUrl,
  type MapOptions,
  type RequestTransformFunction,
} from 'maplibre-gl';
import workerAddress from 'virtual:map-worker-address';
import { csrfHeader } from '../net/csrf-token.ts';
import { ARCHIVE_SCHEME, readArchive } from './archives.ts';
import { FONT_SCHEME, loadFont } from './load-font.ts';
import { NoWebGlError } from './no-webgl-error.ts';

/** The calls for data of the map. */
const DATA_CALL = /^\/(?:api\/|wms$)/;

setWorkerUrl(workerAddress);
addProtocol(ARCHIVE_SCHEME, readArchive);
addProtocol(FONT_SCHEME, loadFont);

/** Throws `NoWebGlError` when the browser cannot draw a map; the container is then empty. */
export function createMap(options: MapOptions & { readonly container: HTMLElement }): GlMap {
  try {
    return new GlMap({ ...options, transformRequest });
  } catch (error) {
    if (!(error instanceof GPUInitializationError)) throw error;
    options.container.replaceChildren();
    throw new NoWebGlError('This browser has no WebGL 2.', { cause: error });
  }
}

/**
 * Makes addresses absolute for the worker. Fonts are fetched with a timeout. Calls for data of the
 * atlas have the CSRF header, as section 7 of the specification requires.
 */
const transformRequest: RequestTransformFunction = (address, type) => {
  const { href: url, origin, pathname } = new URL(address, window.location.href);
  if (String(type) === 'Glyphs') return { url: `${FONT_SCHEME}://${url}` };
  const isCall = origin === window.location.origin && DATA_CALL.test(pathname);
  return isCall ? { url, credentials: 'same-origin', headers: csrfHeader() } : { url };
};
