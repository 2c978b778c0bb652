/** Serves TileJSON 3.0, which describes the tiles of a name to GIS programs. */
import { tileJson, type TileJson } from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import type { FastifyInstance } from 'fastify';
import { highestRank } from '../../access/answer-cuts.ts';
import type { AtlasSnapshot, ServedDataset } from '../../access/atlas-snapshot.ts';
import { versionOfCuts } from '../../access/atlas-snapshot.ts';
import { encode, JSON_TYPE } from '../../http/encoded.ts';
import { deniedError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { cachingOf, sendEncoded } from '../../http/send-encoded.ts';
import { decideName, type AllowedCut } from '../../access/policies.ts';
import { TILE_NAME } from './tile-route.ts';
import { derivedLayers, tileFieldType, tileLayer } from './tile-layer.ts';

const SCHEMA = {
  summary: 'TileJSON 3.0 of a tile name.',
  answer: tileJson,
  params: {
    type: 'object',
    properties: { name: TILE_NAME },
    required: ['name'],
  },
} as const;

/** Adds `/api/mvt/:name.json`. */
export function addTileJsonRoute(app: FastifyInstance): void {
  addGetRoute(
    app,
    '/api/mvt/:name.json',
    async (request, reply) => {
      const { snapshot, visitor, site } = request.atlas;
      const { name } = request.params as { name: string };
      const decision = decideName(snapshot.access, visitor, { feed: 'tiles', name });
      if (!decision.allow) throw deniedError(decision.status);
      const document = describeTiles(snapshot, { name, cuts: decision.cuts, site });
      const body = await encode(JSON.stringify(document), JSON_TYPE);
      const rank = highestRank(decision.cuts);
      return sendEncoded(request, reply, body, { caching: cachingOf(rank) });
    },
    { schema: SCHEMA },
  );
}

function describeTiles(
  snapshot: AtlasSnapshot,
  of: { name: string; cuts: readonly AllowedCut[]; site: string },
): TileJson {
  const { name, cuts, site } = of;
  const { layer, minzoom, maxzoom } = tileLayer(snapshot, name, cuts);
  const version = versionOfCuts(snapshot, cuts);
  const query = version === null ? '' : `?v=${encodeURIComponent(version)}`;
  const path = `/api/mvt/tile/${encodeURIComponent(name)}/{z}/{x}/{y}.pbf`;
  const datasets = cuts.flatMap(({ dataset }) => snapshot.datasets.get(dataset) ?? []);
  const bounds = union(datasets);
  const fields = Object.fromEntries(
    cuts.flatMap(({ dataset, fields: names }) =>
      names.map((field) => [
        field,
        tileFieldType(snapshot.datasets.get(dataset)?.fields.get(field)?.type),
      ]),
    ),
  );
  return present({
    tilejson: '3.0.0',
    name,
    tiles: [`${site}${path}${query}`],
    minzoom,
    maxzoom,
    bounds: bounds ?? undefined,
    vector_layers: [
      { id: layer, minzoom, maxzoom, fields },
      ...derivedLayers(
        layer,
        datasets.flatMap(({ derived }) => derived),
        fields,
      ),
    ],
  });
}

function union(datasets: readonly ServedDataset[]): [number, number, number, number] | null {
  const all = datasets.flatMap(({ bounds }) => (bounds ? [bounds] : []));
  if (all.length === 0) return null;
  return [
    Math.min(...all.map(([west]) => west)),
    Math.min(...all.map(([, south]) => south)),
    Math.max(...all.map(([, , east]) => east)),
    Math.max(...all.map(([, , , north]) => north)),
  ];
}
