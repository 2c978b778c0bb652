import { isMapping } from '../expand/check-skeleton.ts';
import type { Expanded } from '../expand/expand-templates.ts';
import type { BrokenShape } from '../shape/validate-shape.ts';
import type { AtlasModel, Category, ClassList, Dataset, Group, Source } from '../model/model.ts';
import type { Origins } from '../parse/origins.ts';
import type { RawNode, Report } from '../model/report.ts';
import type { ConfigFolder } from '../parse/source-file.ts';
import type { ResolveContext } from './context.ts';
import { resolveBaseLayer, resolveHillshade } from './resolve-base-layers.ts';
import { resolveClassList } from './resolve-classes.ts';
import { resolveDataset } from './resolve-datasets.ts';
import {
  resolveCountries,
  resolveLevels,
  resolveLimits,
  resolveLocales,
  resolveOverlays,
  resolveRegion,
  resolveRoles,
  resolveServices,
  resolveTheme,
  single,
} from './resolve-entry.ts';
import { resolveGroup } from './resolve-groups.ts';
import { resolveProjects } from './resolve-projects.ts';
import { resolveAttribution, resolveSource } from './resolve-sources.ts';
import { TextResolver } from './resolve-texts.ts';
import { numberOf, stringOf, stringsOf } from './raw.ts';

/** The model and, for the checks that follow, the node each of its things was made from. */
export interface Resolved {
  readonly model: AtlasModel;
  readonly nodes: Map<object, RawNode>;
}

/**
 * Replaces ids by things and fills in defaults. `broken` holds entries with faults of their own:
 * they are left out, and what names them is not a second fault. The model is only whole when
 * nothing was reported.
 */
export function resolveReferences(
  expanded: Expanded,
  options: {
    readonly origins: Origins;
    readonly report: Report;
    readonly folder: ConfigFolder;
    readonly broken: BrokenShape;
  },
): Resolved {
  const { report, origins, folder, broken } = options;
  const locales = resolveLocales(expanded, report);
  const texts = new TextResolver({
    locales: locales.available,
    texts: expanded.texts,
    folder,
    report,
  });
  const { lists } = expanded;
  const skeleton = expanded;
  const nodes = new Map<object, RawNode>();
  const levels = resolveLevels(skeleton, { texts, report, nodes });
  const countries = resolveCountries(skeleton, { texts, report });
  const { region, home } = resolveRegion(skeleton, report);
  const baseIds = new Set(lists['base-layers'].map(({ id }) => String(id)));
  const theme = resolveTheme(skeleton, baseIds, report);
  const services = resolveServices(lists.services, { texts });
  const classes = new Map<string, ClassList>();
  const datasets = new Map<string, Dataset>();
  const sources = new Map<string, Source>();
  const context: ResolveContext = {
    expanded,
    origins,
    report,
    folder,
    texts,
    locales: locales.available,
    levels,
    countries,
    regionBounds: region,
    services,
    classes,
    datasets,
    sources,
    tokens: new Map(Object.entries(theme.tokens)),
    presets: theme.presets,
    fonts: theme.fonts,
    icons: theme.icons,
    baseIds,
    nodes,
    broken: brokenIds(expanded, broken),
    incomplete: expanded.incomplete,
  };
  reportDuplicates(expanded, report, context.broken);
  const sound = (entries: readonly RawNode[]): readonly RawNode[] =>
    entries.filter((entry) => !broken.entries.has(entry));
  const title = texts.resolve(skeletonHolder(expanded, 'title'), 'title');
  const categories = new Map<string, Category>();
  sound(lists.categories).forEach((raw) => {
    const category = {
      id: stringOf(raw, 'id') ?? '',
      order: numberOf(raw, 'order') ?? 1000,
      name: texts.resolve(raw, 'name'),
    };
    nodes.set(category, raw);
    if (!categories.has(category.id)) categories.set(category.id, category);
  });
  const keep = <T extends { readonly id: string }>(
    kind: string,
    things: Map<string, T>,
    raw: RawNode,
    thing: T | undefined,
  ): void => {
    if (!thing) context.broken.add(`${kind}:${String(raw['id'])}`);
    else if (!things.has(thing.id)) things.set(thing.id, thing);
  };
  for (const raw of sound(lists.classes))
    keep('classes', classes, raw, resolveClassList(raw, context));
  // What stands in for others comes first, so that they find it.
  for (const raw of sound(lists.sources).toSorted((a, b) => +('else' in a) - +('else' in b)))
    keep('source', sources, raw, resolveSource(raw, context));
  for (const raw of sound(lists.datasets))
    keep('dataset', datasets, raw, resolveDataset(raw, context));
  const baseLayers = sound(lists['base-layers']).flatMap(
    (raw) => resolveBaseLayer(raw, context) ?? [],
  );
  const hillshadeNode = single(skeleton, 'hillshade');
  const hillshade = resolveHillshade(
    expanded.singles.hillshade ? hillshadeNode : undefined,
    context,
  );
  if (hillshade) nodes.set(hillshade, hillshadeNode);
  const groups = new Map<string, Group>();
  const groupContext = { ...context, categories };
  for (const raw of sound(lists.groups))
    keep('group', groups, raw, resolveGroup(raw, groupContext));
  const harvest = resolveProjects(sound(lists.projects), groups, groupContext);
  for (const dataset of harvest.datasets) datasets.set(dataset.id, dataset);
  const attribution = lists.attribution.flatMap((raw) =>
    resolveAttribution({ attribution: [raw] }, 'attribution', context),
  );
  texts.reportUntranslated({ node: single(expanded, 'locales'), key: 'available' });
  texts.reportUnused();
  const model: AtlasModel = {
    id: String(expanded.singles.id?.value ?? ''),
    title,
    locales,
    region: { bounds: region ?? [-180, -90, 180, 90], countries: [...countries.values()] },
    home: home ?? region ?? [-180, -90, 180, 90],
    levels,
    roles: resolveRoles(skeleton),
    categories: [...categories.values()].sort(
      (a, b) => a.order - b.order || (a.id < b.id ? -1 : 1),
    ),
    services: [...services.values()],
    datasets,
    sources,
    classes,
    groups: [...groups.values(), ...harvest.groups].sort(panelOrder),
    baseLayers: baseLayers.sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)),
    hillshade,
    projects: [...harvest.projects].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)),
    tokens: theme.tokens,
    fonts: theme.fonts,
    icons: theme.icons,
    overlays: resolveOverlays(skeleton),
    limits: resolveLimits(skeleton),
    attribution,
  };
  return { model, nodes };
}

