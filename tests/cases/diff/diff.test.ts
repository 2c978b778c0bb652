import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { diffAtlases, loadAtlas, type AtlasModel, type ConfigFolder } from 'atlas-engine';
import { readBase, UPDATE } from '../read-case.ts';

interface Edit {
  readonly find: string;
  readonly put: string;
}

/** A change of the base atlas, and what is reported for it. */
interface DiffCase {
  readonly change: string;
  /** What is compared is this atlas before and after the edits; without it, the base. */
  readonly start?: readonly Edit[];
  readonly edits: readonly Edit[];
  /** Lines `kind thing: text`. */
  readonly expected: readonly string[];
}

const FILE = fileURLToPath(new URL('cases.yaml', import.meta.url));
const text = readFileSync(FILE, 'utf8');
const cases = parse(text) as readonly DiffCase[];
const base = await readBase(fileURLToPath(new URL('../diagnostics', import.meta.url)));

/** Every text must be found in exactly one file. */
function edited(folder: ConfigFolder, edits: readonly Edit[]): ConfigFolder {
  let { files } = folder;
  for (const { find, put } of edits) {
    const holders = files.filter((file) => file.text.split(find).length === 2);
    if (holders.length !== 1)
      throw new Error(`${JSON.stringify(find)} is ${holders.length} times in the base.`);
    files = files.map((file) =>
      file === holders[0] ? { ...file, text: file.text.replace(find, () => put) } : file,
    );
  }
  return { ...folder, files };
}

function modelOf(folder: ConfigFolder): AtlasModel {
  const atlas = loadAtlas(folder);
  if (!atlas.ok)
    throw new Error(
      atlas.diagnostics.map(({ code, span }) => `${code} ${JSON.stringify(span)}`).join('; '),
    );
  return atlas.model;
}

function linesOf({ start = [], edits }: DiffCase): string[] {
  const before = edited(base, start);
  return diffAtlases(modelOf(before), modelOf(edited(before, edits))).map(
    ({ kind, thing, text: said }) => `${kind} ${thing.kind} ${thing.id}: ${said}`,
  );
}

if (UPDATE) {
  const comment = /^(?:#.*\n)*/.exec(text)![0];
  const found = cases.map((each) => ({
    ...each,
    expected: linesOf(each),
  }));
  writeFileSync(FILE, comment + stringify(found, { lineWidth: 0 }));
}

describe.skipIf(UPDATE)('atlas diff reports', () => {
  it('nothing for files in another order', () => {
    const turned = { ...base, files: [...base.files].reverse() };
    expect(diffAtlases(modelOf(base), modelOf(turned))).toEqual([]);
  });

  it.each(cases)('$change', (each) => {
    expect(linesOf(each)).toEqual(each.expected);
  });
});
