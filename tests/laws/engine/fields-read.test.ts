import { createRequire } from 'node:module';
import { expression } from '@maplibre/maplibre-gl-style-spec';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { specOf } from '../../../engine/values/properties.ts';
import { compileValue } from '../../../engine/compile/compile-value.ts';
import { withLooks } from '../../../engine/values/looks.ts';
import type { ClassList, Json, StyleValue, WrittenClasses } from '../../../engine/model/model.ts';
import {
  fieldsOfValue,
  readsOfExpression,
  unnamedReads,
} from '../../../engine/values/fields-read.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';

const { expression_name: OPERATORS } = createRequire(import.meta.url)(
  '@maplibre/maplibre-gl-style-spec/dist/latest.json',
) as { readonly expression_name: { readonly values: Readonly<Record<string, unknown>> } };

const field = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const color = fc
  .constantFrom('#112233', '#445566')
  .map((plain) => ({ light: plain, dark: '#000' }));
const label = { en: 'One', fr: 'Un' };
const entry = color.map((own) => ({ values: ['x'], color: own, shades: {}, label }));

const written: Arbitrary<WrittenClasses> = fc.oneof(
  fc.record({
    kind: fc.constant('values' as const),
    id: fc.constant('list'),
    field,
    entries: fc.tuple(entry),
    default: fc.option(entry),
    missing: fc.oneof(fc.option(entry), fc.constant('default' as const)),
  }),
  fc.record({
    kind: fc.constant('steps' as const),
    id: fc.constant('list'),
    field,
    missing: fc.option(entry),
    steps: fc.tuple(color, color).map(
      ([low, high]) =>
        [
          [0, low],
          [5, high],
        ] as const,
    ),
  }),
);

const classList: Arbitrary<ClassList> = written.map(withLooks);

const leaf: Arbitrary<StyleValue> = fc.oneof(
  fc.constantFrom<Json>('#AABBCC', 3).map((value) => ({ kind: 'literal', value }) as const),
  field.map(
    (name) => ({ kind: 'literal', value: ['case', ['has', name], ['get', name], 1] }) as const,
  ),
  field.map((name) => ({ kind: 'literal', value: `{${name}} and {${name}}` }) as const),
  field.map((name) => ({ kind: 'literal', value: ['literal', ['get', name]] }) as const),
  fc.tuple(field, field).map(([text, size]) => {
    const options = { 'font-scale': ['get', size, ['properties']] };
    return { kind: 'literal', value: ['format', ['get', text], options] } as const;
  }),
  field.map((name) => ({ kind: 'field', field: name }) as const),
  fc.record({
    kind: fc.constant('field-by-locale' as const),
    byLocale: fc.record({ en: field, fr: field }),
    fallback: fc.option(field),
  }),
  fc.record({
    kind: fc.constant('classes' as const),
    classes: classList,
    field,
    shade: fc.constant(null),
    take: fc.constant('color' as const),
  }),
);

/**
 * A value of a few levels. `by-ground` occurs at most once on each path to a leaf, because an inner
 * `by-ground` would have no effect.
 */
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

/** Returns the fields in `get`, `has` and the tokens of a text, at any depth. */
function namedIn(value: unknown): string[] {
  if (typeof value === 'string') return value.match(/(?<=\{)\w+/g) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && value[0] === 'literal') return [];
  if (Array.isArray(value) && ['get', 'has'].includes(value[0] as string))
    return [value[1] as string];
  return Object.values(value).flatMap(namedIn);
}

