/** Which parts of an analysis a visitor receives, with a store that returns the same for every dataset. */
import { describe, expect, it } from 'vitest';
import type { Access, AnalysisDataset, DatasetAccess } from 'atlas-engine';
import type { AtlasSnapshot, ServedShown } from '../../../server/access/atlas-snapshot.ts';
import { analyseDatasets } from '../../../server/routes/analysis/analyse-datasets.ts';
import { packQuery } from '../../../server/store/query-geometry.ts';
import type { AnalyseRequest, DatasetStore, StoredFeature } from '../../../server/store/store.ts';

const kind = { label: { en: 'Pump' }, color: '#2A84C8' };

function dataset(id: string, groupRank: number): AnalysisDataset {
  return {
    dataset: id,
    geometry: 'point',
    group: { id: `group-${id}`, name: { en: `Group of ${id}` }, rank: groupRank },
    provider: null,
    date: null,
    isFirst: false,
    title: {},
    kind: null,
    labels: {},
    classes: { field: 'kind', values: [['pump', kind]], others: null, missing: null },
    sums: [],
    cells: null,
  };
}

/** Returns the titles of a dataset by rank: the name of its group, or its id below the group's rank. */
function shownTo({ dataset: id, group }: AnalysisDataset): readonly ServedShown[] {
  return [0, 1, 2].map((rank) => ({
    rank,
    group: rank < group!.rank ? null : group!.id,
    wms: null,
    title: { en: rank < group!.rank ? id : `Group of ${id}` },
  }));
}

function rulesOf(id: string, { analyse = 0, kind: rank = 0 } = {}): DatasetAccess {
  return {
    dataset: id,
    whenDenied: 'lock',
    whole: 'view',
    rank: { view: 0, analyse, download: 0 },
    fields: [{ name: 'kind', rank }],
  };
}

/**
 * Analyses datasets for a visitor of rank 1; returns the results and what the store was asked. With
 * attributes of a nearest feature, no dataset has a feature inside.
 */
async function analyse(
  datasets: readonly AnalysisDataset[],
  rules: readonly DatasetAccess[],
  nearest: StoredFeature['properties'] | null = null,
) {
  const asked: [string, string | null, ...sums: string[]][] = [];
  const store = {
    analyse: async ({ dataset: id, field, sums }: AnalyseRequest) => {
      asked.push([id, field, ...sums]);
      const added = sums.map(() => ({ value: 700, counted: 1 }));
      const values =
        field === null ? [] : [{ value: 'pump', count: 2, area: 0, length: 0, sums: added }];
      const found = { area: 0, length: 0, covered: 0, sums: added };
      if (nearest) return { ...found, count: 0, values: [], nearest: { id: 7, metres: 1_200 } };
      return { ...found, count: 2, values, nearest: null };
    },
    feature: async (cut: { readonly fields: readonly string[] }, id: number) => {
      const seen = Object.entries(nearest ?? {}).filter(([name]) => cut.fields.includes(name));
      return { id, properties: Object.fromEntries(seen) };
    },
  } as unknown as DatasetStore;
  const access = {
    levels: ['everyone', 'member', 'warden'],
    tools: new Map(),
    files: new Map(),
    tiles: new Map(),
    geojson: new Map(),
    wms: new Map(),
    datasets: new Map(rules.map((one) => [one.dataset, one])),
  } satisfies Access;
  const snapshot = {
    access,
    analysis: { timeout: 60_000, datasets },
    datasets: new Map(datasets.map((one) => [one.dataset, { stored: {}, shown: shownTo(one) }])),
  } as unknown as AtlasSnapshot;
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  const results = await analyseDatasets({
    store,
    snapshot,
    visitor: { rank: 1, scopes: '', account: true },
    area: { geometry: packQuery({ type: 'Polygon', coordinates: [ring] }), size: 1 },
    gone: new AbortController().signal,
  });
  return { results, asked };
}

