import { fileURLToPath } from 'node:url';
import {
  compileAccess,
  compilePublicBundles,
  compileSessionPart,
  loadAtlas,
  type Access,
  type AtlasModel,
  type CompileOptions,
} from 'atlas-engine';
import { mergeBundles, type AtlasBundle } from 'atlas-engine/runtime';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';

/** The folder of the shipped atlas. */
export const CONFIG = fileURLToPath(new URL('../../atlas.config/', import.meta.url));

/** Options of a server with all datasets loaded and no outside services. */
const OPTIONS: Omit<CompileOptions, 'locale'> = {
  version: () => 'v1',
  bounds: () => [8, -14, 32, 12],
  address: () => null,
  fileVersion: () => null,
  hash: (text) => `h${text.length}`,
};

/** The compiled shipped atlas, without its data. */
export interface ShippedAtlas {
  readonly model: AtlasModel;
  readonly access: Access;
  /** The complete bundles for the highest level, by locale. */
  readonly bundles: Readonly<Record<string, AtlasBundle>>;
}

/** Loads and compiles the shipped atlas; throws its diagnostics when it has errors. */
export async function openShippedAtlas(): Promise<ShippedAtlas> {
  const atlas = loadAtlas(await readConfigFolder(CONFIG));
  if (!atlas.ok) throw new Error(JSON.stringify(atlas.diagnostics, null, 1));
  const { model } = atlas;
  const { byLocale, revision } = compilePublicBundles(model, OPTIONS);
  const highest = model.levels.at(-1)!;
  const bundles = model.locales.available.map((locale) => {
    const { index, parts } = byLocale[locale]!;
    const session = compileSessionPart(model, highest, revision, { ...OPTIONS, locale });
    const bundle = mergeBundles(
      index,
      parts.map(({ part }) => part),
      session,
    );
    return [locale, bundle] as const;
  });
  return { model, access: compileAccess(model), bundles: Object.fromEntries(bundles) };
}
