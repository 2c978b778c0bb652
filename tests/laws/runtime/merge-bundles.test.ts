import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeBundles } from 'atlas-engine/runtime';
import { arbitraryServedAtlas } from './arbitrary-bundle.ts';
import { runs } from './runs.ts';

describe('merging bundles', () => {
  it('returns the public bundle again without the session part', () => {
    fc.assert(
      fc.property(arbitraryServedAtlas, ({ index, parts, session }) => {
        const before = JSON.stringify([index, parts]);
        const open = mergeBundles(index, parts);
        mergeBundles(index, parts, session);
        expect(mergeBundles(index, parts, null)).toEqual(open);
        expect(JSON.stringify([index, parts])).toBe(before);
      }),
      runs(),
    );
  });

  it('includes nothing of the session part without it', () => {
    fc.assert(
      fc.property(arbitraryServedAtlas, ({ index, parts, session }) => {
        const open = mergeBundles(index, parts);
        for (const id of Object.keys(session.groups)) expect(open.groups).not.toHaveProperty(id);
        const entries = open.categories.flatMap(({ groups }) => groups);
        for (const { entry } of session.entries) {
          const listed = entries.find(({ id }) => id === entry.id);
          expect(listed === undefined || listed.locked !== undefined).toBe(true);
        }
      }),
      runs(),
    );
  });

  it('includes every group of index, parts and session, each entry once, unlocked and in order', () => {
    fc.assert(
      fc.property(arbitraryServedAtlas, ({ index, parts, session }) => {
        const all = mergeBundles(index, parts, session);
        const groups = [index, ...parts, session].flatMap((part) => Object.keys(part.groups));
        expect(Object.keys(all.groups).sort()).toEqual(groups.sort());
        const entries = all.categories.flatMap((category) => category.groups);
        expect(entries.map(({ id }) => id).sort()).toEqual(groups);
        expect(entries.every(({ locked }) => locked === undefined)).toBe(true);
        for (const list of [all.categories, ...all.categories.map((each) => each.groups)]) {
          const orders = list.map(({ order }) => order);
          expect(orders).toEqual(orders.toSorted((a, b) => a - b));
        }
        expect([...all.loaded].sort()).toEqual(all.categories.map(({ id }) => id).sort());
      }),
      runs(),
    );
  });

  it('does not depend on the order of the parts', () => {
    fc.assert(
      fc.property(arbitraryServedAtlas, ({ index, parts, session }) => {
        expect(mergeBundles(index, parts.toReversed(), session)).toEqual(
          mergeBundles(index, parts, session),
        );
      }),
      runs(),
    );
  });

  it('reports which categories are loaded', () => {
    fc.assert(
      fc.property(arbitraryServedAtlas, ({ index, parts }) => {
        const { loaded } = mergeBundles(index, parts.slice(1));
        const [missing] = parts;
        const expected = index.categories
          .map(({ id }) => id)
          .filter((id) => id !== missing?.category);
        expect([...loaded]).toEqual(expected);
      }),
      runs(),
    );
  });
});
