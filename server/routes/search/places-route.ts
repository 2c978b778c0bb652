/** Serves the places of the base map, for a search without a connection. */
import { placesAnswer, type ListedPlace, type PlacesAnswer } from 'atlas-engine/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ANONYMOUS } from '../../access/asker.ts';
import { shownTo, type AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { storeUnder } from '../../access/loaded-for.ts';
import { decide } from '../../access/policies.ts';
import { boundsOf, packGeoJson, UNITS_PER_DEGREE } from '../../geometry/index.ts';
import { encode, JSON_TYPE, type Encoded } from '../../http/encoded.ts';
import { fromStore } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendEncoded } from '../../http/send-encoded.ts';
import type { Attributes, Bounds, DatasetStore } from '../../store/store.ts';

/** Maximum number of places of a dataset. */
const MAX_PLACES = 2000;

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
  const places: ListedPlace[] = [];
  for (const dataset of snapshot.search.datasets.keys()) {
    places.push(...(await placesOf(dataset, { snapshot, ...options })));
  }
  return encode(JSON.stringify({ places } satisfies PlacesAnswer), JSON_TYPE, { best: true });
}

/**
 * Returns the features of a searched dataset that no group draws and everyone may download, because
 * the answer lists all of them.
 */
async function placesOf(
  dataset: string,
  {
    snapshot,
    store,
    locale,
  }: { readonly snapshot: AtlasSnapshot; readonly store: DatasetStore; readonly locale: string },
): Promise<ListedPlace[]> {
  const { fields, title, label, groups } = snapshot.search.datasets.get(dataset)!;
  const served = snapshot.datasets.get(dataset);
  const decision = decide(snapshot.access, ANONYMOUS, { dataset, use: 'download' });
  const isLoaded = Object.keys(served?.stored ?? {}).length > 0;
  if (groups.length > 0 || !served || !isLoaded || !decision.allow) return [];
  const seen = decision.fields.filter((field) => fields.includes(field));
  const page = await fromStore(() =>
    storeUnder(store, snapshot).page({ dataset, fields: seen, limit: MAX_PLACES }),
  );
  const context = label?.[locale] ?? shownTo(served, ANONYMOUS.rank).title[locale]!;
  return page.flatMap(({ geometry, properties }) => {
    const [name, ...others] = namesOf(properties, [...title[locale]!, ...seen]);
    const packed = packGeoJson(geometry);
    if (name === undefined || 'rejected' in packed) return [];
    return [[name, context, rounded(boundsOf(packed.ok)), ...others] as const];
  });
}

/** Returns the distinct texts of these fields, in their order. */
function namesOf(properties: Attributes, fields: readonly string[]): string[] {
  const values = fields.map((field) => properties[field] ?? null);
  return [
    ...new Set(values.filter((value) => typeof value === 'string' && value !== '')),
  ] as string[];
}

function rounded([west, south, east, north]: Bounds): number[] {
  const [w, s, e, n] = [west, south, east, north].map((units) =>
    Number((units / UNITS_PER_DEGREE).toFixed(4)),
  );
  return w === e && s === n ? [w!, s!] : [w!, s!, e!, n!];
}
