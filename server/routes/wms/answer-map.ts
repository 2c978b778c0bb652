/** Answers GetMap requests of the WMS. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerFrom, openCuts, type Made } from '../../access/answer-cuts.ts';
import { ANONYMOUS } from '../../access/asker.ts';
import { versionOfCuts, type AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { BoundedCache } from '../../http/bounded-cache.ts';
import type { Encoded } from '../../http/encoded.ts';
import { HttpError } from '../../http/errors.ts';
import type { Gate } from '../../http/gate.ts';
import { cachingOf, sendEncoded, type Caching } from '../../http/send-encoded.ts';
import { whenGone } from '../../http/when-gone.ts';
import type { DatasetStore } from '../../store/store.ts';
import { drawFeatures } from '../../drawing/draw-features.ts';
import { drawRaster } from '../../drawing/draw-raster.ts';
import { neededRank, openLayer, type Drawing } from './open-layers.ts';
import { readMapRequest, type MapRequest, type WmsParameters } from './parameters.ts';
import { encodePicture } from '../../drawing/picture.ts';
import { PixelBuffer } from '../../drawing/pixel-buffer.ts';
import { createView, type View } from '../../drawing/view.ts';
import type { WmsVersion } from './wms-fault.ts';

/**
 * Maximum number of pixels of a picture that is cached. Larger pictures are not cached, because a
 * whole screen is rarely requested again.
 */
const MAX_SMALL_PIXELS = 512 * 512;

/** Limits on drawing in parallel, separate for large pictures. */
export interface WmsGates {
  readonly small: Gate;
  readonly large: Gate;
}

/** A cache of pictures. The key of a picture contains everything that the picture depends on. */
export type PictureCache = BoundedCache<Made<Encoded>>;

/** Creates an empty cache of pictures with a maximum size in bytes. */
export function createPictureCache(maxBytes: number): PictureCache {
  return new BoundedCache<Made<Encoded>>({
    maxBytes,
    bytesOf: ({ made }) => made.identity.length,
  });
}

/** Sends the picture of the requested layers, with the data that the visitor may see. */
export async function answerMap(
  request: FastifyRequest,
  reply: FastifyReply,
  context: {
    readonly store: DatasetStore;
    readonly parameters: WmsParameters;
    readonly version: WmsVersion;
    readonly pictures: PictureCache;
    readonly gates: WmsGates;
  },
): Promise<FastifyReply> {
  const { store, parameters, version, pictures, gates } = context;
  const { snapshot } = request.atlas;
  const map = readMapRequest(parameters, version);
  const { layers, caching: chosen } = chooseLayers(request, map.layers, parameters.get('V'));
  const isLarge = map.width * map.height > MAX_SMALL_PIXELS;
  // Other requests may wait for the same small picture, so it is always finished.
  const gone = isLarge ? whenGone(reply) : undefined;
  const draw = (fresh: () => Promise<Made<Encoded>>) =>
    isLarge ? gates.large(fresh, gone) : gates.small(fresh);
  const key = isLarge ? null : pictureKey(snapshot, map, layers);
  const { answer, caching } = await answerFrom(request, {
    store,
    choice: { cuts: layers.map(({ cut }) => cut), caching: chosen },
    make: (under) => drawMap(map, layers, { store: under, gone }),
    keep: (fresh) => (key === null ? draw(fresh) : pictures.get(key, () => draw(fresh))),
  });
  return sendEncoded(request, reply, answer.made, { caching });
}

/**
 * Returns the key of a picture: each dataset with the rank that its data and style require, their
 * version, and the view. Returns null when a version is unknown.
 */
function pictureKey(
  snapshot: AtlasSnapshot,
  map: MapRequest,
  drawings: readonly Drawing[],
): string | null {
  const cuts = drawings.map(({ cut: { dataset }, rank }) => ({ dataset, rank }));
  const versions = versionOfCuts(snapshot, cuts);
  if (versions === null) return null;
  return JSON.stringify([cuts.map(({ dataset, rank }) => [dataset, rank]), versions, map]);
}

/**
 * Selects the parts of the layers that the visitor receives. If the request has a single layer and
 * `v` is the version of its public data, every visitor receives exactly these data, and the
 * response may be cached.
 */
function chooseLayers(
  request: FastifyRequest,
  names: readonly string[],
  v: string | undefined,
): { layers: readonly Drawing[]; caching: Caching } {
  const own = names.flatMap((name) => openLayer(request.atlas, name));
  const [name] = names;
  const isOne = name !== undefined && names.length === 1;
  if (isOne && openCuts(request, { feed: 'wms', name }, v) !== null)
    return {
      layers: openLayer({ ...request.atlas, visitor: ANONYMOUS }, name),
      caching: 'immutable',
    };
  return { layers: own, caching: cachingOf(neededRank(own)) };
}

async function drawMap(
  map: MapRequest,
  layers: readonly Drawing[],
  { store, gone }: { readonly store: DatasetStore; readonly gone: AbortSignal | undefined },
): Promise<Encoded> {
  const { width, height } = map;
  const pixels = new PixelBuffer(width, height);
  if (!map.transparent || map.format === 'image/jpeg') await pixels.cover(map.background);
  const view = createView(map);
  for (const layer of layers) {
    gone?.throwIfAborted();
    await drawLayer(pixels, store, layer, view);
  }
  const smooth = layers.some(({ look: { style } }) => style.kind === 'raster' && style.interpolate);
  return encodePicture({ width, height, data: await pixels.finish() }, map.format, { smooth });
}

async function drawLayer(
  pixels: PixelBuffer,
  store: DatasetStore,
  { cut, look: { style } }: Drawing,
  view: View,
): Promise<void> {
  if (style.kind === 'features') {
    await drawFeatures(pixels, store, { cut, style, view });
    return;
  }
  const raster = await store.raster(cut.dataset);
  if (!raster) throw new HttpError('unavailable');
  await drawRaster(pixels, raster, style, view);
}
