/** Resolves the parts that exist once: languages, levels, countries, the theme. */
import type * as Config from '../../schemas/config.g.ts';
import { isTimeZone } from '../basics/days.ts';
import { suggest } from '../diagnostics/suggest.ts';
import type { AtlasModel, Country, Level } from '../model/model.ts';
import type { Report } from '../model/report.ts';
import { present } from '../basics/present.ts';
import type { ResolveContext } from './context.ts';
import { durationOf } from './duration.ts';
import { resolveFolder } from './missing-file.ts';
import { resolveTokens } from './values/resolve-tokens.ts';

/**
 * Resolves `locales`. Diagnostics: `unknown-locale` for a default, fallback or session that is not
 * available.
 */
export function resolveLocales(raw: Config.Locales, report: Report): AtlasModel['locales'] {
  const { available } = raw;
  const pick = (key: 'default' | 'fallback' | 'session'): string => {
    const found = raw[key] ?? available[0]!;
    if (!available.includes(found)) {
      report.error(
        'unknown-locale',
        { node: raw, key },
        { found, nearest: suggest(found, available), known: available },
      );
    }
    return found;
  };
  return {
    available,
    default: pick('default'),
    fallback: pick('fallback'),
    session: pick('session'),
  };
}

/**
 * Resolves `permissions.levels`, lowest first. Diagnostics: `duplicate-id`, `levels-reversed`,
 * `first-level-granted`.
 */
export function resolveLevels(
  raw: Config.Permissions,
  { texts, report, nodes }: Pick<ResolveContext, 'texts' | 'report' | 'nodes'>,
): Level[] {
  return lowestFirst(withoutTwins('level', raw.levels, report), report).map((level, rank) => {
    const made: Level = present({
      id: level.id,
      rank,
      name: texts.resolve(level, 'name'),
      whenDenied: level['when-denied'] ?? 'lock',
      granted: level.granted,
    });
    nodes.set(made, level);
    return made;
  });
}

/**
 * Returns the levels with the one of everyone first. The first level has no `granted`: everyone has it.
 * If only the last has none, the levels are sorted from the highest to the lowest. Diagnostics:
 * `levels-reversed`, `first-level-granted`.
 */
function lowestFirst(
  levels: Config.Permissions['levels'],
  report: Report,
): Config.Permissions['levels'] {
  const [first, last] = [levels[0], levels.at(-1)];
  if (!first?.granted || !last) return levels;
  if (last.granted) {
    const open = levels.find(({ granted }) => granted === undefined);
    const params = { found: first.id, ...(open && { other: open.id }) };
    report.error('first-level-granted', { node: first, key: 'granted' }, params);
    // No level becomes that of everyone by mistake.
    return open ? [open, ...levels.filter((level) => level !== open)] : levels;
  }
  const sorted = levels.toReversed();
  const known = sorted.map(({ id }) => id);
  report.error('levels-reversed', { node: first, key: 'id' }, { found: first.id, known });
  return sorted;
}

/** Resolves `region.time-zone`. Diagnostic: `unknown-time-zone`. */
export function resolveTimeZone(raw: Config.Region, report: Report): string {
  const { 'time-zone': found = 'UTC' } = raw;
  if (isTimeZone(found)) return found;
  report.error('unknown-time-zone', { node: raw, key: 'time-zone' }, { found });
  return 'UTC';
}

/** Resolves `region.countries`. Diagnostics: `duplicate-id`. */
export function resolveCountries(
  raw: Config.Region,
  { texts, report }: Pick<ResolveContext, 'texts' | 'report'>,
): Country[] {
  return withoutTwins('country', raw.countries, report).map((country) =>
    present({
      id: country.id,
      name: texts.resolve(country, 'name'),
      iso2: country.iso2,
      iso3: country.iso3,
    }),
  );
}

/** Returns the first entry of each id and reports the others. */
function withoutTwins<T extends { readonly id: string }>(
  kind: 'level' | 'country',
  entries: readonly T[],
  report: Report,
): T[] {
  const seen = new Map<string, T>();
  for (const node of entries) {
    const first = seen.get(node.id);
    if (!first) seen.set(node.id, node);
    else
      report.error('duplicate-id', { node, key: 'id' }, { kind, id: node.id }, [
        { target: { node: first, key: 'id' }, note: 'first-defined-here' },
      ]);
  }
  return [...seen.values()];
}

/**
 * Resolves `theme`: tokens by ground, fonts and the folder of icons. Diagnostics: those of tokens,
 * `folder-missing`.
 */
export function resolveTheme(
  theme: Config.Theme,
  baseIds: ReadonlySet<string>,
  context: Pick<ResolveContext, 'folder' | 'report'>,
): Pick<AtlasModel, 'tokens' | 'fonts' | 'icons'> {
  return {
    tokens: resolveTokens(theme.tokens, baseIds, context.report),
    fonts: theme.fonts ?? [],
    icons: resolveFolder(theme, 'icons', context) ?? null,
  };
}

const DEFAULT_CHUNK_TIMEOUT = '120 s';
const DEFAULT_RESET_LINK = '3 days';

export function resolveLimits(limits: Config.Limits | undefined): AtlasModel['limits'] {
  return {
    chunkTimeout: durationOf(limits?.['chunk-timeout'] ?? DEFAULT_CHUNK_TIMEOUT),
    resetLink: durationOf(limits?.['reset-link'] ?? DEFAULT_RESET_LINK),
    downloadObjects: limits?.['download-objects'] ?? 0,
  };
}
