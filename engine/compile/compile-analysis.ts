import type { AtlasModel, ClassEntry, ClassList, Dataset, Group, Text } from '../model/model.ts';
import { classesIn } from '../values/value-tree.ts';
import { drawnBy, type Drawn } from './drawn-by.ts';

/** A class of a field, for the breakdown of an analysis. */
export interface AnalysisClass {
  readonly label: Text;
  /** A colour on a light ground; null if the class has none. */
  readonly color: string | null;
}

/** The classes of a field, as data: the snapshot crosses from one process to another. */
export interface AnalysisClasses {
  readonly field: string;
  readonly values: readonly (readonly [value: string | number | boolean, AnalysisClass])[];
  /** The class of all other values; null if they are not drawn. */
  readonly others: AnalysisClass | null;
  /** The class of missing values; null if they are not drawn. */
  readonly missing: AnalysisClass | null;
}

/** A field whose values are added up. */
export interface AnalysisSum {
  readonly field: string;
  readonly label: Text;
  readonly unit: Text | null;
}

/** A dataset that can be analysed, with the names that its result has. */
export interface AnalysisDataset {
  readonly dataset: string;
  readonly geometry: 'point' | 'line' | 'polygon';
  /** Id and name of the group that draws it; null if no group does. */
  readonly group: { readonly id: string; readonly rank: number } | null;
  readonly name: Text;
  /** Its id as a text, for readers who may not view the group. */
  readonly plainName: Text;
  /** Distinguishes the datasets of one group, such as a country. */
  readonly part: Text | null;
  /** Where the data come from, and their date (ISO 8601); null if the dataset does not say it. */
  readonly provider: Text | null;
  readonly date: string | null;
  /** By locale: the first of these fields with a value is the name of a feature. */
  readonly title: Readonly<Record<string, readonly string[]>>;
  /** True for the groups of `first`, the communities. */
  readonly isFirst: boolean;
  /** The classes of the breakdown; null without one. */
  readonly classes: AnalysisClasses | null;
  readonly sums: readonly AnalysisSum[];
}

/** Compiles the datasets of the analysis in the order of its result. */
export function compileAnalysis(model: AtlasModel): readonly AnalysisDataset[] {
  const general = model.groups.filter(({ project }) => project === null);
  const first = (model.tools.analyse?.first ?? []).flatMap(
    (id) => general.find((group) => group.id === id) ?? [],
  );
  const order = [...first, ...general.filter((group) => !first.includes(group))];
  const found = [...model.datasets.values()].flatMap((dataset) =>
    dataset.feeds.analysis && dataset.geometry !== 'raster' && !dataset.cut ? [dataset] : [],
  );
  const drawn = found.map((dataset) => ({ dataset, by: drawnBy(dataset.id, order) }));
  return drawn
    .sort((a, b) => placeOf(a.by, order) - placeOf(b.by, order))
    .map(({ dataset, by }) => analysisOf(dataset, by, { first, model }));
}

function placeOf(by: Drawn | undefined, order: readonly Group[]): number {
  return by ? order.indexOf(by.group) : order.length;
}

function analysisOf(
  dataset: Dataset,
  by: Drawn | undefined,
  { first, model }: { readonly first: readonly Group[]; readonly model: AtlasModel },
): AnalysisDataset {
  const use = by?.sublayers
    .flatMap(classesIn)
    .find(({ classes, field }) => classes.kind === 'values' && dataset.fields.has(field));
  const id = Object.fromEntries(model.locales.available.map((locale) => [locale, dataset.id]));
  const several = new Set(
    by?.group.sublayers.flatMap(({ source }) =>
      source.kind === 'dataset' ? [source.dataset.id] : [],
    ),
  );
  const [sublayer] = by?.sublayers ?? [];
  return {
    dataset: dataset.id,
    geometry: dataset.geometry === 'raster' ? 'polygon' : dataset.geometry,
    group: by ? { id: by.group.id, rank: by.group.permission.rank } : null,
    name: by?.group.name ?? id,
    plainName: id,
    part: several.size > 1 ? (sublayer?.country?.name ?? sublayer?.label ?? null) : null,
    provider: dataset.info.provider ?? null,
    date: dataset.info.date ?? null,
    title: titleOf(by),
    isFirst: by !== undefined && first.includes(by.group),
    classes: use ? classesOf(use.classes, use.field) : null,
    sums: sumsOf(dataset),
  };
}

function sumsOf({ feeds, fields }: Dataset): readonly AnalysisSum[] {
  return (feeds.analysis?.sum ?? []).flatMap((name) => {
    const field = fields.get(name);
    return field ? [{ field: name, label: field.label, unit: field.unit ?? null }] : [];
  });
}

/** Returns the fields of the title of a popup. */
function titleOf(by: Drawn | undefined): AnalysisDataset['title'] {
  return by?.sublayers[0]?.popup?.title ?? by?.group.popup?.title ?? {};
}

function classesOf(classes: ClassList, field: string): AnalysisClasses | null {
  if (classes.kind !== 'values') return null;
  const others = classes.default && classOf(classes.default);
  return {
    field,
    values: classes.entries.flatMap((entry) =>
      entry.values.map((value) => [value, classOf(entry)] as const),
    ),
    others,
    missing: classes.missing === 'default' ? others : classes.missing && classOf(classes.missing),
  };
}

function classOf(entry: ClassEntry): AnalysisClass {
  return { label: entry.label, color: colorOf(entry) };
}

function colorOf({ color }: ClassEntry): string | null {
  return color ? (color['light'] ?? Object.values(color)[0] ?? null) : null;
}
