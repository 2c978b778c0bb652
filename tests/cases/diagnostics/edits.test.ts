import {
  catalogueOf,
  wordDiagnostic,
  type ConfigFolder,
  type WordedDiagnostic,
} from 'atlas-engine';
import { describe, expect, test } from 'vitest';
import { diagnosticsOf, names, readCase } from './case-folder.ts';

/** Cases in which an error remains at the place of an edit, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'parameter-of-for-misspelt': 'the case has no file per country',
  'unknown-layer': 'the facts of the case do not depend on the name',
  'unknown-table': 'the facts of the case do not depend on the name',
  'unknown-shade': 'another class lacks the suggested shade too',
};

type Edit = WordedDiagnostic['edits'][number];
type Case = Awaited<ReturnType<typeof readCase>>;

/** Converts a line and column, both from 1, to an offset in a text. */
function offsetOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}

function applied(folder: ConfigFolder, edit: Edit): ConfigFolder {
  const files = folder.files.map((file) => {
    if (file.path !== edit.file) return file;
    const before = file.text.slice(0, offsetOf(file.text, edit.line, edit.column));
    const after = file.text.slice(offsetOf(file.text, edit.endLine, edit.endColumn));
    return { ...file, text: `${before}${edit.replacement}${after}` };
  });
  return { ...folder, files };
}

function wordedOf({ folder, facts }: Case): WordedDiagnostic[] {
  const texts = new Map(folder.files.map(({ path, text }) => [path, text]));
  const options = { catalogue: catalogueOf('en'), textOf: (file: string) => texts.get(file) };
  return diagnosticsOf(folder, facts).map((each) => wordDiagnostic(each, options));
}

/** Returns the diagnostics within the text that an edit wrote. */
function faultsAfter(edit: Edit, { folder, facts }: Case): string[] {
  const end = edit.column + edit.replacement.length;
  return wordedOf({ folder: applied(folder, edit), facts })
    .filter(({ file, line }) => file === edit.file && line === edit.line)
    .filter(({ column }) => column >= edit.column && column <= end)
    .map(({ code, message }) => `${code}: ${message}`);
}

const cases = await Promise.all(names.map(async (name) => ({ name, own: await readCase(name) })));
const edits = cases.flatMap(({ name, own }) =>
  wordedOf(own).flatMap(({ code, edits: its }) => its.map((edit) => ({ name, own, code, edit }))),
);

describe('a suggested edit', () => {
  test.each(edits.filter(({ name }) => !(name in EXCEPTIONS)))(
    'fixes $code in the case $name',
    ({ own, edit }) => expect(faultsAfter(edit, own)).toEqual([]),
  );

  test('leaves an error at its place in the exceptions only', () => {
    const left = edits.filter(({ own, edit }) => faultsAfter(edit, own).length > 0);
    expect(left.map(({ name }) => name)).toEqual(Object.keys(EXCEPTIONS).sort());
  });

  test('is not offered where the place contains more than the wrong name', async () => {
    const [fault] = wordedOf(await readCase('driver-archive-without-layer'));
    expect(fault).toMatchObject({ help: 'Did you mean `camp`?', edits: [] });
  });

  test('occurs at least a hundred times', () => {
    expect(edits.length).toBeGreaterThan(100);
  });
});
