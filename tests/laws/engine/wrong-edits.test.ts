import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadAtlas, type ConfigFolder } from 'atlas-engine';
import { openConfig, type OpenConfig } from '../../../host/config/open-config.ts';
import { copyShippedProfiles } from '../../browser/shipped-copy.ts';
import { WRONG_EDITS, type WrongEdit } from './wrong-edits.ts';

let dataDir: string;
let shipped: OpenConfig;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'atlas-edits-'));
  copyShippedProfiles(dataDir);
  const env = { ATLAS_DATA_DIR: dataDir };
  shipped = await openConfig('atlas.config', { env, profile: true, report: () => undefined });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function apply({ file, search, replace }: WrongEdit, folder: ConfigFolder): ConfigFolder {
  const text = folder.files.find(({ path }) => path === file)?.text;
  if (text === undefined || !text.includes(search))
    throw new Error(`${file} does not contain: ${search}`);
  const edited = text.replace(search, () => replace);
  return {
    ...folder,
    files: folder.files.map((each) => (each.path === file ? { path: file, text: edited } : each)),
  };
}

describe('the shipped atlas', () => {
  test('is valid, its data included', () => {
    expect(shipped.atlas.ok).toBe(true);
  });

  test.each(WRONG_EDITS.map((edit) => [`${edit.file}: ${edit.replace.trim()}`, edit] as const))(
    'has an error when %s is changed',
    (_, edit) => {
      const loaded = loadAtlas(apply(edit, shipped.folder), shipped.facts);
      const errors = loaded.ok
        ? []
        : loaded.diagnostics.filter(({ severity }) => severity === 'error');
      expect(errors.map(({ code }) => code)).toContain(edit.code);
      // A mistake may be reported at several places, but not with many codes.
      expect(new Set(errors.map(({ code }) => code)).size).toBeLessThanOrEqual(2);
      expect(errors.length).toBeLessThanOrEqual(8);
    },
  );
});
