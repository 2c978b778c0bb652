import { describe, expect, it } from 'vitest';
import { compileAccess, compilePublicBundles, compileSessionPart } from 'atlas-engine';
import { mergeBundles } from 'atlas-engine/runtime';
import { buildModel, OPTIONS } from '../../../build-atlas.ts';

const MODEL = buildModel(`
datasets:
  - id: spots
    geometry: point
    permission: { view: open, analyse: open, download: known }
    load: { file: data/a.geojson }
    fields:
      name: { type: text, label: { en: Name, fr: Nom } }
      phone: { type: text, permission: known, label: { en: Phone, fr: Téléphone } }
      tags: { type: list, label: { all: Tags } }
      depth: { type: integer, values: { words: { 1: { en: Shallow, fr: Peu profond }, 2: { en: Deep, fr: Profond } } }, label: { all: Depth } }
    feeds: { tiles: { name: places, aliases: [old-places] }, geojson: places }
    info: { provider: { en: Survey, fr: Enquête } }
  - { id: fields-of-home, geometry: polygon, permission: known, load: { file: data/a.geojson }, fields: { owner: { type: text, label: { all: Owner } } } }
  - { id: graves, geometry: point, permission: secret, load: { file: data/a.geojson }, fields: { who: { type: text, label: { all: Who } } } }
groups:
  - { id: spots, aliases: [points], name: { en: Spots, fr: Points }, category: things, order: 1, checked: true, popup: { title: name, fields: [phone, tags, depth] }, sublayers: [{ id: dot, type: circle, source: spots, paint: { circle-color: '#FF0000' } }] }
  - id: plots
    aliases: [parcels]
    name: { en: Plots, fr: Parcelles }
    subtitle: { en: Owned, fr: Possédées }
    coverage: [aaa]
    category: things
    order: 2
    opacity: 0.5
    popup: { title: owner, fields: [] }
    sublayers: [{ id: area, type: fill, source: fields-of-home, paint: { fill-color: '#00FF00' }, outline: { color: '#000000', width: 2 } }]
  - { id: graves, name: { en: Graves, fr: Tombes }, category: closed, order: 1, sublayers: [{ id: dot, type: circle, source: graves, paint: { circle-color: '#0000FF' } }] }
categories: [{ id: stories, order: 3, name: { en: Stories, fr: Récits } }]
projects:
  - { id: story, name: { en: Story, fr: Récit }, texts: [{ all: 'A **bold** tale' }], extent: [1, 1, 5, 5], clip: [spots, plots], groups: [spots, plots] }
  - { id: tale, category: stories, name: { en: Tale, fr: Conte }, extent: [1, 1, 5, 5], groups: [spots] }
`);

const bundles = compilePublicBundles(MODEL, OPTIONS);
const open = bundles.byLocale['en']!;
const session = (level: string) =>
  compileSessionPart(
    MODEL,
    MODEL.levels.find(({ id }) => id === level)!,
    bundles.revision,
    { ...OPTIONS, locale: 'en' },
  );
const entriesOf = (index: typeof open.index) => index.categories.flatMap(({ groups }) => groups);

