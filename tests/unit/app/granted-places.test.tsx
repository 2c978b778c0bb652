/** Where the map of an account with grants in places says that they hold. */
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { LOGGED_OUT, type Profile } from '../../../app/account/account-types.ts';
import { drawGranted } from '../../../app/map/draw-granted.ts';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import { AtlasProvider } from '../../../app/ui/common/atlas-context.ts';
import PlaceNote from '../../../app/ui/layers/place-note.tsx';
import type { BundleIndex, GroupEntry } from 'atlas-engine/runtime';
import { fixtureIndex } from './fixture-bundle.ts';
import { FIRST_VISIT, fixtureNetwork } from './fixture-network.ts';

const square = (west: number): GeoJSON.Polygon => ({
  type: 'Polygon',
  coordinates: [[[west, 0], [west + 1, 0], [west + 1, 1], [west, 0]]], // prettier-ignore
});
const named = JSON.stringify({
  type: 'Feature',
  properties: { name: 'North Bay' },
  geometry: square(1),
});

const PLACED: Profile['placed'] = [
  { level: 'crew', until: null, area: named, key: 'bay' },
  { level: 'crew', until: null, area: JSON.stringify(square(2)), key: 'drawn' },
  { level: 'crew', until: null, project: 'delta', key: 'delta' },
  { level: 'crew', until: null, project: 'gone', key: 'gone' },
];

let stop: (() => void) | null = null;
afterEach(() => stop?.());

/** The index of the fixture, in which a group is limited to places. */
function withPlaces(places: readonly string[]): BundleIndex {
  const index = fixtureIndex('en');
  const limit = (entry: GroupEntry): GroupEntry =>
    entry.id === 'harbours' ? { ...entry, places } : entry;
  return {
    ...index,
    categories: index.categories.map((category) => ({
      ...category,
      groups: category.groups.map(limit),
    })),
  };
}

/** An atlas whose group of harbours is limited to places. */
async function open(places: readonly string[]) {
  const network = fixtureNetwork();
  const asked: string[] = [];
  const json = async (address: string) => {
    if (!address.startsWith('/api/areas/outline')) return network.json(address);
    asked.push(address);
    return { ok: true, value: { title: 'Delta', geometry: square(3), simplified: false } };
  };
  const profile = { username: 'ana', levels: [], placed: PLACED } as unknown as Profile;
  const atlas = new AtlasStore(withPlaces(places), {
    ...FIRST_VISIT,
    network: { ...network, json } as typeof network,
    account: { ...LOGGED_OUT, loggedIn: true, profile },
    address: { search: '', hash: '' },
  });
  await atlas.start('en');
  const { entry } = atlas.bundles.entries.get('harbours')!;
  const note = renderToStaticMarkup(
    <AtlasProvider value={atlas}>
      <PlaceNote entry={entry} />
    </AtlasProvider>,
  ).replace(/<[^>]*>/g, '');
  stop = drawGranted(atlas);
  const drawn = (): readonly GeoJSON.Geometry[] => {
    const source = atlas.map.granted?.sources?.['overlay/granted'];
    return (source as GeoJSON.GeometryCollection | undefined)?.geometries ?? [];
  };
  return { atlas, asked, note, drawn };
}

it('the list names the places of a layer, and an area without a name by a phrase', async () => {
  expect((await open(['bay', 'drawn'])).note).toBe(
    'Only where you have access: North Bay; an area that was granted to you. Go to',
  );
  expect((await open(['unknown'])).note).toBe('');
});

it('the map has the outlines of the places of visible layers only', async () => {
  const { atlas, asked, drawn } = await open(['bay', 'delta']);
  expect(drawn()).toEqual([square(1)]);
  await expect.poll(drawn).toEqual([square(1), square(3)]);
  expect(asked).toEqual(['/api/areas/outline?project=delta&locale=en']);
  expect(atlas.map.granted?.layers.map(({ type }) => type)).toEqual(['line', 'line']);
  atlas.layers.remove('harbours');
  expect(drawn()).toEqual([]);
  stop?.();
  expect(atlas.map.granted).toBeNull();
});