describe('an analysis', () => {
  it('needs the permission to analyse, which may be stricter than that to view', async () => {
    const { results, asked } = await analyse(
      [dataset('wells', 0), dataset('graves', 0)],
      [rulesOf('wells'), rulesOf('graves', { analyse: 2 })],
    );
    expect(results.map((one) => one.dataset)).toEqual(['wells']);
    expect(asked).toEqual([['wells', 'kind']]);
  });

  it('has classes only by a field that the visitor may see', async () => {
    const { results, asked } = await analyse(
      [dataset('wells', 0), dataset('graves', 0)],
      [rulesOf('wells', { kind: 1 }), rulesOf('graves', { kind: 2 })],
    );
    expect(results).toMatchObject([{ classes: [{ ...kind, count: 2 }] }, { count: 2 }]);
    expect(results[1]).not.toHaveProperty('classes');
    // The values are not even counted.
    expect(asked).toEqual([
      ['wells', 'kind'],
      ['graves', null],
    ]);
  });

  it('has sums only of fields that the visitor may see, under a group that they may view', async () => {
    const sums = [{ field: 'people', label: { en: 'People' }, unit: null }];
    const fields = (rank: number) => [
      { name: 'kind', rank: 0 },
      { name: 'people', rank },
    ];
    const { results, asked } = await analyse(
      [
        { ...dataset('wells', 0), sums },
        { ...dataset('graves', 0), sums },
        { ...dataset('camps', 2), sums },
      ],
      [
        { ...rulesOf('wells'), fields: fields(1) },
        { ...rulesOf('graves'), fields: fields(2) },
        { ...rulesOf('camps'), fields: fields(0) },
      ],
    );
    const people = { field: 'people', label: { en: 'People' }, value: 700, counted: 1 };
    expect(results[0]).toMatchObject({ sums: [people], classes: [{ sums: { people: 700 } }] });
    expect(JSON.stringify(results.slice(1))).not.toMatch(/people|700/);
    // The values are not even added up.
    expect(asked).toEqual([
      ['wells', 'kind', 'people'],
      ['graves', 'kind'],
      ['camps', 'kind'],
    ]);
  });

  it('lists datasets of hidden groups last, by id, without what the group says', async () => {
    const order = ['wells', 'zebus', 'camps', 'posts', 'ants'];
    const hidden = ['zebus', 'camps', 'ants'];
    const { results } = await analyse(
      order.map((id) => dataset(id, hidden.includes(id) ? 2 : 1)),
      order.map((id) => rulesOf(id)),
    );
    expect(results.map((one) => one.dataset)).toEqual(['wells', 'posts', 'ants', 'camps', 'zebus']);
    expect(results.slice(2)).toEqual(
      ['ants', 'camps', 'zebus'].map((id) => ({
        dataset: id,
        name: { en: id },
        geometry: 'point',
        count: 2,
      })),
    );
  });

  it('names the nearest feature in each language by its first title with a text', async () => {
    const title = { en: ['name_en', 'name'], fr: ['name'], ln: ['number'] };
    const fields = ['name_en', 'name', 'number'].map((name) => ({ name, rank: 0 }));
    const named = async (properties: StoredFeature['properties'], own = fields) => {
      const wells = { ...dataset('wells', 0), title };
      const rules = { ...rulesOf('wells'), fields: own };
      return (await analyse([wells], [rules], properties)).results[0];
    };
    expect(await named({ name_en: 'Deep well', name: 'Puits', number: 4 })).toMatchObject({
      count: 0,
      nearest: 1200,
      nearestName: { en: 'Deep well', fr: 'Puits' },
    });
    expect(await named({ name_en: '', name: 'Puits', number: null })).toMatchObject({
      nearestName: { en: 'Puits', fr: 'Puits' },
    });
    expect(await named({ name_en: null, name: null, number: 4 })).not.toHaveProperty('nearestName');
    const above = fields.map(({ name }) => ({ name, rank: name === 'name' ? 2 : 0 }));
    expect(await named({ name_en: 'Deep well', name: 'Puits', number: 4 }, above)).toMatchObject({
      nearestName: { en: 'Deep well' },
    });
  });

  it('names a feature by the label of the value of its title', async () => {
    const wells = {
      ...dataset('wells', 0),
      title: { en: ['kind'], fr: ['kind'] },
      labels: { kind: [['pump', { en: 'Pump', fr: 'Pompe' }]] as const },
    };
    const { results } = await analyse([wells], [rulesOf('wells')], { kind: 'pump' });
    expect(results[0]).toMatchObject({ nearestName: { en: 'Pump', fr: 'Pompe' } });
  });
});
