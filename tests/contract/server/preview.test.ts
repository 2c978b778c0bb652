import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import { readSettings } from '../../../server/config/settings.ts';
import { createServer } from '../../../server/serving/create-server.ts';
import { askerOfPreview, whyNoPreview } from '../../../server/access/preview.ts';
import { serveAtlas } from '../../browser/serve-atlas.ts';
import { FixtureStore, makeAppFolder, makeConfigFolder, makeSnapshot, SECRETS } from './fixture.ts';
import { getRaw } from './raw-request.ts';

const ISLES = fileURLToPath(new URL('../../atlases/isles', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'atlas-preview-'));
const folders = [dataDir];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function atlas(args: readonly string[], env: Record<string, string>) {
  const printed: string[] = [];
  const report = (line: string) => void printed.push(line);
  const io = {
    out: report,
    err: report,
    env: { ATLAS_DATA_DIR: dataDir, PORT: '0', ...env },
    color: false,
  };
  const code = await run(['start', '--config', ISLES, ...args], io);
  return { code, text: printed.join('\n') };
}

describe('a preview', () => {
  it('is refused when others could reach it', async () => {
    const why = (env: Record<string, string>) => whyNoPreview(readSettings(env));
    for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(why({ HOST })).toBeNull();
    for (const HOST of ['0.0.0.0', '::', '192.168.0.7', 'atlas.example', '127.example'])
      expect(why({ HOST })).toContain(HOST);
    expect(why({ NODE_ENV: 'production' })).toContain('production');
    expect(why({ PUBLIC_URL: 'https://atlas.example' })).toContain('PUBLIC_URL');
    expect(why({ TRUST_PROXY: 'loopback' })).toContain('TRUST_PROXY');
    for (const env of [{ HOST: '0.0.0.0' }, { NODE_ENV: 'production' }]) {
      const { code, text } = await atlas(['--level', 'keeper'], env);
      expect(code).toBe(2);
      expect(text).toContain('this machine only');
    }
  });

  it('suggests the most similar level for an unknown name', async () => {
    const { code, text } = await atlas(['--level', 'keper'], {});
    expect(code).toBe(2);
    expect(text).toContain('Did you mean `keeper`?');
  });

  it('gives the level only to requests that use the own name of this machine', async () => {
    const [configDir, appDir] = [makeConfigFolder(), makeAppFolder()];
    folders.push(configDir, appDir);
    const app = await createServer({
      snapshot: await makeSnapshot(configDir),
      store: new FixtureStore(),
      appDir,
      askerFrom: askerOfPreview('warden'),
    });
    const seen = async (headers: Record<string, string>) =>
      (await app.inject({ url: '/api/features/wells/1', headers })).body.includes(
        SECRETS.fieldValue,
      );
    for (const host of ['localhost:4000', '127.0.0.1', '[::1]:4000'])
      expect(await seen({ host })).toBe(true);
    expect(await seen({ host: 'rebound.example' })).toBe(false);
    expect(await seen({ host: 'localhost', 'x-forwarded-for': '203.0.113.9' })).toBe(false);
    expect(await seen({ host: 'localhost', via: '1.1 proxy' })).toBe(false);
    // The browser's header about a page of another site, which may read public answers only (CORS).
    const asked = (site: string, more = {}) =>
      seen({ host: 'localhost:4000', 'sec-fetch-site': site, ...more });
    expect(await asked('cross-site')).toBe(false);
    expect(await asked('same-site')).toBe(false);
    expect(await seen({ host: 'localhost:4000', origin: 'https://elsewhere.example' })).toBe(false);
    expect(await seen({ host: 'localhost:4000', origin: 'http://localhost:3000' })).toBe(false);
    expect(await seen({ host: 'localhost:4000', origin: 'null' })).toBe(false);
    // The atlas itself, a typed address, and a link from elsewhere.
    expect(await asked('same-origin', { origin: 'http://localhost:4000' })).toBe(true);
    expect(await asked('none')).toBe(true);
    expect(await asked('cross-site', { 'sec-fetch-mode': 'navigate' })).toBe(true);
    // A request cannot choose a higher level.
    const graves = await app.inject({
      url: '/api/mvt/graves.json',
      headers: { 'x-atlas-level': 'elder' },
    });
    expect(graves.statusCode).toBe(403);
  });

  it('prints a banner, and shows what the level sees', async () => {
    const served = await serveAtlas({ config: ISLES, dataDir, args: ['--level', 'keeper'] });
    try {
      expect(served.output()).toContain('PREVIEW AS KEEPER');
      const port = Number(new URL(served.url).port);
      const own = await (await fetch(`${served.url}/atlas/session.es.json`)).text();
      expect(own).toContain('Viveros');
      // Under another name of this machine, visitors see the public atlas.
      expect((await getRaw(port, '/atlas/session.es.json')).body).not.toContain('Viveros');
    } finally {
      await served.stop();
    }
  });
});
