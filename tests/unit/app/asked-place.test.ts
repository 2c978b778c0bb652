import { expect, it } from 'vitest';
import type { CompiledForm } from 'atlas-engine/runtime';
import { LOGGED_OUT } from '../../../app/account/account-types.ts';
import type { Outcome } from '../../../app/net/http-client.ts';
import { askedPlace } from '../../../app/screens/admin/asked-place.ts';
import { areaIn } from '../../../app/screens/forms/area-text.ts';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import { fixtureIndex } from './fixture-bundle.ts';
import { FIRST_VISIT, fixtureNetwork } from './fixture-network.ts';

const FORM = {
  schema: {
    properties: {
      country: { type: 'string', enum: ['cmr', 'several'] },
      reason: { type: 'string' },
    },
  },
  ui: { country: { labels: ['Cameroon', 'Several countries'] } },
} as unknown as CompiledForm;

const RING = [
  [9, 2],
  [16, 2],
  [16, 13],
  [9, 2],
];

/** Opens an atlas whose server knows an area of this title. */
function knowing(title: string | null) {
  const atlas = new AtlasStore(fixtureIndex('en'), {
    ...FIRST_VISIT,
    network: fixtureNetwork(),
    account: LOGGED_OUT,
    address: { search: '', hash: '' },
  });
  const asked: string[] = [];
  const json = async (address: string): Promise<Outcome<unknown>> => {
    asked.push(address);
    if (title === null) return { ok: false, failure: { kind: 'offline' } };
    const area = { dataset: 'countries', id: 7, title, context: 'Country', bbox: [9, 2, 16, 13] };
    const geometry = { type: 'Polygon', coordinates: [RING] };
    const value = address.startsWith('/api/areas/outline')
      ? { ...area, geometry }
      : { areas: [area] };
    return { ok: true, value };
  };
  Object.assign(atlas.network, { json });
  return { atlas, asked };
}

it('is the area with the name of the chosen option, with an outline that a grant may have', async () => {
  const { atlas, asked } = knowing('Cameroon');
  const text = await askedPlace({ answers: { reason: 'A map', country: 'cmr' } }, FORM, atlas);
  expect(areaIn(text!)).toMatchObject({ name: 'Cameroon', geometry: { coordinates: [RING] } });
  expect(asked.map((address) => address.split('?')[0])).toEqual([
    '/api/areas',
    '/api/areas/outline',
  ]);
  expect(asked[1]).toContain('vertices=2000');
});

it('is none for an area with another name, an answer beside the options, and without a server', async () => {
  const answers = { country: 'cmr' };
  expect(await askedPlace({ answers }, FORM, knowing('Cameroon Highlands').atlas)).toBeNull();
  expect(await askedPlace({ answers }, FORM, knowing(null).atlas)).toBeNull();
  expect(await askedPlace({ answers: {} }, FORM, knowing('Cameroon').atlas)).toBeNull();
  const { atlas, asked } = knowing('A map');
  expect(await askedPlace({ answers: { reason: 'A map' } }, FORM, atlas)).toBeNull();
  expect(asked).toEqual([]);
});
