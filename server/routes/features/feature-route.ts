/** Serves one feature, for popups and analyses, if the visitor may see it. */
import { featureAnswer, type FeatureAnswer } from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import type { FastifyInstance } from 'fastify';
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { storeUnder } from '../../access/loaded-for.ts';
import type { DatasetStore } from '../../store/store.ts';
import { encode, JSON_TYPE } from '../../http/encoded.ts';
import { deniedError, fromStore, HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { cachingOf, sendEncoded } from '../../http/send-encoded.ts';
import { decide } from '../../access/policies.ts';

const SCHEMA = {
  summary: 'The attributes of one feature, and its geometry on request.',
  answer: featureAnswer,
  params: {
    type: 'object',
    properties: {
      dataset: { type: 'string', maxLength: 200, description: 'The id of a dataset.' },
      id: {
        type: 'string',
        pattern: '^[1-9][0-9]{0,15}$',
        description: 'The numeric id of a feature, as in tiles and GeoJSON.',
      },
    },
    required: ['dataset', 'id'],
  },
  querystring: {
    type: 'object',
    properties: {
      geometry: {
        type: 'string',
        enum: ['true', 'false'],
        description:
          'Whether the answer has the whole geometry, of datasets with vector tiles or GeoJSON.',
      },
    },
  },
} as const;

/** Adds `GET /api/features/:dataset/:id`, which answers `{ id, properties, demo?, geometry? }`. */
export function addFeatureRoute(app: FastifyInstance, store: DatasetStore): void {
  addGetRoute(
    app,
    '/api/features/:dataset/:id',
    async (request, reply) => {
      const { snapshot, visitor } = request.atlas;
      const { dataset, id: idText } = request.params as { dataset: string; id: string };
      const id = Number(idText);
      if (!Number.isSafeInteger(id)) throw new HttpError('bad-request');
      const decision = decide(snapshot.access, visitor, { dataset, use: 'view' });
      if (!decision.allow) throw deniedError(decision.status);
      const { fields, rank } = decision;
      const feature = await fromStore(() =>
        storeUnder(store, snapshot, 'view').feature({ dataset, fields }, id),
      );
      if (!feature) throw new HttpError('not-found');
      // Only these fields were requested. This is a second filter, in case the store returns more.
      const properties = Object.fromEntries(
        fields
          .map((field) => [field, feature.properties[field] ?? null] as const)
          .filter(([, value]) => value !== null),
      );
      const demo = snapshot.datasets.get(dataset)?.demo === true;
      const { geometry: asked } = request.query as { geometry?: string };
      const geometry = asked === 'true' && hasShapes(snapshot, dataset) && feature.geometry;
      const answer: FeatureAnswer = present({
        id: feature.id,
        properties,
        demo: demo || undefined,
        geometry: geometry || undefined,
      });
      const body = await encode(JSON.stringify(answer), JSON_TYPE);
      return sendEncoded(request, reply, body, { caching: cachingOf(rank) });
    },
    { schema: SCHEMA },
  );
}

/** Returns whether those who may view a dataset receive its geometries from another address. */
function hasShapes({ access }: AtlasSnapshot, dataset: string): boolean {
  const { tiles, geojson } = access;
  return [tiles, geojson].some((feeds) => feeds.get(dataset)?.includes(dataset));
}
