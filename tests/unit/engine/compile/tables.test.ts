import { join } from 'node:path';
import {
  compilePublicBundles,
  compileSessionPart,
  compileSessionParts,
  loadAtlas,
} from 'atlas-engine';
import { expect, it } from 'vitest';
import { OPTIONS } from '../../../build-atlas.ts';
import { readCaseFolder } from '../../../cases/read-case.ts';

const CASES = join(import.meta.dirname, '../../../cases/compile');

it.each(['classes-with-icons', 'icon', 'pattern', 'field-by-language', 'popup-words-of-classes'])(
  'compiling with the tables of the check gives the same bundles: %s',
  async (name) => {
    const { files, assets } = await readCaseFolder(CASES, name);
    const folder = { files: files.filter(({ path }) => !path.startsWith('state')), assets };
    const atlas = loadAtlas(folder);
    if (!atlas.ok) throw new Error(JSON.stringify(atlas.diagnostics));
    const { model, tables } = atlas;
    // The check uses placeholders for the addresses of pictures.
    const anew = { ...OPTIONS, fileVersion: (path: string) => `of-${path.length}` };
    const open = compilePublicBundles(model, anew);
    expect(tables.looks.size).toBeGreaterThan(0);
    expect(compilePublicBundles(model, { ...anew, tables })).toEqual(open);
    const top = model.levels.at(-1)!;
    for (const locale of model.locales.available) {
      const own = compileSessionPart(model, top, open.revision, { ...anew, locale });
      const shared = compileSessionPart(model, top, open.revision, { ...anew, locale, tables });
      expect(shared).toEqual(own);
      // All levels at once give the parts that each gives alone.
      expect(compileSessionParts(model, open.revision, { ...anew, locale }).at(-1)).toEqual(own);
    }
  },
);
