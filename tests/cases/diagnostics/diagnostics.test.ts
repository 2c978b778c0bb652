import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ENGLISH_WORDS } from '../../../engine/diagnostics/english-words.en.ts';
import {
  baseFolder,
  diagnosticsOf,
  expectedFile,
  names,
  readCase,
  renderAll,
} from './case-folder.ts';
import { UPDATE } from '../read-case.ts';

describe('invalid configurations', () => {
  test('the base of the cases is valid', async () => {
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

  test('there are at least 55 cases', () => {
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
    const unseen = Object.keys(ENGLISH_WORDS).filter((code) => !seen.has(code));
    expect(unseen).toEqual([]);
  });
});
