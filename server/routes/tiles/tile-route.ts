/**
 * Serves vector tiles with the data that the visitor may see. They are cached if the address
 * contains the version.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerFrom, chooseCuts, type Choice } from '../../access/answer-cuts.ts';
import { versionOfCuts, type AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { mayBeKept } from '../../access/policies.ts';
import { HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { CACHE, sendEncoded, type Body, type Caching } from '../../http/send-encoded.ts';
import type { DatasetStore } from '../../store/store.ts';
import { VERSION_PARAMETER } from '../geodata/feature-query.ts';
import { tileGroup, type MadeTile, type TileCache } from './tile-cache.ts';
import { tileLayer } from './tile-layer.ts';

const gunzipAsync = promisify(gunzip);

const MAX_ZOOM = 24;

/**
 * Returns the schema of a whole number without leading zeros, so that each tile has one address.
 */
const integer = (description: string) =>
  ({ type: 'string', pattern: '^(0|[1-9][0-9]{0,7})$', description }) as const;

/** Schema of the name of tiles in an address. */
export const TILE_NAME = {
  type: 'string',
  maxLength: 200,
  description: 'A name of the tile feed, or the id of a dataset that has tiles.',
} as const;

const SCHEMA = {
  summary: 'A vector tile (MVT 2.1).',
  produces: ['application/vnd.mapbox-vector-tile'],
  answers: { 204: 'The tile is empty.' },
  params: {
    type: 'object',
    properties: {
      name: TILE_NAME,
      z: integer(`Zoom, 0 to ${MAX_ZOOM}.`),
      x: integer('Column from the west, 0 to 2^z − 1.'),
      y: integer('Row from the north, 0 to 2^z − 1.'),
    },
    required: ['name', 'z', 'x', 'y'],
  },
  querystring: { type: 'object', properties: { v: VERSION_PARAMETER } },
} as const;

interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Adds `/api/mvt/tile/:name/:z/:x/:y.pbf`. An empty tile gives 204. */
export function addTileRoute(
  app: FastifyInstance,
  { store, cache }: { store: DatasetStore; cache: TileCache },
): void {
  addGetRoute(
    app,
    '/api/mvt/tile/:name/:z/:x/:y.pbf',
    async (request, reply) => {
      const { snapshot } = request.atlas;
      const { name } = request.params as { name: string };
      const address = tileAddress(request.params as Record<'z' | 'x' | 'y', string>);
      const choice = chooseTiles(request, name);
      const { cuts } = choice;
      const version = versionOfCuts(snapshot, cuts);
      if (version === null) throw new HttpError('unavailable');
      const { layer } = tileLayer(snapshot, name, cuts);
      const inZoom = cuts.filter(({ dataset }) => hasZoom(snapshot, dataset, address.z));
      if (inZoom.length === 0) return sendEmpty(reply, choice.caching);
      const group = tileGroup(layer, cuts, version);
      const open = mayBeKept(snapshot.access, cuts);
      const parts = inZoom.map(({ dataset, fields }) => ({ dataset, fields }));
      const { answer: tile, caching } = await answerFrom(request, {
        store,
        choice: { ...choice, cuts: inZoom },
        make: (under) => under.tile({ layer, cuts: parts, ...address }),
        keep: (fresh) => cache.get({ group, ...address, open }, fresh),
      });
      return tile.gzip
        ? sendEncoded(request, reply, tileBody(tile.gzip, tile), { caching })
        : sendEmpty(reply, caching);
    },
    { schema: SCHEMA },
  );
}

function tileAddress(params: Record<'z' | 'x' | 'y', string>): TileAddress {
  const [z, x, y] = [Number(params.z), Number(params.x), Number(params.y)];
  if (z > MAX_ZOOM || x >= 2 ** z || y >= 2 ** z)
    throw new HttpError('bad-request', {
      detail: `This tile does not exist: the zoom must be 0 to ${MAX_ZOOM}, column and row 0 to 2^z − 1.`,
    });
  return { z, x, y };
}

function chooseTiles(request: FastifyRequest, name: string): Choice {
  const { v: version } = request.query as { v?: string };
  // The version may become the current one soon, so the answer must not stay in a cache.
  const changing = version === undefined ? 'brief' : 'revalidate';
  return chooseCuts(request, { feed: 'tiles', name }, { version, changing });
}

/**
 * Returns whether a dataset has tiles at a zoom. Several datasets under one name keep their own
 * zooms.
 */
function hasZoom(snapshot: AtlasSnapshot, dataset: string, zoom: number): boolean {
  const feed = snapshot.datasets.get(dataset)?.tiles;
  return !!feed && zoom >= feed.minzoom && zoom <= feed.maxzoom;
}

function sendEmpty(reply: FastifyReply, caching: Caching): FastifyReply {
  return reply.header('cache-control', CACHE[caching]).code(204).send();
}

/** Returns the body of a tile, stored compressed; it is unpacked for the few clients without gzip. */
function tileBody(gzip: Buffer, { br, hash }: Pick<MadeTile, 'br' | 'hash'>): Body {
  const type = 'application/vnd.mapbox-vector-tile';
  return { type, identity: () => gunzipAsync(gzip), gzip, br, hash };
}
