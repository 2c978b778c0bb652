import type { Bounds } from '../basics/values.ts';
import type {
  Attribution,
  BundleGroup,
  BundleInfo,
  BundleSource,
  GroupEntry,
  LegendRow,
  LegendSymbol,
  Pictures,
} from '../bundle/bundle.ts';
import { datasetsOf } from '../model/datasets-of.ts';
import type { AtlasModel, Dataset, Group, Info, Level } from '../model/model.ts';
import { present } from '../basics/present.ts';
import { compileConsents, compileEnded } from './compile-consents.ts';
import { compileLegendRows } from './compile-legend-rows.ts';
import { compileContext, type CompileContext, type CompileOptions } from './compile-options.ts';
import { compilePictures } from './compile-pictures.ts';
import { compilePopupRows } from './compile-popup-rows.ts';
import { compileRichText } from './compile-rich-text.ts';
import { compileSublayer } from './compile-sublayer.ts';
import { lockedSwatch } from './locked-swatch.ts';

/** A compiled group with its sources. */
export interface CompiledGroup {
  readonly entry: GroupEntry;
  readonly group: BundleGroup;
  readonly sources: Readonly<Record<string, BundleSource>>;
  readonly pictures: Pictures;
}

type EntryContext = Pick<CompileContext, 'options' | 'tables'>;

/** Maximum number of swatches beside a name. */
const MAX_SWATCHES = 3;

/**
 * Compiles a group for readers of a level who may view it. Returns null when none of its layers can
 * be drawn because its services are off.
 */
export function compileGroup(
  group: Group,
  model: AtlasModel,
  level: Level,
  options: CompileOptions,
): CompiledGroup | null {
  const context = compileContext(model, level, options);
  const sublayers = group.sublayers.flatMap(
    (sublayer) => compileSublayer(sublayer, group, context) ?? [],
  );
  if (sublayers.length === 0) return null;
  const { locale } = options;
  const datasets = datasetsOf(group.sublayers);
  const legend = compileLegendRows(group, options, context.tables);
  const popup = group.popup && compilePopupRows(group.popup, group.sublayers, context);
  const attribution = attributionOf(group, datasets, locale);
  const restricted = group.permission.rank > 0;
  return {
    entry: compileEntry(group, legend, { ...placeOf(group, datasets, context), datasets }, locale),
    group: present({
      id: group.id,
      opacity: group.opacity,
      restricted: restricted || undefined,
      demo: datasets.some((dataset) => dataset.demo) || undefined,
      sublayers,
      legend: restricted ? legend.map(hatched) : legend,
      baseMap: group.baseMap || undefined,
      popup: popup ?? undefined,
      info: compileInfo(group, datasets, locale) ?? undefined,
      attribution: attribution.length > 0 ? attribution : undefined,
    }),
    sources: context.sources,
    pictures: compilePictures(group.sublayers, options),
  };
}

function hatched(row: LegendRow): LegendRow {
  return row.symbol.type === 'fill' ? { ...row, symbol: { ...row.symbol, hatch: true } } : row;
}

/** Compiles the entry of a group in the panel, for readers who may open it. */
function compileEntry(
  group: Group,
  legend: readonly LegendRow[],
  {
    bounds,
    minzoom,
    datasets,
  }: Pick<GroupEntry, 'bounds' | 'minzoom'> & { readonly datasets: readonly Dataset[] },
  locale: string,
): GroupEntry {
  const { id, name, order, project, replaces, aliases } = group;
  const swatch = firstDistinct(legend);
  return present({
    id,
    name: name[locale]!,
    otherNames: otherNames(group, locale),
    order,
    coverage: coverageOf(group),
    project: project ?? undefined,
    replaces: replaces ?? undefined,
    aliases: aliases.length > 0 ? aliases : undefined,
    subtitle: group.subtitle?.[locale],
    checked: group.checked || undefined,
    open: group.open || undefined,
    swatch: swatch.length > 0 ? swatch : undefined,
    bounds,
    minzoom,
    ended: compileEnded(group, locale),
    places: group.places,
    notEmbedded: datasets.some(({ consent }) => consent?.uses.has('embed') === false) || undefined,
  });
}

/** Returns the extent and the lowest zoom of a group. */
function placeOf(
  group: Group,
  datasets: readonly Dataset[],
  { model, options }: CompileContext,
): Pick<GroupEntry, 'bounds' | 'minzoom'> {
  const bounds = boundsOfGroup(group, datasets, model, options);
  const zooms = group.sublayers
    .filter(({ type }) => type !== 'symbol')
    .map(({ minzoom = 0 }) => minzoom);
  const minzoom = zooms.length > 0 ? Math.min(...zooms) : 0;
  return present({ bounds: bounds ?? undefined, minzoom: minzoom > 0 ? minzoom : undefined });
}

/**
 * Returns the entry for readers who may not open the group: what its own YAML declares (name,
 * coverage, description, provider and plain colours) and how to get access. It contains nothing that
 * depends on data, classes, fields or datasets.
 */
export function lockedEntry(group: Group, context: EntryContext): GroupEntry {
  const { id, granted } = group.permission;
  const locked = present({ level: id, granted });
  return closedEntry(group, context, { locked });
}

/**
 * Returns the entry of a group whose data are not shown to anybody, because the consents have ended:
 * what the group declares itself, and why.
 */
