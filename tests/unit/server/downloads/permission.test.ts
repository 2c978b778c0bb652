/** Who may begin a download, and who may fetch its file. */
import { describe, expect, it } from 'vitest';
import type { Access, DatasetAccess } from 'atlas-engine';
import type { AtlasSnapshot } from '../../../../server/access/atlas-snapshot.ts';
import { makeTask } from '../../../../server/downloads/make-task.ts';
import { mayFetch } from '../../../../server/downloads/permission.ts';

const wells: DatasetAccess = {
  dataset: 'wells',
  whenDenied: 'lock',
  whole: 'download',
  rank: { view: 0, analyse: 0, download: 1 },
  fields: [
    { name: 'name', rank: 0 },
    { name: 'owner', rank: 2 },
  ],
};

/** Rules in which the tool needs a rank and a field another one. */
function rules({ tool = 1, owner = 2, download = 1, view = 0 } = {}): AtlasSnapshot {
  const dataset = {
    ...wells,
    rank: { ...wells.rank, download, view },
    fields: [wells.fields[0]!, { name: 'owner', rank: owner }],
  };
  const access: Access = {
    levels: ['everyone', 'member', 'warden', 'elder'],
    tiles: new Map(),
    geojson: new Map(),
    wms: new Map(),
    files: new Map(),
    datasets: new Map([['wells', dataset]]),
    tools: new Map([['download', { rank: tool, whenDenied: 'lock' }]]),
  };
  const field = { type: 'text', label: {} };
  const shown = Array.from({ length: 4 }, () => ({ title: {} }));
  const served = { shown, download: {}, demo: false, fields: new Map([['name', field]]) };
  served.fields.set('owner', field);
  const datasets = new Map([['wells', served]]);
  const downloadTool = { maxArea: 2, maxObjects: 10 };
  const parts = { title: {}, locales: { available: [] }, parts: [], downloadTool };
  return { ...parts, access, datasets, excerpts: new Map() } as unknown as AtlasSnapshot;
}

const visitor = (rank: number) => ({ rank, scopes: '', account: true });
const cut = { dataset: 'wells', fields: ['name', 'owner'], rank: 2 };

describe('the file of a download', () => {
  const may = (changes: Parameters<typeof rules>[0], cuts = [cut]) =>
    mayFetch(rules(changes), visitor(2), cuts);

  it('is given while the visitor may have each dataset and each field in it', () => {
    expect(may({})).toBe(true);
    expect(may({ download: 3 })).toBe(false);
    expect(may({}, [cut, { ...cut, dataset: 'unknown' }])).toBe(false);
  });

  it('is refused when one of its fields now needs a higher level', () => {
    expect(may({ owner: 3 })).toBe(false);
    expect(may({ owner: 3 }, [{ ...cut, fields: ['name'] }])).toBe(true);
    expect(may({}, [{ ...cut, fields: ['name', 'removed'] }])).toBe(false);
  });

  it('is refused when the tool now needs a higher level', () => {
    expect(may({ tool: 3 })).toBe(false);
  });
});

describe('the task of a download', () => {
  const request = {
    area: 'POLYGON ((9 0, 10 0, 10 1, 9 0))',
    size: 1,
    datasets: ['wells'],
    formats: ['csv'] as const,
    agreement: null,
  };
  const site = {
    place: { dataDir: '/none', role: 'tool' as const },
    username: 'mira',
    now: 0,
    folder: '/none',
    file: '/none.zip',
    maxBytes: 1,
  };
  const taskFor = (rank: number, changes: Parameters<typeof rules>[0] = {}) =>
    makeTask({ request }, rules(changes), { ...site, visitor: visitor(rank) });

  it('has the fields that the account may see when it begins', () => {
    expect(taskFor(2)?.datasets.map((one) => one.cut)).toEqual([cut]);
    expect(taskFor(1)?.datasets.map((one) => one.cut.fields)).toEqual([['name']]);
  });

  it('is not made when the dataset or the tool now needs a higher level', () => {
    expect(taskFor(2, { download: 3 })).toBeNull();
    expect(taskFor(2, { tool: 3 })).toBeNull();
  });

  it('is not made for a large area when the dataset is not for everyone to view', () => {
    const wide = { ...request, size: 2 };
    const task = (view: number): unknown =>
      makeTask({ request: wide }, rules({ view }), { ...site, visitor: visitor(2) });
    expect(task(0)).not.toBeNull();
    expect(task(1)).toBeNull();
  });
});
