import { compileCondition } from './compile-filter.ts';
import { compileAccount } from './compile-forms.ts';
import { compileToolWords, indexWords } from './compile-words.ts';
import { compileGroup, endedEntry, lockedEntry, type CompiledGroup } from './compile-group.ts';
import { compileLegendRows } from './compile-legend-rows.ts';
import { compileContext, type CompileContext, type CompileOptions } from './compile-options.ts';
import { compilePages, compileTexts, type CompiledPages } from './compile-pages.ts';
import { compilePictures, smallPictures } from './compile-pictures.ts';
import { compileRichText } from './compile-rich-text.ts';
import { addSource, fileAddress } from './compile-source.ts';
import { compileSublayer, compileValues } from './compile-sublayer.ts';
import { createTables } from './compile-tables.ts';
import { compileTools } from './compile-tools.ts';
import { projectRank } from './project-rank.ts';
import type { Json } from '../basics/values.ts';
import {
  BUNDLE_FORMAT,
  type Attribution,
  type BundleBaseLayer,
  type BundleCategory,
  type BundleIndex,
  type BundlePart,
  type BundleProject,
  type BundleSublayer,
  type GroupEntry,
  type PageDocument,
  type Pictures,
  type Thumbnails,
} from '../bundle/bundle.ts';
import type { AccountDocument } from '../bundle/account.ts';
import type { ToolWords } from '../bundle/words.ts';
import { present } from '../basics/present.ts';
import { datasetOf } from '../model/datasets-of.ts';
import type { BrandPicture } from '../model/brand-picture.ts';
import type {
  AtlasModel,
  AttributionText,
  BaseLayer,
  Level,
  Project,
  Source,
} from '../model/model.ts';

/** The public bundle of one language, with the addresses of its parts. */
export interface PublicBundle {
  readonly index: BundleIndex;
  readonly indexPath: string;
  /** The account and contact screens; the index has the address. */
  readonly account: AccountDocument;
  readonly toolWords: ToolWords;
  /** Null if no thumbnail is small. */
  readonly thumbnails: CompiledThumbnails | null;
  readonly parts: readonly { readonly path: string; readonly part: BundlePart }[];
}

/** The small thumbnails of the base maps, and the address of their document. */
interface CompiledThumbnails {
  readonly path: string;
  readonly document: Thumbnails;
}

/** The public bundle in every language; `revision` changes with any public content. */
export interface PublicBundles {
  readonly revision: string;
  readonly byLocale: Readonly<Record<string, PublicBundle>>;
  /** The documents of the pages, by address. */
  readonly pages: ReadonlyMap<string, PageDocument>;
}

/**
 * Compiles the public bundle. It contains nothing restricted except what locked groups declare about
 * themselves (`lockedEntry`). The same model and options give the same bytes.
 */
export function compilePublicBundles(
  model: AtlasModel,
  options: Omit<CompileOptions, 'locale'>,
): PublicBundles {
  const everyone = model.levels[0]!;
  const tables = options.tables ?? createTables(model);
  const pages = compilePages(model, options);
  const drafts = model.locales.available.map((locale) =>
    draftPublic(compileContext(model, everyone, { ...options, locale, tables }), pages),
  );
  // The indexes contain the addresses of the parts, which are hashes of their contents.
  const revision = options.hash(JSON.stringify(drafts.map(({ index }) => index)));
  const byLocale: Record<string, PublicBundle> = {};
  for (const { index: draft, ...rest } of drafts) {
    byLocale[draft.locale] = {
      index: { ...draft, revision },
      // The revision is a hash of all other contents of the indexes.
      indexPath: `/atlas/public.${revision}.${draft.locale}.json`,
      ...rest,
    };
  }
  return { revision, byLocale, pages: pages.documents };
}

function draftPublic(
  context: CompileContext,
  pages: CompiledPages,
): Omit<PublicBundle, 'indexPath'> {
  const { model, level, options, sources } = context;
  const { locale } = options;
  const account = compileAccount(model, locale, options);
  const toolWords = compileToolWords(model, locale, options);
  const thumbnails = compileThumbnails(model, options);
  const view = compileView(model, level, options);
  const baseLayers = model.baseLayers.flatMap((base) => compileBaseLayer(base, context) ?? []);
  const hillshade = compileHillshade(context);
  const compiled = view.entries.flatMap(([category, entry]) => {
    const found = view.groups.get(entry.id);
    return found ? [{ category, checked: entry.checked === true, ...found }] : [];
  });
  const checked = gather(compiled.filter((one) => one.checked));
  Object.assign(sources, checked.sources);
  const { categories, parts } = compileCategories(context, view, compiled);
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
    words: indexWords(model.words[locale]!),
    toolWords: toolWords.path,
    id: model.id,
    title: model.title[locale]!,
    region: compileRegion(model, locale),
    ...compileHome(model, options),
    ...compileBrand(model, options),
    ...toolsAndLevels(view.entries, context),
    categories,
    baseLayers,
    ...present({ hillshade }),
    projects: compileProjects(model, level, options),
    ...compileTexts(model, locale, pages),
    account: account.entry,
    sources,
    groups: checked.groups,
    pictures: {
      ...compilePictures(
        model.baseLayers.flatMap((base) => base.sublayers),
        options,
      ),
      ...checked.pictures,
      ...swatchPictures(view),
    },
    ...present({ thumbnails: thumbnails?.path }),
    tokens: model.tokens,
    fonts: model.fonts,
    overlays: model.overlays,
    attribution: attributions(model.attribution, locale),
    limits: { chunkTimeout: model.limits.chunkTimeout },
  };
  const documents = { account: account.document, toolWords: toolWords.document, thumbnails };
  return { index, ...documents, parts };
}

