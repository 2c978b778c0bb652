/** Finds the groups, projects and features with a name that the visitor may see. */
import { searchAnswer, type Found, type SearchAnswer } from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  shownTo,
  type AtlasSnapshot,
  type CatalogueEntry,
  type SearchedDataset,
} from '../../access/atlas-snapshot.ts';
import type { Asker } from '../../access/asker.ts';
import { encode, JSON_TYPE } from '../../http/encoded.ts';
import { fromStore } from '../../http/errors.ts';
import { createGate } from '../../http/gate.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { cachingOf, sendEncoded } from '../../http/send-encoded.ts';
import { decide } from '../../access/policies.ts';
import { fitOf, foldWords } from '../../search/fold.ts';
import { whenGone } from '../../http/when-gone.ts';
import { storeUnder } from '../../access/loaded-for.ts';
import type { Bounds, DatasetCut, DatasetStore, SearchHit } from '../../store/store.ts';

const MAX_LIMIT = 50;
const DEFAULT_LIMIT = 10;
/** Maximum length of a search text. */
const MAX_LENGTH = 200;

const SCHEMA = {
  summary: 'Groups, projects and features by name, the best first.',
  answer: searchAnswer,
  querystring: {
    type: 'object',
    properties: {
      q: {
        type: 'string',
        maxLength: MAX_LENGTH,
        description:
          'Words or beginnings of words; accents, capitals, apostrophes and hyphens make no difference. A text without a letter or digit finds nothing.',
      },
      locale: {
        type: 'string',
        maxLength: 20,
        description:
          'Language of the answer; if the atlas does not have it, the default of the atlas.',
      },
      limit: {
        type: 'string',
        pattern: '^[1-9][0-9]{0,4}$',
        description: `Maximum number of results; default ${DEFAULT_LIMIT}, at most ${MAX_LIMIT}.`,
      },
    },
    required: ['q'],
  },
} as const;

/**
 * Searches run one at a time. A small machine has two store threads, so that one of them remains
 * free for tiles.
 */
const GATE = { atOnce: 1, waiting: 200 };

/** Adds `GET /api/search?q=&locale=&limit=`, which answers `{ results: […] }`. */
export function addSearchRoute(app: FastifyInstance, store: DatasetStore): void {
  const gate = createGate(GATE);
  addGetRoute(
    app,
    '/api/search',
    async (request, reply) => {
      const { visitor } = request.atlas;
      const results = await gate(() => find(request, store), whenGone(reply));
      const body = await encode(JSON.stringify({ results } satisfies SearchAnswer), JSON_TYPE);
      return sendEncoded(request, reply, body, { caching: cachingOf(visitor.rank) });
    },
    { schema: SCHEMA },
  );
}

async function find(request: FastifyRequest, store: DatasetStore): Promise<Found[]> {
  const { snapshot, visitor } = request.atlas;
  const {
    q,
    locale: wanted = '',
    limit: most,
  } = request.query as {
    q: string;
    locale?: string;
    limit?: string;
  };
  const words = foldWords(q);
  if (words.length === 0) return [];
  const limit = Math.min(Number(most ?? DEFAULT_LIMIT), MAX_LIMIT);
  const { available, fallback } = snapshot.locales;
  const locale = available.includes(wanted) ? wanted : fallback;
  const listed = (snapshot.search.entries[visitor.rank]?.get(locale) ?? []).flatMap((entry) => {
    const fit = fitOf(entry.names, words);
    return fit === null ? [] : [{ fit, found: ofEntry(entry) }];
  });
  const cuts = searchedCuts(snapshot, visitor);
  const hits =
    cuts.length === 0
      ? []
      : await fromStore(() => storeUnder(store, snapshot).search({ cuts, words, limit }));
  const features = hits.map((hit) => ({
    fit: hit.fit,
    found: ofHit(hit, { snapshot, visitor, locale }),
  }));
  // The sort is stable: with equal fit, groups and projects come before features, in their order.
  return [...listed, ...features]
    .sort((a, b) => a.fit - b.fit)
    .slice(0, limit)
    .map(({ found }) => found);
}

/** Returns the searched datasets and fields that are loaded and that the visitor may see. */
function searchedCuts({ access, search, datasets }: AtlasSnapshot, visitor: Asker): DatasetCut[] {
  return [...search.datasets].flatMap(([dataset, { fields }]) => {
    const decision = decide(access, visitor, { dataset, use: 'view' });
    if (!decision.allow) return [];
    const seen = decision.fields.filter((field) => fields.includes(field));
    const loaded = Object.keys(datasets.get(dataset)?.stored ?? {}).length > 0;
    return seen.length > 0 && loaded ? [{ dataset, fields: seen }] : [];
  });
}

function ofEntry({ kind, id, title, context, bounds, locked }: CatalogueEntry): Found {
  return present({
    kind,
    id,
    title,
    context,
    ...placeOf(bounds),
    open: kind === 'group' ? { groups: [id] } : { groups: [], project: id },
    locked: locked || undefined,
  });
}

function ofHit(
  { dataset, id, bounds, properties }: SearchHit,
  { snapshot, visitor, locale }: { snapshot: AtlasSnapshot; visitor: Asker; locale: string },
): Found {
  const { title, label, groups } = snapshot.search.datasets.get(dataset)!;
  const served = snapshot.datasets.get(dataset)!;
  const shown = groups.filter((group) => snapshot.search.open[visitor.rank]?.has(group));
  return present({
    kind: shown.length > 0 ? 'feature' : 'place',
    id,
    title: titleOf(title[locale]!, properties),
    context: label?.[locale] ?? shownTo(served, visitor.rank).title[locale]!,
    ...placeOf(bounds),
    open: { groups: shown },
    dataset,
    demo: served.demo ? true : undefined,
  });
}

/** Returns the first field that has a value and that the visitor may see. */
function titleOf(
  fields: SearchedDataset['title'][string],
  properties: SearchHit['properties'],
): string {
  const value = fields.map((field) => properties[field] ?? null).find((one) => one !== null);
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

function placeOf(bounds: Bounds | null): Pick<Found, 'bbox' | 'center'> {
  if (bounds === null) return { bbox: null, center: null };
  const [west, south, east, north] = bounds;
  // Returns the middle of two coordinates, rounded to the precision of the store.
  const middle = (a: number, b: number): number => Number(((a + b) / 2).toFixed(7));
  return { bbox: bounds, center: [middle(west, east), middle(south, north)] };
}
