import { describe, expect, it } from 'vitest';
import { compileSessionPart } from 'atlas-engine';
import { mergeBundles, type BundleIndex, type SessionPart } from 'atlas-engine/runtime';
import { buildModel, indexOf, OPTIONS } from '../../../build-atlas.ts';

const MODEL = buildModel(`
categories: [{ id: last, order: 9, name: { all: Last } }]
datasets:
  - { id: reefs, geometry: polygon, permission: open, load: { file: data/a.geojson }, fields: {} }
  - { id: claims, geometry: polygon, permission: known, load: { file: data/a.geojson }, fields: {} }
  - { id: graves, geometry: point, permission: secret, load: { file: data/a.geojson }, fields: {} }
groups:
  - { id: a, name: { all: A }, category: things, order: 1, checked: true, sublayers: [{ id: area, type: fill, source: reefs }] }
  - { id: b, name: { all: B }, category: things, order: 2, sublayers: [{ id: area, type: fill, source: claims, minzoom: 5 }] }
  - { id: c, name: { all: C }, category: things, order: 3, checked: true, sublayers: [{ id: area, type: fill, source: reefs }] }
  - { id: graves, name: { all: Graves }, category: closed, sublayers: [{ id: dot, type: circle, source: graves }] }
  - { id: wide, name: { all: Wide }, category: last, checked: true, sublayers: [{ id: area, type: fill, source: reefs }] }
projects:
  - { id: bay, order: 1, name: { all: Bay }, extent: [1, 1, 5, 5], groups: [a, graves] }
  - { id: delta, order: 2, name: { all: Delta }, extent: [1, 1, 5, 5], groups: [graves] }
  - { id: cape, order: 3, name: { all: Cape }, extent: [1, 1, 5, 5], groups: [a] }
`);

const index = indexOf(MODEL);

function sessionOf(level: string): SessionPart {
  const found = MODEL.levels.find(({ id }) => id === level)!;
  return compileSessionPart(MODEL, found, index.revision, { ...OPTIONS, locale: 'en' });
}

const categories = (bundle: BundleIndex): string[] => bundle.categories.map(({ id }) => id);
const projects = (bundle: BundleIndex) => bundle.projects.map(({ id, groups }) => [id, groups]);

describe('the additions of a level', () => {
  it('include a category without public groups, in its place', () => {
    const merged = mergeBundles(index, [], sessionOf('secret'));
    expect(categories(index)).toEqual(['things', 'last']);
    expect(categories(merged)).toEqual(['things', 'closed', 'last']);
    expect(merged.categories[1]?.groups.map(({ id }) => id)).toEqual(['graves']);
    expect(Object.keys(merged.groups)).toEqual(['a', 'c', 'wide', 'b', 'graves']);
    expect(merged.loaded).toContain('closed');
  });

  it('replace a project with more groups, and add others in order', () => {
    expect(projects(index)).toEqual([
      ['bay', ['a']],
      ['cape', ['a']],
    ]);
    expect(projects(mergeBundles(index, [], sessionOf('secret')))).toEqual([
      ['bay', ['a', 'graves']],
      ['delta', ['graves']],
      ['cape', ['a']],
    ]);
  });

  it('for another revision are ignored', () => {
    const session = sessionOf('secret');
    const older = { ...session, adds: 'older' };
    expect(mergeBundles(index, [], older)).toEqual(mergeBundles(index, []));
    expect(mergeBundles(index, [], session)).not.toEqual(mergeBundles(index, []));
  });

  it('unlock an entry in its place', () => {
    const merged = mergeBundles(index, [], sessionOf('known'));
    expect(index.categories[0]?.groups[1]).toMatchObject({ id: 'b', locked: { level: 'known' } });
    expect(merged.categories[0]?.groups.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(merged.categories[0]?.groups[1]).toMatchObject({ id: 'b', minzoom: 5 });
    expect(merged.categories[0]?.groups[1]).not.toHaveProperty('locked');
  });
});
