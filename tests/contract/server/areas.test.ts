/** Areas by name: who finds them, and who receives their outlines. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutlineAnswer } from 'atlas-engine/http';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';

let server: GuardedServer;

beforeAll(async () => {
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
}, 60_000);
afterAll(() => server.close());

const ask = (path: string, level?: string) =>
  server.app.inject({
    url: `/api/areas${path}`,
    headers: level === undefined ? {} : { 'x-atlas-level': level },
  });

interface Area {
  readonly dataset?: string;
  readonly id: string | number;
  readonly title: string;
  readonly bbox: readonly number[];
}

const find = async (q: string, level?: string): Promise<readonly Area[]> =>
  (await ask(`?q=${encodeURIComponent(q)}`, level)).json<{ areas: Area[] }>().areas;

/** The nests as the store has them; wardens may view them, and elders their keepers. */
const nests = () => server.store.page({ dataset: 'nests', fields: ['name', 'keeper'], limit: 100 });

describe('areas by name', () => {
  it('are projects and features of the declared datasets, and without words projects', async () => {
    const [nest] = await nests();
    const name = String(nest!.properties['name']);
    expect(await find(name, 'warden')).toContainEqual(
      expect.objectContaining({ dataset: 'nests', id: nest!.id, title: name }),
    );
    const listed = (await find('', 'warden')).map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining(['graves', 'coast']));
    // The wells are points, which nobody can choose.
    expect(await find('well', 'elder')).toEqual([]);
    expect((await find('COA')).map(({ id }) => id)).toEqual(['coast']);
  });

  it('are found only by names that the visitor may see', async () => {
    const [nest] = await nests();
    const { name, keeper } = nest!.properties;
    for (const level of [undefined, 'member']) expect(await find(String(name), level)).toEqual([]);
    expect(await find(String(keeper), 'warden')).toEqual([]);
    expect(await find(String(keeper), 'elder')).toHaveLength(1);
    expect((await find('')).map(({ id }) => id)).toEqual(['coast', 'graves']);
  });

  it('have the outline of the store, for those who may view the dataset', async () => {
    const [nest] = await nests();
    const path = `/outline?dataset=nests&id=${nest!.id}`;
    const answer = await ask(path, 'warden');
    expect(answer.json()).toEqual({
      title: nest!.properties['name'],
      geometry: nest!.geometry,
      simplified: false,
    });
    expect(answer.headers['cache-control']).toBe('private, no-store');
    // An id that exists has the same answer as one that does not.
    const bodies = [path, '/outline?dataset=nests&id=999'].map(async (one) => {
      const { statusCode, body } = await ask(one, 'member');
      return [statusCode, body];
    });
    const [known, unknown] = await Promise.all(bodies);
    expect(known).toEqual(unknown);
    expect(known![0]).toBe(403);
  });

  it('have the name that the visitor may see, and without one none', async () => {
    const [nest] = await nests();
    const path = `/outline?dataset=nests&id=${nest!.id}`;
    const keeper = String(nest!.properties['keeper']);
    for (const level of ['warden', 'elder']) {
      const { title } = (await ask(path, level)).json<{ title: string }>();
      expect([level, title]).toEqual([level, nest!.properties['name']]);
    }
    expect((await ask(path, 'warden')).body).not.toContain(keeper);
  });

  it('have no outline in a dataset without areas, however open it is', async () => {
    const [well] = await server.store.page({ dataset: 'wells', fields: [], limit: 1 });
    const answers = [`dataset=wells&id=${well!.id}`, 'dataset=no-such&id=1', 'project=no-such'];
    for (const query of answers) expect((await ask(`/outline?${query}`)).statusCode).toBe(404);
    for (const query of ['', 'id=1', 'dataset=nests', 'dataset=nests&id=1&project=coast']) {
      const refused = await ask(`/outline?${query}`);
      expect(refused.statusCode).toBe(400);
      expect(refused.json()).toHaveProperty('error.detail', expect.stringContaining('`dataset`'));
    }
  });

  it('have no more vertices than were asked for', async () => {
    const [nest] = await nests();
    const ofNest = (vertices: number | string) =>
      ask(`/outline?dataset=nests&id=${nest!.id}&vertices=${vertices}`, 'warden');
    expect((await ofNest(5)).json<OutlineAnswer>()).toMatchObject({ simplified: false });
    for (const wrong of [4, 20_001, 'many', '']) expect((await ofNest(wrong)).statusCode).toBe(400);
  });

  it('of a project are its outline, or its extent, for those who see the project', async () => {
    const { geometry } = (await ask('/outline?project=graves')).json<{
      geometry: { coordinates: number[][][] };
    }>();
    expect(geometry.coordinates).toEqual([
      [
        [10, -2],
        [16, -2],
        [16, 4],
        [10, 4],
        [10, -2],
      ],
    ]);
    const [hidden] = server.atlas.hiddenNames;
    expect((await ask(`/outline?project=${hidden}`)).statusCode).toBe(404);
    expect((await ask(`/outline?project=${hidden}`, 'elder')).statusCode).toBe(200);
  });
});
