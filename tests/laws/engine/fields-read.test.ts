import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileValue } from '../../../engine/compile/compile-value.ts';
import type { ClassList, Json, StyleValue } from '../../../engine/model/model.ts';
import { fieldsOfValue } from '../../../engine/values/fields-read.ts';

const field = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const color = fc
  .constantFrom('#112233', '#445566')
  .map((plain) => ({ light: plain, dark: '#000' }));
const label = { en: 'One', fr: 'Un' };
const entry = color.map((own) => ({ values: ['x'], color: own, shades: {}, label }));

const classList: Arbitrary<ClassList> = fc.oneof(
  fc.record({
    kind: fc.constant('values' as const),
    ...{ id: fc.constant('list'), field, entries: fc.tuple(entry) },
    default: fc.option(entry),
    missing: fc.oneof(fc.option(entry), fc.constant('default' as const)),
  }),
  fc.record({
    kind: fc.constant('steps' as const),
    ...{ id: fc.constant('list'), field, missing: fc.option(entry) },
    steps: fc.tuple(color, color).map(
      ([low, high]) =>
        [
          [0, low],
          [5, high],
        ] as const,
    ),
  }),
);

const leaf: Arbitrary<StyleValue> = fc.oneof(
  fc.constantFrom<Json>('#AABBCC', 3).map((value) => ({ kind: 'literal', value }) as const),
  field.map(
    (name) => ({ kind: 'literal', value: ['case', ['has', name], ['get', name], 1] }) as const,
  ),
  field.map((name) => ({ kind: 'field', field: name }) as const),
  fc.record({
    kind: fc.constant('field-by-locale' as const),
    ...{ byLocale: fc.record({ en: field, fr: field }), default: fc.option(field) },
  }),
  fc.record({
    kind: fc.constant('classes' as const),
    ...{ classes: classList, field, shade: fc.constant(null), take: fc.constant('color' as const) },
  }),
);

/** A value of a few levels; grounds stand in it once on the way to a leaf, else one hides another. */
function valueOf(depth: number, grounds: boolean): Arbitrary<StyleValue> {
  if (depth === 0) return leaf;
  const inner = valueOf(depth - 1, grounds);
  const own = valueOf(depth - 1, false);
  const stops = fc.tuple(inner, inner).map(
    ([low, high]) =>
      [
        [0, low],
        [9, high],
      ] as const,
  );
  const byGround = fc.record(
    { light: own, dark: own, night: own },
    { requiredKeys: ['light', 'dark'] },
  );
  return fc.oneof(
    leaf,
    stops.map((both) => ({ kind: 'by-zoom', stops: both }) as const),
    fc
      .tuple(field, stops)
      .map(([name, both]) => ({ kind: 'by-value', field: name, stops: both }) as const),
    ...(grounds ? [byGround.map((values) => ({ kind: 'by-ground', values }) as StyleValue)] : []),
  );
}

/** What `get` and `has` name, wherever it is. */
function namedIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && ['get', 'has'].includes(value[0] as string))
    return [value[1] as string];
  return Object.values(value).flatMap(namedIn);
}

describe('the fields that a style reads', () => {
  it('are those that its expressions name, over every base map and in every language', () => {
    const context = { fileVersion: () => null, dataset: null, grounds: { night: 'dark' } as const };
    fc.assert(
      fc.property(valueOf(3, true), (value) => {
        const compiled = ['en', 'fr'].map((locale) =>
          compileValue(value, 'circle-color', { ...context, locale }),
        );
        expect([...fieldsOfValue(value)].sort()).toEqual([...new Set(namedIn(compiled))].sort());
      }),
      { seed: 12, numRuns: 500 },
    );
  });
});
