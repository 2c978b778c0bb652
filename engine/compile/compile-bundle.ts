import { compileCondition } from './compile-filter.ts';
import { compileGroup, compileSublayer, lockedEntry, type CompiledGroup } from './compile-group.ts';
import type { CompileOptions } from './compile-options.ts';
import { compileRichText } from './compile-rich-text.ts';
import { addSource, fileAddress } from './compile-source.ts';
import { projectRank } from './project-rank.ts';
import { compileValue } from './compile-value.ts';
import {
  BUNDLE_FORMAT,
  type Attribution,
  type BundleBaseLayer,
  type BundleCategory,
  type BundleGroup,
  type BundleIndex,
  type BundlePart,
  type BundleProject,
  type BundleSource,
  type BundleSublayer,
  type GroupEntry,
  type Json,
  type SessionPart,
} from '../bundle/bundle.ts';
import type {
  AtlasModel,
  AttributionText,
  BaseLayer,
  Level,
  Project,
  Source,
} from '../model/model.ts';

/** The public bundle of one language, with the addresses its pieces are served under. */
export interface PublicBundle {
  readonly index: BundleIndex;
  readonly indexPath: string;
  readonly parts: readonly { readonly path: string; readonly part: BundlePart }[];
}

/** The public bundle in every language; `revision` changes when anything public does. */
export interface PublicBundles {
  readonly revision: string;
  readonly byLocale: Readonly<Record<string, PublicBundle>>;
}

/**
 * Compiles what everyone gets: nothing in it depends on what is restricted but the names, places
 * and coverages of locked groups. Same model and options, same bytes.
 */
export function compilePublicBundles(
  model: AtlasModel,
  options: Omit<CompileOptions, 'locale'>,
): PublicBundles {
  const everyone = model.levels[0]!;
  const drafts = model.locales.available.map((locale) =>
    draftPublic(model, everyone, { ...options, locale }),
  );
  // The addresses of the parts, hashes of what they hold, stand in the indexes.
  const revision = options.hash(JSON.stringify(drafts.map(({ index }) => index)));
  const byLocale: Record<string, PublicBundle> = {};
  for (const { index: draft, parts } of drafts) {
    byLocale[draft.locale] = {
      index: { ...draft, revision },
      // The revision is a hash of all that an index holds beside it.
      indexPath: `/atlas/public.${revision}.${draft.locale}.json`,
      parts,
    };
  }
  return { revision, byLocale };
}

function draftPublic(
  model: AtlasModel,
  level: Level,
  options: CompileOptions,
): Omit<PublicBundle, 'indexPath'> {
  const { locale } = options;
  const view = compileView(model, level, options);
  const sources: Record<string, BundleSource> = {};
  const baseLayers = model.baseLayers.flatMap(
    (base) => compileBaseLayer(base, model, level, options, sources) ?? [],
  );
  const hillshade = compileHillshade(model, level, options, sources);
  const checked: Record<string, BundleGroup> = {};
  const parts: { path: string; part: BundlePart }[] = [];
  const categories: BundleCategory[] = [];
  for (const category of model.categories) {
    const entries = view.entries.filter(([id]) => id === category.id).map(([, entry]) => entry);
    const stories = model.projects.some((project) => project.category === category);
    if (entries.length === 0 && !stories) continue;
    const inPart = {
      format: BUNDLE_FORMAT,
      category: category.id,
      groups: {} as Record<string, BundleGroup>,
      sources: {} as Record<string, BundleSource>,
    };
    for (const entry of entries) {
      const compiled = view.groups.get(entry.id);
      if (!compiled) continue;
      if (entry.checked) {
        checked[entry.id] = compiled.group;
        Object.assign(sources, compiled.sources);
      } else {
        inPart.groups[entry.id] = compiled.group;
        Object.assign(inPart.sources, compiled.sources);
      }
    }
    const path = `/atlas/part.${category.id}.${options.hash(JSON.stringify(inPart))}.${locale}.json`;
    const holds = Object.keys(inPart.groups).length > 0;
    if (holds) parts.push({ path, part: inPart });
    categories.push({
      id: category.id,
      name: category.name[locale]!,
      order: category.order,
      ...(holds ? { part: path } : {}),
      groups: entries,
    });
  }
  const index: BundleIndex = {
    format: BUNDLE_FORMAT,
    revision: '',
    locale,
    locales: {
      available: model.locales.available.map((id) => ({ id, name: nameOfLocale(id) })),
      default: model.locales.default,
      fallback: model.locales.fallback,
      session: model.locales.session,
    },
    id: model.id,
    title: model.title[locale]!,
    region: {
      bounds: model.region.bounds,
      countries: model.region.countries.map(({ id, name }) => ({ id, name: name[locale]! })),
    },
    home: { bounds: model.home },
    levels: lockedLevels(model, view.entries).map(({ id, name }) => ({ id, name: name[locale]! })),
    categories,
    baseLayers,
    ...(hillshade ? { hillshade } : {}),
    projects: compileProjects(model, level, options),
    sources,
    groups: checked,
    tokens: model.tokens,
    fonts: model.fonts,
    overlays: model.overlays,
    attribution: attributions(model.attribution, locale),
    limits: model.limits,
  };
  return { index, parts };
}