export function endedEntry(group: Group, context: EntryContext): GroupEntry {
  const { locale } = context.options;
  const { aliases } = group;
  return closedEntry(group, context, {
    locked: {},
    ended: compileEnded(group, locale),
    aliases: aliases.length > 0 ? aliases : undefined,
    consents: compileConsents(group, [], locale),
  });
}

type Closed = Pick<GroupEntry, 'locked'> & {
  readonly [K in 'ended' | 'aliases']?: GroupEntry[K] | undefined;
} & { readonly consents?: BundleInfo['consents'] };

function closedEntry(
  group: Group,
  { options, tables }: EntryContext,
  { consents, ...closed }: Closed,
): GroupEntry {
  const { id, name, order, project, replaces, info } = group;
  const { locale } = options;
  const swatch = lockedSwatch(group, tables.grounds);
  const about: GroupEntry['info'] = present({
    description: info.description && compileRichText(info.description[locale]!),
    provider: info.provider?.[locale],
    consents,
  });
  return present({
    id,
    name: name[locale]!,
    otherNames: otherNames(group, locale),
    order,
    swatch: swatch ? [swatch] : undefined,
    info: Object.keys(about).length > 0 ? about : undefined,
    coverage: coverageOf(group),
    project: project ?? undefined,
    replaces: replaces ?? undefined,
    ...closed,
  });
}

/** Returns the names in the other languages that differ; undefined without one. */
function otherNames({ name }: Group, locale: string): readonly string[] | undefined {
  const others = new Set(Object.values(name).filter((other) => other !== name[locale]));
  return others.size > 0 ? [...others] : undefined;
}

function coverageOf({ coverage }: Group): GroupEntry['coverage'] {
  return coverage === 'all' ? undefined : coverage.map((country) => country.id);
}

/** Returns the first symbols that differ, without images. */
function firstDistinct(legend: readonly LegendRow[]): LegendSymbol[] {
  const seen = new Map<string, LegendSymbol>();
  for (const { symbol } of legend) {
    if (seen.size === MAX_SWATCHES) break;
    if (symbol.type === 'image') continue;
    const shown = withoutSize(symbol);
    const look = JSON.stringify(shown);
    if (!seen.has(look)) seen.set(look, shown);
  }
  return [...seen.values()];
}

/** Returns the symbol in the size of the other swatches, so that dots of all sizes are one. */
function withoutSize(symbol: LegendSymbol): LegendSymbol {
  if (symbol.type !== 'circle' || symbol.room === undefined) return symbol;
  const { room, ...plain } = symbol;
  return { ...plain, radius: room };
}

function boundsOfGroup(
  group: Group,
  datasets: readonly Dataset[],
  model: AtlasModel,
  options: CompileOptions,
): Bounds | null {
  const all = datasets.flatMap((dataset) => {
    const bounds = options.bounds(dataset.id);
    return bounds ? [bounds] : [];
  });
  if (all.length === 0)
    return group.sublayers.some(({ source }) => source.kind === 'source')
      ? model.region.bounds
      : null;
  return [
    Math.min(...all.map(([west]) => west)),
    Math.min(...all.map(([, south]) => south)),
    Math.max(...all.map(([, , east]) => east)),
    Math.max(...all.map(([, , , north]) => north)),
  ];
}

/** Compiles the information of a group. Missing parts are taken from its datasets. */
function compileInfo(
  group: Group,
  datasets: readonly Dataset[],
  locale: string,
): BundleInfo | null {
  const { info } = group;
  const infos: Info[] = [info, ...datasets.map((dataset) => dataset.info)];
  const first = <K extends keyof Info>(key: K): Info[K] | undefined =>
    infos.find((one) => one[key] !== undefined)?.[key];
  const description = first('description');
  const caution = first('caution');
  // What the group declares itself takes the place of the licences of its data, not of their terms.
  const licences = info.licence
    ? [info.licence]
    : datasets.flatMap((one) => one.info.licence ?? []);
  const terms = [...new Set(infos.flatMap((one) => one.terms?.id ?? []))];
  const providers = [...new Set(infos.flatMap((one) => one.provider?.[locale] ?? []))];
  const links = infos
    .flatMap((one) => one.links)
    .map(({ text, url }) => ({ text: text[locale]!, url }));
  const result: BundleInfo = present({
    description: description && compileRichText(description[locale]!),
    provider: providers.length > 0 ? providers.join(' · ') : undefined,
    date: first('date'),
    licence: licences.length > 0 ? [...new Set(licences)].join(' · ') : undefined,
    terms: terms.length > 0 ? terms : undefined,
    citation: first('citation')?.[locale],
    caution: caution && compileRichText(caution[locale]!),
    links:
      links.length > 0 ? [...new Map(links.map((link) => [link.url, link])).values()] : undefined,
    consents: compileConsents(group, datasets, locale),
  });
  return Object.keys(result).length > 0 ? result : null;
}

function attributionOf(group: Group, datasets: readonly Dataset[], locale: string): Attribution[] {
  const fromSources = group.sublayers.flatMap(({ source }) =>
    source.kind === 'source' ? source.source.attribution : [],
  );
  const named = fromSources.map(({ text, url }) => present({ text: text[locale]!, url }));
  const providers = datasets.flatMap(({ info }) =>
    info.provider ? [{ text: info.provider[locale]! }] : [],
  );
  return [...new Map([...named, ...providers].map((item) => [item.text, item])).values()];
}
