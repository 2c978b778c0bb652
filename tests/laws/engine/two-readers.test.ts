import fc from 'fast-check';
import { stringify } from 'yaml';
import { beforeAll, describe, expect, test } from 'vitest';
import { readWithPositions } from '../../../engine/parse/locate.ts';
import { parseYaml } from '../../../engine/parse/parse-yaml.ts';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';
import { mutate, mutation } from './mutations.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';

const RUNS = NIGHTLY ? 10_000 : 100;
const SEED = { seed: SEED_OF_THE_DAY, numRuns: RUNS };

/** Parses a text with the parser that keeps positions; undefined when it is rejected. */
function readSlowly(text: string): unknown {
  const document = readWithPositions(text);
  if (document.errors.length > 0) return undefined;
  return withTextKeys(document.toJS({ maxAliasCount: -1, mapAsMap: true })) ?? {};
}

/**
 * Converts mappings to objects; a key that is not a string is converted as the fast parser converts
 * it.
 */
function withTextKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTextKeys);
  if (!(value instanceof Map)) return value;
  const entries = [...(value as Map<unknown, unknown>)];
  return Object.fromEntries(entries.map(([key, item]) => [String(key), withTextKeys(item)]));
}

function expectAgreement(text: string): void {
  const fast = parseYaml({ path: 'a.yaml', text });
  // The parser returns an empty mapping for an empty file.
  if (!fast.ok || Object.keys(fast.value).length === 0) return;
  const slow = readSlowly(text);
  expect(slow, `only one parser accepts: ${JSON.stringify(text)}`).toBeDefined();
  expect(JSON.stringify(slow)).toBe(JSON.stringify(fast.value));
}

describe('the two YAML parsers', () => {
  let texts: readonly string[];
  beforeAll(async () => {
    const folder = await readConfigFolder('tests/cases/diagnostics/_base');
    texts = folder.files.filter(({ path }) => path.endsWith('.yaml')).map(({ text }) => text);
  });

  test('return the same data for every mapping', () => {
    const key = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
    const scalar = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('yes', '~', '0o17', '1e3', '.5', '12:30', '2026-01-01', '=', '<<', 'null'),
    );
    const { mapping } = fc.letrec((tie) => ({
      mapping: fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      value: fc.oneof(
        { maxDepth: 4 },
        scalar,
        tie('mapping'),
        fc.array(tie('value'), { maxLength: 4 }),
      ),
    }));
    fc.assert(
      fc.property(mapping, fc.boolean(), (value, flow) => {
        expectAgreement(stringify(value, { collectionStyle: flow ? 'flow' : 'any' }));
      }),
      SEED,
    );
  });

  test('return the same data for a mutated file, unless they reject it', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(mutation, { minLength: 1, maxLength: 3 }), (which, changes) =>
        expectAgreement(changes.reduce(mutate, texts[which % texts.length]!)),
      ),
      SEED,
    );
  });
});
