import { describe, expect, it } from 'vitest';
import { compileAccess } from 'atlas-engine';
import { boundsOfFrame } from 'atlas-engine/runtime';
import { projectFrames, type Outlines } from '../../../server/snapshot/project-frames.ts';
import type { DatasetStatus, StoredFeature } from '../../../server/store/store.ts';
import { buildModel } from '../../build-atlas.ts';

const model = buildModel(`
datasets:
  - id: councils
    geometry: polygon
    permission: open
    load: { file: data/a.geojson }
    feeds: { geojson: councils }
    fields: { kind: { type: text, label: { all: Kind } } }
projects:
  - { id: bay, name: { all: Bay }, extent: [0, 0, 9, 9], outline: { dataset: councils, where: { kind: council } } }
  - { id: cape, name: { all: Cape }, extent: [0, 0, 9, 9], outline: { dataset: councils, where: { kind: city } } }
  - { id: gulf, name: { all: Gulf }, extent: [0, 0, 9, 9] }
`);

function square(id: number, [west, south]: readonly [number, number], kind: string): StoredFeature {
  const ring = [
    [west, south],
    [west + 1, south],
    [west + 1, south + 1],
    [west, south + 1],
    [west, south],
  ];
  return { id, geometry: { type: 'Polygon', coordinates: [ring] }, properties: { kind } };
}

const FEATURES = [
  square(1, [1, 1], 'council'),
  square(2, [2, 1], 'council'),
  square(3, [5, 5], 'reserve'),
];

const frames = (loadedFor: DatasetStatus['loadedFor'] = { view: null, fields: {} }) =>
  projectFrames(model, {
    access: compileAccess(model),
    store: {
      page: async () => FEATURES,
      statuses: async () => [{ dataset: 'councils', loadedFor } as DatasetStatus],
    },
  });

describe('the frame of a project', () => {
  it('is one counter-clockwise ring around the features that meet its conditions', async () => {
    const frame = (await frames()).get('bay')!;
    const [outside, outline, name] = frame.features;
    const [ring, ...others] = outline!.geometry.coordinates as [number, number][][];
    expect(others).toEqual([]);
    expect(new Set(ring!.map(String))).toEqual(new Set(['1,1', '3,1', '3,2', '1,2']));
    const area = ring!
      .slice(1)
      .reduce((sum, [x, y], i) => sum + ring![i]![0] * y - x * ring![i]![1], 0);
    expect(area / 2).toBeCloseTo(2);
    expect(outside!.geometry.coordinates.slice(1)).toEqual([ring!.toReversed()]);
    expect(name!.geometry.coordinates).toEqual([2, 2]);
    expect(boundsOfFrame(frame)).toEqual([1, 1, 3, 2]);
  });

  it('is absent without an outline, and when no feature meets its conditions', async () => {
    expect([...(await frames()).keys()]).toEqual(['bay']);
  });

  it('is absent while the data are loaded for a stricter level', async () => {
    expect(await frames({ view: 'known', fields: {} })).toEqual(new Map());
    expect(await frames({ view: null, fields: { kind: 'known' } })).toEqual(new Map());
  });

  it('is made from its features again only if the data or the conditions have changed', async () => {
    let pages = 0;
    const made = async (stamp: string, before: Outlines, loadedFor: string | null = null) => {
      const now = new Map();
      const store = {
        page: async () => (pages++, FEATURES),
        statuses: async () => [
          {
            dataset: 'councils',
            stamp,
            loadedFor: { view: loadedFor, fields: {} },
          } as DatasetStatus,
        ],
      };
      const outlines = { before, now };
      const found = await projectFrames(model, { access: compileAccess(model), store, outlines });
      return { found, now };
    };
    const first = await made('one', new Map());
    const afterFirst = pages;
    expect(afterFirst).toBeGreaterThan(0);
    const same = await made('one', first.now);
    expect(same.found).toEqual(first.found);
    expect([pages, same.now]).toEqual([afterFirst, first.now]);
    await made('two', first.now);
    expect(pages).toBe(2 * afterFirst);
    // What was made before is not shown of data for a stricter level.
    expect((await made('one', first.now, 'known')).found).toEqual(new Map());
    expect(pages).toBe(2 * afterFirst);
  });
});
