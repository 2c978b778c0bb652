import type { Expanded } from '../expand/expand-templates.ts';
import type { Report } from '../model/report.ts';
import type { ConfigFolder } from '../parse/source-file.ts';
import type { ValidConfig } from '../shape/valid-config.ts';
import type { BrokenShape } from '../shape/validate-shape.ts';
import type { ResolveContext, ThingOf } from './context.ts';
import { entriesOf } from './entries-of.ts';
import { resolveCountries, resolveLevels, resolveTheme, resolveTimeZone } from './resolve-entry.ts';
import { resolveBounds } from './resolve-extent.ts';
import { brokenIds, reportDuplicates } from './resolve-ids.ts';
import { booleansIn } from './booleans.ts';
import { tileBudgetOf } from './data/resolve-feeds.ts';
import { TextResolver } from './texts/resolve-texts.ts';
import { resolveWords } from './texts/resolve-words.ts';

const DEFAULT_TILE_BUDGET = '200 kB';

/** Inputs of resolving other than the valid entries. */
export interface ResolveInput {
  /** Every entry, including invalid ones, because their ids are known. */
  readonly expanded: Expanded;
  readonly broken: BrokenShape;
  readonly report: Report;
  readonly folder: ConfigFolder;
}

/** The context while objects are added to it. */
export interface OpenContext extends ResolveContext {
  readonly things: { readonly [K in keyof ThingOf]: Map<string, ThingOf[K]> };
}

/**
 * Creates the context with the objects that do not refer to others: levels, countries, tokens and
 * presets. Diagnostics: those of these objects, of bounds and of duplicate ids.
 */
export function createContext(
  { singles }: ValidConfig,
  { expanded, broken, report, folder }: ResolveInput,
): OpenContext {
  const { notes, incomplete, lists } = expanded;
  const { available: locales } = singles.locales;
  const texts = new TextResolver({ locales, texts: expanded.texts, folder, report });
  const trees = expanded.interface;
  const { words, missing } = resolveWords(
    { locales: singles.locales, trees, texts: expanded.texts },
    report,
  );
  const nodes = new Map<object, object>();
  const byId = <T extends { readonly id: string }>(things: readonly T[]): Map<string, T> =>
    new Map(things.map((thing) => [thing.id, thing]));
  const baseIds = new Set(lists['base-layers'].map(({ id }) => String(id)));
  const { theme = {} } = singles;
  const { tokens, fonts, icons } = resolveTheme(theme, baseIds, { folder, report });
  return {
    report,
    folder,
    texts,
    words,
    missingWords: missing,
    booleans: booleansIn(words),
    locales,
    regionBounds: resolveBounds(singles.region, report, { mayCross: true }),
    timeZone: resolveTimeZone(singles.region, report),
    things: {
      level: byId(resolveLevels(singles.permissions, { texts, report, nodes })),
      country: byId(resolveCountries(singles.region, { texts, report })),
      token: new Map(Object.entries(tokens)),
      preset: new Map(entriesOf(theme.presets)),
      category: new Map(),
      terms: new Map(),
      service: new Map(),
      classes: new Map(),
      values: new Map(),
      source: new Map(),
      dataset: new Map(),
      'base-layer': new Map(),
      group: new Map(),
      page: new Map(),
      form: new Map(),
    },
    notes,
    fonts,
    icons,
    baseIds,
    nodes,
    usedTokens: new Set(),
    usedValues: new Set(),
    broken: new Set([...brokenIds(expanded, broken), ...reportDuplicates(expanded, report)]),
    incomplete,
    derived: new Map(),
    asks: new Map(),
    tileBudget: tileBudgetOf(singles.limits?.['tile-budget'] ?? DEFAULT_TILE_BUDGET),
  };
}
