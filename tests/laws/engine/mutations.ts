import fc from 'fast-check';

/** A change to a text, such as a typing mistake; the numbers choose the place, 0 to 1. */
export type Mutation =
  | { readonly kind: 'delete-line' | 'double-line' | 'indent' | 'outdent'; readonly at: number }
  | { readonly kind: 'swap-lines'; readonly at: number; readonly with: number }
  | { readonly kind: 'insert'; readonly at: number; readonly text: string }
  | { readonly kind: 'delete-text'; readonly at: number; readonly length: number }
  | { readonly kind: 'change-scalar'; readonly at: number; readonly value: string }
  | { readonly kind: 'cut'; readonly at: number };

/** Texts that YAML or JavaScript treat specially, and ordinary ones. */
const TEXTS = [
  ':',
  ': ',
  '-',
  '- ',
  '#',
  ' #',
  '{',
  '}',
  '[',
  ']',
  ',',
  "'",
  '"',
  '&a ',
  '*a',
  '!',
  '!!str ',
  '|',
  '>',
  '%',
  '@',
  '`',
  '\t',
  '\n',
  '\r\n',
  ' ',
  '  ',
  '~',
  'null',
  '<<: *a',
  '${country}',
  '__proto__: 1',
  'constructor: {}',
  '? ',
  '---\n',
  '...\n',
  '\uFEFF',
  '\u0000',
  '\u2028',
  'é',
  '🌳',
  'x',
];

const SCALARS = [
  'null',
  '~',
  'true',
  'no',
  '0',
  '-1',
  '.nan',
  '.inf',
  '0x1F',
  '012',
  "''",
  '""',
  '[]',
  '{}',
  '[1]',
  '{ a: 1 }',
  'a',
  '2026-01-01',
  "'#fff'",
  '#fff',
  '${x}',
  "'${x}'",
  "'${country.name}'",
  '__proto__',
  'toString',
  '{ __proto__: 1 }',
  '1_000',
];

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'delete-line' as const,
      'double-line' as const,
      'indent' as const,
      'outdent' as const,
    ),
    at: place,
  }),
  fc.record({ kind: fc.constant('swap-lines' as const), at: place, with: place }),
  fc.record({ kind: fc.constant('insert' as const), at: place, text: fc.constantFrom(...TEXTS) }),
  fc.record({
    kind: fc.constant('delete-text' as const),
    at: place,
    length: fc.integer({ min: 1, max: 12 }),
  }),
  fc.record({
    kind: fc.constant('change-scalar' as const),
    at: place,
    value: fc.constantFrom(...SCALARS),
  }),
  fc.record({ kind: fc.constant('cut' as const), at: place }),
);

/** Applies a mutation to a text. */
export function mutate(text: string, change: Mutation): string {
  const lines = text.split('\n');
  const line = Math.floor(change.at * lines.length);
  const offset = Math.floor(change.at * text.length);
  switch (change.kind) {
    case 'delete-line':
      return lines.toSpliced(line, 1).join('\n');
    case 'double-line':
      return lines.toSpliced(line, 0, lines[line]!).join('\n');
    case 'indent':
      return lines.with(line, `  ${lines[line]!}`).join('\n');
    case 'outdent':
      return lines.with(line, lines[line]!.replace(/^ {1,2}/, '')).join('\n');
    case 'swap-lines': {
      const other = Math.floor(change.with * lines.length);
      return lines.with(line, lines[other]!).with(other, lines[line]!).join('\n');
    }
    case 'insert':
      return text.slice(0, offset) + change.text + text.slice(offset);
    case 'delete-text':
      return text.slice(0, offset) + text.slice(offset + change.length);
    case 'change-scalar': {
      const scalars = [...text.matchAll(/(?<=: )[^\s,{}[\]][^,{}[\]\n]*/g)];
      const chosen = scalars[Math.floor(change.at * scalars.length)];
      if (!chosen) return text;
      return (
        text.slice(0, chosen.index) + change.value + text.slice(chosen.index + chosen[0].length)
      );
    }
    case 'cut':
      return text.slice(0, offset);
  }
}
