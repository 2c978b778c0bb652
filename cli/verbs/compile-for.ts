import {
  compilePublicBundles,
  compileSessionPart,
  createTables,
  type PublicBundle,
} from 'atlas-engine';
import type { SessionPart } from 'atlas-engine/runtime';
import type { CommandIo } from '../../host/common/command.ts';
import { compileInputs, levelOf, localeOf } from './compile-options.ts';

/** The bundles that a visitor of a level and language receives. */
export interface CompiledFor {
  readonly locale: string;
  readonly open: PublicBundle;
  /** The additions for the level; null for the lowest level, which has none. */
  readonly session: SessionPart | null;
}

/** Compiles the bundles of a visitor; throws `UsageError` for an unknown level or language. */
export async function compileFor(
  config: Parameters<typeof compileInputs>[0],
  visitor: { readonly level?: string; readonly locale?: string },
  io: CommandIo,
): Promise<CompiledFor> {
  const { model, options: inputs } = await compileInputs(config, io);
  const options = { ...inputs, tables: createTables(model) };
  const level = levelOf(model, visitor.level);
  const locale = localeOf(model, visitor.locale);
  const { byLocale, revision } = compilePublicBundles(model, options);
  const session =
    level.rank === 0 ? null : compileSessionPart(model, level, revision, { ...options, locale });
  return { locale, open: byLocale[locale]!, session };
}
