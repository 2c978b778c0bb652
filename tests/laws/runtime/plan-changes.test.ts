import type { LayerSpecification, StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileStyle, planChanges, type MapCommand } from 'atlas-engine/runtime';
import { applyChanges } from './apply-changes.ts';
import { longestIncreasing } from '../../../engine/runtime/longest-increasing.ts';
import { arbitraryTwoViews } from './arbitrary-bundle.ts';
import { runs } from './runs.ts';

const SOURCE_IDS = ['here', 'there'];

/** Styles over few ids, so that two of them have much in common. */
const arbitraryStyle: Arbitrary<StyleSpecification> = fc
  .record({
    sources: fc.tuple(...SOURCE_IDS.map(() => fc.constantFrom('/a.geojson', '/b.geojson'))),
    layers: fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f']).chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc
            .record({
              type: fc.constantFrom('fill', 'line'),
              source: fc.constantFrom(...SOURCE_IDS),
              zooms: fc.record(
                { minzoom: fc.constantFrom(1, 2), maxzoom: fc.constantFrom(9, 10) },
                { requiredKeys: [] },
              ),
              more: fc.record(
                {
                  filter: fc.constantFrom(['has', 'x'], ['has', 'y']),
                  layout: fc.constant({ visibility: 'none' }),
                },
                { requiredKeys: [] },
              ),
              opacity: fc.option(fc.constantFrom(0.5, 1)),
            })
            .map(({ type, source, zooms, more, opacity }) => {
              const paint = opacity === null ? {} : { paint: { [`${type}-opacity`]: opacity } };
              const layer: unknown = { id, type, source, ...zooms, ...more, ...paint };
              return layer as LayerSpecification;
            }),
        ),
      ),
    ),
  })
  .map(({ sources, layers }) => ({
    version: 8 as const,
    sources: Object.fromEntries(
      SOURCE_IDS.map((id, at) => [id, { type: 'geojson' as const, data: sources[at]! }] as const),
    ),
    layers: [...layers],
  }));

describe('planning changes', () => {
  it('converts any style to any other', () => {
    fc.assert(
      fc.property(arbitraryStyle, arbitraryStyle, (from, to) => {
        expect(applyChanges(from, planChanges(from, to))).toEqual(to);
      }),
      runs(500),
    );
  });

  it('converts any state of an atlas to any other', () => {
    fc.assert(
      fc.property(arbitraryTwoViews, ({ bundle, first, second }) => {
        const from = compileStyle(bundle, first, {});
        const to = compileStyle(bundle, second, {});
        expect(applyChanges(from, planChanges(from, to))).toEqual(to);
      }),
      runs(),
    );
  });

  it('plans nothing for equal styles, whatever the order of their keys', () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, item]) => [key, reversed(item)]),
            )
          : value;
    fc.assert(
      fc.property(arbitraryStyle, (style) => {
        expect(planChanges(style, reversed(style) as StyleSpecification)).toEqual([]);
      }),
      runs(),
    );
  });

  it('changes only the opacities of one group when its slider moves', () => {
    fc.assert(
      fc.property(arbitraryTwoViews, ({ bundle, first }) => {
        const [group, ...others] = first.groups;
        if (!group) return;
        const second = { ...first, groups: [{ ...group, opacity: 0.33 }, ...others] };
        const commands = planChanges(
          compileStyle(bundle, first, {}),
          compileStyle(bundle, second, {}),
        );
        for (const command of commands) {
          expect(command.type).toBe('set-paint');
          expect(command).toHaveProperty(
            'id',
            expect.stringMatching(new RegExp(`^group/${group.id}/`)),
          );
        }
      }),
      runs(),
    );
  });

  it('moves as few layers as possible', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    fc.assert(
      fc.property(fc.shuffledSubarray(ids, { minLength: ids.length }), (order) => {
        const moves = planChanges(styleOf(ids), styleOf(order)).filter(isMove);
        expect(moves).toHaveLength(fewestMoves(ids, order));
      }),
      runs(60),
    );
  });

  it('moves one layer once when one of 30 was dragged', () => {
    const ids = Array.from({ length: 30 }, (_, at) => `layer-${at}`);
    const place = fc.integer({ min: 0, max: 29 });
    fc.assert(
      fc.property(place, place, (from, to) => {
        const order = ids.toSpliced(from, 1).toSpliced(to, 0, ids[from]!);
        const commands = planChanges(styleOf(ids), styleOf(order));
        expect(commands).toHaveLength(from === to ? 0 : 1);
      }),
      runs(),
    );
  });
});

describe('a longest increasing subsequence', () => {
  it('increases and has the greatest length', () => {
    const permutation = fc.integer({ min: 0, max: 9 }).chain((size) =>
      fc.shuffledSubarray(
        Array.from({ length: size }, (_, at) => at),
        { minLength: size },
      ),
    );
    fc.assert(
      fc.property(permutation, (values) => {
        const found = longestIncreasing(values);
        const picked = found.map((at) => values[at]!);
        expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
        expect(picked).toEqual([...picked].sort((a, b) => a - b));
        expect(found).toHaveLength(longestByTrying(values));
      }),
      runs(300),
    );
  });
});

function isMove(command: MapCommand): boolean {
  return command.type === 'move-layer';
}

function styleOf(ids: readonly string[]): StyleSpecification {
  return { version: 8, sources: {}, layers: ids.map((id) => ({ id, type: 'background' })) };
}

/** Returns the fewest moves, by breadth-first search over all orders. */
function fewestMoves(from: readonly string[], to: readonly string[]): number {
  const goal = to.join();
  let reached = new Map([[from.join(), from]]);
  for (let moves = 0; ; moves += 1) {
    if (reached.has(goal)) return moves;
    const next = new Map(reached);
    for (const order of reached.values()) {
      for (const [at, id] of order.entries()) {
        const rest = order.toSpliced(at, 1);
        for (let place = 0; place <= rest.length; place += 1) {
          const moved = rest.toSpliced(place, 0, id);
          next.set(moved.join(), moved);
        }
      }
    }
    reached = next;
  }
}

function longestByTrying(values: readonly number[], above = -1): number {
  return values.reduce(
    (best, value, at) =>
      value > above ? Math.max(best, 1 + longestByTrying(values.slice(at + 1), value)) : best,
    0,
  );
}
