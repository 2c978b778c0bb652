import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../../server/serving/create-server.ts';
import { FixtureStore, makeAppFolder, makeConfigFolder, makeSnapshot } from './fixture.ts';

let app: FastifyInstance;
const folders: string[] = [];

beforeAll(async () => {
  const [configDir, appDir] = [makeConfigFolder(), makeAppFolder()];
  folders.push(configDir, appDir);
  const snapshot = await makeSnapshot(configDir);
  app = await createServer({ snapshot, store: new FixtureStore(), appDir });
  await app.ready();
});

afterAll(async () => {
  await app.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** What browsers send for a page. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'en' };

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('the preview of a link', () => {
  const metaOf = (html: string, name: string): string | undefined =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

  it('shows the atlas, and the other languages of the page', async () => {
    const { body } = await get('/?lang=fr');
    expect(metaOf(body, 'og:locale')).toBe('fr');
    expect(metaOf(body, 'og:site_name')).toBe(metaOf(body, 'og:title'));
    expect(body).toContain('<link rel="alternate" hreflang="en" href="/?lang=en" />');
    const text = (await get('/account/privacy-policy/en')).body;
    expect(text).toContain('hreflang="fr" href="/account/privacy-policy/fr"');
  });

  it('ignores a project that the atlas does not have', async () => {
    const [plain, unknown] = [await get('/?lang=en'), await get('/?lang=en&project=nowhere')];
    expect(unknown.body).toBe(plain.body);
  });
});

describe('a screen beside the map', () => {
  it('has its heading and an answer that does not depend on the key in its address', async () => {
    const login = await get('/account/login', BROWSER);
    expect(login.statusCode).toBe(200);
    expect(login.body).toContain('<title>Log in · ');
    expect(login.body).toContain('hreflang="fr" href="/account/login?lang=fr"');
    const [one, other] = [
      await get('/account/confirm-email/one:key', BROWSER),
      await get('/account/confirm-email/other', BROWSER),
    ];
    expect(one.statusCode).toBe(200);
    expect(one.body).toBe(other.body);
    expect(one.body).not.toContain('confirm-email');
  });

  it('leads from its address with a closing slash to the one without it', async () => {
    for (const [url, to] of [
      ['/account/login/', '/account/login'],
      ['/account/login/?lang=fr', '/account/login?lang=fr'],
      ['/account/privacy-policy/fr/', '/account/privacy-policy/fr'],
      ['/account/confirm-email/one/', '/account/confirm-email/one'],
      ['/account/', '/account'],
    ] as const) {
      const { statusCode, headers } = await get(url, BROWSER);
      expect([url, statusCode, headers.location]).toEqual([url, 308, to]);
    }
    // Nothing shows that the atlas could have these screens.
    for (const url of ['/contact/', '/admin/requests/', '/account/privacy-policy/xx/'])
      expect([url, (await get(url, BROWSER)).statusCode]).toEqual([url, 404]);
  });

  it('exists only with its form', async () => {
    for (const url of ['/account/register', '/account/access', '/contact', '/contact/success'])
      expect((await get(url, BROWSER)).statusCode).toBe(404);
  });

  it('has its text in the language of its address, below an interface in that of the visitor', async () => {
    const { body, statusCode } = await get('/account/privacy-policy/fr', BROWSER);
    expect(statusCode).toBe(200);
    expect(body).toContain('<html lang="en" dir="ltr">');
    expect(body).toContain('<title>Confidentialité · ');
    expect(body).toContain('<div lang="fr"><h1>Confidentialité</h1>');
    expect(body).toContain('Valid from 9 March 2026');
    expect((await get('/account/privacy-policy/en')).body).toContain('<p>Nothing &lt;b&gt;</p>');
  });

  it.each(['/account/privacy-policy/xx', '/account/data-agreement/en', '/errors/404', '/no/such'])(
    'is the 404 page at %s',
    async (url) => {
      const { body, statusCode, headers } = await get(url, BROWSER);
      expect(statusCode).toBe(404);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('private, no-store');
      expect(body).toContain('<h1>Page not found</h1>');
    },
  );

  it('is not sent to programs that ask for an unknown address', async () => {
    const { body, statusCode } = await get('/no/such', { accept: '*/*' });
    expect([statusCode, JSON.parse(body).error.id]).toEqual([404, 'not-found']);
    const post = await app.inject({ method: 'POST', url: '/no/such', headers: BROWSER });
    expect([post.statusCode, JSON.parse(post.body).error.id]).toEqual([404, 'not-found']);
  });

  it('has a document for the application, at an address that never changes its content', async () => {
    const { body } = await get('/?lang=en');
    const [, address = ''] = /"fr":"(\/atlas\/page\.privacy-policy\.[^"]+)"/.exec(body) ?? [];
    const document = await get(address);
    expect(JSON.parse(document.body)).toMatchObject({ locale: 'fr', title: 'Confidentialité' });
    expect(document.headers['cache-control']).toContain('immutable');
  });
});

it('leads from the address of accounts to the 404 page', async () => {
  const { statusCode, headers } = await get('/account', BROWSER);
  expect([statusCode, headers.location]).toEqual([302, '/errors/404']);
});