/** A compiled group, with its category. */
interface CompiledOf extends CompiledGroup {
  readonly category: string;
  readonly checked: boolean;
}

/** Compiles the categories, and the parts with their groups that are not checked at the start. */
function compileCategories(
  { model, level, options }: CompileContext,
  view: View,
  compiled: readonly CompiledOf[],
): Pick<PublicBundle, 'parts'> & { readonly categories: readonly BundleCategory[] } {
  const { locale } = options;
  const parts: { path: string; part: BundlePart }[] = [];
  const categories: BundleCategory[] = [];
  for (const { id, name, order } of model.categories) {
    const entries = view.entries.filter(([of]) => of === id).map(([, entry]) => entry);
    if (entries.length === 0 && !hasProjects(id, model, level)) continue;
    const inPart = compiled.filter((one) => one.category === id && !one.checked);
    const part: BundlePart = { format: BUNDLE_FORMAT, category: id, ...gather(inPart) };
    const path = `/atlas/part.${id}.${options.hash(JSON.stringify(part))}.${locale}.json`;
    if (inPart.length > 0) parts.push({ path, part });
    categories.push(
      present({
        id,
        name: name[locale]!,
        order,
        part: inPart.length > 0 ? path : undefined,
        groups: entries,
      }),
    );
  }
  return { categories, parts };
}

/** Returns whether a category lists a project for a level. */
export function hasProjects(category: string, { projects }: AtlasModel, level: Level): boolean {
  return projects.some(
    (project) => project.category?.id === category && projectRank(project) <= level.rank,
  );
}

function compileRegion({ region }: AtlasModel, locale: string): BundleIndex['region'] {
  const countries = region.countries.map(({ id, name, iso2 }) =>
    present({ id, name: name[locale]!, iso2 }),
  );
  return { bounds: region.bounds, countries };
}

/** Returns the small pictures beside the names of groups, which are in the index. */
function swatchPictures({ groups }: View): Pictures {
  const shown = [...groups.values()].flatMap(({ entry, pictures }) => {
    const swatch = JSON.stringify(entry.swatch ?? []);
    return Object.entries(pictures).filter(([address]) => swatch.includes(JSON.stringify(address)));
  });
  return Object.fromEntries(shown);
}

/** Returns groups by id, with all sources they read and all small pictures they draw. */
export function gather(
  compiled: readonly Pick<CompiledGroup, 'group' | 'sources' | 'pictures'>[],
): Pick<BundlePart, 'groups' | 'sources' | 'pictures'> {
  const groups: Record<string, CompiledGroup['group']> = {};
  const sources: Record<string, CompiledGroup['sources'][string]> = {};
  const pictures: Record<string, string> = {};
  for (const one of compiled) {
    groups[one.group.id] = one.group;
    Object.assign(sources, one.sources);
    Object.assign(pictures, one.pictures);
  }
  return { groups, sources, pictures };
}

/** The panel and the open groups for one level. */
export interface View {
  readonly entries: readonly (readonly [category: string, entry: GroupEntry])[];
  readonly groups: ReadonlyMap<string, CompiledGroup>;
}

export function compileView(model: AtlasModel, level: Level, options: CompileOptions): View {
  const context = compileContext(model, level, options);
  const entries: [string, GroupEntry][] = [];
  const groups = new Map<string, CompiledGroup>();
  for (const group of model.groups) {
    if (group.permission.rank > level.rank) {
      if (group.whenDenied === 'lock')
        entries.push([group.category.id, lockedEntry(group, context)]);
      continue;
    }
    const compiled = compileGroup(group, model, level, options);
    if (!compiled) {
      if (group.ended) entries.push([group.category.id, endedEntry(group, context)]);
      continue;
    }
    entries.push([group.category.id, compiled.entry]);
    groups.set(group.id, compiled);
  }
  return { entries, groups };
}

/** Returns the tools, and the names of the levels that locked groups and tools require. */
function toolsAndLevels(
  entries: View['entries'],
  context: CompileContext,
): Pick<BundleIndex, 'tools' | 'levels'> {
  const { model } = context;
  const { locale } = context.options;
  const tools = compileTools(model.tools, context);
  const levels = lockedLevels(model, [...entries.map(([, entry]) => entry), ...tools]);
  return { tools, levels: levels.map(({ id, name }) => ({ id, name: name[locale]! })) };
}

