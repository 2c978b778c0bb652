import { describe, expect, it } from 'vitest';
import { loadAtlas } from 'atlas-engine';
import { parseYaml } from '../../../engine/parse/parse-yaml.ts';
import { largeAtlas } from '../../bench/engine/large-atlas.ts';

const atlas = largeAtlas(5);

/** Maximum processor time in seconds. Without the limits, the same file took minutes or ended the process. */
const SECONDS = 15;

/** Returns the codes for an added file, and the processor time of loading. */
function loadWith(text: string): { readonly codes: readonly string[]; readonly seconds: number } {
  const start = process.cpuUsage();
  const loaded = loadAtlas({ ...atlas, files: [...atlas.files, { path: 'added.yaml', text }] });
  const found = loaded.ok ? loaded.warnings : loaded.diagnostics;
  return {
    codes: [...new Set(found.map(({ code }) => code))],
    seconds: process.cpuUsage(start).user / 1e6,
  };
}

describe('a file of YAML', () => {
  it.each<readonly [string, string, () => string]>([
    [
      'of 400 000 small maps',
      'file-too-large',
      () => `groups:\n${'  - { a: 1 }\n'.repeat(400_000)}`,
    ],
    [
      'of 30 000 wrong entries',
      'too-many-errors',
      () => `groups:\n${'  - { a: 1 }\n'.repeat(30_000)}`,
    ],
    ['of 20 000 unknown keys', 'too-many-errors', () => many(20_000, (i) => `k${i}: { a: 1 }\n`)],
    [
      'whose anchors each repeat the one before, 100 000 times',
      'too-deep',
      () =>
        `x-0: &a0 [1]\n${many(100_000, (i) => `x-${i + 1}: &a${i + 1} [*a${i}]\n`)}x-end: *a100000\n`,
    ],
    ['whose anchor names itself', 'too-deep', () => 'x-a: &a [*a]\n'],
    ['of 100 000 brackets', 'too-deep', () => `x-a: ${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['of 3 000 nested blocks', 'too-deep', () => many(3_000, (i) => `${' '.repeat(i)}a:\n`)],
    [
      'of one text of 17 million characters',
      'file-too-large',
      () => `x-a: ${'a'.repeat(17_000_000)}`,
    ],
    [
      'with 20 000 anchors that nothing repeats',
      'unused-anchor',
      () => many(20_000, (i) => `x-${i}: &a${i} 1\n`),
    ],
  ])('%s is reported as %s', (_what, code, text) => {
    const { codes, seconds } = loadWith(text());
    expect(codes).toContain(code);
    expect(seconds).toBeLessThan(SECONDS);
  });

  it.each<readonly [string, () => string]>([
    ['of 3 million empty lines', () => '\n'.repeat(3_000_000)],
    ['of 3 million spaces', () => ' '.repeat(3_000_000)],
    ['of 1 million comments', () => '#\n'.repeat(1_000_000)],
    ['with 50 000 unquoted parameters on one line', () => `x-a: a${', ${a}'.repeat(50_000)}`],
  ])('%s is accepted', (_what, text) => {
    const { codes, seconds } = loadWith(text());
    expect(codes).toEqual([]);
    expect(seconds).toBeLessThan(SECONDS);
  });
});

describe('an atlas of 10 000 sublayers', () => {
  it('is within the limits, even in one file', () => {
    const parsed = largeAtlas(10_000, 1).files.map(parseYaml);
    expect(parsed.map(({ ok }) => ok)).toEqual([true, true]);
  });
});

function many(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => line(i)).join('');
}
