import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  catalogueOf,
  loadAtlas,
  renderDiagnostic,
  type ConfigFolder,
  type Diagnostic,
} from 'atlas-engine';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';
import { mutate, mutation } from './mutations.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';
import { NIGHTLY } from '../../size.ts';

const RUNS = NIGHTLY ? 10_000 : 100;
/** Maximum time for checking a configuration. */
const MAX_MILLISECONDS = 1000;

let folders: readonly ConfigFolder[];

beforeAll(async () => {
  folders = await Promise.all(
    ['tests/cases/diagnostics/_base', 'tests/atlases/isles'].map(readConfigFolder),
  );
  folders.forEach((folder) => loadAtlas(folder));
});

function expectLocated({ code, span }: Diagnostic, folder: ConfigFolder): void {
  const text = folder.files.find(({ path }) => path === span.file)?.text;
  expect(text, `${code} points into ${span.file}`).toBeDefined();
  const lines = text!.split('\n');
  expect(span.start.line, code).toBeGreaterThanOrEqual(1);
  expect(span.start.line, code).toBeLessThanOrEqual(lines.length);
  expect(span.start.column, code).toBeGreaterThanOrEqual(1);
  expect(span.start.column, code).toBeLessThanOrEqual(lines[span.start.line - 1]!.length + 2);
}

describe('a mutated configuration', () => {
  test('loads or has located diagnostics, in time and without side effects', () => {
    const words = catalogueOf('en');
    const untouched = Object.getOwnPropertyNames(Object.prototype).sort();
    const changed = fc.record({
      which: fc.nat(),
      file: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      changes: fc.array(mutation, { minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(changed, ({ which, file, changes }) => {
        const valid = folders[which % folders.length]!;
        const yaml = valid.files.filter(({ path }) => path.endsWith('.yaml'));
        const { path, text } = yaml[Math.floor(file * yaml.length)]!;
        const folder: ConfigFolder = {
          ...valid,
          files: valid.files.map((each) =>
            each.path === path ? { path, text: changes.reduce(mutate, text) } : each,
          ),
        };
        const begin = performance.now();
        const atlas = loadAtlas(folder);
        expect(performance.now() - begin).toBeLessThan(MAX_MILLISECONDS);
        const found = atlas.ok ? atlas.warnings : atlas.diagnostics;
        if (!atlas.ok) expect(found.length).toBeGreaterThan(0);
        for (const diagnostic of found) {
          expectLocated(diagnostic, folder);
          const textOf = (name: string): string | undefined =>
            folder.files.find((each) => each.path === name)?.text;
          expect(renderDiagnostic(diagnostic, { catalogue: words, textOf })).not.toMatch(
            /undefined|\[object|NaN/,
          );
        }
        expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(untouched);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: RUNS },
    );
  });
});
