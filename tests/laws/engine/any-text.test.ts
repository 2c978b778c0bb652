import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SourceFile } from 'atlas-engine';
import { parseYaml } from '../../../engine/parse/parse-yaml.ts';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';

const RUNS = NIGHTLY ? 50_000 : 1_000;

/** Tokens of YAML, and characters that YAML forbids. */
const PIECES = [
  ...'a|b: |b:|- |-| |  |, |#| # |"|\'|[|]|{|}|&a |*a|*b|!|>|%|@|`|? |\\|\\x|${a}|__proto__: '.split(
    '|',
  ),
  '|',
  '\n',
  '\n  ',
  '\r\n',
  '\t',
  '---\n',
  '...\n',
  '\uFEFF',
  '\u0000',
  '\u0085',
  '\u2028',
  '\ud83c',
  '🌳',
];

/** Parses a text; errors must be located inside it. */
function expectInside(text: string): void {
  const parsed = parseYaml({ path: 'a.yaml', text });
  if (parsed.ok) return;
  expect(parsed.diagnostics.length).toBeGreaterThan(0);
  const lines = text.split('\n');
  for (const { code, span, related = [] } of parsed.diagnostics)
    for (const { start, end } of [span, ...related.map((other) => other.span)]) {
      const line = lines[start.line - 1];
      const context = `${code} at ${start.line}:${start.column} of ${JSON.stringify(text.slice(-80))}`;
      expect(line, context).toBeDefined();
      expect(start.column, context).toBeGreaterThanOrEqual(1);
      expect(start.column, context).toBeLessThanOrEqual(line!.length + 1);
      expect(end.line, context).toBe(start.line);
      expect(end.column, context).toBeGreaterThan(start.column);
    }
}

describe('a text that is not valid YAML', () => {
  let files: readonly SourceFile[];
  beforeAll(async () => {
    files = (await readConfigFolder('atlas.config')).files.filter(({ path }) =>
      path.endsWith('.yaml'),
    );
  });

  test('has errors located inside it when it consists of random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) =>
        expectInside(new TextDecoder().decode(bytes)),
      ),
      { seed: SEED_OF_THE_DAY, numRuns: RUNS },
    );
  });

  test('has errors located inside it when it consists of random YAML tokens', () => {
    const piece = fc.constantFrom(...PIECES);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => expectInside(pieces.join(''))),
      { seed: SEED_OF_THE_DAY, numRuns: RUNS * 3 },
    );
  });

  test('has errors located inside it when it is a truncated file of the shipped atlas', () => {
    for (const { text } of files)
      for (let end = 0; end < text.length; end += NIGHTLY ? 7 : 211)
        expectInside(text.slice(0, end));
  });
});
