/** The list of the features inside the area of an analysis, with a store that returns three for each dataset. */
import { describe, expect, it } from 'vitest';
import type { Access, AnalysisDataset, DatasetAccess } from 'atlas-engine';
import type { AtlasSnapshot } from '../../../server/access/atlas-snapshot.ts';
import { listObjects, MOST_LISTED } from '../../../server/routes/analysis/list-objects.ts';
import { packQuery } from '../../../server/store/query-geometry.ts';
import type { DatasetStore, IntersectsRequest } from '../../../server/store/store.ts';

const ring = [[0, 0], [1, 0], [1, 1], [0, 0]]; // prettier-ignore
const geometry = packQuery({ type: 'Polygon', coordinates: [ring] });

/** Lists the features of a dataset for a visitor of rank 1. */
async function list(
  { geometry: kind = 'point', rank = 0 }: { geometry?: AnalysisDataset['geometry']; rank?: number },
  { analyse = 0, name = 0, count = 3 } = {},
) {
  const one: AnalysisDataset = {
    dataset: 'wells',
    geometry: kind,
    group: { id: 'wells', name: { en: 'Wells' }, rank },
    provider: null,
    date: null,
    isFirst: false,
    title: { en: ['name'] },
    kind: null,
    labels: {},
    classes: null,
    sums: [],
    cells: null,
  };
  const rules: DatasetAccess = {
    dataset: 'wells',
    whenDenied: 'lock',
    whole: 'view',
    rank: { view: 0, analyse, download: 0 },
    fields: [{ name: 'name', rank: name }],
  };
  const read: (readonly string[])[] = [];
  const store = {
    intersects: async ({ fields, limit }: IntersectsRequest) => {
      read.push(fields);
      const all = Array.from({ length: count }, (_, id) => ({
        id: id + 1,
        name: `Well ${id + 1}`,
      }));
      return all.slice(0, limit).map((each) => ({
        id: each.id,
        properties: fields.includes('name') ? { name: each.name } : {},
      }));
    },
  } as unknown as DatasetStore;
  const access = {
    levels: ['everyone', 'member', 'warden'],
    tools: new Map(),
    files: new Map(),
    tiles: new Map(),
    geojson: new Map(),
    wms: new Map(),
    datasets: new Map([['wells', rules]]),
  } satisfies Access;
  const snapshot = {
    access,
    analysis: { timeout: 60_000, datasets: [one] },
    datasets: new Map([['wells', { stored: {} }]]),
  } as unknown as AtlasSnapshot;
  const answer = await listObjects('wells', {
    store,
    snapshot,
    visitor: { rank: 1, scopes: '', account: true },
    area: { geometry, size: 1 },
    gone: new AbortController().signal,
  });
  return { answer, read };
}

describe('the objects in the area of an analysis', () => {
  it('are listed by their names, and it says that there are more', async () => {
    const { answer } = await list({});
    expect(answer.objects[0]).toEqual({ id: 1, name: { en: 'Well 1' } });
    expect([answer.objects.length, answer.more]).toEqual([3, undefined]);
    const many = await list({}, { count: MOST_LISTED + 5 });
    expect([many.answer.objects.length, many.answer.more]).toEqual([MOST_LISTED, true]);
  });

  it('have no names in fields, or of a group, that the visitor may not see, which are not read', async () => {
    for (const { answer, read } of [await list({}, { name: 2 }), await list({ rank: 2 })]) {
      expect(answer.objects[0]).toEqual({ id: 1 });
      expect(read).toEqual([[]]);
    }
  });

  it('do not exist where the visitor may not analyse, and in rasters', async () => {
    await expect(list({}, { analyse: 2 })).rejects.toMatchObject({ id: 'not-found' });
    await expect(list({ geometry: 'raster' })).rejects.toMatchObject({ id: 'not-found' });
  });
});