function lockedLevels(model: AtlasModel, entries: readonly Pick<GroupEntry, 'locked'>[]): Level[] {
  const mentioned = new Set(entries.flatMap((entry) => entry.locked?.level ?? []));
  return model.levels.filter(({ id }) => mentioned.has(id));
}

/** Returns whether a base map requires a source of a service that is off. */
function lacksGround({ style, sublayers }: BaseLayer, options: CompileOptions): boolean {
  const isOff = ({ service, fallback }: Source): boolean =>
    service !== undefined && !fallback && options.address(service.id) === null;
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

function compileBaseLayer(base: BaseLayer, context: CompileContext): BundleBaseLayer | null {
  const { options } = context;
  if (lacksGround(base, options)) return null;
  const sublayers = base.sublayers.flatMap(
    (sublayer) => compileSublayer(sublayer, null, context) ?? [],
  );
  const ref = base.style && ({ kind: 'source', source: base.style, sourceLayer: null } as const);
  const style = ref && addSource(ref, context);
  if (sublayers.length === 0 && style === null) return null;
  const attribution = attributions(base.attribution, options.locale);
  const legend = compileLegendRows(base, options, context.tables);
  const { id, name, order, ground, maxzoom, thumbnail, without } = base;
  return present({
    id,
    name: name[options.locale]!,
    order,
    ground,
    maxzoom,
    thumbnail: thumbnail === null ? undefined : fileAddress(thumbnail, options),
    style: style ?? undefined,
    without: without.length > 0 ? without : undefined,
    sublayers,
    legend: legend.length > 0 ? legend : undefined,
    attribution: attribution.length > 0 ? attribution : undefined,
  });
}

/** Compiles the document with the small thumbnails of the base maps; null without one. */
function compileThumbnails(
  { baseLayers }: AtlasModel,
  options: CompileOptions,
): CompiledThumbnails | null {
  const pictures = smallPictures(
    baseLayers.flatMap(({ thumbnail }) => thumbnail ?? []),
    options,
  );
  if (Object.keys(pictures).length === 0) return null;
  return {
    path: `/atlas/thumbnails.${options.hash(JSON.stringify(pictures))}.json`,
    document: { pictures },
  };
}

/** Compiles the hillshade as a sublayer; undefined without one, or while its service is off. */
export function compileHillshade(context: CompileContext): BundleIndex['hillshade'] {
  const { model, options, tables } = context;
  if (!model.hillshade) return undefined;
  const ref = { kind: 'source', source: model.hillshade.source, sourceLayer: null } as const;
  const id = addSource(ref, context);
  if (id === null) return undefined;
  const { grounds } = tables;
  const { paint, maxzoom, checked } = model.hillshade;
  const sublayer: BundleSublayer = {
    id: 'hillshade',
    type: 'hillshade',
    source: id,
    slot: 'ground',
    ...(maxzoom === null ? {} : { maxzoom }),
    paint: compileValues(paint, { ...options, dataset: null, grounds }),
    layout: {},
    interactive: false,
  };
  return { sublayer, checked };
}

export function compileProjects(
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
    const [first] = group.sublayers;
    const dataset = (first && datasetOf(first)) ?? null;
    filters[id] = ['all', ...conditions.map((condition) => compileCondition(condition, dataset))];
  }
  const { id, aliases, name, order, category, texts, link, extent, thumbnail, preview } = project;
  const frame = options.frame?.(id);
  return present({
    id,
    aliases: aliases.length > 0 ? aliases : undefined,
    name: name[locale]!,
    order,
    category: category?.id,
    texts: texts.map((text) => compileRichText(text[locale]!)),
    link: link ? { url: link.url, text: link.text[locale]! } : undefined,
    bounds: extent,
    frame: frame?.path,
    outlined: frame?.bounds,
    thumbnail: thumbnail === null ? undefined : fileAddress(thumbnail, options),
    preview: preview === undefined ? undefined : fileAddress(preview, options),
    groups: listed.map((group) => group.id),
    filters: Object.keys(filters).length > 0 ? filters : undefined,
  });
}

function compileHome(
  { home, homeMinzoom, homePreview }: AtlasModel,
  options: CompileOptions,
): Pick<BundleIndex, 'home' | 'preview'> {
  return {
    home: { bounds: home, ...present({ minzoom: homeMinzoom }) },
    ...(homePreview && { preview: fileAddress(homePreview, options) }),
  };
}

function compileBrand(
  { logo, favicon }: AtlasModel,
  options: CompileOptions,
): Pick<BundleIndex, 'logo' | 'favicon'> {
  const address = ({ path }: BrandPicture): string => fileAddress(path, options);
  return present({
    logo: logo && { light: address(logo.light), dark: address(logo.dark) },
    favicon: favicon && address(favicon),
  });
}

function attributions(items: readonly AttributionText[], locale: string): Attribution[] {
  return items.map(({ text, url }) => present({ text: text[locale]!, url }));
}

/** Returns the name of a language in that language: `français`. */
function nameOfLocale(locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  } catch {
    return locale;
  }
}
