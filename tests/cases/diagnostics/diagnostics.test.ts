import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGLISH } from '../../../engine/diagnostics/catalogue.en.ts';
import {
  baseFolder,
  diagnosticsOf,
  expectedFile,
  names,
  readCase,
  renderAll,
} from './case-folder.ts';
import { UPDATE } from '../read-case.ts';

function engineSources(): string[] {
  return readdirSync('engine', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join('engine', path), 'utf8'));
}

describe('broken configurations', () => {
  test('the atlas under the cases is sound', async () => {
    const folder = await baseFolder();
    const facts = { profiles: new Map() };
    expect(renderAll(diagnosticsOf(folder, facts), folder)).toBe('');
  });

  test.each(names)('%s', async (name) => {
    const { folder, facts } = await readCase(name);
    const printed = renderAll(diagnosticsOf(folder, facts), folder);
    if (UPDATE) writeFileSync(expectedFile(name), printed);
    expect(printed).not.toBe('');
    expect(printed).toBe(readFileSync(expectedFile(name), 'utf8'));
  });

  test('there are cases enough', () => {
    expect(names.length).toBeGreaterThanOrEqual(55);
  });

  test('every code of the catalogue occurs in a case', () => {
    const seen = new Set(
      names.flatMap((name) =>
        [
          ...readFileSync(expectedFile(name), 'utf8').matchAll(/^(?:error|warning) ([\w-]+) /gm),
        ].map((match) => match[1]!),
      ),
    );
    const unseen = Object.keys(ENGLISH.codes).filter((code) => !seen.has(code));
    expect(unseen).toEqual([]);
  });

  test('every code that is reported has words', () => {
    const reported = engineSources().flatMap((text) => [
      ...[...text.matchAll(/\b(?:error|warn|fault)\(\s*'([a-z-]+)'/g)].map((match) => match[1]!),
      // `lookUp(…, 'dataset', …)` reports `unknown-dataset`.
      ...[...text.matchAll(/lookUp\([^;]*?,\s*'([a-z-]+)',\s*\{/g)].map(
        (match) => `unknown-${match[1]!}`,
      ),
    ]);
    expect(reported.length).toBeGreaterThan(100);
    expect(reported.filter((code) => !(code in ENGLISH.codes))).toEqual([]);
  });
});
