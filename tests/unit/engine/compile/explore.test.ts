import { describe, expect, it } from 'vitest';
import { compileTools } from '../../../../engine/compile/compile-tools.ts';
import { createTables } from '../../../../engine/compile/compile-tables.ts';
import { buildModel, OPTIONS } from '../../../build-atlas.ts';

const text = (label: string, more = '') =>
  `{ type: text, label: { all: ${label} }${more && `, ${more}`} }`;
const points = (id: string, level: string, more = '') => `
    id: ${id}
    geometry: point
    permission: ${level}
    ${more}
    feeds: { tiles: true, geojson: true }
    load: { file: data/a.geojson }
    fields:
      name: ${text('Name')}
      kind: ${text('Kind')}
      owner: ${text('Owner', 'permission: secret')}
`;
const group = (id: string) => `
    id: ${id}
    name: { all: ${id} }
    category: things
    popup: { title: name, fields: [owner, kind, name] }
    sublayers:
      - { id: dot, type: circle, source: ${id}, paint: { circle-color: '#FF0000' } }
`;

const MODEL = buildModel(`
permissions:
  levels:
    - { id: open, name: { all: Open } }
    - { id: known, name: { all: Known }, granted: by-operator }
    - { id: secret, name: { all: Secret }, granted: by-operator }
datasets:
  - id: samples
    geometry: polygon
    permission: open
    feeds: { geojson: true }
    load: { file: data/a.geojson }
    key: code
    fields:
      code: ${text('Code')}
      land: ${text('Land', 'permission: secret')}
      about: ${text('Subject', 'values: { words: { wells: { all: Wells and water } } }')}
  - ${points('wells', 'open')}
  - ${points('graves', 'known', 'when-denied: lock')}
  - ${points('nests', 'known', 'when-denied: hide')}
groups:
  - ${group('wells')}
  - ${group('graves')}
  - ${group('nests')}
tools:
  explore:
    permission: open
    areas: samples
    fields: { country: land, theme: about }
    layers: [nests, wells, graves]
    contents: [graves, { dataset: wells, facts: [kind, owner] }, nests]
`);

/** Returns the tool for the readers of a level. */
function exploreFor(rank: number) {
  const tables = createTables(MODEL);
  const options = { ...OPTIONS, locale: 'en' };
  const [tool] = compileTools(MODEL.tools, {
    model: MODEL,
    level: MODEL.levels[rank]!,
    options,
    tables,
  });
  if (tool?.id !== 'explore' || !tool.explore) throw new Error('Explore is not open.');
  return tool.explore;
}

describe('the sample areas of Explore', () => {
  it('have their key as a title without another, and the labels of values', () => {
    const { areas, title, description, theme } = exploreFor(0);
    expect([areas, title.map(({ field }) => field), description]).toEqual([
      'samples',
      ['code'],
      [],
    ]);
    expect(theme).toMatchObject({ label: 'Subject', values: { wells: 'Wells and water' } });
  });

  it('have only the fields that a level may see', () => {
    expect([0, 1, 2].map((rank) => exploreFor(rank).country?.label)).toEqual([
      undefined,
      undefined,
      'Land',
    ]);
  });

  it('switch on only the layers that a level may view', () => {
    expect(exploreFor(0).layers).toEqual(['wells']);
    expect(exploreFor(1).layers).toEqual(['nests', 'wells', 'graves']);
  });

  it('name a locked dataset without its fields, and leave no trace of a hidden one', () => {
    const { contents } = exploreFor(0);
    expect(contents[0]).toEqual({ group: 'graves' });
    expect(JSON.stringify(contents)).not.toContain('nests');
    expect(exploreFor(1).contents.map(({ open }) => open?.dataset)).toEqual([
      'graves',
      'wells',
      'nests',
    ]);
  });

  it('list the named facts, or else the first two fields of the popup that the level may see', () => {
    const factsOf = (rank: number) =>
      exploreFor(rank).contents.map(({ open }) => open?.facts.map(({ field }) => field));
    expect(factsOf(1)).toEqual([['kind'], ['kind'], ['kind']]);
    expect(factsOf(2)).toEqual([
      ['owner', 'kind'],
      ['kind', 'owner'],
      ['owner', 'kind'],
    ]);
  });
});