/**
 * Compiles what a level adds to the public bundle: entries, groups, sources and projects that
 * differ from the public ones. For the lowest level it is empty.
 */
export function compileSessionPart(
  model: AtlasModel,
  level: Level,
  revision: string,
  options: CompileOptions,
): SessionPart {
  const { locale } = options;
  const everyone = model.levels[0]!;
  const open = compileView(model, everyone, options);
  const own = compileView(model, level, options);
  const openEntries = new Map(
    open.entries.map(([category, entry]) => [entry.id, JSON.stringify([category, entry])]),
  );
  const entries = own.entries
    .filter(([category, entry]) => openEntries.get(entry.id) !== JSON.stringify([category, entry]))
    .map(([category, entry]) => ({ category, entry }));
  const groups: Record<string, BundleGroup> = {};
  const sources: Record<string, BundleSource> = {};
  for (const [id, compiled] of own.groups) {
    const known = open.groups.get(id);
    if (known && JSON.stringify(known) === JSON.stringify(compiled)) continue;
    groups[id] = compiled.group;
    Object.assign(sources, compiled.sources);
  }
  const openCategories = new Set(open.entries.map(([category]) => category));
  const added = new Set(
    own.entries.map(([category]) => category).filter((category) => !openCategories.has(category)),
  );
  const openProjects = new Map(
    compileProjects(model, everyone, options).map((project) => [
      project.id,
      JSON.stringify(project),
    ]),
  );
  const part: Omit<SessionPart, 'revision'> = {
    format: BUNDLE_FORMAT,
    adds: revision,
    levels: model.levels.filter(({ rank }) => rank <= level.rank).map(({ id }) => id),
    entries,
    categories: model.categories
      .filter(({ id }) => added.has(id))
      .map(({ id, name, order }) => ({ id, name: name[locale]!, order })),
    groups,
    sources,
    projects: compileProjects(model, level, options).filter(
      (project) => openProjects.get(project.id) !== JSON.stringify(project),
    ),
  };
  return { ...part, revision: options.hash(JSON.stringify(part)) };
}

/** The panel and the open groups as one level sees them. */
interface View {
  readonly entries: readonly (readonly [category: string, entry: GroupEntry])[];
  readonly groups: ReadonlyMap<string, CompiledGroup>;
}

function compileView(model: AtlasModel, level: Level, options: CompileOptions): View {
  const entries: [string, GroupEntry][] = [];
  const groups = new Map<string, CompiledGroup>();
  for (const group of model.groups) {
    if (group.permission.rank > level.rank) {
      if (group.whenDenied === 'lock')
        entries.push([group.category.id, lockedEntry(group, options.locale)]);
      continue;
    }
    const compiled = compileGroup(group, model, level, options);
    if (!compiled) continue;
    entries.push([group.category.id, compiled.entry]);
    groups.set(group.id, compiled);
  }
  return { entries, groups };
}

function lockedLevels(model: AtlasModel, entries: View['entries']): Level[] {
  const mentioned = new Set(entries.flatMap(([, entry]) => entry.locked?.level ?? []));
  return model.levels.filter(({ id }) => mentioned.has(id));
}

