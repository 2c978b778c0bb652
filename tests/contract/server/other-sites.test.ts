import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';

let server: GuardedServer;

beforeAll(async () => {
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
}, 60_000);
afterAll(() => server.close());

const ask = (url: string, level?: string) =>
  server.app.inject({
    url,
    headers: {
      origin: 'https://elsewhere.example',
      ...(level !== undefined && { 'x-atlas-level': level }),
    },
  });

const CALLS = [
  '/api/openapi.json',
  '/api/search?q=w',
  '/api/mvt/tile/wells/0/0/0.pbf',
  '/ogc/collections',
  '/wms?service=WMS&request=GetCapabilities',
  '/atlas/files/icons/well.svg',
  '/api/geodata/no-such/',
];

describe('pages of other sites', () => {
  it.each(CALLS)('may read the public answers of %s, errors included', async (url) => {
    const { headers } = await ask(url);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each(CALLS)('read %s as a visitor without an account', async (url) => {
    const { headers } = await ask(url, 'elder');
    // With `*`, browsers do not give pages answers to requests with cookies.
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each([
    '/',
    '/health',
    '/atlas/session.en.json',
    '/api/users/profile',
    '/api/users/export/',
    '/api/users',
    '/api/admin/accounts/',
    '/api/auth/login/',
    '/api/setlang/?language=fr',
    '/api/contact/',
  ])('may not read %s', async (url) => {
    const { headers } = await ask(url);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});
