import type { AtlasModel, Dataset, Look, Text } from '../model/model.ts';
import { LIGHT } from '../values/grounds.ts';
import { colorOf, labelOf, lookOfNumber } from '../values/looks.ts';
import { cellClasses, MAX_PIXEL, meaningOf } from '../values/pixel-values.ts';
import { classesIn, type ClassUse } from '../values/value-tree.ts';
import { writeColor } from './compile-value.ts';
import { showsOf, type Showing } from './shows-of.ts';

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

/** What the pixels of a raster mean: a class, a number or both. */
export interface AnalysisCells {
  /** In the order of the legend; none for a ramp. */
  readonly classes: readonly AnalysisClass[];
  /** For each pixel from 0 to 254, the index of its class; -1 if it is not drawn. */
  readonly classOf: readonly number[];
  /** For each pixel from 0 to 254, its number; null for classes, which have no order. */
  readonly numbers: readonly number[] | null;
  readonly unit: Text | null;
}

/** A dataset that can be analysed. Its title depends on the reader (`showsOf`). */
export interface AnalysisDataset {
  readonly dataset: string;
  readonly geometry: 'point' | 'line' | 'polygon' | 'raster';
  /** The group of the general list that names it for all who may open the group; null if no group does. */
  readonly group: { readonly id: string; readonly name: Text; readonly rank: number } | null;
  /** Where the data come from, and their date (ISO 8601); null if the dataset does not say it. */
  readonly provider: Text | null;
  readonly date: string | null;
  /** By locale: the first of these fields with a value is the name of a feature. */
  readonly title: Readonly<Record<string, readonly string[]>>;
  /** The field that says what a feature is: the first of its popup, if the values have labels. */
  readonly kind: string | null;
  /** The labels of the values of these fields, for those that have any. */
  readonly labels: Readonly<Record<string, readonly (readonly [value: string, label: Text])[]>>;
  /** True for the groups of `first`, the communities. */
  readonly isFirst: boolean;
  /** The classes of the breakdown; null without one. */
  readonly classes: AnalysisClasses | null;
  readonly sums: readonly AnalysisSum[];
  /** What the pixels mean; null for features, and for a raster that no group draws. */
  readonly cells: AnalysisCells | null;
}

/** Compiles the datasets of the analysis in the order of its result. */
export function compileAnalysis(model: AtlasModel): readonly AnalysisDataset[] {
  const first = model.tools.analyse?.first ?? [];
  const order = [...first, ...model.groups.map(({ id }) => id)];
  const placeOf = (id: string | undefined): number =>
    id === undefined ? order.length : order.indexOf(id);
  const shows = showsOf(model);
  const locales = model.locales.available;
  return [...model.datasets.values()]
    .filter(({ feeds, within }) => feeds.analysis && !within)
    .map((dataset) => {
      const [by, ...others] = shows.get(dataset.id)?.at(-1)?.groups ?? [];
      // Groups of a stricter level have no effect on readers who may open this one.
      const alike = others.filter(
        ({ group }) => group.permission.rank === by!.group.permission.rank,
      );
      const places = [by, ...alike].map((showing) => placeOf(showing?.group.id));
      const place = Math.min(...places);
      return { place, one: analysisOf(dataset, by, { isFirst: place < first.length, locales }) };
    })
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

function analysisOf(
  dataset: Dataset,
  by: Showing | undefined,
  { isFirst, locales }: { readonly isFirst: boolean; readonly locales: readonly string[] },
): AnalysisDataset {
  const isRaster = dataset.geometry === 'raster';
  const named = Object.values(titleOf(by)).flat();
  const kind = kindOf(dataset, by);
  const use = by?.sublayers
    .flatMap(classesIn)
    .find(({ classes, field }) => classes.kind === 'values' && dataset.fields.has(field));
  return {
    dataset: dataset.id,
    geometry: dataset.geometry,
    group: by ? { id: by.group.id, name: by.group.name, rank: by.group.permission.rank } : null,
    provider: dataset.info.provider ?? null,
    date: dataset.info.date ?? null,
    title: titleOf(by),
    kind,
    labels: labelsOf(dataset, kind === null ? named : [...named, kind]),
    isFirst,
    classes: use && !isRaster ? classesOf(use) : null,
    sums: sumsOf(dataset),
    cells: isRaster ? cellsOf(dataset, by, locales) : null,
  };
}

/** Returns what the legend says about the pixels of a raster. */
function cellsOf(
  { pixels }: Dataset,
  by: Showing | undefined,
  locales: readonly string[],
): AnalysisCells | null {
  const list = by?.sublayers.map(cellClasses).find((classes) => classes !== null);
  if (!list) return null;
  const { looks, kind } = list;
  const numbers = Array.from({ length: MAX_PIXEL + 1 }, (_, pixel) => meaningOf(pixel, pixels));
  const unit = kind === 'values' ? null : (list.unit ?? null);
  if (kind === 'ramp') return { classes: [], classOf: numbers.map(() => -1), numbers, unit };
  const rows = looks.rows.filter((look) => look !== looks.missing);
  return {
    classes: rows.map((look) => {
      const color = colorOf(look, null);
      const label = Object.fromEntries(locales.map((locale) => [locale, labelOf(look, locale)]));
      return { label, color: color && writeColor(color, LIGHT) };
    }),
    classOf: numbers.map((number) => rows.indexOf(lookOfNumber(looks, number)!)),
    numbers: kind === 'steps' ? numbers : null,
    unit,
  };
}

function sumsOf({ feeds, fields }: Dataset): readonly AnalysisSum[] {
  return (feeds.analysis?.sum ?? []).flatMap((name) => {
    const field = fields.get(name);
    return field ? [{ field: name, label: field.label, unit: field.unit ?? null }] : [];
  });
}

/** Returns the labels of the values of the fields of a title. */
function labelsOf({ fields }: Dataset, names: readonly string[]): AnalysisDataset['labels'] {
  return Object.fromEntries(
    [...new Set(names)].flatMap((name) => {
      const entries = fields.get(name)?.classes?.entries ?? [];
      const labels = entries.flatMap(({ values, label }) =>
        values.map((value) => [String(value), label] as const),
      );
      return labels.length > 0 ? [[name, labels] as const] : [];
    }),
  );
}

/** Returns the fields of the title of a popup. */
function titleOf(by: Showing | undefined): AnalysisDataset['title'] {
  return by?.sublayers[0]?.popup?.title ?? by?.group.popup?.title ?? {};
}

/** Returns the first field of a popup, if its values have labels; null for any other. */
function kindOf({ fields }: Dataset, by: Showing | undefined): string | null {
  const popup = by?.sublayers[0]?.popup?.fields ? by.sublayers[0].popup : by?.group.popup;
  const [first] = popup?.fields ?? [];
  return first !== undefined && fields.get(first)?.classes ? first : null;
}

function classesOf({ classes: { looks }, field, shade }: ClassUse): AnalysisClasses {
  const classOf = (look: Look): AnalysisClass => {
    const color = colorOf(look, shade);
    return { label: look.entry.label, color: color && writeColor(color, LIGHT) };
  };
  return {
    field,
    values: looks.rows.flatMap((look) =>
      look.entry.values.map((value) => [value, classOf(look)] as const),
    ),
    others: looks.rest && classOf(looks.rest),
    missing: looks.missing && classOf(looks.missing),
  };
}
