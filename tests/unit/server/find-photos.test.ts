import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compileAccess } from 'atlas-engine';
import { findPhotos, type KnownPhotos } from '../../../server/snapshot/find-photos.ts';
import type { DatasetStatus, StoredFeature } from '../../../server/store/store.ts';
import { buildModel } from '../../build-atlas.ts';

const model = buildModel(
  `
datasets:
  - id: wells
    geometry: point
    permission: open
    load: { file: data/a.geojson }
    feeds: { geojson: wells }
    fields: { view: { type: list, format: photos, folder: views, label: { all: View } } }
`,
  ['views/deep.png'],
);

const configDir = mkdtempSync(join(tmpdir(), 'atlas-photos-'));
mkdirSync(join(configDir, 'views'));
afterAll(() => rmSync(configDir, { recursive: true }));

function well(view: readonly string[]): StoredFeature {
  return { id: 1, geometry: { type: 'Point', coordinates: [9, 1] }, properties: { view } };
}

/** Finds the photos of wells with these pictures; counts how often the data are read. */
function photosOf(known: KnownPhotos) {
  let reads = 0;
  return async (stamp: string, view: readonly string[], after = stamp) => {
    const statusAt = (at: string) =>
      ({ dataset: 'wells', stamp: at, loadedFor: { view: null, fields: {} } }) as DatasetStatus;
    const found = await findPhotos(model, {
      known,
      configDir,
      access: compileAccess(model),
      statuses: new Map([['wells', statusAt(stamp)]]),
      store: {
        page: async () => (reads++, [well(view)]),
        statuses: async () => [statusAt(after)],
      },
    });
    return { files: [...(found.get('wells')?.get('view')?.keys() ?? [])], reads };
  };
}

describe('the photos of a snapshot', () => {
  it('are read from the data again only if these have changed', async () => {
    for (const name of ['deep.png', 'wide.png', 'unnamed.png'])
      writeFileSync(join(configDir, 'views', name), name);
    const known: KnownPhotos = new Map();
    const photos = photosOf(known);
    expect(await photos('one', ['deep.png'])).toEqual({ files: ['deep.png'], reads: 1 });
    expect(await photos('one', ['never read'])).toEqual({ files: ['deep.png'], reads: 1 });
    const next = await photos('two', ['wide.png', 'deep.png']);
    expect(next).toEqual({ files: ['deep.png', 'wide.png'], reads: 2 });
    expect(known.size).toBe(1);
  });

  it('are listed in their folder each time', async () => {
    const photos = photosOf(new Map());
    expect((await photos('one', ['new.png'])).files).toEqual([]);
    writeFileSync(join(configDir, 'views', 'new.png'), 'new');
    expect(await photos('one', ['new.png'])).toEqual({ files: ['new.png'], reads: 1 });
  });

  it('are not kept if a load has finished while they were read', async () => {
    const known: KnownPhotos = new Map();
    const photos = photosOf(known);
    await photos('one', ['deep.png'], 'two');
    expect(known.size).toBe(0);
    expect((await photos('one', ['wide.png'])).files).toEqual(['wide.png']);
  });
});