describe('the public bundle', () => {
  it('contains only what a locked group declares itself, and its required level', () => {
    const plots = entriesOf(open.index).find(({ id }) => id === 'plots');
    expect(plots).toEqual({
      id: 'plots',
      name: 'Plots',
      otherNames: ['Parcelles'],
      order: 2,
      coverage: ['aaa'],
      // The same for every feature.
      swatch: [{ type: 'fill', color: '#00FF00', opacity: 1, outline: '#000000', outlineWidth: 2 }],
      locked: { level: 'known', granted: 'by-operator' },
    });
  });

  it('contains nothing of a hidden group, nor of a category without other groups', () => {
    const text = JSON.stringify(bundles, (key, value: unknown) => (key === 'words' ? {} : value));
    for (const word of ['graves', 'Graves', 'Tombes', 'closed', '#0000FF', 'who'])
      expect(text).not.toContain(word);
  });

  it('contains nothing else that a locked group draws', () => {
    const text = JSON.stringify(bundles);
    for (const word of ['fields-of-home', 'owner', 'Owned', 'parcels'])
      expect(text).not.toContain(word);
  });

  it("has labels of values in the reader's language", () => {
    const [depth] = bundles.byLocale['fr']!.index.groups['spots']!.popup!.rows.slice(-1);
    expect(depth!.values).toEqual({ 1: 'Peu profond', 2: 'Profond' });
    expect(MODEL.datasets.get('spots')!.fields.get('depth')!.values).toEqual([1, 2]);
  });

  it('omits restricted fields in popups', () => {
    expect(open.index.groups['spots']!.popup!.rows.map(({ field }) => field)).toEqual([
      'tags',
      'depth',
    ]);
  });

  it('has the texts of a project as blocks without HTML', () => {
    expect(open.index.projects[0]!.texts).toEqual([
      [
        {
          type: 'paragraph',
          content: [{ text: 'A ' }, { text: 'bold', strong: true }, { text: ' tale' }],
        },
      ],
    ]);
  });

  it('is the same bytes when compiled twice', () => {
    expect(JSON.stringify(compilePublicBundles(MODEL, OPTIONS))).toBe(JSON.stringify(bundles));
  });
});

describe('the session part', () => {
  it('is empty for the lowest level', () => {
    const part = session('open');
    expect([part.entries, part.groups, part.sources, part.projects, part.categories]).toEqual([
      [],
      {},
      {},
      [],
      [],
    ]);
  });

  it('adds the groups of the level, and replaces groups with more fields', () => {
    const part = session('known');
    expect(Object.keys(part.groups).sort()).toEqual([
      'plots',
      'spots',
      'story-plots',
      'story-spots',
    ]);
    expect(part.groups['spots']!.popup!.rows.map(({ field }) => field)).toEqual([
      'phone',
      'tags',
      'depth',
    ]);
    expect(part.sources['spots']).toMatchObject({
      tiles: ['/api/mvt/tile/spots/{z}/{x}/{y}.pbf?v=spots-known'],
    });
    expect(JSON.stringify(part)).not.toContain('graves');
  });

  it('adds a hidden group with its category for its level', () => {
    const part = session('secret');
    expect(part.categories.map(({ id }) => id)).toEqual(['closed']);
    expect(part.entries.map(({ entry }) => entry.id)).toContain('graves');
  });

  it('can be removed again', () => {
    const parts = open.parts.map(({ part }) => part);
    const merged = mergeBundles(open.index, parts, session('secret'));
    expect(merged.groups['graves']).toBeDefined();
    const after = mergeBundles(open.index, parts, null);
    expect(after.groups['graves']).toBeUndefined();
    expect(JSON.stringify(after.categories)).toBe(JSON.stringify(open.index.categories));
  });
});

describe('the access', () => {
  const access = compileAccess(MODEL);

  it('has the required rank for each use and field', () => {
    expect(access.datasets.get('spots')).toMatchObject({
      rank: { view: 0, analyse: 0, download: 1 },
      whenDenied: 'lock',
      fields: [
        { name: 'name', rank: 0 },
        { name: 'phone', rank: 1 },
        { name: 'tags', rank: 0 },
        { name: 'depth', rank: 0 },
      ],
    });
    expect(access.datasets.get('graves')).toMatchObject({ rank: { view: 2 }, whenDenied: 'hide' });
  });

  it('maps every tile name, alias and cut to its dataset', () => {
    expect(access.tiles.get('places')).toEqual(['spots']);
    expect(access.tiles.get('old-places')).toEqual(['spots']);
    expect(access.tiles.get('spots@story')).toEqual(['spots@story']);
    expect(access.tiles.get('nothing')).toBeUndefined();
  });

  it('does not serve data files', () => {
    expect([...access.files]).toEqual([]);
  });
});
