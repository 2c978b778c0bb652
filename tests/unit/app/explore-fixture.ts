/** The tool Explore with three areas, and a network that answers when a test says so. */
import type { BundleExplore, BundleTool } from 'atlas-engine/runtime';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import type {
  FailureKind,
  JsonOptions,
  Outcome,
  RequestJson,
} from '../../../app/net/http-client.ts';
import { ExploreStore } from '../../../app/tools/explore/explore-store.ts';
import { fixtureIndex, fixtureToolWords } from './fixture-bundle.ts';
import { failing, FIRST_VISIT, fixtureNetwork } from './fixture-network.ts';

/** A square of one degree. */
export const square = (west: number, south: number): GeoJSON.Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + 1, south],
      [west + 1, south + 1],
      [west, south + 1],
      [west, south],
    ],
  ],
});
export const feature = (
  id: number,
  properties: object,
  geometry: GeoJSON.Geometry = square(id, 0),
) => ({ type: 'Feature', id, properties, geometry });
export const AREAS = [
  feature(1, { name: 'Lo', land: 'nor', about: 'rice' }),
  feature(2, { name: 'Ba', land: 'mid', about: 'salt' }),
  feature(3, { name: 'Ku', land: 'nor', about: 'salt' }),
];
/** The answer of the server to a request for a page. */
export const page = (features: readonly object[], after?: string, numberMatched?: number) => ({
  type: 'FeatureCollection',
  features,
  numberReturned: features.length,
  ...(numberMatched !== undefined && { numberMatched }),
  links: after ? [{ rel: 'next', href: `https://a.test/api/geodata/x/?after=${after}` }] : [],
});

const text = (field: string) => ({ field, label: field, type: 'text' as const });
const EXPLORE: BundleExplore = {
  areas: 'samples',
  title: [{ field: 'name', type: 'text' }],
  description: [],
  country: { ...text('land'), values: { nor: 'Northern isles', mid: 'Middle isles' } },
  theme: text('about'),
  layers: ['harbours', 'land'],
  contents: [
    {
      group: 'harbours',
      open: {
        dataset: 'harbours',
        title: [{ field: 'name', type: 'text' }],
        facts: [{ field: 'boats', label: 'Boats', type: 'integer', unit: 'boats' }],
      },
    },
    { group: 'wrecks' },
  ],
};

/** A request that waits for its answer. */
interface Asked {
  readonly address: string;
  readonly options: JsonOptions<unknown>;
  readonly answer: (value: object | FailureKind) => Promise<void>;
}

/** A network that answers when the test says so. */
export function waitingNetwork() {
  const asked: Asked[] = [];
  const json: RequestJson = <T>(address: string, options: JsonOptions<T> = {}) =>
    new Promise<Outcome<T>>((resolve) => {
      options.signal?.addEventListener('abort', () => resolve(failing('offline')));
      asked.push({
        address,
        options,
        answer: async (value) => {
          if (typeof value === 'string') resolve(failing(value));
          else resolve({ ok: true, value: value as T });
          await new Promise((done) => setTimeout(done));
        },
      });
    });
  const to = (name: string): readonly Asked[] =>
    asked.filter(({ address }) => address.startsWith(`/api/geodata/${name}/`));
  const sent = (start: string): Asked => asked.find(({ address }) => address.startsWith(start))!;
  return { ...fixtureNetwork(), json, to, sent };
}

/** Opens the tool. */
export function openExplore() {
  const network = waitingNetwork();
  const index = fixtureIndex('en');
  const { words: toolWords } = fixtureToolWords('en');
  const tool: BundleTool = { id: 'explore', order: 1, explore: EXPLORE };
  const atlas = new AtlasStore(
    { ...index, tools: [...index.tools, tool], words: { ...index.words, ...toolWords } },
    { ...FIRST_VISIT, network, address: { search: '', hash: '' } },
  );
  const store = new ExploreStore(atlas);
  atlas.side.toggleTool('explore');
  store.open();
  return { atlas, network, store };
}

/** Opens the tool with its areas. */
export async function openAreas() {
  const opened = openExplore();
  await opened.network.to('samples')[0]!.answer(page(AREAS));
  return opened;
}
