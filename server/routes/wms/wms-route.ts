/** A small WMS 1.1.1 and 1.3.0 for datasets (specification, section 7). */
import { createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANONYMOUS, type Asker } from '../../asker.ts';
import { versionOfCuts, type AtlasSnapshot, type WmsLayer } from '../../atlas-snapshot.ts';
import { BoundedCache } from '../../http/bounded-cache.ts';
import { contentHash, encode, type Encoded } from '../../http/encoded.ts';
import { fromStore, HttpError } from '../../http/errors.ts';
import { createGate, type Gate } from '../../http/gate.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { cachingOf, sendEncoded, type Caching } from '../../http/send-encoded.ts';
import { decideName, type AllowedCut } from '../../policies.ts';
import type { DatasetStore } from '../../store/store.ts';
import { areCurrent } from '../current-cuts.ts';
import { renderCapabilities } from './capabilities.ts';
import { drawFeatures } from './draw-features.ts';
import { drawRaster } from './draw-raster.ts';
import { drawLegend, type LegendEntry } from './legend.ts';
import {
  readLegendRequest,
  readMapRequest,
  readParameters,
  readVersion,
  type MapRequest,
  type WmsParameters,
} from './parameters.ts';
import { createView, type View } from './view.ts';
import { deniedFault, faultDocument, WmsFault, type WmsVersion } from './wms-fault.ts';

/** A picture of the largest size takes 16 MB while it is drawn. */
const GATE = { atOnce: 4, waiting: 200 };

/** Bytes of pictures that are kept. */
const PICTURE_CACHE_BYTES = 32 * 1024 * 1024;

/** Pixels of the largest picture that is kept: tiles come again, whole screens hardly do. */
const MAX_KEPT_PIXELS = 512 * 512;

interface Picture {
  readonly body: Encoded;
  readonly current: boolean;
}

/** One dataset under a name, and how it is drawn. */
interface Drawing {
  readonly cut: AllowedCut;
  readonly look: WmsLayer;
}

/** Adds `/wms`. Errors are ServiceException documents in the version of the client. */
export function addWmsRoute(app: FastifyInstance, store: DatasetStore): void {
  const gate = createGate(GATE);
  const pictures = new BoundedCache<Picture>({
    maxBytes: PICTURE_CACHE_BYTES,
    bytesOf: ({ body }) => body.identity.length,
  });
  addGetRoute(app, '/wms', async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const version = readVersion(query);
    try {
      const parameters = readParameters(query);
      switch (parameters.get('REQUEST')?.toLowerCase()) {
        case 'getmap':
        case 'map':
          return await sendMap(request, reply, { store, parameters, version, pictures, gate });
        case 'getlegendgraphic':
          return await sendLegend(request, reply, parameters);
        case 'getcapabilities':
        case 'capabilities':
          return await sendCapabilities(request, reply, version);
        default:
          throw new WmsFault('OperationNotSupported');
      }
    } catch (error) {
      if (!(error instanceof WmsFault)) throw error;
      const { body, type } = faultDocument(error, version);
      return reply
        .code(error.status)
        .header('cache-control', 'private, no-store')
        .type(type)
        .send(body);
    }
  });
}

async function sendMap(
  request: FastifyRequest,
  reply: FastifyReply,
  wish: {
    readonly store: DatasetStore;
    readonly parameters: WmsParameters;
    readonly version: WmsVersion;
    readonly pictures: BoundedCache<Picture>;
    readonly gate: Gate;
  },
): Promise<FastifyReply> {
  const { store, parameters, version, pictures, gate } = wish;
  const { snapshot } = request.atlas;
  const map = readMapRequest(parameters, version);
  const { layers, caching } = chooseLayers(request, map.layers, parameters.get('V'));
  const make = () =>
    gate(async () => {
      const body = await drawMap(map, layers, store);
      const cuts = layers.map(({ cut }) => cut);
      return { body, current: await fromStore(() => areCurrent(store, snapshot, cuts)) };
    });
  const key = pictureKey(snapshot, map, layers);
  const { body, current } = await (key === null ? make() : pictures.get(key, make));
  return sendEncoded(request, reply, body, {
    caching: caching === 'immutable' && !current ? 'revalidate' : caching,
  });
}

/**
 * What a picture depends on: the part of each dataset that is drawn, its version, which covers data
 * and look for that part, and the view. Null for what is not to be kept.
 */
function pictureKey(
  snapshot: AtlasSnapshot,
  map: MapRequest,
  drawings: readonly Drawing[],
): string | null {
  const cuts = drawings.map(({ cut }) => cut);
  const versions = versionOfCuts(snapshot, cuts);
  if (versions === null || map.width * map.height > MAX_KEPT_PIXELS) return null;
  return JSON.stringify([cuts.map(({ dataset, cut }) => [dataset, cut]), versions, map]);
}

