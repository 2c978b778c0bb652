/** Serves the places of the base map, for a search without a connection. */
import { placesAnswer, type PlacesAnswer } from 'atlas-engine/http';
import type { FastifyInstance } from 'fastify';
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { encode, JSON_TYPE, type Encoded } from '../../http/encoded.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendEncoded } from '../../http/send-encoded.ts';
import { knownPlaces } from './known-places.ts';
import { LOCALE, localeOf } from './locale-of.ts';
import type { DatasetStore } from '../../store/store.ts';

const SCHEMA = {
  summary:
    'The places of the base map that everyone may download, with the names that a search finds.',
  answer: placesAnswer,
  querystring: {
    type: 'object',
    properties: {
      locale: LOCALE,
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

async function encodePlaces(
  snapshot: AtlasSnapshot,
  options: { readonly store: DatasetStore; readonly locale: string },
): Promise<Encoded> {
  const known = await knownPlaces(snapshot, options);
  const places = known.map(({ listed }) => listed);
  return encode(JSON.stringify({ places } satisfies PlacesAnswer), JSON_TYPE, { effort: 'best' });
}
