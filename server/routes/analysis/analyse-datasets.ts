/** Analyses the datasets that a visitor may analyse, and describes the results. */
import type { AnalysisClass, AnalysisDataset, AnalysisSum } from 'atlas-engine';
import type { AnalysedClass, AnalysedDataset } from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import type { Asker } from '../../access/asker.ts';
import { shownTo, type AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import type { Analysed, CellsInside } from '../../store/store.ts';
import type { AnalysisArea } from '../geometries/analysis-area.ts';
import { describeCells } from './describe-cells.ts';
import {
  allowedDatasets,
  eachInTime,
  isNamed,
  nameFields,
  namesOf,
  type AllowedDataset,
  type AnalysisContext,
  type Names,
} from './each-dataset.ts';

export interface Analysis extends AnalysisContext {
  readonly area: Omit<AnalysisArea, 'objects'>;
}

/** A dataset, and what is asked of it. */
interface Asked extends AllowedDataset {
  /** The field whose values are counted; null for none. */
  readonly field: string | null;
  readonly sums: readonly AnalysisSum[];
}

/** What was found in a dataset of features, with the name of the nearest one. */
interface FoundFeatures extends Analysed {
  readonly name: Names | undefined;
}

type Found = FoundFeatures | CellsInside;

/** Receives a result as soon as it is there: its place among all, and their number. */
type Took = (dataset: AnalysedDataset, at: number, count: number) => void;

/**
 * Returns the results in the order of `allowedDatasets`. A dataset that is not done within the time
 * limit of the tool is too slow, which does not affect the others.
 */
export async function analyseDatasets(
  analysis: Analysis,
  took: Took = () => undefined,
): Promise<readonly AnalysedDataset[]> {
  const { visitor } = analysis;
  const asked = allowedDatasets(analysis).map(({ one, fields }): Asked => {
    const own = one.classes?.field;
    const field = own !== undefined && fields.includes(own) ? own : null;
    // The labels of fields are of the group.
    const sums = isNamed(one, visitor) ? one.sums.filter((sum) => fields.includes(sum.field)) : [];
    return { one, fields, field, sums };
  });
  const work = (each: Asked, timeout: number) => analyseOne(each, analysis, timeout);
  const results = new Map<Asked, AnalysedDataset>();
  await eachInTime(asked, work, analysis, (each, found) => {
    const result = describe(each, found, analysis);
    results.set(each, result);
    took(result, asked.indexOf(each), asked.length);
  });
  return asked.map((each) => results.get(each)!);
}

/**
 * Analyses a dataset; null if the store has no raster yet. Throws `DeadlineExceeded` after a time limit
 * in milliseconds.
 */
async function analyseOne(
  asked: Asked,
  analysis: Analysis,
  timeout: number,
): Promise<Found | null> {
  const { dataset, geometry: kind } = asked.one;
  const { geometry } = analysis.area;
  if (kind === 'raster') return analysis.store.cells({ dataset, geometry, timeout });
  const sums = asked.sums.map(({ field }) => field);
  const found = await analysis.store.analyse({
    dataset,
    field: asked.field,
    sums,
    geometry,
    timeout,
  });
  const name = found.nearest ? await nameOf(found.nearest.id, asked, analysis) : undefined;
  return { ...found, name };
}

/** Returns the name of a feature in each language. */
async function nameOf(
  id: number,
  asked: Asked,
  { store, visitor }: Analysis,
): Promise<Names | undefined> {
  const { dataset } = asked.one;
  const fields = nameFields(asked, visitor);
  if (fields.length === 0) return undefined;
  const feature = await store.feature({ dataset, fields }, id);
  return namesOf(asked, feature?.properties ?? {}, visitor);
}

function describe(
  { one, sums }: Asked,
  found: Found | null,
  { snapshot, visitor, area }: Analysis,
): AnalysedDataset {
  const about = aboutOf(one, snapshot, visitor);
  const { geometry } = one;
  if (found === null) return { ...about, geometry, state: 'too-slow' };
  if ('areas' in found) {
    const cells = isNamed(one, visitor) ? one.cells : null;
    return { ...about, geometry: 'raster', ...describeCells(found, cells, area.size) };
  }
  if (geometry === 'raster') return { ...about, geometry, state: 'too-slow' };
  const isPolygon = geometry === 'polygon';
  const { count, area: sum, length, covered, values, nearest, name } = found;
  const classes = isNamed(one, visitor) ? classesOf(one, values, sums) : [];
  const added = sums.flatMap(({ field, label, unit }, i) => {
    const sum = found.sums[i];
    return sum ? [present({ field, label, unit: unit ?? undefined, ...sum })] : [];
  });
  return {
    ...about,
    geometry,
    ...present({
      count,
      covered: isPolygon ? covered : undefined,
      share: isPolygon ? Math.min(1, covered / area.size) : undefined,
      sum: isPolygon ? sum : undefined,
      length: one.geometry === 'line' ? length : undefined,
      sums: added.length > 0 ? added : undefined,
      classes: classes.length > 0 ? classes : undefined,
      nearest: nearest?.metres,
      nearestName: name,
      nearestId: nearest?.id,
    }),
  };
}

/** Returns what the visitor may know about the dataset itself. */
function aboutOf(one: AnalysisDataset, { datasets }: AtlasSnapshot, visitor: Asker) {
  const { dataset, group, provider, date, isFirst } = one;
  const name = shownTo(datasets.get(dataset)!, visitor.rank).title;
  if (!isNamed(one, visitor)) return { dataset, name };
  return {
    dataset,
    name,
    ...present({
      group: group?.id,
      provider: provider ?? undefined,
      date: date ?? undefined,
      first: isFirst || undefined,
    }),
  };
}

/** Adds up the values of each class, largest first. */
function classesOf(
  one: AnalysisDataset,
  values: Analysed['values'],
  sums: readonly AnalysisSum[],
): AnalysedClass[] {
  const found = new Map<string, AnalysedClass>();
  for (const { value, count, area, length, sums: added } of values) {
    const drawn = classOf(one.classes, value);
    if (!drawn) continue;
    const { label, color } = drawn;
    const key = JSON.stringify(label);
    const before = found.get(key);
    found.set(
      key,
      present({
        label,
        color: color ?? undefined,
        count: (before?.count ?? 0) + count,
        area: one.geometry === 'polygon' ? (before?.area ?? 0) + area : undefined,
        length: one.geometry === 'line' ? (before?.length ?? 0) + length : undefined,
        sums: sums.length > 0 ? addSums(before?.sums, added, sums) : undefined,
      }),
    );
  }
  const size = ({ area, length }: AnalysedClass): number => area ?? length ?? 0;
  return [...found.values()].sort((a, b) => size(b) - size(a) || b.count - a.count);
}

/** Adds the sums of a value to those of its class. */
function addSums(
  before: AnalysedClass['sums'],
  added: Analysed['sums'],
  sums: readonly AnalysisSum[],
): NonNullable<AnalysedClass['sums']> {
  return Object.fromEntries(
    sums.map(({ field }, i) => [field, (before?.[field] ?? 0) + (added[i]?.value ?? 0)]),
  );
}

/** Returns the class of a value; null if it is not drawn. */
function classOf(classes: AnalysisDataset['classes'], value: unknown): AnalysisClass | null {
  if (!classes) return null;
  if (value === null || value === undefined) return classes.missing;
  return classes.values.find(([one]) => one === value)?.[1] ?? classes.others;
}
