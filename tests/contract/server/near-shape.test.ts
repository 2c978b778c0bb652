/** What is near a geometry that a visitor sends. */
import type { NearAnswer } from 'atlas-engine/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';
import { logIn } from './log-in.ts';

const TIMEOUT = 120_000;
const URL = '/api/geodata/near/';

describe('what is near a geometry', { timeout: TIMEOUT }, () => {
  let server: GuardedServer;
  beforeAll(async () => {
    server = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
  }, TIMEOUT);
  afterAll(() => server?.close());

  const ask = (payload: unknown, headers: Readonly<Record<string, string>> = {}) =>
    server.app.inject({ method: 'POST', url: URL, payload: payload as object, headers });

  it('is what is near a place, and near a feature with that geometry but for the feature itself', async () => {
    const point = await ask({ geometry: { type: 'Point', coordinates: [13, 1] } });
    const place = await server.app.inject({ url: `${URL}?lng=13&lat=1` });
    const { of, layers } = point.json<NearAnswer>();
    expect(of).toEqual({ bounds: [13, 1, 13, 1], geometry: 'point' });
    expect(layers).toEqual(place.json<NearAnswer>().layers);

    const [well] = await server.store.page({ dataset: 'wells', fields: [], limit: 1 });
    const shape = (await ask({ geometry: well!.geometry })).json<NearAnswer>();
    const feature = await server.app.inject({ url: `${URL}?dataset=wells&id=${well!.id}` });
    const others = (answer: NearAnswer) =>
      answer.layers.filter(({ group }) => group !== 'wells').map((layer) => layer);
    expect(others(shape)).toEqual(others(feature.json<NearAnswer>()));
    const wells = shape.layers.find(({ group }) => group === 'wells')!;
    expect('state' in wells ? [] : wells.inside.map(({ id }) => id)).toContain(well!.id);
  });

  it('is measured from the nearest place of a line', async () => {
    const [well] = await server.store.page({ dataset: 'wells', fields: [], limit: 1 });
    const { geometry } = well!;
    if (geometry.type !== 'Point') throw new Error('wells are points');
    const [x = 0, y = 0] = geometry.coordinates;
    const line = { type: 'LineString', coordinates: [[x - 1, y + 0.1], [x + 1, y + 0.1]] }; // prettier-ignore
    const { of, layers } = (await ask({ geometry: line })).json<NearAnswer>();
    expect(of?.geometry).toBe('line');
    const wells = layers.find(({ group }) => group === 'wells')!;
    if ('state' in wells) throw new Error('too slow');
    const found = wells.nearest.find(({ id }) => id === well!.id)!;
    // A tenth of a degree of latitude, to the south.
    expect(found.distance).toBeGreaterThan(11_000);
    expect(found.distance).toBeLessThan(11_100);
    expect(Math.abs(found.bearing - 180)).toBeLessThan(1);
  });

  it('has the layers that each level may analyse', async () => {
    const body = { geometry: { type: 'Point', coordinates: [13, 1] } };
    const found = async (headers: Readonly<Record<string, string>>) =>
      (await ask(body, headers)).json<NearAnswer>().layers.length;
    const elder = await logIn(server, 'elder');
    expect(await found({})).toBeLessThan(await found(elder));
  });

  it.each([
    [{}],
    [{ geometry: null }],
    [{ geometry: { type: 'Point', coordinates: ['x', 1] } }],
    [{ geometry: { type: 'Point', coordinates: [300, 1] } }],
    [{ geometry: { type: 'LineString', coordinates: [] } }],
    ['no JSON'],
  ])('refuses %j with a sentence', async (payload) => {
    const answer = await ask(payload, { 'content-type': 'application/json' });
    expect(answer.statusCode).toBe(400);
    const { error } = answer.json<{ error: { message: string } }>();
    expect(error.message).toMatch(/^[A-Z].*\.$/);
  });

  it('refuses a body that is too large', async () => {
    const coordinates = Array.from({ length: 200_000 }, (_, i) => [i / 1e6, 0]);
    const answer = await ask({ geometry: { type: 'LineString', coordinates } });
    expect(answer.statusCode).toBe(413);
  });
});
