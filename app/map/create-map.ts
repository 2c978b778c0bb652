import {
  addProtocol,
  GPUInitializationError,
  Map as GlMap,
  setWorkerUrl,
  type MapOptions,
  type RequestTransformFunction,
} from 'maplibre-gl';
import workerAddress from 'virtual:map-worker-address';
import { ARCHIVE_SCHEME, readArchive } from './archives.ts';
import { FONT_SCHEME, loadFont } from './load-font.ts';
import { NoWebGlError } from './no-webgl-error.ts';

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

/** Makes addresses absolute for the worker. Fonts are fetched with a timeout. */
const transformRequest: RequestTransformFunction = (address, type) => {
  const url = new URL(address, window.location.href).href;
  return { url: String(type) === 'Glyphs' ? `${FONT_SCHEME}://${url}` : url };
};
