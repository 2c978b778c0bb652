import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { loadAtlas } from 'atlas-engine';
import { atlasFolder } from '../../build-atlas.ts';
import { caseNames, UPDATE } from '../read-case.ts';
import { runCase, styleFaults, type CaseResult } from './run-case.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const names = caseNames(HERE);

/**
 * `expected-legend.night.txt` is the legend for the state of `state.yaml` and `state.night.yaml`.
 */
const EXPECTED = /^expected-(style|legend|popup|panel|pixels)(?:\.([\w-]+))?\.(?:json|txt)$/;

interface Expected {
  readonly part: Exclude<keyof CaseResult, 'differing'>;
  /** The name of the variant; empty for `state.yaml` alone. */
  readonly variant: string;
  readonly path: string;
}

function expectedOf(name: string): Expected[] {
  return readdirSync(join(HERE, name)).flatMap((file) => {
    const [, part, variant = ''] = EXPECTED.exec(file) ?? [];
    if (part === undefined) return [];
    return [{ part: part as Expected['part'], variant, path: join(HERE, name, file) }];
  });
}

/**
 * Returns the keys of a style that an expected file contains: its layers, and optionally its
 * sources.
 */
function partsOf(style: object, asked: string): object {
  const keys = asked === '' ? ['layers'] : Object.keys(JSON.parse(asked) as object);
  expect(keys).toContain('layers');
  return Object.fromEntries(keys.map((key) => [key, (style as Record<string, unknown>)[key]]));
}

/** Formats a style as JSON, with short values on one line. */
function asJson(style: object): Promise<string> {
  return format(JSON.stringify(style), { parser: 'json', printWidth: 100 });
}

describe('a compile case', () => {
  test.each(names)('%s', async (name) => {
    const expected = expectedOf(name);
    expect(expected).not.toEqual([]);
    for (const { part, variant, path } of expected) {
      const result = await runCase(HERE, name, variant);
      expect(styleFaults(result.style)).toEqual([]);
      expect(result.differing).toEqual([]);
      const text = readFileSync(path, 'utf8');
      const found = part === 'style' ? await asJson(partsOf(result.style, text)) : result[part];
      if (UPDATE) writeFileSync(path, found);
      expect(found).toBe(readFileSync(path, 'utf8'));
    }
  });

  test('the minimal atlas has no errors and no warnings', () => {
    expect(loadAtlas(atlasFolder(''))).toMatchObject({ ok: true, warnings: [] });
  });

  test('there are at least 60 cases and no unread files', () => {
    expect(names.length).toBeGreaterThanOrEqual(60);
    const unread = names.flatMap((name) => {
      const states = expectedOf(name).map(({ variant }) => `state.${variant}.yaml`);
      return readdirSync(join(HERE, name)).filter(
        (file) =>
          /^(?:expected|state)\b/.test(file) &&
          !EXPECTED.test(file) &&
          !['state.yaml', ...states].includes(file),
      );
    });
    expect(unread).toEqual([]);
  });
});
