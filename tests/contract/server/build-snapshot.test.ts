import { rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AtlasModel, Group } from 'atlas-engine';
import { buildSnapshot } from '../../../server/snapshot/build-snapshot.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';

let server: GuardedServer;

beforeAll(async () => {
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
});
afterAll(() => server.close());

const build = (model: AtlasModel) =>
  buildSnapshot({
    model,
    store: server.store,
    configDir: server.atlas.configDir,
    serviceAddress: () => 'https://canary.example',
  });

describe('a snapshot', () => {
  it('is the same when built twice, byte for byte', async () => {
    const [one, other] = [await build(server.model), await build(server.model)];
    expect(one.publicParts).toEqual(other.publicParts);
    expect(one.sessionParts).toEqual(other.sessionParts);
    expect(one.revision).toBe(other.revision);
  });

  it('contains the hosts of a restricted group for its readers only', async () => {
    // The language refuses such a source (`unguarded-source`); the server does not rely on it.
    const foreign = (group: Group): Group => ({
      ...group,
      sublayers: group.sublayers.map((sublayer) => ({
        ...sublayer,
        type: 'raster' as const,
        paint: {},
        source: {
          kind: 'source' as const,
          sourceLayer: null,
          source: {
            id: 'foreign',
            type: 'raster' as const,
            service: {
              id: 'foreign',
              address: null,
              env: 'X',
              fallback: 'hide' as const,
              info: { links: [] },
            },
            path: '/{z}/{x}/{y}.png',
            tileSize: 256,
            fields: null,
            attribution: [],
          },
        },
      })),
    });
    const { hosts } = await build({
      ...server.model,
      groups: server.model.groups.map((group) => (group.id === 'ledger' ? foreign(group) : group)),
    });
    expect(hosts).toEqual([
      [],
      ['https://canary.example'],
      ['https://canary.example'],
      ['https://canary.example'],
    ]);
  });

  it('refuses a link to a file outside the configuration', async () => {
    const file = join(server.atlas.configDir, 'data/relief.pmtiles');
    rmSync(file);
    symlinkSync('/etc/hostname', file);
    await expect(build(server.model)).rejects.toThrow('is outside the configuration folder');
    unlinkSync(file);
    await expect(build(server.model)).rejects.toThrow('ENOENT');
  });
});
