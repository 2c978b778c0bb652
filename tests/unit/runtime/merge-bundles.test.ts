import { describe, expect, it } from 'vitest';
import {
  BUNDLE_FORMAT,
  mergeBundles,
  type BundleIndex,
  type BundleProject,
  type SessionPart,
} from '../../../engine/runtime.ts';
import { group, lagoon } from './small-atlas.ts';

const project = (id: string, order: number, groups: readonly string[] = []): BundleProject => ({
  ...{ id, name: id, order, texts: [], bounds: [0, 0, 1, 1], groups },
});

const SESSION: SessionPart = {
  ...{ format: BUNDLE_FORMAT, revision: 's', adds: 'r', levels: ['everyone', 'friends'] },
  ...{ entries: [], categories: [], groups: {}, sources: {}, projects: [] },
};

describe('what a level adds', () => {
  it('puts a category that was empty in its place', () => {
    const { loaded: _, ...index } = lagoon([group({ id: 'fish' })]);
    const wide: BundleIndex = {
      ...index,
      categories: [...index.categories, { id: 'last', name: 'Last', order: 9, groups: [] }],
    };
    const merged = mergeBundles(wide, [], {
      ...SESSION,
      categories: [{ id: 'graves', name: 'Graves', order: 5 }],
      entries: [{ category: 'graves', entry: { id: 'tombs', name: 'Tombs', order: 1 } }],
      groups: { tombs: group({ id: 'tombs' }) },
    });
    expect(merged.categories.map(({ id }) => id)).toEqual(['all', 'graves', 'last']);
    expect(merged.categories[1]?.groups).toEqual([{ id: 'tombs', name: 'Tombs', order: 1 }]);
    expect(Object.keys(merged.groups)).toEqual(['fish', 'tombs']);
    expect(merged.loaded).toContain('graves');
  });

  it('replaces a project it says more of, and adds others in their order', () => {
    const { loaded: _, ...index } = lagoon([], {
      projects: [project('bay', 1), project('cape', 3)],
    });
    const { projects } = mergeBundles(index, [], {
      ...SESSION,
      projects: [project('delta', 2), project('bay', 1, ['tombs'])],
    });
    expect(projects.map(({ id, groups }) => [id, groups])).toEqual([
      ['bay', ['tombs']],
      ['delta', []],
      ['cape', []],
    ]);
  });

  it('to another revision is left out', () => {
    const { loaded: _, ...index } = lagoon([], { projects: [project('bay', 1)] });
    const added = {
      ...SESSION,
      projects: [project('delta', 2)],
      groups: { a: group({ id: 'a' }) },
    };
    expect(mergeBundles(index, [], { ...added, adds: 'older' })).toEqual(mergeBundles(index, []));
    expect(mergeBundles(index, [], added).projects).toHaveLength(2);
  });

  it('opens a locked entry where it stands', () => {
    const { loaded: _, ...index } = lagoon([
      group({ id: 'a' }),
      group({ id: 'b' }),
      group({ id: 'c' }),
    ]);
    const [category] = index.categories;
    const locked = { level: 'friends' };
    const closed: BundleIndex = {
      ...index,
      categories: [
        {
          ...category!,
          groups: category!.groups.map((entry) =>
            entry.id === 'b' ? { ...entry, locked } : entry,
          ),
        },
      ],
    };
    const entry = { id: 'b', name: 'The b', order: 1, minzoom: 5 };
    const merged = mergeBundles(closed, [], { ...SESSION, entries: [{ category: 'all', entry }] });
    expect(merged.categories[0]?.groups.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(merged.categories[0]?.groups[1]).toEqual(entry);
  });
});