/** Whether a service that is off gives what a base map cannot be without. */
function lacksGround({ style, sublayers }: BaseLayer, options: CompileOptions): boolean {
  const isOff = ({ service, else: standIn }: Source): boolean =>
    service !== undefined && !standIn && options.address(service.id) === null;
  return (
    (style !== null && isOff(style)) ||
    sublayers.some(
      ({ source }) =>
        source.kind === 'source' &&
        source.source.service?.fallback === 'base-layer' &&
        isOff(source.source),
    )
  );
}

function compileBaseLayer(
  base: BaseLayer,
  model: AtlasModel,
  level: Level,
  options: CompileOptions,
  sources: Record<string, BundleSource>,
): BundleBaseLayer | null {
  if (lacksGround(base, options)) return null;
  const sublayers = base.sublayers.flatMap(
    (sublayer) => compileSublayer(sublayer, null, model, level, options, sources) ?? [],
  );
  const ref = base.style && ({ kind: 'source', source: base.style, sourceLayer: null } as const);
  const style = ref && addSource(ref, level, options, sources);
  if (sublayers.length === 0 && style === null) return null;
  const attribution = attributions(base.attribution, options.locale);
  return {
    id: base.id,
    name: base.name[options.locale]!,
    order: base.order,
    ground: base.ground,
    maxzoom: base.maxzoom,
    ...(base.thumbnail === null ? {} : { thumbnail: fileAddress(base.thumbnail, options) }),
    ...(style === null ? {} : { style }),
    ...(base.without.length > 0 ? { without: base.without } : {}),
    sublayers,
    ...(attribution.length > 0 ? { attribution } : {}),
  };
}

/** The hillshade as a sublayer; undefined without one, or while its service is off. */
export function compileHillshade(
  model: AtlasModel,
  level: Level,
  options: CompileOptions,
  sources: Record<string, BundleSource>,
): BundleIndex['hillshade'] {
  if (!model.hillshade) return undefined;
  const ref = { kind: 'source', source: model.hillshade.source, sourceLayer: null } as const;
  const id = addSource(ref, level, options, sources);
  if (id === null) return undefined;
  const grounds = Object.fromEntries(model.baseLayers.map((base) => [base.id, base.ground]));
  const paint = Object.fromEntries(
    Object.entries(model.hillshade.paint).map(([name, value]) => [
      name,
      compileValue(value, name, { ...options, dataset: null, grounds }),
    ]),
  );
  const sublayer: BundleSublayer = {
    id: 'hillshade',
    type: 'hillshade',
    source: id,
    slot: 'ground',
    paint,
    layout: {},
    interactive: false,
  };
  return { sublayer, checked: model.hillshade.checked };
}

function compileProjects(
  model: AtlasModel,
  level: Level,
  options: CompileOptions,
): BundleProject[] {
  return model.projects
    .filter((project) => projectRank(project) <= level.rank)
    .map((project) => compileProject(project, level, options));
}

function compileProject(project: Project, level: Level, options: CompileOptions): BundleProject {
  const { locale } = options;
  const listed = project.groups.filter(
    (group) => group.permission.rank <= level.rank || group.whenDenied === 'lock',
  );
  const filters: Record<string, Json> = {};
  for (const [id, conditions] of project.filters) {
    const group = listed.find(
      (candidate) => candidate.id === id && candidate.permission.rank <= level.rank,
    );
    if (!group) continue;
    const source = group.sublayers[0]?.source;
    const dataset = source?.kind === 'dataset' ? source.dataset : null;
    filters[id] = ['all', ...conditions.map((condition) => compileCondition(condition, dataset))];
  }
  return {
    id: project.id,
    ...(project.aliases.length > 0 ? { aliases: project.aliases } : {}),
    name: project.name[locale]!,
    order: project.order,
    ...(project.category ? { category: project.category.id } : {}),
    texts: project.texts.map((text) => compileRichText(text[locale]!)),
    ...(project.link ? { link: { url: project.link.url, text: project.link.text[locale]! } } : {}),
    bounds: project.extent,
    ...(project.thumbnail === null ? {} : { thumbnail: fileAddress(project.thumbnail, options) }),
    groups: listed.map(({ id }) => id),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
  };
}

function attributions(items: readonly AttributionText[], locale: string): Attribution[] {
  return items.map(({ text, url }) => ({
    text: text[locale]!,
    ...(url === undefined ? {} : { url }),
  }));
}

/** A language in its own words: `français`. */
function nameOfLocale(locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  } catch {
    return locale;
  }
}