function panelOrder(a: Group, b: Group): number {
  return (
    a.category.order - b.category.order ||
    a.order - b.order ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

function skeletonHolder(expanded: Expanded, kind: 'title'): RawNode {
  return expanded.singles[kind]?.holder ?? expanded.entry;
}

const KIND_OF_LIST = {
  categories: 'category',
  services: 'service',
  datasets: 'dataset',
  sources: 'source',
  classes: 'classes',
  groups: 'group',
  projects: 'project',
  'base-layers': 'base-layer',
} as const;

function brokenIds(expanded: Expanded, broken: BrokenShape): Set<string> {
  const ids = new Set<string>();
  for (const [part, kind] of [
    ['tokens', 'token'],
    ['presets', 'preset'],
  ] as const) {
    if (!broken.singles.has('theme')) break;
    const named = single(expanded, 'theme')[part];
    for (const name of Object.keys(isMapping(named) ? named : {})) ids.add(`${kind}:${name}`);
  }
  for (const [list, kind] of Object.entries(KIND_OF_LIST)) {
    for (const entry of expanded.lists[list as keyof typeof KIND_OF_LIST]) {
      if (broken.entries.has(entry) && typeof entry['id'] === 'string')
        ids.add(`${kind}:${entry['id']}`);
    }
  }
  return ids;
}

/** Two things of a kind with one id; a dataset is a source of its own id; an alias is an id too. */
function reportDuplicates(expanded: Expanded, report: Report, broken: Set<string>): void {
  const spaces: Record<string, Map<string, { node: RawNode; key: string | number }>> = {};
  const claim = (
    space: string,
    kind: string,
    id: string,
    node: RawNode,
    key: string | number,
    code: string,
  ): void => {
    const taken = (spaces[space] ??= new Map());
    const first = taken.get(id);
    if (!first) {
      taken.set(id, { node, key });
      return;
    }
    // One of the two had another id, and what names that one is not a second fault.
    broken.add(`${kind}:*`);
    report.error(code, { node, key }, { kind, id }, [
      { target: first, note: 'first-defined-here' },
    ]);
  };
  for (const [list, kind] of Object.entries(KIND_OF_LIST)) {
    const space = kind === 'dataset' || kind === 'source' ? 'source' : kind;
    for (const node of expanded.lists[list as keyof typeof KIND_OF_LIST]) {
      if (typeof node['id'] === 'string')
        claim(space, kind, node['id'], node, 'id', 'duplicate-id');
    }
  }
  for (const [list, kind] of Object.entries(KIND_OF_LIST)) {
    for (const node of expanded.lists[list as keyof typeof KIND_OF_LIST]) {
      stringsOf(node, 'aliases').forEach((alias, i) =>
        claim(kind, kind, alias, node['aliases'] as RawNode, i, 'alias-clash'),
      );
    }
  }
  claimTileNames(expanded, claim);
}

type Claim = (
  space: string,
  kind: string,
  id: string,
  node: RawNode,
  key: string | number,
  code: string,
) => void;

function claimTileNames(expanded: Expanded, claim: Claim): void {
  for (const node of expanded.lists.datasets) {
    const feeds = node['feeds'];
    const tiles = isMapping(feeds) ? feeds['tiles'] : undefined;
    if (!isMapping(tiles)) continue;
    stringsOf(tiles, 'aliases').forEach((alias, i) =>
      claim('tile-alias', 'tile name', alias, tiles['aliases'] as RawNode, i, 'alias-clash'),
    );
  }
}
