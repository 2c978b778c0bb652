/** Serves the places of the base map, for a search without a connection. */
import { placesAnswer, type PlacesAnswer } from 'atlas-engine/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { encode, JSON_TYPE, type Encoded } from '../../http/encoded.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendEncoded } from '../../http/send-encoded.ts';
import { knownPlaces } from './known-places.ts';
import type { DatasetStore } from '../../store/store.ts';

const SCHEMA = {
  summary:
    'The places of the base map that everyone may download, with the names that a search finds.',
  answer: placesAnswer,
  querystring: {
    type: 'object',
    properties: {
      locale: {
        type: 'string',
        maxLength: 20,
        description:
          'Language of the answer; if the atlas does not have it, the default of the atlas.',
      },
    },
  },
} as const;

/** Adds `GET /api/places?locale=`, which answers `{ places: [[title, context, bounds], …] }`. */
export function addPlacesRoute(app: FastifyInstance, store: DatasetStore): void {
  // The answer is the same for everyone, so it is made once for a snapshot and a language.
  const made = new WeakMap<AtlasSnapshot, Map<string, Promise<Encoded>>>();
  addGetRoute(
    app,
    '/api/places',
    async (request, reply) => {
      const { snapshot } = request.atlas;
      const locale = localeOf(request);
      const bodies = made.get(snapshot) ?? new Map<string, Promise<Encoded>>();
      made.set(snapshot, bodies);
      const body = bodies.get(locale) ?? encodePlaces(snapshot, { store, locale });
      bodies.set(locale, body);
      // A failed answer is not kept.
      body.catch(() => bodies.delete(locale));
      return sendEncoded(request, reply, await body, { caching: 'revalidate' });
    },
    { schema: SCHEMA },
  );
}

function localeOf({ query, atlas }: FastifyRequest): string {
  const { locale = '' } = query as { locale?: string };
  const { available, fallback } = atlas.snapshot.locales;
  return available.includes(locale) ? locale : fallback;
}

async function encodePlaces(
  snapshot: AtlasSnapshot,
  options: { readonly store: DatasetStore; readonly locale: string },
): Promise<Encoded> {
  const places = await knownPlaces(snapshot, options);
  return encode(JSON.stringify({ places } satisfies PlacesAnswer), JSON_TYPE, { best: true });
}
