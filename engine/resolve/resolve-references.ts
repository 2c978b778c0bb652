import { present } from '../basics/present.ts';
import { WORLD } from '../basics/bounds.ts';
import type { AtlasModel, Group } from '../model/model.ts';
import type { RawNode } from '../model/report.ts';
import type { ValidConfig } from '../shape/valid-config.ts';
import type { ResolveContext, ThingOf } from './context.ts';
import { createContext, type OpenContext, type ResolveInput } from './create-context.ts';
import { reportMissingFile } from './missing-file.ts';
import { resolveBaseLayer, resolveHillshade } from './layers/resolve-base-layers.ts';
import { resolveBrand } from './page/resolve-brand.ts';
import { resolveClassList } from './layers/resolve-classes.ts';
import { collectAsks } from './data/collect-asks.ts';
import { resolveDataset } from './data/resolve-datasets.ts';
import { resolveLimits, resolveLocales } from './resolve-entry.ts';
import { resolveBounds } from './resolve-extent.ts';
import { resolveGroup } from './layers/resolve-groups.ts';
import {
  resolveAttribution,
  resolveCategory,
  resolveService,
  resolveTerms,
} from './resolve-listed.ts';
import { resolveForm } from './page/resolve-forms.ts';
import { resolveNotices, resolvePage } from './texts/resolve-notices.ts';
import { resolveOverlays } from './layers/resolve-overlays.ts';
import { resolveProjects, type ResolvedProjects } from './page/resolve-projects.ts';
import { resolveSource } from './data/resolve-sources.ts';
import { checkContrast } from './values/check-contrast.ts';
import { checkTokenUses } from './values/resolve-tokens.ts';
import { resolveTools } from './page/resolve-tools.ts';

/** The model, and the node of each object for the checks. */
export interface Resolved {
  readonly model: AtlasModel;
  readonly nodes: ReadonlyMap<object, RawNode>;
}

/**
 * Replaces ids by the objects that they refer to, and adds defaults. Invalid entries are omitted,
 * and references to them are not reported. The model is complete only without errors.
 */
export function resolveReferences(config: ValidConfig, input: ResolveInput): Resolved {
  const context = createContext(config, input);
  addThings(config.lists, context);
  const projects = resolveProjects(config.lists.projects, context);
  const model = modelOf(config, projects, context, input);
  collectAsks(model, context);
  const { texts, nodes } = context;
  texts.reportUntranslated({ node: config.singles.locales, key: 'available' });
  texts.reportUnused();
  const { theme } = config.singles;
  if (theme) {
    checkTokenUses(theme, context);
    checkContrast(theme, model.tokens, context.report);
  }
  // Every node is a mapping of the configuration.
  return { model, nodes: nodes as Map<object, RawNode> };
}

/**
 * Adds the objects that others refer to. Each object is added after the objects that it refers to.
 */
function addThings(lists: ValidConfig['lists'], context: OpenContext): void {
  const add = <K extends keyof ThingOf, Raw extends { readonly id: string }>(
    kind: K,
    entries: readonly Raw[],
    resolve: (raw: Raw, context: ResolveContext) => ThingOf[K] | undefined,
  ): void => {
    const things = context.things[kind];
    for (const raw of entries) {
      const thing = resolve(raw, context);
      if (!thing) context.broken.add(`${kind}:${raw.id}`);
      else if (!things.has(raw.id)) things.set(raw.id, thing);
    }
  };
  add('category', lists.categories, resolveCategory);
  add('terms', lists.terms, resolveTerms);
  add('service', lists.services, resolveService);
  add('classes', lists.classes, resolveClassList);
  add('values', lists.values, (raw) => raw);
  // Sources without `fallback` are added first, because a source that is the `fallback` of another source
  // has no `fallback`.
  add(
    'source',
    lists.sources.toSorted((a, b) => +('fallback' in a) - +('fallback' in b)),
    resolveSource,
  );
  add('dataset', lists.datasets, resolveDataset);
  reportUnusedValues(context);
  add('base-layer', lists['base-layers'], resolveBaseLayer);
  add('group', lists.groups, resolveGroup);
  add('page', lists.pages, resolvePage);
  add('form', lists.forms, resolveForm);
}

/** Reports value lists that no field uses. Diagnostic: `unused-values`. */
function reportUnusedValues({ things, usedValues, report }: OpenContext): void {
  for (const [id, node] of things.values)
    if (!usedValues.has(id)) report.warn('unused-values', { node, key: 'id' }, { id });
}

function modelOf(
  { lists, singles }: ValidConfig,
  projects: ResolvedProjects,
  context: ResolveContext,
  { expanded, report }: ResolveInput,
): AtlasModel {
  const { nodes, things, texts } = context;
  const { title } = singles;
  const titleAt = { node: expanded.singles.title?.holder ?? expanded.entry, key: 'title' };
  const bounds = context.regionBounds ?? WORLD;
  const { timeZone } = context;
  const region = { bounds, countries: [...things.country.values()], timeZone };
  const locales = resolveLocales(singles.locales, report);
  const home = resolveBounds(singles.home ?? {}, report, {
    regionBounds: context.regionBounds,
    mayCross: bounds[2] > WORLD[2],
  });
  nodes.set(region, singles.region);
  nodes.set(locales, singles.locales);
  if (home && singles.home) nodes.set(home, singles.home);
  const { preview } = singles.home ?? {};
  if (singles.home && preview)
    reportMissingFile({ node: singles.home, key: 'preview' }, preview, context);
  const baseLayers = [...things['base-layer'].values()].sort(byOrder);
  const groups = [...things.group.values(), ...projects.groups].sort(inPanel);
  const markPart = (list: object, entries: number, declared: readonly RawNode[]): void => {
    if (entries < declared.length || declared.some((entry) => context.incomplete.has(entry)))
      context.incomplete.add(list);
  };
  markPart(baseLayers, baseLayers.length, expanded.lists['base-layers']);
  markPart(groups, things.group.size, expanded.lists.groups);
  return {
    id: singles.id ?? '',
    title: title === undefined ? {} : texts.resolveValue(title, titleAt),
    locales,
    words: context.words,
    missingWords: context.missingWords,
    region,
    home: home ?? bounds,
    ...present({ homeMinzoom: singles.home?.minzoom, homePreview: singles.home?.preview }),
    ...resolveBrand(singles.theme, context),
    levels: [...things.level.values()],
    roles: singles.permissions.roles ?? [],
    categories: [...things.category.values()].sort(byOrder),
    terms: [...things.terms.values()],
    services: [...things.service.values()],
    datasets: new Map([...things.dataset, ...projects.datasets]),
    sources: things.source,
    classes: things.classes,
    groups,
    baseLayers,
    hillshade: resolveHillshade(singles.hillshade, context),
    projects: [...projects.projects].sort(byOrder),
    notices: resolveNotices(lists.notices, context),
    pages: [...things.page.values()],
    forms: [...things.form.values()],
    tokens: Object.fromEntries(things.token),
    fonts: context.fonts,
    icons: context.icons,
    overlays: resolveOverlays(singles.overlays, context),
    tools: resolveTools(singles.tools, context),
    limits: resolveLimits(singles.limits),
    attribution: resolveAttribution(lists.attribution, context),
  };
}

interface Ordered {
  readonly id: string;
  readonly order: number;
}

function byOrder(a: Ordered, b: Ordered): number {
  return a.order - b.order || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Sorts by category in panel order, then by order and id. */
function inPanel(a: Group, b: Group): number {
  return a.category.order - b.category.order || byOrder(a, b);
}
