import type { AtlasBundle } from '../bundle/bundle.ts';
import type { AtlasModel } from '../model/model.ts';
import { mergeBundles } from '../runtime/merge-bundles.ts';
import { compilePublicBundles } from './compile-bundle.ts';
import { compileSessionPart } from './compile-session.ts';
import type { CompileOptions } from './compile-options.ts';
import { createTables } from './compile-tables.ts';
import { hashText } from './hash-text.ts';

/** The reader's level and language, and facts that only a server knows. */
export interface AtlasOptions extends Partial<CompileOptions> {
  /** Id of the reader's level. The default is the lowest level, which everyone has. */
  readonly level?: string;
}

/**
 * Compiles the complete atlas for one reader, as input of `compileStyle`. By default, the
 * reader has the lowest level and the default language, no data are loaded, and all outside services
 * are off. Throws `RangeError` for an unknown level or language.
 */
export function compileAtlas(model: AtlasModel, options: AtlasOptions = {}): AtlasBundle {
  const { level: levelId = model.levels[0]!.id, locale = model.locales.default } = options;
  const level = model.levels.find(({ id }) => id === levelId);
  if (!level) throw new RangeError(`The atlas has no level \`${levelId}\`.`);
  const all = { ...WITHOUT_SERVER, tables: createTables(model), ...options, locale };
  const { revision, byLocale } = compilePublicBundles(model, all);
  const open = byLocale[locale];
  if (!open) throw new RangeError(`The atlas has no language \`${locale}\`.`);
  const added = level.rank === 0 ? null : compileSessionPart(model, level, revision, all);
  return mergeBundles(
    open.index,
    open.parts.map(({ part }) => part),
    added,
  );
}

const WITHOUT_SERVER: Omit<CompileOptions, 'locale'> = {
  version: () => null,
  bounds: () => null,
  address: () => null,
  fileVersion: () => null,
  hash: hashText,
};
