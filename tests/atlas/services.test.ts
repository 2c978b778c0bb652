import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAtlas, type AtlasModel, type Dataset } from 'atlas-engine';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';
import { readService, type ServiceLoad } from '../../server/services/read-service.ts';
import { readServiceSettings } from '../../server/services/service-settings.ts';
import { json, startMockServer, type MockServer } from '../contract/services/mock-server.ts';

let model: AtlasModel;
let server: MockServer;

beforeAll(async () => {
  const loaded = loadAtlas(await readConfigFolder('atlas.config'));
  if (!loaded.ok) throw new Error('The shipped atlas has errors.');
  model = loaded.model;
  // A record for a response that is valid in each of the three formats.
  const place = { longitude: 16, latitude: 1 };
  server = await startMockServer(
    json({ type: 'FeatureCollection', features: [], forests: [place] }),
  );
});
afterAll(() => server.close());

type Served = Dataset & { readonly load: ServiceLoad };

const served = (): Served[] =>
  [...model.datasets.values()].filter(
    (dataset): dataset is Served => dataset.load.kind === 'service' && !dataset.within,
  );

/** Specification, section 7: data of third-party services, by country. */
const PER_COUNTRY: Readonly<Record<string, readonly string[]>> = {
  'protected-areas': ['cmr', 'cod', 'caf', 'cog', 'gab', 'gnq'],
  redd: ['cod', 'cog'],
  'oil-permits': ['cod', 'cog'],
  mining: ['cmr', 'cod', 'caf', 'cog', 'gab'],
  'agro-industry': ['cmr', 'cod', 'cog', 'gab'],
  logging: ['cmr', 'cod', 'caf', 'cog', 'gab', 'gnq'],
  'community-forests': ['cmr', 'cod', 'gab'],
};

describe('the outside services of the shipped atlas', () => {
  it('provide the third-party data of the specification', () => {
    const named = Object.entries(PER_COUNTRY).flatMap(([kind, countries]) =>
      countries.map((country) => `${kind}-${country}`),
    );
    const expected = [...named, 'landscapes', 'community-forest-locations'];
    const found = served().map(({ id }) => id);
    expect(found.sort()).toEqual(expected.sort());
  });

  it('are off, and built-in demonstration data replace them', () => {
    expect(readServiceSettings(model.services, {}).size).toBe(0);
    for (const { load, demo } of served()) {
      expect(load.fallback?.kind).toBe('file');
      expect(demo).toBe(true);
    }
    for (const source of model.sources.values())
      if (source.service && source.type !== 'style') expect(source.fallback?.file).toBeDefined();
  });

  it('have no real addresses, and one variable each, listed in docs/operating.md', () => {
    const page = readFileSync('docs/operating.md', 'utf8');
    for (const { address, env } of model.services) {
      if (address !== null) expect(new URL(address).hostname).toMatch(/\.example\.org$/);
      expect(page).toContain(`\`${env}\``);
    }
  });

  it('have a separate address for every dataset', async () => {
    const addresses = new Set<string>();
    for (const { load } of served()) {
      const env = { [load.service.env]: server.url };
      const service = readServiceSettings([load.service], env).get(load.service.id)!;
      const features = await readService(load, service);
      expect(features).toHaveLength(load.format === 'list' ? 1 : 0);
      addresses.add(`${load.service.id} ${load.path}`);
    }
    expect(addresses.size).toBe(served().length);
    expect(server.asked).toHaveLength(served().length);
  });
});
