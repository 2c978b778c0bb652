import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AtlasModel } from 'atlas-engine';
import { buildSnapshot } from '../../../server/snapshot/build-snapshot.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';

let server: GuardedServer;

beforeAll(async () => {
  server = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
}, 60_000);
afterAll(() => server.close());

const ask = (path: string, level?: string) =>
  server.app.inject({
    url: path,
    headers: level === undefined ? {} : { 'x-atlas-level': level },
  });

/** Returns the paths of files that need exactly this rank. */
const filesOf = (rank: number) =>
  [...server.snapshot.access.files].flatMap(([path, needed]) => (needed === rank ? [path] : []));

describe('files of the configuration', () => {
  it('that everyone may see are sent to everyone: archives, base maps, listed projects', async () => {
    const open = ['data/relief.pmtiles', 'icons/well.svg', 'legends/plain.png'];
    expect(filesOf(0).sort()).toEqual(open);
    for (const path of open) {
      const { version } = server.snapshot.files.get(path)!;
      const answer = await ask(`/atlas/files/${path}?v=${version}`);
      expect([path, answer.statusCode]).toEqual([path, 200]);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  it('of restricted groups and hidden projects do not exist for others', async () => {
    const closed = filesOf(3);
    // An icon and a legend picture of the graves, the thumbnail of a hidden project.
    expect(closed).toHaveLength(3);
    const unknown = await ask('/atlas/files/icons/no-such.svg');
    for (const path of closed) {
      for (const level of [undefined, 'member', 'warden']) {
        const answer = await ask(`/atlas/files/${path}`, level);
        expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
        expect(Object.keys(answer.headers)).toEqual(Object.keys(unknown.headers));
      }
      const own = await ask(`/atlas/files/${path}`, 'elder');
      expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'private, no-store']);
    }
  });

  it('are in the bundles of those who may see them, with their version', async () => {
    const part = (await ask('/atlas/session.en.json', 'elder')).json();
    const { sublayers, legend } = part.groups.graves;
    const [icon, image] = ['icons/', 'legends/'].map((folder) =>
      filesOf(3).find((path) => path.startsWith(folder) && JSON.stringify(part).includes(path)),
    );
    const address = (path: string) =>
      `/atlas/files/${path}?v=${server.snapshot.files.get(path)!.version}`;
    expect(JSON.stringify(sublayers[1].layout['icon-image'])).toContain(address(icon!));
    expect(legend.at(-1).symbol).toMatchObject({ type: 'image', url: address(image!) });
  });

  it('with restricted data of a dataset are sent to nobody, whatever refers to them', async () => {
    const { model, atlas, store, app, snapshot } = server;
    // An open dataset with closed fields, one of downloads for members, closed ones, a hidden one.
    const guarded = ['wells', 'posts', 'ledger', 'graves', 'nests', 'shrines'];
    const paths = ['texts/coast.en.md', ...guarded.map((name) => `data/${name}.geojson`)];
    const named = paths.flatMap((path) => namings(model, path));
    for (const [way, changed] of named) {
      const built = {
        model: changed,
        store,
        configDir: atlas.configDir,
        serviceAddress: () => null,
      };
      app.replaceSnapshot(await buildSnapshot(built));
      for (const level of [undefined, 'member', 'warden', 'elder']) {
        const { statusCode } = await ask(`/atlas/files/${way.path}`, level);
        const expected = way.path === 'texts/coast.en.md' ? 200 : 404;
        expect([way, level, statusCode]).toEqual([way, level, expected]);
      }
    }
    app.replaceSnapshot(snapshot);
  });
});

/**
 * Returns models that refer to a file of the configuration, one for each kind of reference that
 * sends the file to everyone.
 */
function namings(model: AtlasModel, path: string) {
  const [base] = model.baseLayers;
  const [sublayer] = base!.sublayers;
  const source = { ...model.sources.get('relief')!, id: 'again', file: path };
  const drawn = {
    kind: 'source',
    source: { ...source, type: 'geojson' },
    sourceLayer: null,
  } as const;
  const legend = {
    kind: 'image',
    image: { en: path, fr: path },
    text: { en: 'a', fr: 'a' },
  } as const;
  const of = (by: string, change: object) =>
    [{ by, path }, { ...model, baseLayers: [{ ...base!, ...change }] } as AtlasModel] as const;
  return [
    of('thumbnail', { thumbnail: path }),
    of('sublayer', { sublayers: [{ ...sublayer!, source: drawn }] }),
    of('legend', { sublayers: [{ ...sublayer!, legend }] }),
    [
      { by: 'hillshade', path },
      { ...model, hillshade: { ...model.hillshade!, source } },
    ] as const,
  ];
}
