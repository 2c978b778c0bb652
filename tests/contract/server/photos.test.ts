import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';

let server: GuardedServer;

beforeAll(async () => {
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
}, 60_000);
afterAll(() => server.close());

const ask = (path: string, level?: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    url: path,
    headers: { ...headers, ...(level !== undefined && { 'x-atlas-level': level }) },
  });

/** The file of the first picture in a folder of the atlas. */
const fileIn = (folder: string) =>
  server.atlas.pictures
    .find((path) => path.startsWith(`photos/${folder}/`))!
    .split('/')
    .at(-1)!;

/** The field of the wells that wardens see, and its picture. */
const portrait = () => {
  const field = server.model.datasets.get('wells')!;
  const { name } = [...field.fields.values()].find(({ folder, permission }) => {
    return folder !== undefined && permission.id === 'warden';
  })!;
  const file = [...server.snapshot.photos.get('wells')!.get(name)!.keys()][0]!;
  return { field: name, file };
};

describe('a photo', () => {
  it('of an open field is sent with an `ETag` for revalidation', async () => {
    const photo = await ask('/api/photos/wells/views/deep%20well.png');
    expect([photo.statusCode, photo.body]).toEqual([200, 'a picture of a deep well']);
    expect(photo.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
    const etag = String(photo.headers.etag);
    const again = await ask('/api/photos/wells/views/deep%20well.png', undefined, {
      'if-none-match': etag,
    });
    expect(again.statusCode).toBe(304);
    const kept = await ask(`/api/photos/wells/views/deep%20well.png?v=${JSON.parse(etag)}`);
    expect(kept.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('of a field above the visitor gives the same answer as an unknown field', async () => {
    const { field, file } = portrait();
    const unknown = await ask('/api/photos/wells/no-such/well.jpg');
    for (const level of [undefined, 'member']) {
      const answer = await ask(`/api/photos/wells/${field}/${file}`, level);
      expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
    }
    const own = await ask(`/api/photos/wells/${field}/${file}`, 'warden');
    expect(own.statusCode).toBe(200);
    expect(own.headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(own.headers.etag).toBeUndefined();
  });

  it('of a locked dataset gives 401, of a hidden one 404', async () => {
    const grave = `/api/photos/graves/views/${fileIn('graves')}`;
    expect((await ask(grave)).statusCode).toBe(401);
    expect((await ask(grave, 'member')).statusCode).toBe(403);
    expect((await ask(grave, 'elder')).statusCode).toBe(200);
    const [shrines] = server.atlas.hiddenNames;
    const shrine = `/api/photos/${shrines}/views/${fileIn('shrines')}`;
    expect((await ask(shrine, 'warden')).body).toBe((await ask('/api/photos/x/views/y')).body);
    expect((await ask(shrine, 'elder')).statusCode).toBe(200);
  });

  it('is sent only while a feature names it in that field', async () => {
    const { field, file } = portrait();
    for (const path of [
      'wells/views/unnamed.jpg',
      `wells/views/${file}`,
      `wells/${field}/well.jpg`,
      'wells/views/missing.jpg',
      'wells/name/well.jpg',
      'wells/views/..%2F..%2Fatlas.yaml',
      'wells/views/..%2Fwells%2Fwell.jpg',
      'wells/views/%2e%2e',
      'wells/views/well.jpg%2F',
    ]) {
      expect([path, (await ask(`/api/photos/${path}`, 'elder')).statusCode]).toEqual([path, 404]);
    }
  });

  it('is never sent at the address of other files', async () => {
    for (const path of server.atlas.pictures) {
      const answer = await ask(`/atlas/files/${encodeURI(path)}`, 'elder');
      expect([path, answer.statusCode]).toEqual([path, 404]);
    }
  });
});

describe('photos that are missing in their folder', () => {
  it('are counted by the load', async () => {
    const { report } = (await server.store.status('wells'))!;
    expect(report.missingPhotos).toEqual({ count: 1, examples: ['missing.jpg'] });
    expect((await server.store.status('graves'))!.report.missingPhotos).toBeUndefined();
  });
});