async function drawMap(
  map: MapRequest,
  layers: readonly Drawing[],
  store: DatasetStore,
): Promise<Encoded> {
  const canvas = createCanvas(map.width, map.height);
  const context = canvas.getContext('2d');
  if (!map.transparent) {
    context.fillStyle = map.background;
    context.fillRect(0, 0, map.width, map.height);
  }
  const view = createView(map.crs, map.box, map.width, map.height);
  await fromStore(async () => {
    for (const layer of layers) await drawLayer(context, store, layer, view);
  });
  return png(await canvas.encode('png'));
}

/**
 * What of the layers the asker receives. Under `v`, the version of what everyone may see of the one
 * layer, everyone receives just that, and it may be kept.
 */
function chooseLayers(
  request: FastifyRequest,
  names: readonly string[],
  v: string | undefined,
): { layers: readonly Drawing[]; caching: Caching } {
  const { snapshot, asker } = request.atlas;
  const own = names.flatMap((name) => openLayer(snapshot, asker, name));
  const [first] = names;
  if (v !== undefined && first !== undefined && names.length === 1) {
    const open = decideName(snapshot.access, ANONYMOUS, { feed: 'wms', name: first });
    if (open.allow && v === versionOfCuts(snapshot, open.cuts)) {
      return { layers: openLayer(snapshot, ANONYMOUS, first), caching: 'immutable' };
    }
  }
  return { layers: own, caching: cachingOf(neededRank(own)) };
}

/** The drawings of a name that are open to the asker, in the order of their datasets. */
function openLayer(snapshot: AtlasSnapshot, asker: Asker, name: string): readonly Drawing[] {
  const decision = decideName(snapshot.access, asker, { feed: 'wms', name });
  if (!decision.allow) throw deniedFault(decision.status);
  return decision.cuts.map((cut) => {
    const look = snapshot.datasets.get(cut.dataset)?.wms;
    if (!look) throw new HttpError('unavailable');
    return { cut, look };
  });
}

function neededRank(drawings: readonly Drawing[]): number {
  return Math.max(...drawings.map(({ cut }) => cut.cut));
}

/** Classes of a field that the asker may not see are not shown either. */
function openLegend({ cut, look }: Drawing): WmsLayer['legend'] {
  const { field } = look.style.kind === 'features' ? look.style : { field: null };
  return field === null || cut.fields.includes(field) ? look.legend : [];
}

/** A picture is compressed already. */
function png(identity: Buffer): Encoded {
  return { type: 'image/png', identity, gzip: null, br: null, hash: contentHash(identity) };
}

async function drawLayer(
  context: SKRSContext2D,
  store: DatasetStore,
  { cut, look: { style } }: Drawing,
  view: View,
): Promise<void> {
  if (style.kind === 'features') {
    await drawFeatures(context, store, { cut, style, view });
    return;
  }
  const raster = await store.raster(cut.dataset);
  if (!raster) throw new HttpError('unavailable');
  const pixels = await drawRaster(raster, style, view);
  // Pixels that are put replace what is there; an own canvas lays them over it.
  const sheet = createCanvas(view.width, view.height);
  sheet.getContext('2d').putImageData(new ImageData(pixels, view.width, view.height), 0, 0);
  context.drawImage(sheet, 0, 0);
}

/** Cells of a raster have a square in the legend, as areas have. */
function shapeOf({ style }: WmsLayer): LegendEntry['shape'] {
  return style.kind === 'features' ? style.shape : 'polygon';
}

async function sendLegend(
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: WmsParameters,
): Promise<FastifyReply> {
  const { snapshot, asker } = request.atlas;
  const legend = readLegendRequest(parameters);
  const drawings = openLayer(snapshot, asker, legend.layer);
  const { available, fallback } = snapshot.locales;
  const locale = available.find((one) => one === legend.language) ?? fallback;
  const rows = drawings.flatMap((drawing) =>
    openLegend(drawing).map(({ color, label }) => ({
      ...{ color, shape: shapeOf(drawing.look) },
      label: label[locale] ?? label[fallback] ?? '',
    })),
  );
  const words = legend.words ?? rows.length > 1;
  const body = png(await drawLegend(rows, { ...legend, words }));
  return sendEncoded(request, reply, body, { caching: cachingOf(neededRank(drawings)) });
}

async function sendCapabilities(
  request: FastifyRequest,
  reply: FastifyReply,
  version: WmsVersion,
): Promise<FastifyReply> {
  const { snapshot, asker, site } = request.atlas;
  const layers = [...snapshot.access.wms.keys()].flatMap((name) => {
    const decision = decideName(snapshot.access, asker, { feed: 'wms', name });
    return decision.allow ? [{ name, cuts: decision.cuts }] : [];
  });
  const document = renderCapabilities(snapshot, { layers, version, url: `${site}/wms?` });
  const type = version === '1.3.0' ? 'text/xml' : 'application/vnd.ogc.wms_xml';
  const body = await encode(document, `${type}; charset=utf-8`);
  const needed = Math.max(0, ...layers.flatMap(({ cuts }) => cuts.map(({ cut }) => cut)));
  return sendEncoded(request, reply, body, { caching: cachingOf(needed) });
}