/** Text expressions with all the ways in which MapLibre reads fields, directly and indirectly. */
const { text } = fc.letrec<{ text: Json }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    field,
    field.map((name): Json => ['to-string', ['get', name]]),
    field.map((name): Json => ['to-string', ['get', name, ['properties']]]),
    field.map((name): Json => ['to-string', ['literal', ['get', name]]]),
    fc.constant<Json>(['to-string', ['properties']]),
    tie('text').map((of): Json => ['to-string', ['get', of]]),
    tie('text').map((of): Json => ['to-string', ['get', of, ['properties']]]),
    tie('text').map((of): Json => ['to-string', ['get', of, ['literal', { a: 'b' }]]]),
    tie('text').map((of): Json => ['case', ['has', of], 'a', 'b']),
    tie('text').map((of): Json => ['let', 'v', of, ['to-string', ['get', ['var', 'v']]]]),
    tie('text').map((of): Json => ['let', 'v', of, ['var', 'v']]),
    field.map((of): Json => ['let', 'v', ['properties'], ['to-string', ['get', of, ['var', 'v']]]]),
    tie('text').map((of): Json => ['to-string', ['at', 1, ['semiliteral', ['literal', of]]]]),
    tie('text').map((of): Json => ['match', of, ['get', 'a'], 'a', of]),
    tie('text').map((of): Json => ['to-string', ['format', 'a', { 'text-font': fonts(of) }]]),
    tie('text').map((of): Json => ['resolved-locale', ['collator', { locale: ofA(of) }]]),
    tie('text').map((of): Json => ['number-format', 1, { currency: ofA(of) }]),
    fc.tuple(tie('text'), tie('text')).map((both): Json => ['concat', ...both]),
    fc.tuple(tie('text'), tie('text')).map(([a, b]): Json => ['case', ['in', a, b], a, 'c']),
    fc.tuple(tie('text'), tie('text')).map(([a, b]): Json => ['join', ['split', a, b], ',']),
  ),
}));

/**
 * Returns a text expression that is not constant. MapLibre evaluates a constant when it reads the
 * style, and rejects it as an unknown locale.
 */
function ofA(of: Json): Json {
  return ['concat', of, ['to-string', ['get', 'a']]];
}

function fonts(of: Json): Json {
  return ['array', 'string', ['semiliteral', [of]]];
}

/** Returns the fields that MapLibre reads from a feature while it evaluates the text of a label. */
function readByMapLibre(value: Json): string[] {
  const read = new Set<string>();
  const note = (name: string | symbol): boolean => read.add(String(name)) && true;
  const values: Record<string, string> = { a: 'b', b: 'c', c: 'x' };
  const properties = new Proxy(values, {
    get: (target, name: string) => (note(name), target[name]),
    has: (target, name) => note(name) && name in target,
    getOwnPropertyDescriptor: (target, name) => (
      note(name),
      Object.getOwnPropertyDescriptor(target, name)
    ),
    ownKeys: (target) => Object.keys(target).filter(note),
  });
  const made = expression.createExpression(value, 'text-field', specOf('text-field'));
  if (made.result === 'error') throw new Error(made.value.map(String).join());
  try {
    made.value.evaluateWithoutErrorHandling({ zoom: 3 }, { type: 'Point', properties });
  } catch {
    // For example, an invalid currency. The fields that were read before the error count.
  }
  return [...read];
}

describe('the reported fields of a style', () => {
  it('are the fields in its expressions, over every base map and in every language', () => {
    const context = { fileVersion: () => null, dataset: null, grounds: { night: 'dark' } as const };
    fc.assert(
      fc.property(valueOf(3, true), (value) => {
        const compiled = ['en', 'fr'].map((locale) =>
          compileValue(value, 'circle-color', { ...context, locale }),
        );
        expect([...fieldsOfValue(value)].sort()).toEqual([...new Set(namedIn(compiled))].sort());
      }),
      { seed: SEED_OF_THE_DAY, numRuns: 500 },
    );
  });

  it('include all fields that MapLibre reads, or the expression is rejected', () => {
    const kinds = { exact: 0, refused: 0 };
    fc.assert(
      fc.property(text, (value) => {
        const read = readByMapLibre(value);
        const named = readsOfExpression(value).map((each) => each.field);
        const refused = unnamedReads(value).length > 0;
        if (!refused) expect(named).toEqual(expect.arrayContaining(read));
        if (read.length > 0) kinds[refused ? 'refused' : 'exact']++;
      }),
      { seed: SEED_OF_THE_DAY, numRuns: 2_000 },
    );
    expect(kinds.exact).toBeGreaterThan(200);
    expect(kinds.refused).toBeGreaterThan(200);
  });

  it('include fields in the arguments of every operator of MapLibre', () => {
    const operators = Object.keys(OPERATORS.values);
    // A new operator may read fields in a new way: review it, then update the count.
    expect(operators).toHaveLength(88);
    for (const operator of operators.filter((name) => name !== 'literal' && name !== 'semiliteral'))
      expect(readsOfExpression([operator, ['get', 'a'], 'x', ['get', 'b'], ['get', 'c']])).toEqual(
        ['a', 'b', 'c'].map((name) => ({ field: name, node: ['get', name] })),
      );
  });
});
