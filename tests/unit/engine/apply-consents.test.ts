import { compileAccess, applyConsents, type ConsentState } from 'atlas-engine';
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../build-atlas.ts';

const YAML = `
region:
  bounds: [8, -14, 32, 12]
  time-zone: Africa/Kinshasa
  countries: [{ id: cod, name: { all: Congo } }]
datasets:
  - id: shrines
    geometry: point
    permission: open
    consent: { by: { all: the Council }, on: 2026-01-10, until: 2027-03-14, uses: [view, analyse] }
    load: { file: data/a.geojson }
    fields: { name: { type: text } }
    feeds: { tiles: true, search: [name], analysis: true, download: true }
  - id: paths
    geometry: line
    permission: open
    load: { file: data/a.geojson }
groups:
  - id: culture
    name: { all: Culture }
    category: things
    sublayers:
      - { id: shrine, type: circle, source: shrines }
      - { id: path, type: line, source: paths }
  - id: shrines-only
    name: { all: Shrines }
    category: things
    sublayers: [{ id: shrine, type: circle, source: shrines }]
projects:
  - id: valley
    name: { all: Valley }
    texts: [{ all: A valley. }]
    extent: [9, 4, 10, 5]
    clip: [culture]
`;

const model = buildModel(YAML);
const at = (now: string, withdrawn: Record<string, string> = {}): ConsentState => ({
  now: Date.parse(now),
  withdrawn: new Map(Object.entries(withdrawn).map(([id, time]) => [id, Date.parse(time)])),
});
const sublayersOf = (state: ConsentState, id: string) =>
  applyConsents(model, state)
    .groups.find((group) => group.id === id)
    ?.sublayers.map((sublayer) => sublayer.id);

describe('a consent', () => {
  test('holds to the last millisecond of its last day, in the time zone of the region', () => {
    const last = at('2027-03-14T22:59:59.999Z');
    expect([...applyConsents(model, last).datasets.keys()]).toContain('shrines');
    const over = applyConsents(model, at('2027-03-14T23:00:00Z'));
    expect([...over.datasets.keys()]).toEqual(['paths', 'paths@valley']);
  });

  test('leaves every group and every copy of a project, which keep their other data', () => {
    const over = at('2027-03-14T23:00:00Z');
    expect(sublayersOf(over, 'culture')).toEqual(['path']);
    expect(sublayersOf(over, 'valley-culture')).toEqual(['path']);
    expect(sublayersOf(over, 'shrines-only')).toEqual([]);
    const [group] = applyConsents(model, over).groups.filter(({ id }) => id === 'shrines-only');
    expect(group?.ended).toMatchObject([{ on: '2026-01-10', until: '2027-03-14' }]);
  });

  test('ends at once when it is withdrawn, also in projects, and names the day', () => {
    const state = at('2026-06-01T12:00:00Z', { shrines: '2026-05-31T23:30:00Z' });
    const served = applyConsents(model, state);
    expect([...served.datasets.keys()]).toEqual(['paths', 'paths@valley']);
    expect(served.groups.find(({ id }) => id === 'culture')?.ended).toMatchObject([
      { withdrawn: '2026-06-01' },
    ]);
  });

  test('closes the doors of the uses that it does not include, to every level', () => {
    const served = applyConsents(model, at('2026-06-01T12:00:00Z'));
    const { analysis, download } = served.datasets.get('shrines')!.feeds;
    expect([analysis !== null, download]).toEqual([true, false]);
    expect(compileAccess(served).datasets.get('shrines')?.rank).toEqual({
      view: 0,
      analyse: 0,
      download: Infinity,
    });
  });

  test('changes nothing in an atlas without consents', () => {
    const without = buildModel('');
    expect(applyConsents(without, at('2026-06-01T12:00:00Z'))).toBe(without);
  });
});
