/** How what is near is joined to layers, with a store that returns what a test says. */
import { expect, it } from 'vitest';
import type { Access, AnalysisDataset, DatasetAccess } from 'atlas-engine';
import type { AtlasSnapshot } from '../../../server/access/atlas-snapshot.ts';
import { DeadlineExceeded } from '../../../server/geometry/index.ts';
import { findNear } from '../../../server/routes/analysis/find-near.ts';
import { packQuery } from '../../../server/store/query-geometry.ts';
import type { DatasetStore, NearRequest } from '../../../server/store/store.ts';

/** A dataset of a group that a rank may view, and the distances of its features in metres. */
interface Set {
  readonly id: string;
  readonly group: string;
  readonly rank?: number;
  readonly analyse?: number;
  /** 0 for a feature that touches the place; null for a dataset that is too slow. */
  readonly distances: readonly number[] | null;
  /** The rank of the field `type`, which says what a feature is; absent without it. */
  readonly typed?: number;
}

const GOLD: AnalysisDataset['labels'] = { type: [['gold', { en: 'Gold mine' }]] };

/** Searches for a visitor of rank 1. */
async function search(sets: readonly Set[]) {
  const asked: NearRequest[] = [];
  const near = async (request: NearRequest) => {
    asked.push(request);
    const { distances } = sets.find(({ id }) => id === request.dataset)!;
    if (distances === null) throw new DeadlineExceeded();
    const features = distances.map((metres, i) => ({
      id: i + 1,
      // A store returns the fields that are asked for.
      properties: Object.fromEntries(
        request.fields.map((field) => [
          field,
          field === 'type' ? 'gold' : `${request.dataset} ${metres}`,
        ]),
      ),
      line: { metres, bearing: 359.999, end: [17, 0] as const },
    }));
    const touching = features.filter(({ line }) => line.metres === 0);
    return {
      count: touching.length,
      touching,
      nearest: features.filter(({ line }) => line.metres > 0),
      within: request.rings.map(
        (ring) => distances.filter((metres) => metres > 0 && metres <= ring).length,
      ),
    };
  };
  const datasets = sets.map(({ id, group, rank = 0, typed }): AnalysisDataset => ({
    dataset: id,
    geometry: 'point',
    group: { id: group, name: { en: `Group ${group}` }, rank },
    provider: { en: `Provider of ${id}` },
    date: '2026',
    isFirst: false,
    title: { en: ['name'] },
    kind: typed === undefined ? null : 'type',
    labels: typed === undefined ? {} : GOLD,
    classes: null,
    sums: [],
    cells: null,
  }));
  const rules = sets.map(({ id, analyse = 0, typed }): [string, DatasetAccess] => [
    id,
    {
      dataset: id,
      whenDenied: 'lock',
      whole: 'view',
      rank: { view: 0, analyse, download: 0 },
      fields: [
        { name: 'name', rank: 0 },
        ...(typed === undefined ? [] : [{ name: 'type', rank: typed }]),
      ],
    },
  ]);
  const shown = [0, 1].map((rank) => ({ rank, wms: null, title: { en: 'Untitled' } }));
  const snapshot = {
    access: { datasets: new Map(rules) } as unknown as Access,
    analysis: { timeout: 1_000, datasets },
    datasets: new Map(sets.map(({ id }) => [id, { stored: {}, shown }])),
  } as unknown as AtlasSnapshot;
  const layers = await findNear({
    store: { near } as unknown as DatasetStore,
    snapshot,
    visitor: { rank: 1, scopes: '', account: true },
    gone: new AbortController().signal,
    geometry: packQuery({ type: 'Point', coordinates: [17, 0] }),
    of: { dataset: 'mines-b', id: 7 },
  });
  return { layers, asked };
}

it('joins the datasets of a group to one layer with its nearest features, the nearest layer first', async () => {
  const { layers } = await search([
    { id: 'roads', group: 'roads', distances: [900] },
    { id: 'mines-a', group: 'mines', distances: [100, 400, 600, 700] },
    { id: 'mines-b', group: 'mines', distances: [200, 300, 500] },
    { id: 'parks', group: 'parks', distances: [0, 50] },
    { id: 'empty', group: 'empty', distances: [] },
  ]);
  expect(layers.map(({ group }) => group)).toEqual(['parks', 'mines', 'roads']);
  expect(layers[0]).toMatchObject({ count: 1, inside: [{ id: 1, name: { en: 'parks 0' } }] });
  expect(layers[1]).toMatchObject({
    name: { en: 'Group mines' },
    sources: [
      { dataset: 'mines-a' },
      { dataset: 'mines-b', provider: { en: 'Provider of mines-b' } },
    ],
    nearest: [
      { dataset: 'mines-a', distance: 100, bearing: 0, place: [17, 0] },
      { dataset: 'mines-b', distance: 200 },
      { dataset: 'mines-b', distance: 300 },
      { dataset: 'mines-a', distance: 400 },
      { dataset: 'mines-b', distance: 500 },
    ],
    within: [
      { metres: 1_000, count: 7 },
      { metres: 5_000, count: 7 },
      { metres: 10_000, count: 7 },
      { metres: 20_000, count: 7 },
    ],
  });
});

it('asks only datasets that the visitor may analyse, and leaves out the feature that is asked about', async () => {
  const { layers, asked } = await search([
    { id: 'mines-a', group: 'mines', distances: [100] },
    { id: 'mines-b', group: 'mines', distances: [200] },
    { id: 'graves', group: 'graves', analyse: 2, distances: [1] },
  ]);
  expect(asked.map(({ dataset, except }) => [dataset, except])).toEqual([
    ['mines-a', null],
    ['mines-b', 7],
  ]);
  expect(layers).toHaveLength(1);
});

it('says nothing of a group that the visitor may not view, not even which datasets it joins', async () => {
  const { layers, asked } = await search([
    { id: 'mines-a', group: 'secret', rank: 2, distances: [100] },
    { id: 'mines-b', group: 'secret', rank: 2, distances: [200] },
  ]);
  expect(layers).toHaveLength(2);
  expect(JSON.stringify(layers)).not.toMatch(/secret|Provider|2026|mines-a 100/);
  // Names are those of the popup of the group, so they are not even read.
  expect(asked.map(({ fields }) => fields)).toEqual([[], []]);
});

it('lists a layer that was too slow last, without features', async () => {
  const { layers } = await search([
    { id: 'mines-a', group: 'mines', distances: null },
    { id: 'mines-b', group: 'mines', distances: [200] },
    { id: 'roads', group: 'roads', distances: [900] },
  ]);
  expect(layers.map(({ group }) => group)).toEqual(['roads', 'mines']);
  expect(layers[1]).toHaveProperty('state', 'too-slow');
  expect(layers[1]).not.toHaveProperty('nearest');
});

it('says what each feature is by its class, for those who may see the field', async () => {
  const { layers, asked } = await search([
    { id: 'mines-a', group: 'open', distances: [100], typed: 1 },
    { id: 'mines-b', group: 'closed', distances: [0], typed: 2 },
    { id: 'mines-c', group: 'secret', rank: 2, distances: [300], typed: 0 },
  ]);
  expect(asked.map(({ fields }) => fields)).toEqual([['name', 'type'], ['name'], []]);
  expect(JSON.stringify(layers).match(/Gold mine/g)).toHaveLength(1);
  expect(layers.find(({ group }) => group === 'open')).toMatchObject({
    nearest: [{ name: { en: 'mines-a 100' }, kind: { en: 'Gold mine' } }],
  });
});
