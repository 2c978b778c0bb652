import { suggest } from '../diagnostics/suggest.ts';
import { isMapping, type SingleKind, type Skeleton } from '../expand/check-skeleton.ts';
import type { AtlasModel, Bounds, Country, Level, OverlayStyle, Service } from '../model/model.ts';
import type { RawNode, Report } from '../model/report.ts';
import type { ResolveContext } from './context.ts';
import { resolveInfo } from './resolve-datasets.ts';
import { resolveExtent } from './resolve-extent.ts';
import {
  durationOf,
  entriesOf,
  listOf,
  mappingOf,
  mappingsOf,
  stringOf,
  stringsOf,
} from './raw.ts';

type Singles = Pick<Skeleton, 'singles'>;

/** The value of a single kind when it is a mapping, else an empty one. */
export function single(skeleton: Pick<Skeleton, 'singles'>, kind: SingleKind): RawNode {
  const value = skeleton.singles[kind]?.value;
  return isMapping(value) ? value : {};
}

/** `locales`. Diagnostics: `unknown-locale` for a default, fallback or session that is not available. */
export function resolveLocales(skeleton: Singles, report: Report): AtlasModel['locales'] {
  const raw = single(skeleton, 'locales');
  const available = stringsOf(raw, 'available');
  const first = available[0] ?? 'en';
  const pick = (key: string): string => {
    const found = stringOf(raw, key) ?? first;
    if (available.length > 0 && !available.includes(found)) {
      report.error(
        'unknown-locale',
        { node: raw, key },
        { found, nearest: suggest(found, available) ?? '', known: available },
      );
    }
    return found;
  };
  return {
    available: available.length > 0 ? available : [first],
    default: pick('default'),
    fallback: pick('fallback'),
    session: pick('session'),
  };
}

/** `permissions.levels`, lowest first. Diagnostics: `duplicate-id`. */
export function resolveLevels(
  skeleton: Singles,
  context: Pick<ResolveContext, 'texts' | 'report' | 'nodes'>,
): Level[] {
  const raw = single(skeleton, 'permissions');
  const seen = new Map<string, RawNode>();
  const levels: Level[] = [];
  for (const level of mappingsOf(raw, 'levels')) {
    const id = stringOf(level, 'id');
    if (id === undefined) continue;
    const first = seen.get(id);
    if (first) {
      context.report.error('duplicate-id', { node: level, key: 'id' }, { kind: 'level', id }, [
        { target: { node: first, key: 'id' }, note: 'first-defined-here' },
      ]);
      continue;
    }
    seen.set(id, level);
    const granted = stringOf(level, 'granted') as Level['granted'];
    const made: Level = {
      id,
      rank: levels.length,
      name: context.texts.resolve(level, 'name'),
      whenDenied: stringOf(level, 'when-denied') === 'hide' ? 'hide' : 'lock',
      ...(granted === undefined ? {} : { granted }),
    };
    context.nodes.set(made, level);
    levels.push(made);
  }
  if (levels.length === 0) levels.push({ id: 'level-0', rank: 0, name: {}, whenDenied: 'lock' });
  return levels;
}

export function resolveCountries(
  skeleton: Singles,
  context: Pick<ResolveContext, 'texts' | 'report'>,
): Map<string, Country> {
  const countries = new Map<string, Country>();
  const nodes = new Map<string, RawNode>();
  for (const raw of mappingsOf(single(skeleton, 'region'), 'countries')) {
    const id = stringOf(raw, 'id');
    if (id === undefined) continue;
    const first = nodes.get(id);
    if (first) {
      context.report.error('duplicate-id', { node: raw, key: 'id' }, { kind: 'country', id }, [
        { target: { node: first, key: 'id' }, note: 'first-defined-here' },
      ]);
      continue;
    }
    nodes.set(id, raw);
    const iso3 = stringOf(raw, 'iso3');
    countries.set(id, {
      id,
      name: context.texts.resolve(raw, 'name'),
      ...(iso3 === undefined ? {} : { iso3 }),
    });
  }
  return countries;
}

/** `region.bounds` and `home.bounds`. */
export function resolveRegion(
  skeleton: Singles,
  report: Report,
): { region: Bounds | null; home: Bounds | null } {
  const region = resolveExtent(single(skeleton, 'region'), 'bounds', {
    report,
    regionBounds: null,
  });
  return {
    region,
    home: resolveExtent(single(skeleton, 'home'), 'bounds', { report, regionBounds: region }),
  };
}

/** `services`. Diagnostics: those of texts. */
export function resolveServices(
  raw: readonly RawNode[],
  context: Pick<ResolveContext, 'texts'>,
): Map<string, Service> {
  return new Map(
    raw.map((service) => {
      const id = stringOf(service, 'id') ?? '';
      const fallback = (stringOf(service, 'fallback') ?? 'hide') as Service['fallback'];
      return [
        id,
        {
          id,
          address: stringOf(service, 'address') ?? null,
          env: stringOf(service, 'env') ?? '',
          fallback,
          info: resolveInfo(mappingOf(service, 'info'), context),
        },
      ];
    }),
  );
}

/** `theme`: tokens by ground, presets, fonts and the icon folder. */
export function resolveTheme(
  skeleton: Singles,
  baseIds: ReadonlySet<string>,
  report: Report,
): Pick<AtlasModel, 'tokens' | 'fonts' | 'icons'> & { presets: Map<string, RawNode> } {
  const theme = single(skeleton, 'theme');
  const tokens: Record<string, Record<string, string | number>> = {};
  for (const [name, values] of entriesOf(mappingOf(theme, 'tokens'))) {
    if (!isMapping(values)) continue;
    for (const [ground] of entriesOf(values)) {
      if (ground === 'light' || ground === 'dark' || baseIds.has(ground)) continue;
      const known = ['light', 'dark', ...baseIds];
      report.error(
        'unknown-ground',
        { node: values, key: ground, part: 'key' },
        { found: ground, nearest: suggest(ground, known) ?? '', known },
      );
    }
    tokens[name] = Object.fromEntries(entriesOf(values)) as Record<string, string | number>;
  }
  const presets = new Map(
    entriesOf(mappingOf(theme, 'presets')).flatMap(([name, preset]) =>
      isMapping(preset) ? [[name, preset] as const] : [],
    ),
  );
  return {
    tokens,
    presets,
    fonts: stringsOf(theme, 'fonts'),
    icons: stringOf(theme, 'icons')?.replace(/\/+$/, '') ?? null,
  };
}

export function resolveOverlays(skeleton: Singles): AtlasModel['overlays'] {
  const overlays: Record<string, OverlayStyle> = {};
  for (const [name, style] of entriesOf(single(skeleton, 'overlays'))) {
    if (isMapping(style)) overlays[name] = style as OverlayStyle;
  }
  return overlays;
}

const DEFAULT_CHUNK_TIMEOUT = 120_000;

export function resolveLimits(skeleton: Singles): AtlasModel['limits'] {
  return {
    chunkTimeout: durationOf(single(skeleton, 'limits')['chunk-timeout']) ?? DEFAULT_CHUNK_TIMEOUT,
  };
}

export function resolveRoles(skeleton: Singles): readonly string[] {
  return listOf(single(skeleton, 'permissions'), 'roles').filter(
    (role) => typeof role === 'string',
  );
}
